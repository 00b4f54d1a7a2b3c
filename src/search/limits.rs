//! When a search stops, and the two things it takes from outside: a clock and a way to be stopped.

use crate::point::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A node counts its visits in 32 bits: after days of thinking about one position the search stops.
const MOST_VISITS: u64 = 4_000_000_000;

/// When a search stops: at whichever limit comes first. Without any it runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Visits that the root shall have. Visits kept from the search before count, but at least a
    /// quarter of this number is always searched anew, so that ownership is of the present position.
    pub playouts: Option<u64>,
    /// Time by the clock, from the call.
    pub time: Option<Duration>,
    /// How often to report on the way; never, if none.
    pub report_every: Option<Duration>,
    /// Moves to consider at the root, if not all.
    pub only: Option<Vec<Move>>,
    /// Moves not to consider at the root. If nothing is left, limits on moves are ignored.
    pub avoid: Vec<Move>,
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

    pub(super) fn considers(&self, mv: Move) -> bool {
        !self.avoid.contains(&mv) && self.only.as_ref().is_none_or(|only| only.contains(&mv))
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
