//! Tactical problems with proved answers: what a case says, and whether the engine solves it.
//!
//! ```text
//! a file of tests/data/tactics ── Case::parse ──> Case ── solve ──> what the engine says, right or wrong
//!                                                  └── the proofs of tests/tactics.rs
//! ```

mod case;
mod solve;

pub use case::{Answer, Case, CaseError, Proof, Status, Wanted};
pub use solve::{Said, solve};
