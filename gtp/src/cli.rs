//! The program's options and subcommands.

use crate::analysis::json::Analysis;
use crate::bench::Bench;
use crate::compare::Compare;
use crate::config::Profile;
use crate::contest::{Contest, Tune};
use crate::front::Settings;
use crate::learn::Learn;
use crate::scope;
use crate::score::Score;
use crate::selfplay::Selfplay;
use crate::study::Study;
use crate::tactics::Tactics;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use dunhuang::rules::parse_komi;
use dunhuang::search::{Ending, Params};
use dunhuang::{Rules, Size};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A Go engine that plays by living stones and by ten other rule systems. Without a subcommand it
/// speaks GTP on stdin and stdout.
#[derive(Parser, Debug)]
#[command(name = "dunhuang", version, about, args_override_self = true)]
pub struct Cli {
    /// What to do; GTP if nothing is said.
    #[command(subcommand)]
    pub command: Option<Task>,
    /// How to play.
    #[command(flatten)]
    pub engine: EngineOptions,
}

impl Cli {
    /// Reads a command line.
    ///
    /// # Errors
    /// It cannot be read, has an option that means nothing for its subcommand, or asks for help.
    pub fn read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Cli, clap::Error> {
        Cli::read_at(words, &scope::place)
    }

    /// Reads the options of a player in this process, whose command line has no subcommand.
    ///
    /// # Errors
    /// See [`Cli::read`].
    pub fn read_player<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Cli, clap::Error> {
        Cli::read_at(words, &|_| scope::PLAYER.into())
    }

    fn read_at<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
        place: &dyn Fn(&ArgMatches) -> String,
    ) -> Result<Cli, clap::Error> {
        let mut command = scope::command();
        let matches = command.try_get_matches_from_mut(words)?;
        scope::check(&matches, &place(&matches))
            .map_err(|text| command.error(ErrorKind::ArgumentConflict, text))?;
        let mut cli = Cli::from_arg_matches(&matches)?;
        cli.engine.for_players = scope::words_for_players(&matches);
        cli.engine.take_settings_as_options();
        Ok(cli)
    }
}

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Task {
    /// Speak GTP on stdin and stdout
    Gtp,
    /// Count the last position of a game record
    Score(Score),
    /// Play games against itself and write their records
    Selfplay(Selfplay),
    /// Compare what rule systems make of a position or a whole game
    Compare(Box<Compare>),
    /// Play matches between engines, with a referee, and print who is stronger
    Contest(Box<Contest>),
    /// Play populations of games under several rule systems and tell what differs
    Study(Box<Study>),
    /// Tune search settings by games
    Tune(Box<Tune>),
    /// Answer queries in KataGo's JSON protocol, many positions at once
    Analysis(Analysis),
    /// Measure speed and print a line
    #[command(subcommand)]
    Bench(Bench),
    /// Ask the engine tactical problems with known answers and count what it solves
    Tactics(Tactics),
    /// Learn the tables of the priors from games of the engine against itself
    #[command(subcommand)]
    Learn(Learn),
}

/// How the engine plays; the same for every subcommand.
#[derive(Args, Debug, Clone)]
pub struct EngineOptions {
    /// The rule system: a preset such as living-stones, tang, chinese, or a form KataGo knows (komi 7.5)
    /// [default: living-stones, or what a record says]
    #[arg(long, global = true, value_name = "RULES", value_parser = rules)]
    pub rules: Option<Rules>,
    /// The size of the first board: N or WxH, 2 to 19
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, default_value = "19")]
    pub size: Size,
    /// Points added to White's total [default: that of the rules]
    #[arg(long, global = true, value_name = "POINTS", allow_hyphen_values = true, value_parser = komi)]
    pub komi: Option<f32>,
    /// Most seconds a move [default: 5, unless playouts or the client limit it]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Most playouts a move
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Threads that search [default: one per processor; 1 with --playouts, so that it is reproducible]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: Option<u32>,
    /// Most memory of the search tree in MiB
    #[arg(long, global = true, value_name = "MIB", default_value_t = Params::default().memory, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
    /// How the engine likes to end: rest (answers a pass with one when the count is clear) or natural
    /// (fills every path) [default: rest, natural in self-play]
    #[arg(long, global = true, value_name = "HOW", value_parser = ending)]
    pub ending: Option<Ending>,
    /// The seed of all chance
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Think on in the opponent's time
    #[arg(long, global = true)]
    pub ponder: bool,
    /// Never resign
    #[arg(long, global = true)]
    pub no_resign: bool,
    /// Clients cannot change rules and komi
    #[arg(long, global = true)]
    pub lock_rules: bool,
    /// List our own commands that change the state of the game
    #[arg(long, global = true)]
    pub extensions: bool,
    /// List the commands of GoGui's ruler mode, so that GoGui lets our rules drive the game
    #[arg(long, global = true)]
    pub ruler: bool,
    /// Draw on GoGui's board through stderr while a search goes on
    #[arg(long, global = true)]
    pub live_graphics: bool,
    /// A search setting as NAME=VALUE, any number of times; `dunhuang-params` over GTP lists them
    #[arg(long = "set", global = true, value_name = "NAME=VALUE", value_parser = param)]
    pub param: Vec<(String, String)>,
    /// Options from a TOML file: each key is the name of an option, those under `[search]` are search settings
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Options for a purpose
    #[arg(long, global = true, value_name = "PROFILE", value_enum)]
    pub profile: Option<Profile>,
    /// For weaker people: 1 to 10, by the number of playouts
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// Record all GTP traffic with times at the end of this file
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Those of these options that were said and are defaults of every player in this process, as words.
    #[arg(skip)]
    pub for_players: Vec<String>,
}

