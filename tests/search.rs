//! The search as its callers see it.

#[path = "search/common.rs"]
mod common;

#[path = "search/cleanup.rs"]
mod cleanup;
#[path = "search/determinism.rs"]
mod determinism;
#[path = "search/endings.rs"]
mod endings;
#[path = "search/exact.rs"]
mod exact;
#[path = "search/games.rs"]
mod games;
#[path = "search/legality.rs"]
mod legality;
#[path = "search/limits.rs"]
mod limits;
#[path = "search/pace.rs"]
mod pace;
#[path = "search/seams.rs"]
mod seams;
#[path = "search/symmetry.rs"]
mod symmetry;
#[path = "search/whole_games.rs"]
mod whole_games;
