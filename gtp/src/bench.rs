//! `dunhuang bench`: figures of speed, a line each.

use crate::bench_analysis::Throughput;
use crate::bench_latency::Latency;
use crate::cli::EngineOptions;
use crate::run::WallClock;
use clap::{Args, Subcommand, ValueEnum};
use dunhuang::playout::{self, Local, Rates, Tally, Trace, Uniform};
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::search::{Limits, Search, StopToken};
use dunhuang::{Board, Color, Game, Rules, Size};
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Subcommand, Debug, Clone)]
pub enum Bench {
    /// Playouts from the empty board, without a tree
    Playouts(Playouts),
    /// The search, from the empty board
    Search(Seconds),
    /// Analysis: when its lines come, and how soon it stops
    Latency(Latency),
    /// JSON analysis: queries a second, with several workers and with one
    Analysis(Throughput),
}

/// Which playouts.
#[derive(Args, Debug, Clone)]
pub struct Playouts {
    /// The policy that chooses the moves
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    pub policy: Policy,
    /// How long.
    #[command(flatten)]
    pub seconds: Seconds,
}

/// How long to measure.
#[derive(Args, Debug, Clone)]
pub struct Seconds {
    /// Seconds to measure
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=3600), default_value_t = 5)]
    pub seconds: u32,
}

/// A playout policy by name.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Uniform random moves that fill no one-point eye
    Uniform,
    /// Local tactics and patterns first
    Local,
}

impl Policy {
    fn name(self) -> &'static str {
        match self {
            Policy::Uniform => "uniform",
            Policy::Local => "local",
        }
    }
}

/// Measures and gives the line to print.
///
/// # Errors
/// The program could not be run by itself.
pub fn measure(bench: &Bench, options: &EngineOptions) -> anyhow::Result<String> {
    match bench {
        Bench::Playouts(what) => Ok(playouts(what, options)),
        Bench::Search(time) => Ok(search(time, options)),
        Bench::Latency(what) => crate::bench_latency::measure(what, options),
        Bench::Analysis(what) => crate::bench_analysis::measure(what, options),
    }
}

/// Playouts counted by area at komi 7.5, as the yardstick of docs/BOARD.md counts them.
#[derive(Default)]
struct Sums {
    playouts: u64,
    moves: u64,
    black_wins: u64,
}

fn playouts(what: &Playouts, options: &EngineOptions) -> String {
    let threads = options.threads.unwrap_or(1);
    let time = Duration::from_secs(what.seconds.seconds.into());
    let began = Instant::now();
    let sums = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|i| {
                let seed = derive_seed(options.seed, i.into());
                let go_on = move || began.elapsed() < time;
                scope.spawn(move || match what.policy {
                    Policy::Uniform => run(&Uniform, options.size, seed, go_on),
                    Policy::Local => run(&Local::new(Rates::default()), options.size, seed, go_on),
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("a playout does not panic"))
            .fold(Sums::default(), |a, b| Sums {
                playouts: a.playouts + b.playouts,
                moves: a.moves + b.moves,
                black_wins: a.black_wins + b.black_wins,
            })
    });
    let seconds = began.elapsed().as_secs_f64();
    let mean = |sum: u64| sum as f64 / sums.playouts.max(1) as f64;
    format!(
        "size {} policy {} threads {threads} playouts/s {:.0} mean-length {:.1} black-wins {:.3}",
        options.size,
        what.policy.name(),
        sums.playouts as f64 / seconds,
        mean(sums.moves),
        mean(sums.black_wins),
    )
}

fn run<P: playout::Policy>(policy: &P, size: Size, seed: u64, go_on: impl Fn() -> bool) -> Sums {
    let rules = Rules::preset("chinese").unwrap_or_default();
    let start = Board::new(size);
    let (mut board, mut trace, mut rng) = (start.clone(), Trace::new(), Rng::from_seed(seed));
    let mut sums = Sums::default();
    while go_on() {
        for _ in 0..64 {
            board.clone_from(&start);
            playout::run(policy, &mut board, Color::Black, 0, &mut rng, &mut trace);
            let difference = Tally::of(&board).difference(&rules, 0);
            sums.playouts += 1;
            sums.moves += trace.len() as u64;
            sums.black_wins += u64::from(difference as f32 > rules.komi);
        }
    }
    sums
}

fn search(time: &Seconds, options: &EngineOptions) -> String {
    let settings = options.settings();
    let game = Game::new(settings.size, settings.rules);
    let mut search = Search::new(settings.params);
    let limits = Limits {
        time: Some(Duration::from_secs(time.seconds.into())),
        ..Limits::default()
    };
    let report = search.run(
        &game,
        settings.rules.first,
        &limits,
        &WallClock::start(),
        &StopToken::new(),
        &mut |_| {},
    );
    format!(
        "size {} search threads {} playouts/s {:.0} visits {} memory {} MiB best {}",
        settings.size,
        search.params().threads,
        report.playouts as f64 / report.elapsed.as_secs_f64().max(1e-9),
        report.visits,
        report.memory >> 20,
        settings.size.move_name(report.best),
    )
}
