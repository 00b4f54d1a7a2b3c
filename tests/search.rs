//! The search as its callers see it.

#[path = "search/common.rs"]
mod common;

#[path = "search/determinism.rs"]
mod determinism;
#[path = "search/legality.rs"]
mod legality;
