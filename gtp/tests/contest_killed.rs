//! Contests that are killed halfway and go on: whatever the engines do, the record is complete and the same.
//!
//! The long form is of 100 games each: `DUNHUANG_LONG_CONTESTS=1 cargo test -p dunhuang-gtp --release
//! --test contest_killed`.

mod support;

use dunhuang::Rules;
use dunhuang::contest::FaultKind;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use support::matches::{
    assert_complete, assert_consistent, contest, contest_of, double, games, must, record, run,
};
use support::program;

/// Whether the long form was asked for.
fn long() -> bool {
    std::env::var_os("DUNHUANG_LONG_CONTESTS").is_some()
}

/// Runs a contest, kills it with SIGKILL once so many games were told of, and tears the ends of its files.
fn kill_after(arguments: &[&str], folder: &Path, games: usize) {
    let mut child = program(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let seen = stderr.lines().take(games).count();
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(seen, games);
    // What a kill in the middle of a line leaves.
    for file in ["games.jsonl", "timing.jsonl", "journal.jsonl"] {
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(folder.join(file))
            .expect("a record");
        file.write_all(b"{\"game\":9,\"pa").expect("written");
    }
}

/// How many games are finished, in the record or out of order.
fn games_so_far(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("journal.jsonl")).expect("a journal");
    text.lines().count() - 1
}

#[test]
fn against_an_engine_that_misbehaves_in_every_way_in_turn() {
    // With this seed the short form has every fault, and one engine that hangs.
    let (count, seed) = (if long() { 100 } else { 10 }, "22");
    let (root, total) = (tempfile::tempdir().expect("a folder"), count.to_string());
    let (whole, killed) = (root.path().join("whole"), root.path().join("killed"));
    let turns = double("turns", "exit,hang,garbage,illegal,claim {seed}");
    let players = ["us=@ --playouts 30", &turns];
    // Patience enough for a busy machine to start an engine.
    let more = |jobs| {
        [
            "--games",
            &total,
            "--seed",
            seed,
            "--patience",
            "15",
            "-j",
            jobs,
        ]
    };
    must(&contest(&players, &whole, &more("3")));
    assert_complete(&whole, count);
    let rules = Rules::preset("chinese").expect("a preset");
    let rules = Rules { komi: 0.0, ..rules };
    assert_consistent(&whole, 5, rules);
    let mut kinds: BTreeMap<FaultKind, u32> = BTreeMap::new();
    for game in games(&whole) {
        for fault in &game.faults {
            assert_eq!(fault.player, "turns", "{game:?}");
            *kinds.entry(fault.kind).or_default() += 1;
        }
        // It lost every game, by its fault or by the count.
        let winner = if game.black == "us" { "black" } else { "white" };
        assert_eq!(game.winner.as_deref(), Some(winner), "{game:?}");
    }
    use FaultKind::{Died, FalseClaim, Garbage, Hung, Illegal};
    for kind in [Died, FalseClaim, Garbage, Hung, Illegal] {
        assert!(kinds.contains_key(&kind), "{kinds:?}");
    }

    let arguments = contest(&players, &killed, &more("2"));
    kill_after(&arguments, &killed, count as usize / 2);
    let before = games_so_far(&killed);
    assert!((count / 2..count).contains(&(before as u64)), "{before}");
    must(&arguments);
    assert_complete(&killed, count);
    assert_eq!(record(&killed), record(&whole));

    // Games after those there are, and no other contest in the same folder.
    let longer = (count + 2).to_string();
    let more = ["--games", &longer, "--seed", seed, "--patience", "15"];
    must(&contest(&players, &killed, &more));
    assert_complete(&killed, count + 2);
    let other = [&more[..], &["--komi", "5"]].concat();
    let output = run(&contest(&players, &killed, &other));
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("another run"));
    assert_complete(&killed, count + 2);
}

#[test]
fn against_gnu_go() {
    let places = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    let Some(gnugo) = places.into_iter().find(|place| Path::new(place).exists()) else {
        eprintln!("GNU Go is not installed: nothing played");
        return;
    };
    let (count, playouts) = if long() { (100, 200) } else { (4, 10) };
    let root = tempfile::tempdir().expect("a folder");
    let folder = match std::env::var_os("DUNHUANG_LONG_CONTESTS_FOLDER") {
        Some(folder) if long() => folder.into(),
        _ => root.path().join("gnugo"),
    };
    let gnugo = format!("gnugo={gnugo} --mode gtp --level 1 --chinese-rules --seed {{seed}}");
    let us = format!("us=@ --playouts {playouts}");
    let total = count.to_string();
    let terms = ["--size", "9", "--rules", "chinese"];
    let more = ["--games", &total, "-j", "2"];
    let arguments = contest_of(&terms, &[&us, &gnugo], &folder, &more);
    kill_after(&arguments, &folder, count as usize / 2);
    let printed = must(&arguments);
    assert!(
        printed.starts_with(&format!("{count} games\n")),
        "{printed}"
    );
    assert_complete(&folder, count);
    assert_consistent(&folder, 9, Rules::preset("chinese").expect("a preset"));
    for game in games(&folder) {
        assert!(game.faults.is_empty(), "{game:?}");
    }
    println!("{printed}");
}
