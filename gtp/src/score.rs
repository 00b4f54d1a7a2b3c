//! `dunhuang score`: counts a position of a game record, by any method, with every step if asked.

use crate::cli::EngineOptions;
use crate::count_text;
use crate::report_files;
use crate::run::WallClock;
use crate::score_page;
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use dunhuang::counting::{self, Method};
use dunhuang::sgf::{self, GameTree};
use dunhuang::{ByColor, Color, Game, Point, PointSet, Session, Size};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What to count and how.
#[derive(Args, Debug, Clone)]
pub struct Score {
    /// The record, in SGF
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The way of counting [default: that of the rules]
    #[arg(long, value_name = "METHOD", value_parser = method)]
    pub method: Option<Method>,
    /// Show the position of every step
    #[arg(long)]
    pub steps: bool,
    /// The dead stones, a point of each chain, as in A1,B2; `none` if all live [default: judged by playouts]
    #[arg(long, value_name = "POINTS")]
    pub dead: Option<String>,
    /// One-sided dame that are claimed, as in black:B4,white:C3; the colour may go where one side alone touches
    #[arg(long, value_name = "CLAIMS")]
    pub claim: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// Count the position before this move instead of the last
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Write a page with this way of counting and the four ways of counting living stones, step by step,
    /// as pictures; the figures go beside it as JSON and CSV
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write every picture of the page as PNG too, beside it: NAME-01-TITLE.png and so on
    #[arg(long, requires = "html")]
    pub png: bool,
}

fn method(name: &str) -> Result<Method, String> {
    Method::parse(name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().map(|m| m.name()).collect();
        format!("the methods are {}", names.join(", "))
    })
}

/// Counts and gives the text to print; oddities of the record go to stderr.
pub fn score(what: &Score, options: &EngineOptions) -> anyhow::Result<String> {
    if let Some(file) = &what.html {
        report_files::check(file)?;
    }
    let game = load(what, options)?;
    let size = game.size();
    let claims = claims(&game, what.claim.as_deref())?;
    let mut session = Session::new(size, *game.rules(), options.settings().params);
    session.adopt(game);
    let judged = match &what.dead {
        Some(_) => None,
        None => Some(session.dead_stones(&WallClock::start())),
    };
    let dead = match &what.dead {
        Some(text) => dead(session.game(), text)?,
        None => judged.as_ref().map_or(PointSet::EMPTY, |j| j.dead),
    };
    let options = counting::Options {
        claims,
        reading: session.reading(&dead, &WallClock::start()),
    };
    let mut count = counting::count(session.game(), what.method, &dead, &options);
    if let Some(judged) = &judged {
        count.in_doubt.extend(judged.doubts.iter().copied());
    }
    if let Some(file) = &what.html {
        let name = what.file.file_name().unwrap_or_default().to_string_lossy();
        let others = score_page::methods(count.method).into_iter().skip(1);
        let mut counts = vec![count.clone()];
        counts
            .extend(others.map(|way| counting::count(session.game(), Some(way), &dead, &options)));
        let rules = session.rules().preset_name().unwrap_or("custom");
        score_page::write(file, &name, rules, &counts, what.png)?;
    }
    let confidence = judged.map_or(1.0, |j| j.confidence);
    let rules = session.rules().preset_name().unwrap_or("custom");
    let mut text = count_text::figures(&count, confidence);
    text = text.replacen('\n', &format!("\nrules: {rules}\n"), 1);
    if what.steps {
        text += &count_text::boards(&count);
    }
    Ok(text)
}

fn load(what: &Score, options: &EngineOptions) -> anyhow::Result<Game> {
    let path = what.file.display();
    let tree = read(&what.file, what.game).with_context(|| format!("cannot read {path}"))?;
    let reading = sgf::Options {
        rules: options.rules,
        komi: options.komi.or(options.rules.map(|rules| rules.komi)),
        ..sgf::Options::default()
    };
    let loaded = match what.number {
        Some(number) => tree.to_game_before(number, &reading),
        None => tree.to_game(&reading),
    };
    let loaded = loaded.with_context(|| format!("cannot play out {path}"))?;
    has_move(&loaded, what.number).with_context(|| format!("cannot play out {path}"))?;
    for note in &loaded.notes {
        eprintln!("dunhuang: {path}: {note}");
    }
    Ok(loaded.game)
}

/// That a record which was loaded up to this move has it, or ends just before it.
///
/// # Errors
/// It ends earlier.
pub(crate) fn has_move(loaded: &sgf::Loaded, number: Option<u32>) -> anyhow::Result<()> {
    if let Some(number) = number {
        let moves = loaded.moves;
        ensure!(
            moves >= number.saturating_sub(1),
            "it has {moves} moves, no move {number}"
        );
    }
    Ok(())
}

fn read(path: &Path, number: usize) -> anyhow::Result<GameTree> {
    ensure!(std::fs::metadata(path)?.is_file(), "it is not a file");
    let mut bytes = Vec::new();
    File::open(path)?
        .take(sgf::MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    let games = sgf::read(&bytes)?.games;
    let count = games.len();
    number
        .checked_sub(1)
        .and_then(|i| games.into_iter().nth(i))
        .ok_or_else(|| anyhow!("it holds {count} games, no number {number}"))
}

fn point(size: Size, name: &str) -> anyhow::Result<Point> {
    size.parse_point(name.trim())
        .ok_or_else(|| anyhow!("{name:?} is no point of a {size} board"))
}

fn dead(game: &Game, text: &str) -> anyhow::Result<PointSet> {
    let mut dead = PointSet::EMPTY;
    if text.eq_ignore_ascii_case("none") {
        return Ok(dead);
    }
    for name in text.split(',').filter(|name| !name.trim().is_empty()) {
        let point = point(game.size(), name)?;
        ensure!(!game.board().is_empty(point), "there is no stone at {name}");
        dead.insert(point);
    }
    Ok(dead)
}

fn claims(game: &Game, text: Option<&str>) -> anyhow::Result<ByColor<PointSet>> {
    let mut claims: ByColor<PointSet> = ByColor::default();
    let names = text
        .unwrap_or("")
        .split(',')
        .filter(|n| !n.trim().is_empty());
    for name in names {
        let (color, at) = match name.split_once(':') {
            Some((color, at)) => (Color::parse(color.trim()), at),
            None => (only_side_at(game, point(game.size(), name)?), name),
        };
        let Some(color) = color else {
            bail!("whose is {at}? write black:{at} or white:{at}");
        };
        let point = point(game.size(), at)?;
        ensure!(game.board().is_empty(point), "{at} is not empty");
        claims[color].insert(point);
    }
    Ok(claims)
}

/// The colour of all stones that touch a point, if there is but one.
fn only_side_at(game: &Game, point: Point) -> Option<Color> {
    let board = game.board();
    let touches = |c: Color| board.neighbours(point).any(|q| board.has_stone(q, c));
    match (touches(Color::Black), touches(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
