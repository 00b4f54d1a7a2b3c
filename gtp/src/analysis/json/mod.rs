//! `dunhuang analysis`: KataGo's JSON protocol for analysing many positions at once.
//!
//! ```text
//! stdin -> query (a line to a query) -> queue (by priority) -> workers -> answer -> stdout
//! ```
//! Every position gets a search of its own with a seed that depends on the position alone, so answers
//! depend neither on their order nor on what is analysed beside them.

pub mod answer;
pub mod call;
pub mod error;
pub mod query;
pub mod queue;
pub mod reports;
pub mod serve;
mod settings;

pub use call::{Analysis, Config, translate};
pub use serve::serve;
