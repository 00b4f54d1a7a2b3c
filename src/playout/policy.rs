//! What a playout policy is.

use super::Trace;
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::rng::Rng;

/// Chooses the moves of a playout. The same policy plays both colours.
pub trait Policy {
    /// A legal point for `color`, or [`Point::NONE`] to pass. The board's list of empty points may be
    /// reordered, nothing else. `trace` holds the moves so far.
    fn choose(&self, board: &mut Board, color: Color, trace: &Trace, rng: &mut Rng) -> Point;
}
