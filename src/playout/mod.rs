//! Playouts: a position played to its end by a cheap policy, and what the end is worth.
//!
//! One run yields the moves (for AMAF statistics) and a final board; [`Tally`] reads from that board
//! everything that any rule system counts, so one playout serves all of them.

mod local;
mod policy;
mod replies;
#[cfg(test)]
mod reply_tests;
mod tally;
mod trace;
mod uniform;

pub use local::{Local, Rates};
pub use policy::{Policy, PolicyName};
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
    trace.start(to_move);
    run_on(policy, board, passes, rng, trace);
}

/// As [`run`], for a trace that was started for the side to move and knows the moves before.
#[inline(always)]
pub fn run_on<P: Policy>(
    policy: &P,
    board: &mut Board,
    passes: u32,
    rng: &mut Rng,
    trace: &mut Trace,
) {
    let limit = 3 * board.size().area();
    let mut passes = passes;
    // One copy of the loop's body for each colour: the compiler then knows the colour in all of it.
    let mut skip = trace.first() == Color::White;
    while passes < 2 && trace.len() < limit {
        if !skip {
            passes = turn(policy, board, Color::Black, passes, rng, trace);
            if passes >= 2 {
                break;
            }
        }
        skip = false;
        passes = turn(policy, board, Color::White, passes, rng, trace);
    }
}

/// One move; the number of passes in a row after it.
#[inline(always)]
fn turn<P: Policy>(
    policy: &P,
    board: &mut Board,
    color: Color,
    passes: u32,
    rng: &mut Rng,
    trace: &mut Trace,
) -> u32 {
    let point = policy.choose(board, color, trace, rng);
    trace.push(point);
    if point == Point::NONE {
        board.lift_ko();
        return passes + 1;
    }
    board.play_unkeyed(point, color);
    0
}
