//! How well playouts foretell the results of games: a quick look before matches are played.

use crate::cli::EngineOptions;
use anyhow::Context;
use clap::Args;
use dunhuang::playout::{self, Local, Tally, Trace};
use dunhuang::rng::Rng;
use dunhuang::{Board, Color, Game, Point, Rules, Size};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Instant;

/// What to compare.
#[derive(Args, Debug, Clone)]
pub struct Judge {
    /// Files of games that `learn games` wrote
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Settings to compare, such as `rate_ko=0,refuse_random=0.9`; may be repeated
    #[arg(long = "set", value_name = "LIST")]
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
    let record: Value = serde_json::from_str(line).context("no JSON")?;
    let side = |name: &str| record[name].as_u64().unwrap_or(0) as usize;
    let size = Size::new(side("width"), side("height")).context("no size")?;
    let rules = Rules::parse_axes(record["rules"].as_str().unwrap_or_default())
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut game = Game::new(size, rules);
    let none = Vec::new();
    let (moves, visits) = (
        &record["moves"],
        record["visits"].as_array().unwrap_or(&none),
    );
    // The last search of a game knows who won it.
    let Some((at, win)) = visits
        .iter()
        .enumerate()
        .rev()
        .find_map(|(i, v)| Some((i, v["win"].as_f64()?)))
    else {
        return Ok(());
    };
    if (0.1..=0.9).contains(&win) {
        return Ok(());
    }
    let black_to_move = at % 2 == 0;
    let won_by_black = f64::from(u8::from((win > 0.5) == black_to_move));
    let mut before = [Point::NONE; 2];
    for (i, mv) in moves.as_array().unwrap_or(&none).iter().enumerate() {
        if i >= size.area() / 8 && rng.below(one_in) == 0 {
            into.push(Position {
                board: game.board().clone(),
                to_move: game.to_move(),
                rules: *game.rules(),
                before,
                won_by_black,
            });
        }
        let mv = mv
            .as_str()
            .and_then(|text| size.parse_move(text))
            .context("no move")?;
        let color: Color = game.to_move();
        if game.play(color, mv).is_err() {
            break;
        }
        before = [mv.point().unwrap_or(Point::NONE), before[0]];
    }
    Ok(())
}
