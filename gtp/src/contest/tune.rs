//! `dunhuang tune`: settings of the search tuned by games.
//!
//! In the folder: `tune.json` (what decides the run), `iterations.jsonl` (a line an iteration: what
//! was tried, what came of it, the estimate after it). The same command goes on after a kill.

use super::config::{Config, Openings};
use super::games::Games;
use super::players::{self, PlayerSpec, somebody_hears};
use super::run::interrupts;
use super::starts::{Answered, Starts};
use super::stop::Stop;
use crate::cli::EngineOptions;
use crate::json_lines::{add_line, append_to, whole_lines};
use crate::pool;
use crate::run_folder::Claim;
use anyhow::{Context, bail, ensure};
use clap::Args;
use dunhuang::contest::{Claims, GameRecord, Pairing, Schedule, Spsa, TimeControl, Tunable};
use dunhuang::rng::derive_seed;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Names of the players.
const PLUS: &str = "plus";
const MINUS: &str = "minus";
const OPPONENT: &str = "opponent";

/// What to tune, and by which games.
#[derive(Args, Debug, Clone)]
pub struct Tune {
    /// A setting of dunhuang-params: NAME=START,LOW,HIGH,STEP; STEP is how far from the estimate is tried
    /// at the end, START may be left empty for the default
    #[arg(long = "param", value_name = "NAME=START,LOW,HIGH,STEP", required = true, value_parser = Tunable::parse)]
    pub params: Vec<Tunable>,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub iterations: u64,
    /// Pairs of games with colours swapped in each iteration
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub pairs: u64,
    /// How far the estimate moves at the end for a point, in steps
    #[arg(long, value_name = "R", default_value_t = 0.1)]
    pub rate: f64,
    /// The engine that is tuned: a program that knows dunhuang-params, or @ with options
    #[arg(long, value_name = "COMMAND", default_value = "@")]
    pub player: String,
    /// Both sides of an iteration meet this program instead of each other
    #[arg(long, value_name = "COMMAND")]
    pub opponent: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds)]
    pub time_per_move: Option<Duration>,
    /// Begin with so many random moves that leave both sides a fair chance
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub random_opening: usize,
    /// The folder for the record
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Games at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// What decides a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Run {
    spsa: Spsa,
    pairs: u64,
    contest: Config,
}

/// A line of the record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Iteration {
    iteration: u64,
    plus: Vec<String>,
    minus: Vec<String>,
    /// Points a game of the one side more than of the other.
    difference: f64,
    /// Faults in its games: kinds and players.
    faults: Vec<String>,
    estimate: Vec<f64>,
}

/// Tunes, and prints the estimate.
///
/// # Errors
/// Options that make no sense, players that cannot be started or set up, files, an interrupt.
pub fn tune(
    tune: &Tune,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let run = Run::new(tune, options)?;
    let stderr = tune.out.join("stderr");
    fs::create_dir_all(&stderr).with_context(|| format!("cannot make {}", tune.out.display()))?;
    let record = "iterations.jsonl";
    let _lock = Claim::new(&tune.out, "tune", &[record], &run, &|_| false)?.describe()?;
    let path = tune.out.join(record);
    let done: Vec<Iteration> = whole_lines(&path)?;
    let mut estimate = done
        .last()
        .map_or_else(|| run.spsa.start(), |last| last.estimate.clone());
    ensure!(
        estimate.len() == run.spsa.tunables.len(),
        "{} is of other settings",
        path.display()
    );
    let mut file = append_to(&path)?;
    let answered = Answered::nobody(run.contest.players.len());
    let stop = Stop::new();
    let interrupted = interrupts();
    for iteration in done.len() as u64 + 1..=run.spsa.iterations {
        let tried = run.spsa.perturb(iteration, &estimate);
        let config = run.games(iteration, &tried.plus, &tried.minus);
        let look = || interrupted.load(Ordering::Relaxed);
        let shared = players::Run {
            stderr: &stderr,
            answered: &answered,
            stop: &stop,
        };
        let games = all_games(config, usize::from(tune.jobs), shared, &look)?;
        let Some(games) = games else {
            bail!(
                "stopped after {} of {} iterations; the same command goes on",
                iteration - 1,
                run.spsa.iterations
            );
        };
        let difference = difference(&games);
        estimate = run.spsa.update(iteration, &estimate, difference);
        let line = Iteration {
            iteration,
            plus: tried.plus,
            minus: tried.minus,
            difference,
            faults: games
                .iter()
                .flat_map(|game| &game.faults)
                .map(|fault| format!("{} {}: {}", fault.player, fault.kind.name(), fault.detail))
                .collect(),
            estimate: estimate.clone(),
        };
        add_line(&mut file, &line)?;
        eprintln!(
            "{}/{}: {}",
            iteration,
            run.spsa.iterations,
            run.text(&estimate)
        );
    }
    print(&run.text(&estimate))
}

