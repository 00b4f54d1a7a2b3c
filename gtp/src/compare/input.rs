//! The position to compare: an SGF record, a tactics case, or a bare diagram.

use super::Compare;
use crate::score::has_move;
use anyhow::{Context, anyhow, ensure};
use dunhuang::compare::System;
use dunhuang::sgf;
use dunhuang::tactics::Case;
use dunhuang::{Board, Color, Game, Rules};
use std::fs::File;
use std::io::Read;

/// What was read.
pub struct Input {
    /// The game up to the position, or all of it.
    pub game: Game,
    /// Whose move it is.
    pub color: Color,
    /// The rule systems that the file itself asks about.
    pub systems: Vec<System>,
    /// Oddities of a record.
    pub notes: Vec<String>,
}

/// Reads what the command names.
///
/// # Errors
/// No file, or nothing in it that is a position.
pub fn load(what: &Compare) -> anyhow::Result<Input> {
    let path = what.file.display();
    let read = || -> anyhow::Result<Vec<u8>> {
        ensure!(std::fs::metadata(&what.file)?.is_file(), "it is not a file");
        let mut bytes = Vec::new();
        File::open(&what.file)?
            .take(sgf::MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().with_context(|| format!("cannot read {path}"))?;
    // A record has a semicolon near its start; of diagrams only a case may, in its words.
    let is_case = bytes.windows(7).any(|w| w == b"\nboard\n");
    let is_record = !is_case && bytes.iter().take(4096).any(|&b| b == b';');
    let mut input = match is_record {
        true => record(what, &bytes).with_context(|| format!("cannot play out {path}"))?,
        false => diagram(what, &bytes).with_context(|| format!("cannot read {path}"))?,
    };
    input.color = what.to_move.unwrap_or(input.color);
    Ok(input)
}

fn record(what: &Compare, bytes: &[u8]) -> anyhow::Result<Input> {
    let games = sgf::read(bytes)?.games;
    let count = games.len();
    let place = what.game.checked_sub(1);
    let tree = place
        .and_then(|i| games.into_iter().nth(i))
        .ok_or_else(|| anyhow!("it holds {count} games, no number {}", what.game))?;
    let options = sgf::Options::default();
    let loaded = match what.number {
        Some(number) => tree.to_game_before(number, &options)?,
        None => tree.to_game(&options)?,
    };
    has_move(&loaded, what.number)?;
    Ok(Input {
        color: loaded.game.to_move(),
        game: loaded.game,
        systems: Vec::new(),
        notes: loaded.notes.iter().map(ToString::to_string).collect(),
    })
}

fn diagram(what: &Compare, bytes: &[u8]) -> anyhow::Result<Input> {
    ensure!(
        what.number.is_none() && !what.whole,
        "a diagram has no moves; --move and --whole want a record"
    );
    let text = std::str::from_utf8(bytes).context("it is neither a record nor a diagram")?;
    if text.contains("\nboard\n") {
        let case = Case::parse(text)?;
        let systems: Vec<System> = case.answers.iter().map(|a| System::of(a.rules)).collect();
        let rules = case
            .answers
            .first()
            .map_or_else(Rules::default, |a| a.rules);
        return Ok(Input {
            game: case.game(&rules)?,
            color: case.to_move,
            systems,
            notes: Vec::new(),
        });
    }
    let board = Board::from_diagram(text)?;
    let color = what.to_move.unwrap_or(Color::Black);
    Ok(Input {
        game: Game::from_board(board, color, Rules::default()),
        color,
        systems: Vec::new(),
        notes: Vec::new(),
    })
}
