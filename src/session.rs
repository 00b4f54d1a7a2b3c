//! The typed front of the engine: one game with its search. It knows no text and owns no clock.
//!
//! A process may hold several sessions; they share nothing.

mod handicap;
mod judge;
mod resign;

use crate::board::{Board, DiagramError};
use crate::color::{ByColor, Color};
use crate::counting::{
    self, Count, DeadStones, Evidence, Ledger, Method, Options, Reading, Score, Settlement,
};
use crate::game::{Action, ActionError, Game, IllegalMove, State};
use crate::point::{Move, Point, PointSet, Size};
use crate::rules::Rules;
use crate::search::{Clock, Limits, Params, Report, Search, StopToken};
use resign::LostTurns;

/// A game and the search that plays it.
pub struct Session {
    game: Game,
    search: Search,
    /// The last judgement of dead stones, with the position it is of.
    judged: Option<(Judged, DeadStones)>,
    /// What was last read, with the position and the dead stones it is of.
    read: Option<(Judged, PointSet, Reading)>,
    lost_turns: LostTurns,
}

/// What a judgement of dead stones depends on.
#[derive(Clone, PartialEq)]
struct Judged {
    board: Board,
    rules: Rules,
}

/// What a user interface shows of a position, as plain data.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The size of the board.
    pub size: Size,
    /// The stones, row by row from the top left.
    pub stones: Vec<Option<Color>>,
    /// Whose turn it is.
    pub to_move: Color,
    /// Moves since the start or the last setup.
    pub move_number: u32,
    /// The last move, if the last action was one.
    pub last_move: Option<(Color, Move)>,
    /// Virtual stones of each colour; `None` where the rules have passes.
    pub virtual_stones: Option<ByColor<u32>>,
    /// Virtual moves made so far at this on-board position, both colours together.
    pub virtual_moves_here: u32,
    /// Stones of each colour that were captured or lost by suicide.
    pub lost_stones: ByColor<u32>,
    /// Where the game stands.
    pub state: State,
    /// The rules in force, komi included.
    pub rules: Rules,
}

impl Session {
    /// A new game under these rules.
    pub fn new(size: Size, rules: Rules, params: Params) -> Session {
        Session::with_search(size, rules, Search::new(params))
    }

    /// A new game with a search of one's own, such as one with another evaluator.
    pub fn with_search(size: Size, rules: Rules, search: Search) -> Session {
        Session {
            game: Game::new(size, rules),
            search,
            judged: None,
            read: None,
            lost_turns: LostTurns::default(),
        }
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The search settings.
    pub fn params(&self) -> &Params {
        self.search.params()
    }

    /// Changes the search settings.
    pub fn set_params(&mut self, params: Params) {
        self.search.set_params(params);
    }

    /// Forgets what was searched so far, so that the next search starts afresh.
    pub fn forget(&mut self) {
        self.search.forget();
    }

    /// Replaces a search that failed half-way by a fresh one with the same settings.
    pub fn replace_search(&mut self) {
        self.search = Search::new(self.search.params().clone());
    }

    /// Changes the rules, komi included. The moves stand; a game that has not begun starts anew, so
    /// that preset stones appear or go and the first mover follows.
    pub fn set_rules(&mut self, rules: Rules) {
        let start = Game::new(self.game.size(), *self.rules());
        if self.game.steps().len() == 1 && self.game.board().same_stones(start.board()) {
            self.game = Game::new(self.game.size(), rules);
        } else {
            self.game.set_rules(rules);
        }
        self.search.forget();
    }

    /// Changes komi alone.
    pub fn set_komi(&mut self, komi: f32) {
        if komi != self.rules().komi {
            self.game.set_komi(komi);
            self.search.forget();
        }
    }

    /// Starts a new game under the rules in force.
    pub fn new_game(&mut self, size: Size) {
        self.adopt(Game::new(size, *self.rules()));
    }

    /// Goes on from another game, such as one read from a record. Its rules come with it.
    pub fn adopt(&mut self, game: Game) {
        self.game = game;
        self.search.forget();
        self.lost_turns = LostTurns::default();
    }

    /// Makes a move of `color`, whoever's turn it is.
    ///
    /// # Errors
    /// Why the move is illegal; the game is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(color, mv)
    }

    /// Replaces the position; see [`Game::setup`].
    ///
    /// # Errors
    /// A chain without liberties; the game is unchanged.
    pub fn setup(
        &mut self,
        stones: impl Fn(Point) -> Option<Color>,
        to_move: Color,
    ) -> Result<(), DiagramError> {
        self.game.setup(stones, to_move)
    }

