//! The slow twin of [`Game`](super::Game): every whole position kept as plain data. For tests only.
//!
//! Written from the rules and not from the fast referee. Nothing is incremental: numbers are counted
//! from the record when asked for, keys do not exist, and `undo` plays the whole record again.

use super::{ActionError, End, IllegalMove, State};
use crate::board::naive::NaiveBoard;
use crate::color::{ByColor, Color};
use crate::point::{Move, Point, Size, preset_stones};
use crate::rules::{ForcedEnd, Repetition, Rules, Suicide};

/// Everything that any definition of the whole position looks at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WholePosition {
    /// The coloured points.
    pub board: NaiveBoard,
    /// Virtual stones of each colour.
    pub virtual_stones: ByColor<u32>,
    /// Whose turn it is.
    pub to_move: Color,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Start,
    Setup,
    Move(Color, Move),
    End(End),
    Resume,
}

/// One action, the rules it was made under, and what came of it.
#[derive(Clone, Debug)]
struct Record {
    action: Action,
    rules: Rules,
    after: WholePosition,
    taken: ByColor<u32>,
}

impl Record {
    fn mv(&self) -> Option<(Color, Move)> {
        match self.action {
            Action::Move(color, mv) => Some((color, mv)),
            _ => None,
        }
    }

    fn is_virtual(&self) -> bool {
        self.rules.virtual_moves && matches!(self.action, Action::Move(_, Move::Pass))
    }

    /// Whether this is a start, a setup or a real move.
    fn is_real(&self) -> bool {
        matches!(
            self.action,
            Action::Start | Action::Setup | Action::Move(_, Move::Real(_))
        )
    }
}

/// A game as a list of records.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    rules: Rules,
    records: Vec<Record>,
}

impl NaiveGame {
    /// A new game on an empty board, or on the preset stones where the rules ask for them.
    pub fn new(size: Size, rules: Rules) -> NaiveGame {
        let stones = if rules.preset_stones {
            preset_stones(size)
        } else {
            Vec::new()
        };
        let board = NaiveBoard::from_stones(size, |point| {
            stones.iter().find(|(p, _)| *p == point).map(|&(_, c)| c)
        });
        NaiveGame::from_board(board, rules.first, rules)
    }

    /// A new game that starts from a position in which every chain has a liberty.
    pub fn from_board(board: NaiveBoard, to_move: Color, rules: Rules) -> NaiveGame {
        let mut game = NaiveGame {
            rules,
            records: Vec::new(),
        };
        game.begin(Action::Start, board, to_move);
        game
    }

    fn begin(&mut self, action: Action, board: NaiveBoard, to_move: Color) {
        let after = WholePosition {
            board,
            virtual_stones: ByColor::default(),
            to_move,
        };
        self.record(action, after, ByColor::default());
    }

    fn record(&mut self, action: Action, after: WholePosition, taken: ByColor<u32>) {
        self.records.push(Record {
            action,
            rules: self.rules,
            after,
            taken,
        });
    }

    fn last(&self) -> &Record {
        &self.records[self.records.len() - 1]
    }

    /// The records from the last start or setup on.
    fn history(&self) -> &[Record] {
        let begins = |r: &Record| matches!(r.action, Action::Start | Action::Setup);
        let first = self.records.iter().rposition(begins);
        &self.records[first.expect("a game has a start")..]
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules for what comes; the record stands.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The current whole position.
    pub fn position(&self) -> &WholePosition {
        &self.last().after
    }

    /// The current on-board position.
    pub fn board(&self) -> &NaiveBoard {
        &self.last().after.board
    }

    /// Whose turn it is: the opponent of the last mover, else the rules' first mover or as set up.
    pub fn to_move(&self) -> Color {
        self.last().after.to_move
    }

    /// Moves since the start or setup, virtual moves and passes included.
    pub fn moves(&self) -> Vec<(Color, Move)> {
        self.history().iter().filter_map(Record::mv).collect()
    }

    /// Real moves of each colour, the stones of the start or setup included: M.
    pub fn real_moves(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| {
            let real = |r: &&Record| matches!(r.mv(), Some((c, Move::Real(_))) if c == color);
            let start = self.history()[0].after.board.stones(color);
            start + self.history().iter().filter(real).count() as u32
        })
    }

