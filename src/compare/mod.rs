//! One position, or a whole game, under several rule systems: what each plays, what it thinks the position
//! is worth, and what it costs to play one's best move under the wrong rules.
//!
//! ```text
//! Game ── replayed under each system ──> search ──> View ──┐
//!                       each system's best move, forced ───┼──> Pair: divergence, regret, ownership, Reason
//! ```
//! Everything is a function of position, systems, settings and seed; no clock is asked.

mod course;
mod divergence;
mod fate;
mod reason;
mod system;
mod view;

pub use course::{Course, Moment, Span, course};
pub use divergence::jensen_shannon;
pub use reason::{Reason, ReasonKind};
pub use system::{System, SystemError, replay};
pub use view::{Candidate, Settled, Value, View};

use crate::board::Board;
use crate::color::Color;
use crate::game::{Game, IllegalMove};
use crate::point::{Move, Point, Size};
use crate::search::{Params, StopToken};
use std::fmt;

/// How to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Search settings, the seed among them.
    pub params: Params,
    /// Playouts of each search.
    pub playouts: u64,
    /// Whether komi is replaced, under each system, by the one that makes the position even by a first
    /// search: then a decided position still has better and worse moves.
    pub even_komi: bool,
}

/// Why nothing could be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareError {
    /// No rule system was named.
    NoSystem,
    /// It was stopped from outside.
    Stopped,
    /// A search thread failed.
    Search(String),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CompareError::NoSystem => f.write_str("name at least one rule system"),
            CompareError::Stopped => f.write_str("it was stopped"),
            CompareError::Search(reason) => write!(f, "a search failed: {reason}"),
        }
    }
}

impl std::error::Error for CompareError {}

/// One position under several rule systems.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The stones.
    pub board: Board,
    /// Whose move it is.
    pub color: Color,
    /// Moves made before it.
    pub move_number: u32,
    /// Playouts of each search.
    pub playouts: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// What each system makes of it, in the order asked.
    pub views: Vec<View>,
    /// Every two systems, the first before the second.
    pub pairs: Vec<Pair>,
}

/// What differs between two rule systems.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The places of the systems among the views.
    pub systems: (usize, usize),
    /// Jensen–Shannon divergence of the distributions of visits over moves, 0 to 1 bit.
    pub divergence: f64,
    /// Points whose ownership differs by [`OWNERSHIP_DIFFERS`] or more, the most first.
    pub ownership: Vec<OwnershipDifference>,
    /// Why, as far as it can be derived.
    pub reasons: Vec<Reason>,
}

/// Ownership runs from −1 to 1; less than this is noise of a search.
pub const OWNERSHIP_DIFFERS: f32 = 0.4;

/// A point whose ownership differs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OwnershipDifference {
    /// The point.
    pub point: Point,
    /// Ownership under the first system: +1 Black's, −1 White's.
    pub first: f32,
    /// Under the second.
    pub second: f32,
    /// Whether the point is a basic eye that one of the systems taxes and the other counts.
    pub eye: bool,
}

/// What the best move under one system costs under another, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Regret {
    /// It is the best move there too.
    Same,
    /// It may not be played there.
    Illegal(IllegalMove),
    /// It is another move.
    Costs {
        /// Points lost against that system's own best move; both were searched alone. Negative if the
        /// search holds the other move for better after all.
        points: f32,
        /// Half the width of the 95 % interval that the playouts' spread alone gives `points`.
        points_error: f32,
        /// Chance of winning lost.
        win: f32,
        /// Half the width of its 95 % interval.
        win_error: f32,
    },
}

impl Regret {
    /// Points lost; 0 for the same move, none for an illegal one.
    pub fn points(&self) -> Option<f32> {
        match *self {
            Regret::Same => Some(0.0),
            Regret::Illegal(_) => None,
            Regret::Costs { points, .. } => Some(points),
        }
    }

    /// Chance of winning lost; 0 for the same move, none for an illegal one.
    pub fn win(&self) -> Option<f32> {
        match *self {
            Regret::Same => Some(0.0),
            Regret::Illegal(_) => None,
            Regret::Costs { win, .. } => Some(win),
        }
    }
}

impl Comparison {
    /// The size of the board.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// What the best move of system `of` costs under system `under`; both are places among the views.
    pub fn regret(&self, of: usize, under: usize) -> Regret {
        let (mv, view) = (self.views[of].best, &self.views[under]);
        if mv == view.best {
            return Regret::Same;
        }
        match (view.forced(mv), view.forced(view.best)) {
            (Some(Err(why)), _) => Regret::Illegal(*why),
            (Some(Ok(played)), Some(Ok(best))) => Regret::Costs {
                points: best.score - played.score,
                points_error: best.score_error.hypot(played.score_error),
                win: best.win - played.win,
                win_error: best.win_error.hypot(played.win_error),
            },
            // Without searches of their own, what the search of all moves said has to do.
            _ => view.roughly(mv),
        }
    }

