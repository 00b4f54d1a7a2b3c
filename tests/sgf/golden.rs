//! Every file of tests/data/sgf reads, or fails, as the `.txt` beside it says.

use dunhuang::sgf::{Collection, GameTree, Options, check_bytes, read};
use dunhuang::{Game, Rules};
use std::fmt::Write;
use std::path::PathBuf;

/// All cases: name, bytes, expected summary.
pub fn cases() -> Vec<(String, Vec<u8>, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/sgf");
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let expected = std::fs::read_to_string(path.with_extension("txt"));
            (
                name,
                std::fs::read(&path).unwrap(),
                expected.unwrap_or_default(),
            )
        })
        .collect();
    cases.sort();
    cases
}

#[test]
fn files_read_as_expected() {
    let cases = cases();
    assert!(cases.len() > 50);
    let mut wrong = String::new();
    for (name, bytes, expected) in &cases {
        let summary = summary(bytes);
        if summary.trim() != expected.trim() {
            write!(wrong, "==== {name}.sgf is\n{summary}").unwrap();
        }
        if let Err(error) = check_bytes(bytes) {
            writeln!(wrong, "==== {name}.sgf: {error}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What a file contains, in lines. The fallback rules are those of tromp-taylor, komi 7.5.
fn summary(bytes: &[u8]) -> String {
    let mut out = String::new();
    match read(bytes) {
        Ok(collection) => {
            header(&mut out, &collection);
            for tree in &collection.games {
                game(&mut out, tree);
            }
        }
        Err(error) => writeln!(out, "error: {error}").unwrap(),
    }
    out
}

fn header(out: &mut String, collection: &Collection) {
    write!(out, "{}", collection.encoding).unwrap();
    if collection.damaged {
        out.push_str(", damaged");
    }
    if collection.broken_off {
        out.push_str(", broken off");
    }
    out.push('\n');
}

fn game(out: &mut String, tree: &GameTree) {
    let lines = tree.leaves().count();
    writeln!(out, "game of {} nodes, {lines} lines", tree.node_count()).unwrap();
    for id in ["PB", "PW", "RE", "EV", "GN", "CP", "C"] {
        if let Some(text) = tree.root_text(id) {
            writeln!(out, "  {id}: {text:?}").unwrap();
        }
    }
    for node in tree.preorder().skip(1) {
        if let Some(text) = tree.text(node, "C") {
            writeln!(out, "  comment: {text:?}").unwrap();
        }
    }
    let options = Options {
        fallback: Rules::preset("tromp-taylor").unwrap(),
        ..Options::default()
    };
    for (number, leaf) in tree.leaves().enumerate() {
        if lines > 1 {
            writeln!(out, "  line {}:", number + 1).unwrap();
        }
        match tree.to_game_at(leaf, &options) {
            Err(error) => writeln!(out, "  error: {error}").unwrap(),
            Ok(loaded) => {
                for note in &loaded.notes {
                    writeln!(out, "  note: {note}").unwrap();
                }
                position(out, &loaded.game, loaded.moves);
            }
        }
    }
}

fn position(out: &mut String, game: &Game, moves: u32) {
    let rules = game.rules();
    let size = game.size();
    writeln!(
        out,
        "  {size} {} komi {}, {moves} moves, {} to move, {:?}",
        rules.to_ru(),
        rules.komi,
        game.to_move().name(),
        game.state(),
    )
    .unwrap();
    let moves: Vec<String> = game
        .moves()
        .map(|(color, mv)| format!("{} {}", color.letter(), size.move_name(mv)))
        .collect();
    writeln!(out, "  moves since setup: {}", moves.join(", ")).unwrap();
    if size.area() <= 49 {
        for row in game.board().diagram().lines() {
            writeln!(out, "    {row}").unwrap();
        }
    }
}
