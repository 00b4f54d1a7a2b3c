//! `dunhuang compare` and `dunhuang-compare`: one position or a whole game under several rule systems.

mod course_page;
mod data;
mod input;
mod page;
mod text;

pub use data::{course_json, position_json};
pub use text::{course_text, position_text};

use crate::cli::EngineOptions;
use crate::progress::Progress;
use crate::report_files;
use anyhow::{bail, ensure};
use clap::Args;
use dunhuang::compare::{self, Settings, Span, System};
use dunhuang::search::StopToken;
use dunhuang::{Color, Rules};
use std::path::PathBuf;
use std::time::Instant;

/// Playouts of each search of a position, where nothing is said.
pub const POSITION_PLAYOUTS: u64 = 1000;
/// The same for each position of a whole game.
const GAME_PLAYOUTS: u64 = 400;

/// What to compare and how to print it.
#[derive(Args, Debug, Clone)]
pub struct Compare {
    /// The position: a game record in SGF, or a text file with a diagram of `.`, `X` and `O` (a tactics
    /// case is one too, and names rule systems and side to move)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The rule systems, two or more presets: chinese, or chinese:6.5 for another komi than the preset's
    /// [default: those of a tactics case, else living-stones,chinese]
    #[arg(long = "rules", value_name = "SYSTEMS", value_delimiter = ',', value_parser = system)]
    pub rules: Vec<Rules>,
    /// The position before this move of a record instead of the last
    #[arg(long = "move", value_name = "N", conflicts_with = "whole", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Every position of the record: curves along the moves, and where the rules matter most
    #[arg(long)]
    pub whole: bool,
    /// With --whole: the first move to look at
    #[arg(long, value_name = "N", default_value_t = 1, requires = "whole", value_parser = clap::value_parser!(u32).range(1..))]
    pub from: u32,
    /// With --whole: the last
    #[arg(long, value_name = "N", requires = "whole")]
    pub to: Option<u32>,
    /// With --whole: one move in so many
    #[arg(long, value_name = "N", default_value_t = 1, requires = "whole", value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Which game of a record
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// Whose move it is [default: as recorded; Black for a diagram]
    #[arg(long, value_name = "COLOR", value_parser = color)]
    pub to_move: Option<Color>,
    /// Give White, under each system, the komi that makes the position even: then a decided position
    /// still has better and worse moves
    #[arg(long)]
    pub even_komi: bool,
    /// Print one JSON value instead of text
    #[arg(long)]
    pub json: bool,
    /// Write a report as one HTML file, with the numbers as JSON and CSV beside it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write every picture of the page as PNG too, beside it: NAME-01-TITLE.png and so on
    #[arg(long, requires = "html")]
    pub png: bool,
}

/// A rule system with its komi, as [`System::parse`] reads it.
fn system(text: &str) -> Result<Rules, String> {
    match System::parse(text) {
        Ok(system) => Ok(system.rules),
        Err(error) => Err(error.to_string()),
    }
}

fn color(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| "it is black or white".into())
}

/// Compares and prints.
///
/// # Errors
/// A file that cannot be read, or a search that failed.
pub fn run(
    what: &Compare,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if let Some(file) = &what.html {
        report_files::check(file)?;
    }
    let input = input::load(what)?;
    for note in &input.notes {
        eprintln!("dunhuang: {}: {note}", what.file.display());
    }
    let systems = systems(what, options, &input);
    ensure!(!systems.is_empty(), "name at least one rule system");
    let default = if what.whole {
        GAME_PLAYOUTS
    } else {
        POSITION_PLAYOUTS
    };
    let mut params = options.params();
    params.threads = options.threads.unwrap_or(1);
    let settings = Settings {
        params,
        playouts: options.playouts.unwrap_or(default),
        even_komi: what.even_komi,
    };
    let stop = StopToken::new();
    let name = what.file.file_name().unwrap_or_default().to_string_lossy();
    if what.whole {
        let span = Span {
            from: what.from,
            to: what.to.unwrap_or(u32::MAX),
            every: what.every,
        };
        let (began, mut progress) = (Instant::now(), None);
        let mut on_moment = |done, all| {
            let progress = progress.get_or_insert_with(|| Progress::new("positions", all, 0));
            progress.began_at(began);
            progress.done(&format!("position {done}"));
        };
        let course = compare::course(
            &input.game,
            &systems,
            &settings,
            span,
            &stop,
            &mut on_moment,
        )?;
        drop(progress);
        if course.moments.is_empty() {
            bail!("there is no such move in {}", what.file.display());
        }
        if let Some(file) = &what.html {
            course_page::write_course(file, &name, &course, what.png)?;
        }
        let text = match what.json {
            true => course_json(&course).to_string(),
            false => course_text(&course),
        };
        return print(text.trim_end());
    }
    let comparison = compare::compare(&input.game, input.color, &systems, &settings, &stop)?;
    if let Some(file) = &what.html {
        page::write_position(file, &name, &comparison, what.png)?;
    }
    let text = match what.json {
        true => position_json(&comparison).to_string(),
        false => position_text(&comparison),
    };
    print(text.trim_end())
}

/// The systems asked for, or those the file names, or the two that this program is about.
fn systems(what: &Compare, options: &EngineOptions, input: &input::Input) -> Vec<System> {
    let mut systems: Vec<System> = match (what.rules.is_empty(), input.systems.is_empty()) {
        (false, _) => what.rules.iter().map(|&rules| System::of(rules)).collect(),
        (true, false) => input.systems.clone(),
        (true, true) => ["living-stones", "chinese"]
            .iter()
            .filter_map(|name| System::parse(name).ok())
            .collect(),
    };
    if let Some(komi) = options.komi {
        for system in &mut systems {
            *system = System::of(Rules {
                komi,
                ..system.rules
            });
        }
    }
    systems
}