    /// Whether the systems' best moves are not all the same.
    pub fn differs(&self) -> bool {
        self.views.iter().any(|v| v.best != self.views[0].best)
    }

    /// By how much the two systems turn the choice between their best moves: the sum of what each costs under the
    /// other, in points, and half the width of its 95 % interval. Where the rules do not matter it is 0 but for
    /// chance, even if one search has overlooked the better move; a single regret is not. Infinite if one of the
    /// moves is illegal under the other system.
    pub fn turn(&self, (a, b): (usize, usize)) -> (f32, f32) {
        let both = [self.regret(a, b), self.regret(b, a)];
        both.iter()
            .fold((0.0, 0.0), |(sum, error), regret| match *regret {
                Regret::Same => (sum, error),
                Regret::Illegal(_) => (f32::INFINITY, error),
                Regret::Costs {
                    points,
                    points_error,
                    ..
                } => (sum + points, error.hypot(points_error)),
            })
    }
}

/// Searches one position under every system.
///
/// # Errors
/// No system, a stop from outside, or a search that failed.
pub fn compare(
    game: &Game,
    color: Color,
    systems: &[System],
    settings: &Settings,
    stop: &StopToken,
) -> Result<Comparison, CompareError> {
    let mut comparison = outlook(game, color, systems, settings, stop)?;
    explain(&mut comparison, game, settings, stop)?;
    Ok(comparison)
}

/// The first half: a search under each system, and how far they agree.
fn outlook(
    game: &Game,
    color: Color,
    systems: &[System],
    settings: &Settings,
    stop: &StopToken,
) -> Result<Comparison, CompareError> {
    if systems.is_empty() {
        return Err(CompareError::NoSystem);
    }
    let mut views = Vec::new();
    for system in systems {
        views.push(View::search(game, color, system, settings, stop)?);
    }
    let pairs = (0..views.len()).flat_map(|a| (a + 1..views.len()).map(move |b| (a, b)));
    let pairs = pairs
        .map(|(a, b)| Pair {
            systems: (a, b),
            divergence: divergence::of_visits(&views[a].moves, &views[b].moves),
            ownership: Vec::new(),
            reasons: Vec::new(),
        })
        .collect();
    Ok(Comparison {
        board: game.board().clone(),
        color,
        move_number: game.move_number(),
        playouts: settings.playouts,
        seed: settings.params.seed,
        views,
        pairs,
    })
}

/// The second half: settlements, forced searches and reasons.
fn explain(
    comparison: &mut Comparison,
    game: &Game,
    settings: &Settings,
    stop: &StopToken,
) -> Result<(), CompareError> {
    let color = comparison.color;
    let mut bests: Vec<Move> = Vec::new();
    for view in &comparison.views {
        if !bests.contains(&view.best) {
            bests.push(view.best);
        }
    }
    for view in &mut comparison.views {
        view.settle(game);
        if bests.len() > 1 {
            view.force(game, color, &bests, settings, stop)?;
        }
    }
    for number in 0..comparison.pairs.len() {
        let (a, b) = comparison.pairs[number].systems;
        let (first, second) = (&comparison.views[a], &comparison.views[b]);
        let ownership = differing(comparison.size(), first, second);
        let reasons = reason::derive(game, color, first, second);
        comparison.pairs[number].ownership = ownership;
        comparison.pairs[number].reasons = reasons;
    }
    Ok(())
}

fn differing(size: Size, first: &View, second: &View) -> Vec<OwnershipDifference> {
    let taxes = first.system.rules.tax != second.system.rules.tax;
    let eye = |point| {
        let is_eye = |view: &View| {
            let settled = view.settled.as_ref();
            settled.is_some_and(|s| {
                Color::BOTH
                    .iter()
                    .any(|&c| s.position.eyes[c].contains(point))
            })
        };
        taxes && (is_eye(first) || is_eye(second))
    };
    let mut differing: Vec<OwnershipDifference> = size
        .points()
        .zip(first.ownership.iter().zip(&second.ownership))
        .filter(|(_, (a, b))| (*a - *b).abs() >= OWNERSHIP_DIFFERS)
        .map(|(point, (&first, &second))| OwnershipDifference {
            point,
            first,
            second,
            eye: eye(point),
        })
        .collect();
    let by = |d: &OwnershipDifference| (d.first - d.second).abs();
    differing.sort_by(|a, b| by(b).total_cmp(&by(a)));
    differing
}
