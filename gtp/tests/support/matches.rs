//! Contests as a test runs them, and their records.

use dunhuang::contest::{End, GameRecord, Timing};
use dunhuang::{Color, Game, Rules, Size, sgf};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

/// A player that behaves in this way.
pub fn double(name: &str, mode: &str) -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/double/engine.py");
    format!("{name}=python3 '{file}' {mode}")
}

/// The arguments of a contest on 5x5 by area, komi 0.
pub fn contest<'a>(players: &[&'a str], folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let terms = ["--size", "5", "--rules", "chinese", "--komi", "0"];
    contest_of(&terms, players, folder, more)
}

/// The arguments of a contest on these terms.
pub fn contest_of<'a>(
    terms: &[&'a str],
    players: &[&'a str],
    folder: &'a Path,
    more: &[&'a str],
) -> Vec<&'a str> {
    let mut arguments = vec!["contest"];
    arguments.extend(terms);
    for player in players {
        arguments.extend(["--player", player]);
    }
    arguments.extend(["--out", folder.to_str().expect("text")]);
    arguments.extend(more);
    arguments
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Output {
    super::run(arguments, b"")
}

/// Runs the program, which must succeed; what it printed.
pub fn must(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("text")
}

/// The games of a record.
pub fn games(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("a record");
    let game = |line| serde_json::from_str(line).expect("a game");
    text.lines().map(game).collect()
}

/// Everything in the record that does not depend on the clock, by name of the file.
pub fn record(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    files.insert(
        "games.jsonl".into(),
        fs::read(folder.join("games.jsonl")).expect("a record"),
    );
    for entry in fs::read_dir(folder.join("sgf")).expect("records") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("text");
        files.insert(name, fs::read(entry.path()).expect("a record"));
    }
    files
}

/// That there is a record of every game, in order, with times for each.
pub fn assert_complete(folder: &Path, total: u64) {
    let numbers: Vec<u64> = games(folder).iter().map(|game| game.game).collect();
    assert_eq!(numbers, (1..=total).collect::<Vec<_>>());
    let text = fs::read_to_string(folder.join("timing.jsonl")).expect("times");
    let times: Vec<Timing> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("times"))
        .collect();
    assert_eq!(times.iter().map(|t| t.game).collect::<Vec<_>>(), numbers);
    for (game, timing) in games(folder).iter().zip(&times) {
        let asked = timing.black.moves.len() + timing.white.moves.len();
        let given = game.opening_moves as usize;
        assert!(asked + given >= game.moves.len(), "{timing:?}");
        assert_eq!(game.moves.len(), game.length as usize);
    }
    assert_eq!(record(folder).len() as u64, total + 1);
    assert!(!folder.join("journal.jsonl").exists());
}

/// That every game of the record can be replayed, that its SGF file says the same, and that the results
/// follow from how it ended.
pub fn assert_consistent(folder: &Path, size: usize, rules: Rules) {
    for played in games(folder) {
        let mut game = Game::new(Size::square(size), rules);
        for text in &played.moves {
            let (color, mv) = text.split_once(' ').expect("a colour and a move");
            let color = Color::parse(color).expect("a colour");
            let mv = game.size().parse_move(mv).expect("a move");
            game.play(color, mv).expect("a legal move");
        }
        let path = folder.join(format!("sgf/{:06}.sgf", played.game));
        let record = sgf::read(&fs::read(path).expect("a record")).expect("SGF");
        let tree = &record.games[0];
        assert_eq!(tree.root_text("RE").as_ref(), Some(&played.result));
        let loaded = tree.to_game(&sgf::Options::default()).expect("a game");
        assert!(loaded.game.moves().eq(game.moves()), "game {}", played.game);
        let winner = played.winner.as_deref();
        let letter = winner.map(|color| if color == "black" { "B+" } else { "W+" });
        match letter {
            Some(letter) => assert!(played.result.starts_with(letter), "{played:?}"),
            None => assert!(["0", "Void"].contains(&&*played.result), "{played:?}"),
        }
        if let End::Fault(kind) = played.end {
            let fault = played.faults.iter().find(|fault| fault.kind == kind);
            let culprit = fault.expect("the fault that ended it");
            assert_ne!(Some(&*culprit.color), winner, "{played:?}");
        }
    }
}
