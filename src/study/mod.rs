//! The study of strategy: what changes when something else is counted.
//!
//! ```text
//! Plan ──▶ Task ──▶ play (two searches, each with its own idea of the count) ──▶ GameLine
//!                                                                                  │ measure
//!                                                                                  ▼
//!            statistics (bootstrap, sign flips, Holm) ──▶ Summary ◀── GameLines of all tasks
//! ```
//!
//! A game is a pure function of the plan and its number, so parts of a study played anywhere, put
//! together, are the study in one piece, byte for byte.

mod measure;
mod plan;
mod play;
mod statistics;
mod summary;

pub use measure::{MEASURES, Measure, Side, Whole};
pub use plan::{Plan, PlanError, System, Task, instincts};
pub use play::{GameEnd, GameLine, PlayError, play};
pub use statistics::{Estimate, Paired, holm, mean_of, median_of, paired};
pub use summary::{Cross, Difference, FirstMove, Flips, Level, Population, Summary};
