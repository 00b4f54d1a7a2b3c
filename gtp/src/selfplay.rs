//! `dunhuang selfplay`: whole games of the engine against itself, with records.

use crate::cli::EngineOptions;
use crate::json_lines::write_whole;
use crate::pool;
use crate::run::WallClock;
use anyhow::{Context, bail};
use clap::Args;
use dunhuang::counting::Method;
use dunhuang::rng::derive_seed;
use dunhuang::rules::Cycle;
use dunhuang::search::{Ending, Limits, Params, StopToken};
use dunhuang::sgf::{GameTree, Header, Property};
use dunhuang::{Move, Session, State};
use std::path::PathBuf;

/// Playouts a move where nothing limits the search.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// Which games.
#[derive(Args, Debug, Clone)]
pub struct Selfplay {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// Number of the first game; a game depends on the seed and its number alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub first: u64,
    /// Write the records into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Games at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// A finished game.
struct Finished {
    session: Session,
    /// How it ended, in one word or two.
    end: &'static str,
    /// The result under the rules.
    result: String,
}

/// Plays the games, and gives `print` a line for each.
///
/// # Errors
/// A search failed, a record cannot be written, or ways of counting that must agree do not.
pub fn play(
    which: &Selfplay,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if let Some(folder) = &which.out {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    pool::each_in_order(
        usize::from(which.jobs),
        which.first..which.first.saturating_add(which.games),
        &|number| {
            let seed = derive_seed(options.seed, number);
            let mut finished = one_game(options, seed)?;
            let game = finished.session.game();
            let mut line = format!(
                "game {number} seed {seed} moves {} end {} result {}",
                game.move_number(),
                finished.end.replace(' ', "-"),
                finished.result,
            );
            line += &counts(&mut finished.session)?;
            if let Some(folder) = &which.out {
                let path = folder.join(format!("game-{number:05}.sgf"));
                write_whole(&path, record(&finished, options, seed))?;
                line += &format!(" record {}", path.display());
            }
            Ok(line)
        },
        &mut |line: String| print(&line),
    )
}

/// What limits the search of a move.
fn limits(options: &EngineOptions) -> Limits {
    Limits {
        playouts: match options.time {
            None => Some(options.playouts.unwrap_or(DEFAULT_PLAYOUTS)),
            Some(_) => options.playouts,
        },
        time: options.time,
        ..Limits::default()
    }
}

fn one_game(options: &EngineOptions, seed: u64) -> anyhow::Result<Finished> {
    let ending = options.ending.unwrap_or(Ending::Natural);
    let params = Params {
        seed,
        ending,
        ..options.params()
    };
    let limits = limits(options);
    let mut session = Session::new(options.size, options.rules(), params);
    let (clock, stop) = (WallClock::start(), StopToken::new());
    let most = 4 * options.size.area() as u32;
    let rules = options.rules();
    let cycle = match rules.cycle {
        Cycle::Draw => "0",
        Cycle::NoResult => "Void",
    };
    loop {
        let (end, result) = match session.game().state() {
            State::EndedForced => ("forced end", None),
            State::EndedAgreed => ("agreed end", None),
            // Who fills every path plays on to the end that the rules force, if they do.
            State::Rest if ending == Ending::Rest || !rules.ends_by_force() => ("rest", None),
            State::Cycle => ("cycle", Some(cycle.to_string())),
            _ if session.game().move_number() >= most => ("move limit", None),
            _ => {
                let color = session.game().to_move();
                let report = session.genmove(color, &limits, &clock, &stop, &mut |_| {});
                if let Some(failure) = report.failure {
                    bail!("the search failed: {failure}");
                }
                if report.best != Move::Resign {
                    continue;
                }
                let winner = color.opponent().letter();
                ("resignation", Some(format!("{winner}+R")))
            }
        };
        let result = result.unwrap_or_else(|| session.final_score(&clock).to_string());
        return Ok(Finished {
            session,
            end,
            result,
        });
    }
}

/// The result by living stones and by area. The four ways of the one, and the two of the other, must
/// agree.
fn counts(session: &mut Session) -> anyhow::Result<String> {
    let mut line = String::new();
    let groups: [(&str, &[Method]); 2] = [
        ("living", &Method::FOUR_WAYS),
        ("area", &[Method::Area, Method::EqualStonesArea]),
    ];
    for (name, methods) in groups {
        let clock = WallClock::start();
        let results: Vec<String> = methods
            .iter()
            .map(|&method| session.count(Some(method), &clock).result.to_string())
            .collect();
        if results.iter().any(|result| *result != results[0]) {
            bail!("the ways of counting disagree: {}", results.join(" "));
        }
        line += &format!(" {name} {}", results[0]);
    }
    Ok(line)
}

/// The record with everything that made the game what it is.
fn record(finished: &Finished, options: &EngineOptions, seed: u64) -> String {
    let name = concat!("Dunhuang ", env!("CARGO_PKG_VERSION"));
    let params = finished.session.params();
    let settings: Vec<String> = Params::TABLE
        .iter()
        .map(|row| format!("{} {}", row.name, params.get(row.name).unwrap_or_default()))
        .collect();
    let limits = limits(options);
    let playouts = limits.playouts.map(|n| format!("playouts {n}"));
    let time = limits.time;
    let time = time.map(|time| format!("seconds a move {}", time.as_secs_f64()));
    let limits: Vec<String> = playouts.into_iter().chain(time).collect();
    let comment = format!(
        "self-play, {}, seed {seed}, {}, {}",
        finished.end,
        limits.join(", "),
        settings.join(", ")
    );
    let header = Header {
        black: name.into(),
        white: name.into(),
        result: finished.result.clone(),
        others: vec![Property::text("GC", &comment)],
    };
    GameTree::from_game(finished.session.game(), &header).to_sgf()
}
