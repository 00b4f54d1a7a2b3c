//! `dunhuang contest`: matches between engines.
//!
//! ```text
//! options ─▶ config ─▶ worker threads: players ─▶ dunhuang::contest::play ─▶ folder ─▶ report
//!                          │ client (a process) or inside (our engine here)
//!                          └ stop (interrupt, early end)
//! ```

mod client;
mod config;
mod folder;
mod games;
mod inside;
mod merge;
mod players;
mod report;
mod run;
mod starts;
mod stop;
mod tune;

pub(crate) use run::interrupts;
pub use tune::{Tune, tune};

use crate::cli::EngineOptions;
use crate::parts::Merge;
use clap::{Args, Subcommand};
use dunhuang::Color;
use dunhuang::contest::Shard;
use std::path::PathBuf;
use std::time::Duration;

/// What to do about matches.
#[derive(Args, Debug, Clone)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Contest {
    /// Merge or report instead of playing.
    #[command(subcommand)]
    pub task: Option<ContestTask>,
    /// A player: NAME=COMMAND with a program that speaks GTP, or NAME=@ with options for our own engine
    /// in this process; {seed} stands for the game's seed
    #[arg(long, value_name = "NAME=COMMAND", required = true)]
    pub player: Vec<String>,
    /// A GTP command that this player is sent before each game
    #[arg(long, value_name = "NAME=COMMAND")]
    pub init: Vec<String>,
    /// This player is not told the time and cannot lose by it
    #[arg(long, value_name = "NAME")]
    pub no_clock: Vec<String>,
    /// This player counts by other rules than the game's: its opinion of the result is recorded only
    #[arg(long, value_name = "NAME")]
    pub other_rules: Vec<String>,
    /// Games between any two players that meet
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Everybody meets everybody [default: the first player meets each of the others]
    #[arg(long)]
    pub round_robin: bool,
    /// The folder for the record; the same command goes on where it was stopped
    #[arg(long, value_name = "FOLDER", required = true)]
    pub out: Option<PathBuf>,
    /// Games at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Play one part of the contest: I of N parts, from 0/N to N-1/N
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Who moves first [default: as the rules say]
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub first: Option<Color>,
    /// Handicap stones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub handicap: usize,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds, conflicts_with = "time_per_game")]
    pub time_per_move: Option<Duration>,
    /// Seconds for all moves
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds)]
    pub time_per_game: Option<Duration>,
    /// Seconds added after each move
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds, requires = "time_per_game")]
    pub increment: Option<Duration>,
    /// Seconds over the time that do not lose yet [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds_or_none)]
    pub grace: Option<Duration>,
    /// An engine that does not answer for so many seconds beyond its thinking time hangs
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds, default_value = "60")]
    pub patience: Duration,
    /// After so many moves the position is counted as it stands [default: four times the points of the board]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub move_cap: Option<u32>,
    /// Play on after two passes in a row until the rules force an end, where they do
    #[arg(long)]
    pub play_out: bool,
    /// Begin with the games of this SGF file, each for a pair of games
    #[arg(long, value_name = "FILE", conflicts_with = "random_opening")]
    pub openings: Option<PathBuf>,
    /// At most so many moves of each opening
    #[arg(long, value_name = "N", requires = "openings")]
    pub opening_moves: Option<usize>,
    /// Begin with so many random moves that leave both sides a fair chance
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random_opening: usize,
    /// Stop when pairs of games tell whether the first player is ELO1 rather than ELO0 stronger
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub sprt: Option<Vec<f64>>,
    /// Risk of taking ELO0 for ELO1
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub alpha: f64,
    /// Risk of taking ELO1 for ELO0
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub beta: f64,
    /// The bounds of --sprt are in normalised Elo
    #[arg(long, requires = "sprt")]
    pub normalised: bool,
}

/// What else can be done with a record.
#[derive(Subcommand, Debug, Clone)]
pub enum ContestTask {
    /// Put the parts of a contest together and say what is lost or there twice
    Merge(Merge),
    /// Print the results of a record
    Report {
        /// The folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

/// Does what was asked for; results go to `print`, progress to stderr.
///
/// # Errors
/// Options that make no sense, a player that cannot be started or set up, files that cannot be read
/// or written, an interrupt.
pub fn run(
    contest: &Contest,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    match &contest.task {
        None => run::play(contest, options, print),
        Some(ContestTask::Merge(asked)) => merge::merge(asked, print),
        Some(ContestTask::Report { folder, json }) => {
            print(report::of_folder(folder, *json)?.trim_end())
        }
    }
}

fn color(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| "a colour is black or white".into())
}
