//! `dunhuang bench analysis`: how many queries a second JSON analysis answers, with several workers and with
//! one, in turns, so that both see the same load of the machine.

use crate::analysis::json::{Analysis, Config, serve};
use crate::cli::EngineOptions;
use crate::run::WallClock;
use anyhow::ensure;
use clap::Args;
use dunhuang::Game;
use dunhuang::rng::{Rng, derive_seed};
use serde_json::json;
use std::io::{self, Cursor, Write};
use std::time::Instant;

/// What to measure; `--threads` says how many workers are compared with one.
#[derive(Args, Debug, Clone)]
pub struct Throughput {
    /// Queries, each of them answered twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), default_value_t = 1000)]
    pub queries: u32,
    /// Visits of a query
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 50)]
    pub visits: u32,
    /// Parts of the queries: one worker and several take turns at each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), default_value_t = 10)]
    pub rounds: u32,
}

/// Moves before the longest queries are asked.
const LONGEST: u32 = 40;

/// Measures and gives the line to print.
///
/// # Errors
/// The options cannot be used for analysis, or a query was not answered.
pub fn measure(what: &Throughput, options: &EngineOptions) -> anyhow::Result<String> {
    let config = Config::new(&Analysis::default(), options)?;
    let workers = [1, config.threads];
    let lines: Vec<String> = (0..what.queries)
        .map(|number| query(number, what.visits, options))
        .collect();
    let mut seconds = [0.0; 2];
    let part = lines.len().div_ceil(what.rounds as usize);
    for (round, part) in lines.chunks(part).enumerate() {
        // Whoever begins may find the processor cooler.
        for turn in 0..2 {
            let which = (round + turn) % 2;
            let config = Config {
                threads: workers[which],
                ..config.clone()
            };
            seconds[which] += time(&config, part)?;
        }
    }
    let [one, several] = seconds.map(|seconds| f64::from(what.queries) / seconds.max(1e-9));
    Ok(format!(
        "size {} queries {} visits {} queries/s one-worker {one:.1} workers-{} {several:.1} ratio {:.3}",
        options.size,
        what.queries,
        what.visits,
        workers[1],
        several / one,
    ))
}

/// A query about a position after some random moves.
fn query(number: u32, visits: u32, options: &EngineOptions) -> String {
    let rules = options.rules();
    let mut rng = Rng::from_seed(derive_seed(options.seed, number.into()));
    let mut game = Game::new(options.size, rules);
    for _ in 0..number % LONGEST {
        let color = game.to_move();
        let points: Vec<_> = game.legal_points(color).iter().collect();
        if points.is_empty() {
            break;
        }
        let point = points[rng.below(points.len() as u32) as usize];
        if game.play(color, dunhuang::Move::Real(point)).is_err() {
            break;
        }
    }
    let name = |(color, mv): (dunhuang::Color, _)| {
        [color.letter().to_string(), options.size.move_name(mv)]
    };
    let moves: Vec<_> = game.moves().map(name).collect();
    json!({
        "id": number.to_string(), "moves": moves, "maxVisits": visits,
        "initialPlayer": rules.first.letter().to_string(),
        "boardXSize": options.size.width(), "boardYSize": options.size.height(),
    })
    .to_string()
}

/// Seconds that it takes to answer these lines.
fn time(config: &Config, lines: &[String]) -> anyhow::Result<f64> {
    let mut answers = Answers(0);
    let input = Cursor::new(lines.join("\n").into_bytes());
    let began = Instant::now();
    serve(config, &WallClock::start(), input, &mut answers)?;
    let seconds = began.elapsed().as_secs_f64();
    ensure!(
        answers.0 == lines.len(),
        "{} of {} queries were answered",
        answers.0,
        lines.len()
    );
    Ok(seconds)
}

/// Counts the answers with moves in them.
struct Answers(usize);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let found = br#""moveInfos":[{"#;
        self.0 += usize::from(bytes.windows(found.len()).any(|part| part == found));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::bench::{Bench, measure};
    use crate::cli::{Cli, Task};
    use clap::Parser;

    #[test]
    fn every_query_is_answered_both_ways() {
        for rules in ["living-stones", "japanese"] {
            let words = "dunhuang bench analysis --size 7x5 --queries 50 --visits 2 --rounds 3";
            let more = ["--threads", "2", "--memory", "4", "--rules", rules];
            let cli = Cli::try_parse_from(words.split(' ').chain(more)).expect("options");
            let Some(Task::Bench(bench @ Bench::Analysis(_))) = &cli.command else {
                panic!("another subcommand")
            };
            let line = measure(bench, &cli.engine).expect("a line");
            assert!(line.starts_with("size 7x5 queries 50 visits 2 queries/s one-worker "));
            assert!(
                line.contains(" workers-2 ") && line.contains(" ratio "),
                "{line}"
            );
        }
    }
}
