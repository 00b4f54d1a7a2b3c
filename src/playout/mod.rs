//! Playouts: a position played to its end by a cheap policy, and what the end is worth.
//!
//! One run yields the moves (for AMAF statistics) and a final board; [`Tally`] reads from that board
//! everything that any rule system counts, so one playout serves all of them.

mod policy;
mod tally;
mod trace;
mod uniform;

pub use policy::Policy;
pub use tally::Tally;
pub use trace::{MAX_TRACE, Trace};
pub use uniform::Uniform;

use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::rng::Rng;

/// Plays on from `board` until two passes in a row (of which `passes` were made before) or until
/// three times as many moves as points; writes the moves into `trace`.
#[inline(always)]
pub fn run<P: Policy>(
    policy: &P,
    board: &mut Board,
    to_move: Color,
    passes: u32,
    rng: &mut Rng,
    trace: &mut Trace,
) {
    let limit = 3 * board.size().area();
    let mut color = to_move;
    let mut passes = passes;
    trace.start(to_move);
    while passes < 2 && trace.len() < limit {
        let point = policy.choose(board, color, trace, rng);
        if point == Point::NONE {
            board.lift_ko();
            passes += 1;
        } else {
            board.play_unkeyed(point, color);
            passes = 0;
        }
        trace.push(point);
        color = color.opponent();
    }
}
