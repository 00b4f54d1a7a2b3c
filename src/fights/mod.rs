//! What a single move does locally: liberties, captures, self-atari, ladders.
//!
//! Cheap enough for playouts and priors; nothing here searches beyond the chains it is asked about.

pub mod ladder;
pub mod reach;
pub mod self_atari;

pub use self_atari::SelfAtari;
