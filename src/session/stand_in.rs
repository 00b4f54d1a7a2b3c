//! A seeded random mover behind the interface of the search, until the search is there.

use crate::color::Color;
use crate::game::Game;
use crate::point::{Move, Point};
use crate::rng::{Rng, derive_seed};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A source of time. The library never reads a clock of its own.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;
}

/// What stops a running search from another thread.
#[derive(Debug, Default)]
pub struct StopToken(AtomicBool);

impl StopToken {
    /// A token that does not stop.
    pub fn new() -> StopToken {
        StopToken::default()
    }
    /// Stops the searches that hold the token.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether a search that holds the token should stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
    /// Makes the token usable again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The search settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { seed: 1 }
    }
}

/// When a search ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// At most this many playouts.
    pub playouts: Option<u64>,
    /// At most this long.
    pub time: Option<Duration>,
    /// How often to report, if at all.
    pub report_every: Option<Duration>,
}

/// One move of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The side that was to move.
    pub color: Color,
    /// The move it would make.
    pub best: Move,
    /// Playouts done.
    pub playouts: u64,
    /// Chance to win, 0 to 1, for the side to move.
    pub win: f32,
    /// Expected score for the side to move.
    pub score_mean: f32,
    /// The moves, best first.
    pub moves: Vec<MoveReport>,
    /// Black's share of each point, -1 to 1, row by row from the top left.
    pub ownership: Vec<f32>,
}

impl Report {
    /// A report of a move that needed no search.
    pub fn empty(color: Color, best: Move) -> Report {
        Report {
            color,
            best,
            playouts: 0,
            win: 0.5,
            score_mean: 0.0,
            moves: Vec::new(),
            ownership: Vec::new(),
        }
    }
}

/// The random mover.
pub struct Search {
    params: Params,
}

impl Search {
    /// A mover with these settings.
    pub fn new(params: Params) -> Search {
        Search { params }
    }
    /// The settings.
    pub fn params(&self) -> &Params {
        &self.params
    }
    /// Changes the settings.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }
    /// Forgets what was searched.
    pub fn forget(&mut self) {}

    /// A random legal move that fills no own eye, else a pass.
    pub fn run(
        &mut self,
        game: &Game,
        color: Color,
        _limits: &Limits,
        _clock: &dyn Clock,
        _stop: &StopToken,
        _on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let board = game.board();
        let is_eye = |p: Point| board.neighbours(p).all(|q| board.has_stone(q, color));
        let moves: Vec<Point> = game
            .legal_points(color)
            .iter()
            .filter(|&p| !is_eye(p))
            .collect();
        let mut rng = Rng::from_seed(derive_seed(self.params.seed, u64::from(game.move_number())));
        let best = match moves.len() {
            0 => Move::Pass,
            n => Move::Real(moves[rng.below(n as u32) as usize]),
        };
        Report::empty(color, best)
    }
}