impl EngineOptions {
    /// A setting that has an option of its own is that option, wherever it is asked for.
    fn take_settings_as_options(&mut self) {
        for (name, value) in &self.param {
            match &name[..] {
                "threads" => self.threads = value.trim().parse().ok(),
                "memory" => self.memory = value.trim().parse().unwrap_or(self.memory),
                "seed" => self.seed = value.trim().parse().unwrap_or(self.seed),
                "ending" => self.ending = Ending::parse(value),
                "ponder" => self.ponder = value.trim() == "1",
                _ => {}
            }
        }
    }

    /// The settings these options make.
    pub fn settings(&self) -> Settings {
        Settings {
            size: self.size,
            rules: self.rules(),
            lock_rules: self.lock_rules,
            extensions: self.extensions,
            ruler: self.ruler,
            live_graphics: self.live_graphics,
            time: self.time,
            playouts: self.playouts,
            params: self.params(),
        }
    }

    /// The rules with their komi, or the one asked for.
    pub fn rules(&self) -> Rules {
        let rules = self.rules.unwrap_or_default();
        Rules {
            komi: self.komi.unwrap_or(rules.komi),
            ..rules
        }
    }

    /// The search settings.
    pub fn params(&self) -> Params {
        let all = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
        let threads = match (self.threads, self.playouts) {
            (Some(threads), _) => threads,
            (None, Some(_)) => 1,
            (None, None) => all(),
        };
        let mut params = Params {
            threads,
            memory: self.memory,
            seed: self.seed,
            ending: self.ending.unwrap_or(Ending::Rest),
            ponder: u32::from(self.ponder),
            resign: if self.no_resign {
                -1.0
            } else {
                Params::default().resign
            },
            ..Params::default()
        };
        for (name, value) in &self.param {
            // Tried when the option was read.
            let _ = params.set(name, value);
        }
        params
    }
}

fn rules(text: &str) -> Result<Rules, String> {
    if let Ok(rules) = Rules::named(text) {
        return Ok(rules);
    }
    Rules::parse_katago(text, 7.5).map_err(|error| error.to_string())
}

fn param(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is NAME=VALUE")?;
    let tried = Params::default().set(name, value);
    tried.map_err(|error| error.to_string())?;
    Ok((name.into(), value.into()))
}

fn ending(text: &str) -> Result<Ending, String> {
    Ending::parse(text).ok_or_else(|| "it is rest or natural".into())
}

fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |text: &str| text.parse::<usize>().unwrap_or(0);
    Size::new(side(width), side(height)).ok_or_else(|| "a board is 2 to 19 points wide".into())
}

fn komi(text: &str) -> Result<f32, String> {
    parse_komi(text).map_err(|error| error.to_string())
}

/// A time above 0 in seconds, whole or not.
///
/// # Errors
/// It is none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match crate::time::seconds(text) {
        Some(time) if !time.is_zero() => Ok(time),
        _ => Err("a time is a number of seconds above 0".into()),
    }
}

/// A time in seconds, whole or not, or none at all.
///
/// # Errors
/// It is none of these.
pub fn seconds_or_none(text: &str) -> Result<Duration, String> {
    crate::time::seconds(text).ok_or_else(|| "a time is a number of seconds".into())
}
