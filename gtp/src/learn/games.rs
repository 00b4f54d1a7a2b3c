//! Games of the engine against itself with the visits of every searched move: what is learned from.

use super::record;
use crate::cli::EngineOptions;
use crate::json_lines::{add_line, append_to, whole_lines};
use crate::pool;
use crate::run::WallClock;
use clap::Args;
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::search::{Limits, Params, Report, Search, StopToken};
use dunhuang::{Game, Move, State};
use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;

/// Which games to play for learning.
#[derive(Args, Debug, Clone)]
pub struct Games {
    /// The file of JSON lines to add to; numbers of games that it holds are not played again
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Number of the first game; a game depends on the seed and its number alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub first: u64,
    /// Every so many moves one is searched in full and noted; the others get a tenth of the playouts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: u32,
    /// Games at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// Plays the games that the file does not hold yet.
///
/// # Errors
/// The file cannot be read or written, or a search failed.
pub fn play(
    which: &Games,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let held: HashSet<u64> = whole_lines::<Value>(&which.out)?
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    let mut out = append_to(&which.out)?;
    let numbers = which.first..which.first.saturating_add(which.games);
    pool::each_in_order(
        usize::from(which.jobs),
        numbers.filter(|number| !held.contains(number)),
        &|number| one_game(which, options, number),
        &mut |game| {
            add_line(&mut out, &game)?;
            print(&format!(
                "game {} moves {}",
                game["game"],
                game["moves"].as_array().map_or(0, Vec::len)
            ))
        },
    )
}

fn one_game(which: &Games, options: &EngineOptions, number: u64) -> anyhow::Result<Value> {
    let seed = derive_seed(options.seed, number);
    let mut rng = Rng::from_seed(seed);
    let (size, rules) = (options.size, options.rules());
    let mut search = Search::new(Params {
        seed,
        ..options.params()
    });
    let mut game = Game::new(size, rules);
    let full = options.playouts.unwrap_or(1000);
    let (clock, stop) = (WallClock::start(), StopToken::new());
    let opening = (size.area() / 12) as u32;
    let (mut moves, mut visits) = (Vec::new(), Vec::new());
    while game.state() == State::Playing && game.move_number() < 2 * size.area() as u32 {
        let color = game.to_move();
        let noted = rng.below(which.every) == 0;
        let playouts = if noted { full } else { full / 10 };
        let report = search.run(
            &game,
            color,
            &Limits::playouts(playouts),
            &clock,
            &stop,
            &mut |_| {},
        );
        anyhow::ensure!(report.failure.is_none(), "the search failed");
        let wild = game.move_number() < opening || rng.below(25) == 0;
        let mv = if wild {
            by_visits(&report, &mut rng)
        } else {
            report.best
        };
        visits.push(if noted {
            record::noted(&report)
        } else {
            Value::Null
        });
        moves.push(size.move_name(mv));
        if game.play(color, mv).is_err() || report.win < 0.02 && rng.below(4) == 0 {
            break;
        }
    }
    Ok(record::line(number, size, &rules, &moves, &visits))
}

/// A move in proportion to its visits.
fn by_visits(report: &Report, rng: &mut Rng) -> Move {
    let sum: u64 = report.moves.iter().map(|m| m.visits).sum();
    let mut at = u64::from(rng.below(sum.clamp(1, 1 << 30) as u32));
    for m in &report.moves {
        if at < m.visits {
            return m.mv;
        }
        at -= m.visits;
    }
    report.best
}
