//! Exact reading of local positions: life, capture, the value of a fight, seki.
//!
//! ```text
//! Problem ── a yes-or-no question ──> proof (df-pn over Local) ──> repetition check ──> Outcome
//! ```

mod life;
mod local;
mod problem;
pub mod proof;
mod repetition;
mod secure;
mod seki;

pub use life::{Life, life};
pub use problem::{Answer, Goal, Outcome, Problem, Unknown, with_capturable};
pub use seki::{
    Finding, SharedRegion, read_rest, read_seki, reading_of, shared_regions, shared_regions_within,
};