impl Run {
    fn new(tune: &Tune, options: &EngineOptions) -> anyhow::Result<Run> {
        ensure!(
            tune.rate > 0.0 && tune.rate.is_finite(),
            "--rate must be above 0"
        );
        let spec = |name, command| {
            let mut spec = PlayerSpec::new(name, command, options)?;
            spec.claims = Claims::Recorded;
            anyhow::Ok(spec)
        };
        let mut players = vec![spec(PLUS, &tune.player)?, spec(MINUS, &tune.player)?];
        if let Some(opponent) = &tune.opponent {
            players.insert(0, spec(OPPONENT, opponent)?);
        }
        somebody_hears(options, &players)?;
        let mut contest = Config::plain(players, options);
        contest.time = tune
            .time_per_move
            .map_or(TimeControl::None, TimeControl::PerMove);
        contest.schedule = Schedule {
            players: contest.players.len(),
            pairing: Pairing::Gauntlet,
            games: 2 * tune.pairs,
            seed: options.seed,
        };
        contest.openings = match tune.random_opening {
            0 => Openings::None,
            moves => Openings::Random(moves),
        };
        Ok(Run {
            spsa: Spsa {
                tunables: tune.params.clone(),
                iterations: tune.iterations,
                rate: tune.rate,
                seed: options.seed,
            },
            pairs: tune.pairs,
            contest,
        })
    }

    /// The contest of an iteration.
    fn games(&self, iteration: u64, plus: &[String], minus: &[String]) -> Config {
        let mut config = self.contest.clone();
        config.schedule.seed = derive_seed(self.spsa.seed, iteration);
        for player in &mut config.players {
            let values = match player.name.as_str() {
                PLUS => plus,
                MINUS => minus,
                _ => continue,
            };
            let pairs = self.spsa.tunables.iter().zip(values);
            player.init = pairs
                .map(|(tunable, value)| format!("dunhuang-params {} {value}", tunable.name))
                .collect();
        }
        config
    }

    fn text(&self, estimate: &[f64]) -> String {
        let pairs = self.spsa.tunables.iter().zip(estimate);
        let words: Vec<String> = pairs
            .map(|(tunable, value)| format!("{} {value:.4}", tunable.name))
            .collect();
        words.join(", ")
    }
}

/// All games of an iteration; none if it was interrupted.
fn all_games(
    config: Config,
    jobs: usize,
    run: players::Run,
    interrupted: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Vec<GameRecord>>> {
    let total = config.schedule.total();
    let mut starts = Starts::new(config.names(), run.answered.clone(), run.stderr);
    let games = Games::new(config, run.answered)?;
    let stop = run.stop;
    let (mut records, mut failure) = (Vec::new(), None);
    pool::each_done(
        jobs,
        1..=total,
        &|number| games.play(number, run.stderr, stop),
        &mut || {
            if interrupted() {
                stop.stop();
            }
            stop.go_on()
        },
        &mut |outcome| {
            let counted = outcome.and_then(|played| match played {
                Some(played) => starts.admit(played),
                None => Ok(Vec::new()),
            });
            match counted {
                Ok(played) => records.extend(played.into_iter().map(|played| played.record)),
                Err(error) => {
                    stop.stop();
                    failure.get_or_insert(error);
                }
            }
            stop.go_on()
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    if !interrupted() {
        starts.finish()?;
    }
    records.sort_by_key(|record| record.game);
    Ok((records.len() as u64 == total).then_some(records))
}

/// Points a game of the one side more than of the other.
fn difference(games: &[GameRecord]) -> f64 {
    let score = |name: &str| {
        let mut points = Vec::new();
        for game in games {
            let Some(black) = game.black_points() else {
                continue;
            };
            if game.black == name {
                points.push(black);
            } else if game.white == name {
                points.push(1.0 - black);
            }
        }
        points.iter().sum::<f64>() / points.len().max(1) as f64
    };
    score(PLUS) - score(MINUS)
}
