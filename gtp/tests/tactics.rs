//! The `tactics` command on a few problems.

use clap::Parser;
use dunhuang_gtp::cli::{Cli, Task};
use dunhuang_gtp::tactics;
use std::path::Path;

const EASY: &str = include_str!("../../tests/data/tactics/joining/crossing-9-01.txt");

/// Runs the command on this folder; what it prints, and its error.
fn run(folder: &Path, more: &[&str]) -> (String, Option<String>) {
    let dir = folder.to_str().unwrap();
    let words = ["dunhuang", "tactics", "--dir", dir, "--playouts", "1500"];
    let cli = Cli::try_parse_from(words.iter().chain(more)).unwrap();
    let Some(Task::Tactics(what)) = &cli.command else {
        panic!("another subcommand");
    };
    let mut text = String::new();
    let result = tactics::run(what, &cli.engine, &mut |line| {
        text += line;
        text += "\n";
        Ok(())
    });
    (text, result.err().map(|e| format!("{e:#}")))
}

fn folder(files: &[(&str, String)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("basics")).unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join("basics").join(name), text).unwrap();
    }
    dir
}

#[test]
fn solved_and_all_are_counted() {
    let dir = folder(&[("easy.txt", EASY.into())]);
    let (text, error) = run(dir.path(), &[]);
    assert_eq!(error, None, "{text}");
    assert!(text.contains("category basics: 2/2 100%"), "{text}");
    assert!(text.contains("all: 2/2"), "{text}");
    let (text, _) = run(dir.path(), &["--rules", "chinese", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["all"]["solved"], 1);
    assert_eq!(value["questions"][0]["said"], "F7");
}

#[test]
fn only_unknown_failures_are_errors() {
    let wrong = EASY.replace(": F7", ": F6").replace(": E4", ": F6");
    let dir = folder(&[("wrong.txt", wrong.clone())]);
    let (text, error) = run(dir.path(), &[]);
    assert!(text.contains("FAILS: basics/wrong 9x9 chinese: wants F6, says F7"));
    assert!(error.unwrap().contains("2 failures"));
    let known = wrong.replace("board\n", "known-failure chinese living-stones\nboard\n");
    let dir = folder(&[("wrong.txt", known)]);
    let (text, error) = run(dir.path(), &[]);
    assert!(text.contains("known failure: basics/wrong"), "{text}");
    assert_eq!(error, None);
    let passing = EASY.replace("board\n", "known-failure chinese\nboard\n");
    let dir = folder(&[("easy.txt", passing)]);
    assert!(run(dir.path(), &[]).0.contains("now passes: basics/easy"));
}

#[test]
fn files_that_are_no_cases_are_named() {
    for (bad, says) in [
        ("", "there is no board"),
        ("to-move black\nboard\nX.\n..\n", "there is no answer"),
        (&EASY.replace(": F7", ": A8"), "the answer A8"),
        (
            &EASY.replace("to-move white", "to-move green"),
            "to-move green",
        ),
        (&EASY.replace("answer chinese", "answer martian"), "martian"),
    ] {
        let dir = folder(&[("bad.txt", bad.into())]);
        let error = run(dir.path(), &[]).1.unwrap();
        assert!(error.contains("bad.txt") && error.contains(says), "{error}");
    }
    let dir = tempfile::tempdir().unwrap();
    assert!(run(dir.path(), &[]).1.unwrap().contains("no such case"));
}
