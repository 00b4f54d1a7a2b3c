//! `dunhuang score` on records, and what it says of bad ones.

use std::process::{Command, Output};

fn score(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dunhuang"))
        .arg("score")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn record(name: &str) -> String {
    format!("{}/../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn printed(arguments: &[&str]) -> String {
    let output = score(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn living_stones_and_area_name_opposite_winners() {
    let file = record("opposite-winners.sgf");
    for method in [
        "full-board",
        "equal-paths",
        "equal-stones",
        "equal-phantoms",
    ] {
        let text = printed(&[&file, "--dead", "none", "--method", method, "--steps"]);
        assert!(text.starts_with("B+1\n"), "{text}");
        assert!(text.contains("\nstep 1: settled\n"), "{text}");
    }
    for method in ["area", "equal-stones-area"] {
        let text = printed(&[&file, "--dead", "none", "--method", method]);
        assert!(text.starts_with("W+1\n"), "{text}");
    }
}

#[test]
fn rules_and_komi_of_the_command_line_go_before_the_record() {
    let file = record("opposite-winners.sgf");
    let text = printed(&[&file, "--dead", "none", "--rules", "chinese"]);
    assert!(text.starts_with("W+8.5\nrules: chinese\n"), "{text}");
    let text = printed(&[&file, "--dead", "none", "--komi", "3"]);
    assert!(text.starts_with("W+2\n"), "{text}");
}

#[test]
fn dead_stones_are_judged_or_named() {
    let file = record("opposite-winners.sgf");
    let judged = printed(&[&file]);
    assert!(
        judged.starts_with("B+1\n") && judged.contains("\ndead: \n"),
        "{judged}"
    );
    let named = printed(&[&file, "--dead", "F4"]);
    // F4 belongs to Black's only chain; without it all but two eyes of the board are White's.
    assert!(named.starts_with("W+47\n"), "{named}");
}

#[test]
fn what_makes_no_sense_is_one_line_and_a_failure() {
    let file = record("opposite-winners.sgf");
    for arguments in [
        &["no-such-file.sgf"][..],
        &["/"],
        &[&file, "--dead", "Z9"],
        &[&file, "--dead", "A7"],
        &[&file, "--claim", "A3"],
        &[&file, "--claim", "red:B3"],
        &[&file, "--method", "guess"],
        &[&file, "--game", "2"],
        &[&file, "--game", "0"],
    ] {
        let output = score(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(
            error.trim_end().lines().count(),
            1,
            "{arguments:?}: {error}"
        );
    }
}