    /// Stones of each colour seen taken off since the start or setup: P.
    pub fn lost_stones(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.history().iter().map(|r| r.taken[color]).sum())
    }

    /// Virtual moves of each colour since the start or setup: V.
    pub fn virtual_stones(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| {
            let of_color =
                |r: &&Record| r.is_virtual() && matches!(r.mv(), Some((c, _)) if c == color);
            self.history().iter().filter(of_color).count() as u32
        })
    }

    /// Virtual moves of both sides made while the present on-board position stood, whenever it stood.
    pub fn virtual_moves_here(&self) -> u32 {
        let here = |r: &&Record| r.is_virtual() && r.after.board == *self.board();
        self.history().iter().filter(here).count() as u32
    }

    /// Passes or virtual moves in a row since the last real move, setup or resumption.
    pub fn passes(&self) -> u32 {
        let mut passes = 0;
        for record in self.records.iter().rev() {
            match record.action {
                Action::Move(_, Move::Pass) => passes += 1,
                Action::End(_) => {}
                _ => break,
            }
        }
        passes
    }

    /// Stones of each colour that the last action took off.
    pub fn taken(&self) -> ByColor<u32> {
        self.last().taken
    }

    /// How the game ended for ever, if it did.
    pub fn end(&self) -> Option<End> {
        let last = self.last();
        match last.action {
            Action::End(end) => Some(end),
            Action::Move(_, Move::Pass)
                if last.is_virtual()
                    && last.rules.forced_end == ForcedEnd::Auto
                    && self.virtual_moves_here() >= 4 =>
            {
                Some(End::Forced)
            }
            _ => None,
        }
    }

    /// Number of the earliest move whose whole position, with the same side to move, the last move
    /// brought back under simple ko. Only positions of the start, setup and real moves are compared.
    pub fn cycle(&self) -> Option<u32> {
        let last = self.last();
        if !matches!(last.action, Action::Move(_, Move::Real(_)))
            || last.rules.repetition != Repetition::SimpleKo
        {
            return None;
        }
        let history = self.history();
        let earlier = history[..history.len() - 1]
            .iter()
            .position(|r| r.is_real() && r.after == last.after);
        earlier.map(|index| self.move_number_at(index))
    }

    /// Where the game stands.
    pub fn state(&self) -> State {
        match self.end() {
            Some(End::Forced) => State::EndedForced,
            Some(End::Agreed) => State::EndedAgreed,
            None if self.passes() >= 2 => State::Rest,
            None if self.cycle().is_some() => State::Cycle,
            None => State::Playing,
        }
    }

    /// Number of the last move made up to this record of the history.
    fn move_number_at(&self, index: usize) -> u32 {
        let moves = self.history()[1..=index].iter();
        moves.filter(|r| r.mv().is_some()).count() as u32
    }

    /// Whether `color` may make this move, whoever's turn it is.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.end().is_some() {
            return Err(IllegalMove::Ended);
        }
        match mv {
            Move::Real(point) => self.check_point(color, point),
            Move::Pass | Move::Resign => Ok(()),
        }
    }

    fn check_point(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        let now = self.position();
        let size = now.board.size();
        if point.x() >= size.width() || point.y() >= size.height() {
            return Err(IllegalMove::OffBoard);
        }
        if now.board.color_at(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        let mut after = now.clone();
        let taken = after.board.play(point, color);
        after.to_move = color.opponent();
        if taken[color] == 1 {
            return Err(IllegalMove::SingleStoneSuicide);
        }
        if taken[color] > 1 && self.rules.suicide == Suicide::None {
            return Err(IllegalMove::Suicide);
        }
        if self.rules.repetition == Repetition::SimpleKo {
            if self.undoes_last_move(color, &after.board) {
                return Err(IllegalMove::Ko);
            }
            return Ok(());
        }
        let earlier = self
            .history()
            .iter()
            .position(|r| self.same_whole_position(&r.after, &after));
        match earlier {
            Some(index) => Err(IllegalMove::Regress(self.move_number_at(index))),
            None => Ok(()),
        }
    }

    fn same_whole_position(&self, a: &WholePosition, b: &WholePosition) -> bool {
        a.board == b.board
            && match self.rules.repetition {
                Repetition::SimpleKo | Repetition::Positional => true,
                Repetition::Situational => a.to_move == b.to_move,
                Repetition::Virtual => a.virtual_stones == b.virtual_stones,
            }
    }

    /// Whether `color` would bring back the on-board position from before the other side's last move, a
    /// real one. (Who plays twice running takes back no ko.)
    fn undoes_last_move(&self, color: Color, board: &NaiveBoard) -> bool {
        let history = self.history();
        matches!(self.last().action, Action::Move(other, Move::Real(_)) if other != color)
            && history[history.len() - 2].after.board == *board
    }

    /// The points where `color` would take back a ko at once, whatever the rules say of it.
    pub fn ko_ban(&self, color: Color) -> Vec<Point> {
        let board = self.board();
        let empty = board
            .size()
            .points()
            .filter(|&p| board.color_at(p).is_none());
        empty
            .filter(|&point| {
                let mut after = board.clone();
                after.play(point, color);
                self.undoes_last_move(color, &after)
            })
            .collect()
    }

    /// Checks and makes a move; [`Move::Resign`] changes nothing.
    ///
    /// # Errors
    /// Why the move is illegal; the game is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        let mut after = self.position().clone();
        let mut taken = ByColor::default();
        match mv {
            Move::Resign => return Ok(()),
            Move::Pass => after.virtual_stones[color] += u32::from(self.rules.virtual_moves),
            Move::Real(point) => taken = after.board.play(point, color),
        }
        after.to_move = color.opponent();
        self.record(Action::Move(color, mv), after, taken);
        Ok(())
    }

    /// Replaces the position and starts the history anew; false if a chain has no liberty.
    pub fn setup(&mut self, board: NaiveBoard, to_move: Color) -> bool {
        let position = board.is_position();
        if position {
            self.begin(Action::Setup, board, to_move);
        }
        position
    }

    /// Both sides agree that nobody will ever play again.
    ///
    /// # Errors
    /// The game has already ended.
    pub fn agree_end(&mut self) -> Result<(), ActionError> {
        self.end_by(End::Agreed)
    }

    /// One side demands the end after four virtual moves at this on-board position.
    ///
    /// # Errors
    /// The game has ended, or nobody may demand it.
    pub fn force_end(&mut self) -> Result<(), ActionError> {
        let may = self.rules.virtual_moves
            && self.rules.forced_end != ForcedEnd::Off
            && self.virtual_moves_here() >= 4;
        if self.end().is_none() && !may {
            return Err(ActionError::CannotForce);
        }
        self.end_by(End::Forced)
    }

    fn end_by(&mut self, end: End) -> Result<(), ActionError> {
        if self.end().is_some() {
            return Err(ActionError::Ended);
        }
        let after = self.position().clone();
        self.record(Action::End(end), after, ByColor::default());
        Ok(())
    }

    /// Play goes on after a rest.
    ///
    /// # Errors
    /// There is no rest.
    pub fn resume(&mut self) -> Result<(), ActionError> {
        if self.state() != State::Rest {
            return Err(ActionError::NoRest);
        }
        let after = self.position().clone();
        self.record(Action::Resume, after, ByColor::default());
        Ok(())
    }

    /// Takes back the last action by playing all the others again from the start, each under the rules
    /// it was made under.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn undo(&mut self) -> Result<(), ActionError> {
        let Some((start, actions)) = self.records[..self.records.len() - 1].split_first() else {
            return Err(ActionError::CannotUndo);
        };
        let mut again =
            NaiveGame::from_board(start.after.board.clone(), start.after.to_move, start.rules);
        for record in actions {
            again.rules = record.rules;
            again.repeat(record);
        }
        again.rules = self.rules;
        *self = again;
        Ok(())
    }

    fn repeat(&mut self, record: &Record) {
        let done = match record.action {
            Action::Start => false,
            Action::Setup => self.setup(record.after.board.clone(), record.after.to_move),
            Action::Move(color, mv) => self.play(color, mv).is_ok(),
            Action::End(End::Agreed) => self.agree_end().is_ok(),
            Action::End(End::Forced) => self.force_end().is_ok(),
            Action::Resume => self.resume().is_ok(),
        };
        assert!(done, "what was legal is legal again");
    }
}
