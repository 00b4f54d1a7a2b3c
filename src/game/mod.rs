//! A game: the board, the rules and the whole history; the referee.
//!
//! Every action (a move, a setup, an agreed end, a resumption) is one [`Step`] that holds the state
//! after it, so `undo` is a pop and costs no allocation once the stack has grown.

mod legality;
pub mod naive;
mod step;

pub use legality::IllegalMove;
pub use step::{Action, End, State, Step, repetition_key};

use crate::board::{Board, DiagramError};
use crate::color::{ByColor, Color};
use crate::point::{Move, Point, Size, preset_stones};
use crate::rules::{ForcedEnd, Rules};

/// Why an action that is not a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// Nothing to take back.
    CannotUndo,
    /// The game has already ended.
    Ended,
    /// There is no rest to resume from.
    NoRest,
    /// Fewer than four virtual moves were made at this on-board position, or the rules have no forced end.
    CannotForce,
}

impl std::fmt::Display for ActionError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            ActionError::CannotUndo => "cannot undo",
            ActionError::Ended => "the game has ended",
            ActionError::NoRest => "there is no rest to resume from",
            ActionError::CannotForce => {
                "no side may demand the end: it takes four virtual moves at one position"
            }
        })
    }
}

impl std::error::Error for ActionError {}

/// A game in progress or ended. There is always at least one step: the start.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    steps: Vec<Step>,
}

impl Game {
    /// A new game on an empty board, or on the preset stones where the rules ask for them.
    pub fn new(size: Size, rules: Rules) -> Game {
        let mut board = Board::new(size);
        if rules.preset_stones {
            for (point, color) in preset_stones(size) {
                board.play_unchecked(point, color);
            }
            board.lift_ko();
        }
        Game {
            rules,
            steps: vec![Step::start(board, rules.first, 0, Action::Start)],
        }
    }

    /// A new game that starts from a position; its stones count as real moves of their colour.
    pub fn from_board(board: Board, to_move: Color, rules: Rules) -> Game {
        let mut board = board;
        board.lift_ko();
        Game {
            rules,
            steps: vec![Step::start(board, to_move, 0, Action::Start)],
        }
    }

    /// The state after the last action.
    #[inline]
    pub fn now(&self) -> &Step {
        self.steps.last().expect("a game has a start")
    }

    /// All actions in order, the start first, each with the state after it.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps whose positions count for repetition: from the last start or setup on.
    pub fn history(&self) -> &[Step] {
        &self.steps[self.now().first..]
    }

    /// The current position.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.now().board
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.board().size()
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules; the history stands, and later legality follows the new ones.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes komi alone.
    pub fn set_komi(&mut self, komi: f32) {
        self.rules.komi = komi;
    }

