//! How well playouts foretell the results of games: a quick look before matches are played.

use super::record::{Record, last_two};
use crate::cli::EngineOptions;
use anyhow::Context;
use clap::Args;
use dunhuang::playout::{self, Local, Tally, Trace};
use dunhuang::rng::Rng;
use dunhuang::{Board, Color, Point, Rules};
use std::path::PathBuf;
use std::time::Instant;

/// What to compare.
#[derive(Args, Debug, Clone)]
pub struct Judge {
    /// Files of games that `learn games` wrote
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Settings to compare, such as `rate_ko=0,refuse_random=0.9`; may be repeated
    #[arg(long = "settings", value_name = "LIST")]
    pub sets: Vec<String>,
    /// Playouts a position
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub playouts_each: u32,
    /// One position in so many is looked at
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub one_in: u32,
}

struct Position {
    board: Board,
    to_move: Color,
    rules: Rules,
    before: [Point; 2],
    won_by_black: f64,
}

/// Prints, for each list of settings, the mean square error of the share of Black's wins among the
/// playouts of a position against the result of its game.
///
/// # Errors
/// A file cannot be read, or a setting is none.
pub fn judge(
    what: &Judge,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut rng = Rng::from_seed(options.seed);
    let mut positions = Vec::new();
    for path in &what.files {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines() {
            collect(line, what.one_in, &mut rng, &mut positions)
                .with_context(|| format!("{}", path.display()))?;
        }
    }
    print(&format!("positions {}", positions.len()))?;
    for set in std::iter::once("").chain(what.sets.iter().map(String::as_str)) {
        let mut params = options.params();
        for part in set.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').context("a setting is NAME=VALUE")?;
            params.set(name, value)?;
        }
        let policy = Local::new(params.rates());
        let began = Instant::now();
        let (mut squares, mut bias) = (0.0, 0.0);
        for position in &positions {
            let share = black_wins(&policy, position, what.playouts_each, options.seed);
            squares += (share - position.won_by_black).powi(2);
            bias += share - position.won_by_black;
        }
        let count = positions.len() as f64;
        let noise = 1.0 / f64::from(what.playouts_each);
        print(&format!(
            "error {:.5} bias {:+.4} seconds {:.1} {set} (noise up to {:.5})",
            squares / count,
            bias / count,
            began.elapsed().as_secs_f64(),
            0.25 * noise
        ))?;
    }
    Ok(())
}

fn black_wins(policy: &Local, position: &Position, playouts: u32, seed: u64) -> f64 {
    let rules = &position.rules;
    let mut rng = Rng::from_seed(seed ^ position.board.key());
    let mut trace = Trace::new();
    let mut won = 0.0;
    let mut board = position.board.clone();
    for _ in 0..playouts {
        board.clone_from(&position.board);
        trace.start_after(position.to_move, position.before);
        playout::run_on(policy, &mut board, 0, &mut rng, &mut trace);
        let score = Tally::of(&board).difference(rules, 0) as f32 - rules.komi;
        won += if score > 0.0 {
            1.0
        } else if score < 0.0 {
            0.0
        } else {
            0.5
        };
    }
    won / f64::from(playouts)
}

fn collect(line: &str, one_in: u32, rng: &mut Rng, into: &mut Vec<Position>) -> anyhow::Result<()> {
    let record = Record::parse(line)?;
    let Some(won) = record.black_wins().filter(|win| !(0.1..=0.9).contains(win)) else {
        return Ok(());
    };
    record.replay(&mut |game, _| {
        let opening = (game.move_number() as usize) < game.size().area() / 8;
        if !opening && rng.below(one_in) == 0 {
            into.push(Position {
                board: game.board().clone(),
                to_move: game.to_move(),
                rules: *game.rules(),
                before: last_two(game).map(|point| point.unwrap_or(Point::NONE)),
                won_by_black: won.round(),
            });
        }
    })
}
