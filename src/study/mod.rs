//! The study of strategy: what changes when something else is counted.
//!
//! ```text
//! Plan ──▶ Task ──▶ play (two searches, each with its own idea of the count) ──▶ GameLine
//!                                                                                  │ measure
//!                                                                                  ▼
//!            statistics (bootstrap, sign flips, Holm) ──▶ Summary ◀── GameLines of all tasks
//! ```
//!
//! How rare positions are whose best move depends on the rules: `Positions` draws a sample of the games'
//! positions, `contrast` looks at each in two passes, `Third` once more at what these found, and `Rarity` says what came of it.
//!
//! A game is a pure function of the plan and its number, so parts of a study played anywhere, put
//! together, are the study in one piece, byte for byte.

mod contrast;
mod measure;
mod plan;
mod play;
mod positions;
mod rarity;
mod statistics;
mod subject;
mod summary;
mod third;

pub use contrast::{Contrast, Effort, Outcome, Second, Viewpoint, contrast};
pub use measure::{MEASURES, Measure, Side, Whole};
pub use plan::{Plan, PlanError, System, Task, instincts};
pub use play::{GameEnd, GameLine, PlayError, play};
pub use positions::{Place, PositionLine, Positions, PositionsError, recount_kos};
pub use rarity::{Cost, Finding, Rarity, STAGE, Step};
pub use statistics::{Estimate, Paired, holm, mean_of, mean_of_few, median_of, paired, quartiles};
pub use summary::{Cross, Difference, FirstMove, Flips, Level, Population, Summary};
pub use third::{Third, ThirdLine, ThirdPass};
