//! Legality: the fast referee against its slow twin, and known facts on the fast board.

mod compare;
mod figures;
mod forced_end;
mod fuzz_moves;
mod keys;
mod perft;
mod positions;
mod random_games;
mod repetition;
mod script;

/// A number of cases: one for quick runs with debug assertions, one for optimised builds.
fn scale(debug: u32, release: u32) -> u32 {
    if cfg!(debug_assertions) {
        debug
    } else {
        release
    }
}
