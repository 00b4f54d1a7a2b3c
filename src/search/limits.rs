//! When a search stops, and the two things it takes from outside: a clock and a way to be stopped.

use super::pace::Pace;
use crate::color::Color;
use crate::point::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A node counts its visits in 32 bits: after days of thinking about one position the search stops.
const MOST_VISITS: u64 = 4_000_000_000;

/// When a search stops: at whichever limit comes first. Without any it runs until it is stopped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// Visits that the root shall have. Visits kept from the search before count, but at least a
    /// quarter of this number is always searched anew, so that ownership is of the present position.
    pub playouts: Option<u64>,
    /// Time by the clock, from the call.
    pub time: Option<Duration>,
    /// How to use that time, if not all of it.
    pub pace: Option<Pace>,
    /// How often to report on the way; never, if none.
    pub report_every: Option<Duration>,
    /// Moves to consider at the root, if not all.
    pub only: Option<Vec<Move>>,
    /// Points that playouts lend to White, so that a game that is lost by far has better and worse moves
    /// (dynamic komi). Rests and ends are counted without them. Chances of winning that are reported
    /// include them, scores do not.
    pub lent: f32,
    /// Whether the opponent's dead stones are to be captured before a pass, whatever the rules.
    pub cleanup: bool,
    /// Moves not to consider at the root. If nothing is left, limits on moves are ignored.
    pub avoid: Vec<Move>,
    /// Moves to consider or not for the first moves of a line. A node of whose moves nothing would be
    /// left is not restricted.
    pub restrictions: Vec<Restriction>,
    /// Whether to report ownership after each move of the root too.
    pub moves_ownership: bool,
}

/// Moves that a side shall not make, or the only ones it may make, early in every line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The side.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether these moves are the only ones (together with those of other such restrictions), or are
    /// left out.
    pub only: bool,
    /// The first so many moves of a line, both sides' counted: 1 is the moves of the root alone.
    pub depth: u32,
}

/// The moves of the root that a search was held to: its visits say nothing about the others.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct RootFilter {
    only: Option<Vec<Move>>,
    avoid: Vec<Move>,
    restrictions: Vec<Restriction>,
}

/// Whether the restrictions let `color` make this move as number `depth` of a line, from 1.
pub(super) fn allowed(restrictions: &[Restriction], color: Color, depth: usize, mv: Move) -> bool {
    let in_force = |r: &&Restriction| r.color == color && depth <= r.depth as usize;
    let (mut limited, mut named) = (false, false);
    for restriction in restrictions.iter().filter(in_force) {
        let has = restriction.moves.contains(&mv);
        if !restriction.only && has {
            return false;
        }
        limited |= restriction.only;
        named |= restriction.only && has;
    }
    !limited || named
}

impl Limits {
    /// A number of visits and nothing else.
    pub fn playouts(playouts: u64) -> Limits {
        Limits {
            playouts: Some(playouts),
            ..Limits::default()
        }
    }

    /// How many visits to add to a root that has `kept`.
    pub(super) fn new_visits(&self, kept: u64) -> u64 {
        let wanted = self.playouts.map_or(u64::MAX, |playouts| {
            playouts.saturating_sub(kept).max(playouts / 4).max(1)
        });
        wanted.min(MOST_VISITS.saturating_sub(kept)).max(1)
    }

    /// The restrictions that reach below the root.
    pub(super) fn deep(&self) -> Vec<Restriction> {
        let deep = self.restrictions.iter().filter(|r| r.depth > 1);
        deep.cloned().collect()
    }

    /// What the limits leave out at the root, as far as it makes one search unlike another.
    pub(super) fn at_root(&self) -> RootFilter {
        let shallow = self.restrictions.iter().filter(|r| r.depth == 1);
        RootFilter {
            only: self.only.clone(),
            avoid: self.avoid.clone(),
            restrictions: shallow.cloned().collect(),
        }
    }

    pub(super) fn considers(&self, color: Color, mv: Move) -> bool {
        allowed(&self.restrictions, color, 1, mv)
            && !self.avoid.contains(&mv)
            && self.only.as_ref().is_none_or(|only| only.contains(&mv))
    }
}

/// Tells a running search to stop. Clones are the same token.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token that is not stopped.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks for the stop; the search answers its best move within a few playouts.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes the token usable again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A clock that only goes forward.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A clock that stands still: for searches limited by playouts alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