    /// Whose turn it is: the opponent of the last mover, else the rules' first mover or as set up.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.now().to_move
    }

    /// Number of moves since the start or the last setup, virtual moves and passes included.
    pub fn move_number(&self) -> u32 {
        self.now().move_number
    }

    /// Virtual stones of each colour (always 0 where the rules have passes).
    pub fn virtual_stones(&self) -> ByColor<u32> {
        self.now().virtual_stones
    }

    /// Real moves of each colour, setup and handicap stones included: M.
    pub fn real_moves(&self) -> ByColor<u32> {
        self.now().real_moves
    }

    /// Stones of each colour that were captured or lost by suicide since the last setup: P = M − S.
    pub fn lost_stones(&self) -> ByColor<u32> {
        let now = self.now();
        ByColor::from_fn(|c| now.real_moves[c] - now.board.stones(c))
    }

    /// Number of virtual moves made so far, by both sides together, while the present on-board
    /// position stood. The fourth allows a forced end.
    pub fn virtual_moves_here(&self) -> u32 {
        self.now().virtual_here
    }

    /// Where the game stands.
    pub fn state(&self) -> State {
        let now = self.now();
        match now.end {
            Some(End::Forced) => State::EndedForced,
            Some(End::Agreed) => State::EndedAgreed,
            None if now.passes >= 2 => State::Rest,
            None if now.cycle.is_some() => State::Cycle,
            None => State::Playing,
        }
    }

    /// The last move, if the last action but ends and resumptions was one.
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.steps
            .iter()
            .rev()
            .find_map(|step| match step.action {
                Action::Move(color, mv) => Some(Some((color, mv))),
                Action::Start | Action::Setup => Some(None),
                Action::End | Action::Resume => None,
            })
            .flatten()
    }

    /// All moves since the start or the last setup.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + '_ {
        self.history().iter().filter_map(|step| match step.action {
            Action::Move(color, mv) => Some((color, mv)),
            _ => None,
        })
    }

    /// Checks and makes a move of `color`, whoever's turn it is. [`Move::Resign`] changes nothing.
    ///
    /// # Errors
    /// Why the move is illegal; the game is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.play_unchecked(color, mv);
        Ok(())
    }

    /// Makes a move that [`Game::check`] has allowed.
    pub fn play_unchecked(&mut self, color: Color, mv: Move) {
        debug_assert_eq!(self.check(color, mv), Ok(()));
        self.make(color, mv);
    }

    /// Makes a move that was made elsewhere, perhaps under other rules: one against the rules in force
    /// (a ko, a regress, a suicide of several stones) is made all the same, and the rule returned.
    ///
    /// # Errors
    /// What no rules allow: an occupied point, one off the board, a single-stone suicide, a move after
    /// the end. The game is unchanged.
    pub fn play_recorded(
        &mut self,
        color: Color,
        mv: Move,
    ) -> Result<Option<IllegalMove>, IllegalMove> {
        let broken = match self.check(color, mv) {
            Ok(()) => None,
            Err(rule @ (IllegalMove::Suicide | IllegalMove::Ko | IllegalMove::Regress(_))) => {
                Some(rule)
            }
            Err(impossible) => return Err(impossible),
        };
        self.make(color, mv);
        Ok(broken)
    }

    fn make(&mut self, color: Color, mv: Move) {
        let mut step = self.now().clone();
        step.action = Action::Move(color, mv);
        step.captured = 0;
        step.to_move = color.opponent();
        step.move_number += 1;
        match mv {
            Move::Resign => return,
            Move::Real(point) => {
                step.captured = step.board.play_unchecked(point, color);
                step.real_moves[color] += 1;
                step.passes = 0;
                step.virtual_here = self.virtual_moves_at(&step.board);
                step.cycle = self.cycle_closed_by(&step);
            }
            Move::Pass => {
                step.board.lift_ko();
                step.passes += 1;
                step.cycle = None;
                if self.rules.virtual_moves {
                    step.virtual_stones[color] += 1;
                    step.virtual_here += 1;
                    if step.virtual_here >= 4 && self.rules.ends_by_force() {
                        step.end = Some(End::Forced);
                    }
                }
            }
        }
        self.steps.push(step);
    }

    /// How many virtual moves were made while this on-board position stood.
    fn virtual_moves_at(&self, board: &Board) -> u32 {
        self.history()
            .iter()
            .rev()
            .find(|step| step.board.key() == board.key() && step.board.same_stones(board))
            .map_or(0, |step| step.virtual_here)
    }

    /// Replaces the position. The history of repetition starts anew; `undo` takes the setup back.
    ///
    /// # Errors
    /// A chain without liberties; the game is unchanged.
    pub fn setup(
        &mut self,
        stones: impl Fn(Point) -> Option<Color>,
        to_move: Color,
    ) -> Result<(), DiagramError> {
        let board = Board::from_stones(self.size(), stones)?;
        let first = self.steps.len();
        self.steps
            .push(Step::start(board, to_move, first, Action::Setup));
        Ok(())
    }

    /// Both sides agree that nobody will ever play again: every stone on the board lives.
    ///
    /// # Errors
    /// The game has already ended.
    pub fn agree_end(&mut self) -> Result<(), ActionError> {
        self.end(End::Agreed)
    }

    /// One side demands the end where four virtual moves at this position allow it.
    ///
    /// # Errors
    /// The game has ended, or nobody may demand it.
    pub fn force_end(&mut self) -> Result<(), ActionError> {
        if self.now().end.is_none()
            && (!self.rules.virtual_moves
                || self.rules.forced_end == ForcedEnd::Off
                || self.now().virtual_here < 4)
        {
            return Err(ActionError::CannotForce);
        }
        self.end(End::Forced)
    }

    fn end(&mut self, end: End) -> Result<(), ActionError> {
        if self.now().end.is_some() {
            return Err(ActionError::Ended);
        }
        let mut step = self.now().clone();
        step.action = Action::End;
        step.end = Some(end);
        self.steps.push(step);
        Ok(())
    }

    /// Play goes on after a rest: the next two passes in a row are counted from here.
    ///
    /// # Errors
    /// There is no rest.
    pub fn resume(&mut self) -> Result<(), ActionError> {
        if self.state() != State::Rest {
            return Err(ActionError::NoRest);
        }
        let mut step = self.now().clone();
        step.action = Action::Resume;
        step.passes = 0;
        self.steps.push(step);
        Ok(())
    }

    /// Takes back the last action: a move, a setup, an end, a resumption.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn undo(&mut self) -> Result<Action, ActionError> {
        if self.steps.len() < 2 {
            return Err(ActionError::CannotUndo);
        }
        Ok(self.steps.pop().expect("two steps or more").action)
    }

    /// Number of handicap stones: two or more Black moves or setup stones on an empty board before
    /// any White stone, else 0.
    pub fn handicap(&self) -> u32 {
        let history = self.history();
        let start = &history[0];
        if start.board.stones(Color::White) > 0 {
            return 0;
        }
        let plays = history[1..]
            .iter()
            .take_while(|s| matches!(s.action, Action::Move(Color::Black, Move::Real(_))))
            .count() as u32;
        // The last of a run of plays is the first move, unless White is to follow a setup.
        let stones = start.board.stones(Color::Black);
        if stones > 0 {
            if stones > 1 { stones } else { 0 }
        } else if plays > 1 {
            plays
        } else {
            0
        }
    }
}