    /// Takes back the last action.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn undo(&mut self) -> Result<Action, ActionError> {
        self.game.undo()
    }

    /// Both sides agree that nobody will ever play again; see [`Game::agree_end`].
    ///
    /// # Errors
    /// The game has already ended.
    pub fn agree_end(&mut self) -> Result<(), ActionError> {
        self.game.agree_end()
    }

    /// One side demands the end; see [`Game::force_end`].
    ///
    /// # Errors
    /// The game has ended, or nobody may demand it.
    pub fn force_end(&mut self) -> Result<(), ActionError> {
        self.game.force_end()
    }

    /// Play goes on after a rest; see [`Game::resume`].
    ///
    /// # Errors
    /// There is no rest.
    pub fn resume(&mut self) -> Result<(), ActionError> {
        self.game.resume()
    }

    /// Searches for a move of `color` without making it. After the end of the game it is a pass. Nothing is
    /// lent against handicap stones, so that the chances told are those of the position.
    pub fn analyse(
        &mut self,
        color: Color,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search
            .run(&self.game, color, limits, clock, stop, on_report)
    }

    /// Searches for the move that [`Session::genmove`] would make, without making it or resigning.
    pub fn choose(
        &mut self,
        color: Color,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let limits = self.lending(color, limits);
        self.analyse(color, &limits, clock, stop, on_report)
    }

    /// The limits with what is lent to White when `player` thinks.
    fn lending(&self, player: Color, limits: &Limits) -> Limits {
        Limits {
            lent: handicap::lent(&self.game, player, self.params()),
            ..limits.clone()
        }
    }

    /// Searches for a move of `color` and makes it, unless it is to resign, the game has ended, or a
    /// search thread failed (see [`Report::failure`]). It resigns when it was lost for several of its own
    /// turns in a row (settings `resign` and `resign_turns`), never early and never where it ends
    /// naturally or cleans up.
    pub fn genmove(
        &mut self,
        color: Color,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let mut report = self.choose(color, limits, clock, stop, on_report);
        if report.failure.is_none() && !self.has_ended() {
            let params = self.search.params();
            let lost = self.lost_turns.note(&self.game, color, &report, params);
            if lost && !limits.cleanup {
                report.best = Move::Resign;
                return report;
            }
            // The referee has the last word on what the search chose.
            let played = self.game.play(color, report.best);
            debug_assert_eq!(played, Ok(()), "the search chose an illegal move");
        }
        report
    }

    /// Thinks about the opponent's answer to the move just made, so that [`Session::genmove`] starts from
    /// what was found.
    pub fn ponder(&mut self, limits: &Limits, clock: &dyn Clock, stop: &StopToken) -> Report {
        let color = self.game.to_move();
        let limits = self.lending(color.opponent(), limits);
        self.analyse(color, &limits, clock, stop, &mut |_| {})
    }

    /// Which stones are dead: none once the game has ended, else what playouts say. Judged once
    /// per position, so that everything that is told about it agrees.
    pub fn dead_stones(&mut self, clock: &dyn Clock) -> DeadStones {
        if self.has_ended() {
            return DeadStones {
                dead: PointSet::EMPTY,
                confidence: 1.0,
                doubts: Vec::new(),
            };
        }
        let now = self.to_be_judged();
        if let Some((then, judgement)) = &self.judged
            && *then == now
        {
            return judgement.clone();
        }
        let judgement = judge::judge(self.game.board(), &now.rules, clock);
        let dead = judgement.dead;
        self.read = Some((now.clone(), dead.dead, judgement.reading));
        self.judged = Some((now, dead.clone()));
        dead
    }

    /// What reading says of the shared regions once these stones are off. Read once per position.
    pub fn reading(&mut self, dead: &PointSet, clock: &dyn Clock) -> Reading {
        let now = self.to_be_judged();
        if let Some((then, dead_then, reading)) = &self.read
            && *then == now
            && dead_then == dead
        {
            return *reading;
        }
        let reading = judge::read(self.game.board(), &now.rules, dead, clock);
        self.read = Some((now, *dead, reading));
        reading
    }

    fn to_be_judged(&self) -> Judged {
        Judged {
            board: self.game.board().clone(),
            rules: Rules {
                komi: 0.0,
                ..*self.rules()
            },
        }
    }

    /// What every point of the position is, as a rest, or with every stone alive after an end.
    pub fn settlement(&mut self, clock: &dyn Clock) -> Settlement {
        let dead = self.dead_stones(clock).dead;
        let evidence = Evidence {
            reading: self.reading(&dead, clock),
            ..Evidence::default()
        };
        let ledger = Ledger::of_game(&self.game);
        let touch_points = self.rules().touch_points;
        counting::settle(self.game.board(), &dead, ledger, touch_points, &evidence)
    }

    /// Counts the position by a method, or as the rules do.
    pub fn count(&mut self, method: Option<Method>, clock: &dyn Clock) -> Count {
        let judgement = self.dead_stones(clock);
        let options = Options {
            reading: self.reading(&judgement.dead, clock),
            ..Options::default()
        };
        let mut count = counting::count(&self.game, method, &judgement.dead, &options);
        for doubt in judgement.doubts {
            if count
                .in_doubt
                .iter()
                .all(|known| known.points != doubt.points)
            {
                count.in_doubt.push(doubt);
            }
        }
        count
    }

    /// The result as it stands: of the settled position, or literal after an end; komi included.
    pub fn final_score(&mut self, clock: &dyn Clock) -> Score {
        self.count(None, clock).result
    }

    /// Whether the game has ended for ever (a rest is not an end).
    pub fn has_ended(&self) -> bool {
        matches!(self.game.state(), State::EndedForced | State::EndedAgreed)
    }

    /// The position as plain data.
    pub fn snapshot(&self) -> Snapshot {
        let game = &self.game;
        let size = game.size();
        Snapshot {
            size,
            stones: size.points().map(|p| game.board().color_at(p)).collect(),
            to_move: game.to_move(),
            move_number: game.move_number(),
            last_move: game.last_move(),
            virtual_stones: game.rules().virtual_moves.then(|| game.virtual_stones()),
            virtual_moves_here: game.virtual_moves_here(),
            lost_stones: game.lost_stones(),
            state: game.state(),
            rules: *game.rules(),
        }
    }
}
