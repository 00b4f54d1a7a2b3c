//! `dunhuang learn`: how the tables of the priors were made, from games of the engine against itself.

mod fit;
mod games;
mod judge;
mod record;

use crate::cli::EngineOptions;
use clap::Subcommand;

pub use fit::Fit;
pub use games::Games;
pub use judge::Judge;

/// A step of learning.
#[derive(Subcommand, Debug, Clone)]
pub enum Learn {
    /// Play games and note the visits of every move
    Games(Games),
    /// Fit the weights of the move model to such games
    Fit(Fit),
    /// Measure how well playouts foretell the results of such games
    Judge(Judge),
}

/// Does one step.
///
/// # Errors
/// A file cannot be read or written, or a search failed.
pub fn learn(
    step: &Learn,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    match step {
        Learn::Games(which) => games::play(which, options, print),
        Learn::Judge(what) => judge::judge(what, options, print),
        Learn::Fit(what) => fit::fit(what, options.seed, print),
    }
}
