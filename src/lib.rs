//! Dunhuang: exact Go rules, a fast board, every way of counting, and a player.
#![warn(missing_docs)]

pub mod color;
pub mod point;

pub mod hash;
pub mod rng;

pub mod rules;

pub mod board;
pub mod game;
pub mod sgf;

pub mod counting;

pub mod reading;

pub mod exhaustive;

pub mod fights;

pub mod patterns;
pub mod playout;

pub mod search;

pub mod session;

pub mod compare;

pub mod report;

#[cfg(feature = "contest")]
pub mod contest;

#[cfg(feature = "contest")]
pub mod study;

pub mod tactics;

pub use board::Board;
pub use color::{ByColor, Color};
pub use game::{Game, IllegalMove, State};
pub use point::{Move, Point, PointMap, PointSet, Size};
pub use rules::Rules;
pub use session::Session;
