//! Whole contests on tiny boards: bad players, interrupts, parts, early stops.

mod support;

use dunhuang::contest::{End, FaultKind};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use support::matches::{assert_complete, contest, double, games, must, record, run};
use support::program;

#[test]
fn whoever_misbehaves_loses_that_game_and_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let modes = [
        ("honest", None),
        ("exit", Some(FaultKind::Died)),
        ("garbage", Some(FaultKind::Garbage)),
        ("flood", Some(FaultKind::Garbage)),
        ("illegal", Some(FaultKind::Illegal)),
        ("off-board", Some(FaultKind::Illegal)),
        ("refuse", Some(FaultKind::Refused)),
    ];
    let players: Vec<String> = std::iter::once("us=@ --playouts 20".into())
        .chain(modes.iter().map(|(mode, _)| double(mode, mode)))
        .collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let more = ["--games", "2", "-j", "4"];
    let printed = must(&contest(&players, folder.path(), &more));
    assert_complete(folder.path(), 2 * modes.len() as u64);
    for game in games(folder.path()) {
        let other = if game.black == "us" {
            &game.white
        } else {
            &game.black
        };
        let (_, expected) = modes.iter().find(|(mode, _)| mode == other).expect("known");
        let found: Vec<_> = game.faults.iter().map(|f| (&f.player, f.kind)).collect();
        match expected {
            None => assert!(found.is_empty() && game.end.is_counted(), "{game:?}"),
            Some(kind) => {
                assert_eq!(found, [(other, *kind)], "{game:?}");
                let winner = if game.black == "us" { "black" } else { "white" };
                assert_eq!(game.winner.as_deref(), Some(winner), "{game:?}");
                assert_eq!(game.end, End::Fault(*kind));
                assert!(game.result.ends_with("+F"), "{game:?}");
                let line = printed
                    .lines()
                    .find(|line| line.starts_with(&format!("{other}: ")));
                let count = format!("{} 2", kind.name());
                assert!(line.is_some_and(|line| line.contains(&count)), "{printed}");
            }
        }
    }
    let said = fs::read_dir(folder.path().join("stderr")).expect("what engines said");
    assert_eq!(
        said.count(),
        2,
        "what an engine says before it dies is kept"
    );
}

#[test]
fn who_never_answers_is_no_player() {
    let root = tempfile::tempdir().expect("a folder");
    let never = double("broken", "never");
    let others = ["us=@ --playouts 5", &double("honest", "honest")];
    for (i, (other, jobs, all)) in [
        (others[0], "1", "100"),
        (others[1], "4", "100"),
        (others[0], "1", "1"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = root.path().join(i.to_string());
        let players = [other, &never];
        let arguments = contest(&players, &folder, &["--games", all, "-j", jobs]);
        let output = run(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{stderr}");
        let last = stderr.lines().last().expect("a line");
        for part in ["broken", "exit status: 7", "some weights are missing"] {
            assert!(last.contains(part), "{stderr}");
        }
        assert!(output.stdout.is_empty());
        assert!(games(&folder).is_empty());
        assert!(
            !fs::read_to_string(folder.join("journal.jsonl")).is_ok_and(|text| !text.is_empty())
        );
    }
    // The same command goes on once the engine starts: here, another engine behind the same words.
    let folder = root.path().join("mended");
    let engine = root.path().join("engine.py");
    let source = support::file("double/engine.py");
    let command = format!("mended=python3 '{}' never", engine.display());
    let players = ["us=@ --playouts 5", &command];
    let arguments = contest(&players, &folder, &["--games", "2"]);
    fs::write(&engine, &source).expect("written");
    assert!(!run(&arguments).status.success());
    fs::write(&engine, source.replace("\"never\"", "\"once\"")).expect("written");
    must(&arguments);
    assert_complete(&folder, 2);

    let out = root.path().join("tune");
    let mut words = "tune --size 5 --rules chinese --playouts 5 --iterations 9 --param even_prior=14,1,100,8 --opponent"
        .split(' ')
        .collect::<Vec<_>>();
    let (_, command) = never.split_once('=').expect("a command");
    words.extend([command, "--out", out.to_str().expect("text")]);
    let output = run(&words);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && stderr.contains("exit status: 7"),
        "{stderr}"
    );
    let lines = fs::read_to_string(out.join("iterations.jsonl")).expect("a record");
    assert!(lines.is_empty());
}

#[test]
fn who_answered_once_loses_the_games_in_which_it_does_not_start() {
    let root = tempfile::tempdir().expect("a folder");
    // Its seed tells in which games it starts.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/double/engine.py");
    let moody = format!("moody=python3 '{file}' honest,never {{seed}}");
    let mut lost = 0;
    for seed in ["1", "2", "3", "4"] {
        let folder = root.path().join(seed);
        let players = ["us=@ --playouts 5", &moody];
        let more = ["--games", "6", "--seed", seed];
        let output = run(&contest(&players, &folder, &more));
        if !output.status.success() {
            continue;
        }
        assert_complete(&folder, 6);
        let games = games(&folder);
        let fault = |game: &&dunhuang::contest::GameRecord| !game.faults.is_empty();
        let died: Vec<_> = games.iter().filter(fault).collect();
        for game in &died {
            assert_eq!(game.end, End::Fault(FaultKind::Died), "{game:?}");
            assert_eq!(game.faults[0].player, "moody");
        }
        lost += died.len();
    }
    assert!(lost > 0);
}

#[test]
fn who_does_not_answer_hangs_and_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let sleeper = double("sleeper", "hang");
    let players = ["us=@ --playouts 20", &sleeper];
    let more = ["--games", "2", "-j", "2", "--patience", "2"];
    let printed = must(&contest(&players, folder.path(), &more));
    assert_complete(folder.path(), 2);
    for game in games(folder.path()) {
        let found: Vec<_> = game
            .faults
            .iter()
            .map(|f| (f.player.as_str(), f.kind))
            .collect();
        assert_eq!(found, [("sleeper", FaultKind::Hung)], "{game:?}");
        assert_eq!(game.end, End::Fault(FaultKind::Hung));
    }
    assert!(printed.contains("hung 2"), "{printed}");
}

#[test]
fn a_false_claim_is_reported_and_turns_a_draw_into_a_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    let claimer = double("claimer", "claim");
    let players = ["us=@ --playouts 50", &claimer];
    let printed = must(&contest(&players, folder.path(), &["--games", "2"]));
    let mut claims = 0;
    for game in games(folder.path()) {
        let (color, claim) = match game.black == "claimer" {
            true => ("black", &game.claims.black),
            false => ("white", &game.claims.white),
        };
        assert!(claim.as_ref().is_some_and(|claim| claim.ends_with("+99.5")));
        if game.winner.as_deref() != Some(color) {
            assert_eq!(game.faults[0].kind, FaultKind::FalseClaim, "{game:?}");
            claims += 1;
        }
    }
    assert!(
        claims > 0,
        "the search beats an engine that fills the board in order"
    );
    assert!(
        printed.contains(&format!("false-claim {claims}")),
        "{printed}"
    );

    let again = tempfile::tempdir().expect("a folder");
    let more = ["--games", "2", "--other-rules", "claimer"];
    must(&contest(&players, again.path(), &more));
    assert!(
        games(again.path())
            .iter()
            .all(|game| game.faults.is_empty())
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_told_and_loses_only_games_in_flight() {
    let folder = tempfile::tempdir().expect("a folder");
    let players = ["a=@ --playouts 30", "b=@ --playouts 10"];
    let arguments = contest(&players, folder.path(), &["--games", "1000", "-j", "2"]);
    let mut child = program(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    lines.by_ref().take(3).for_each(drop);
    let told = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(told.expect("kill runs").success());
    let last = lines.last().expect("a last line").expect("text");
    assert!(!child.wait().expect("ended").success());
    assert!(last.contains("the same command goes on"), "{last}");
    let kept = games(folder.path());
    assert!(kept.len() >= 2 && kept.len() < 1000);
    let folder = folder.path().to_str().expect("text");
    assert!(must(&["contest", "report", folder]).contains("a against b"));
    let json = must(&["contest", "report", folder, "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(summary["games"], kept.len());
    let first = &summary["matches"][0];
    let of = |name: &str| first[name].as_u64().expect("a number");
    assert_eq!(of("wins") + of("draws") + of("losses"), kept.len() as u64);
}

#[test]
fn parts_put_together_are_the_whole_byte_for_byte() {
    let root = tempfile::tempdir().expect("a folder");
    let path = |name: &str| root.path().join(name);
    let players = [
        "a=@ --playouts 20",
        "b=@ --playouts 10",
        "c=@ --rules living-stones --playouts 10",
    ];
    let more = [
        "--games",
        "5",
        "--round-robin",
        "--random-opening",
        "3",
        "--other-rules",
        "c",
    ];
    let whole = path("whole");
    must(&contest(
        &players,
        &whole,
        &[&more[..], &["-j", "2"]].concat(),
    ));
    assert_complete(&whole, 15);
    let parts = ["0", "1", "2"].map(|part| path(&format!("part{part}")));
    for (i, part) in parts.iter().enumerate() {
        let shard = format!("{i}/3");
        must(&contest(
            &players,
            part,
            &[&more[..], &["--shard", &shard]].concat(),
        ));
    }
    let text = |path: &Path| path.to_str().expect("text").to_string();
    let merge = |to: &str, parts: &[&Path], more: &[&str]| {
        let mut arguments = vec![
            "contest".into(),
            "merge".into(),
            "--out".into(),
            text(&path(to)),
        ];
        arguments.extend(parts.iter().map(|part| text(part)));
        arguments.extend(more.iter().map(|word| word.to_string()));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run(&arguments)
    };
    let [a, b, c] = [&*parts[0], &*parts[1], &*parts[2]];
    assert!(merge("merged", &[c, a, b], &[]).status.success());
    assert_eq!(record(&path("merged")), record(&whole));
    assert_complete(&path("merged"), 15);

    let twice = merge("twice", &[a, b, c, b], &[]);
    assert!(twice.status.success());
    assert!(String::from_utf8_lossy(&twice.stdout).contains("game 3 is in"));
    assert_eq!(record(&path("twice")), record(&whole));

    let lost = merge("lost", &[a, c], &[]);
    assert!(!lost.status.success());
    assert!(String::from_utf8_lossy(&lost.stdout).contains("part 1/3 is absent"));
    assert!(!path("lost").join("games.jsonl").exists());
    assert!(merge("lost", &[a, c], &["--partial"]).status.success());
    assert!(games(&path("lost")).len() < 15);

    // A part whose games are other ones.
    let games_of_b = fs::read_to_string(b.join("games.jsonl")).expect("a record");
    let changed = games_of_b.replacen("\"seed\":", "\"seed\":1", 1);
    fs::create_dir(path("other")).expect("a folder");
    for file in ["contest.json", "shard.json", "timing.jsonl"] {
        fs::copy(b.join(file), path("other").join(file)).expect("copied");
    }
    fs::write(path("other").join("games.jsonl"), changed).expect("written");
    let differing = merge("bad", &[a, b, c, &path("other")], &[]);
    assert!(!differing.status.success());
    assert!(String::from_utf8_lossy(&differing.stdout).contains("and differs"));
}

#[test]
fn a_sequential_test_stops_at_the_same_game_however_many_run_at_once() {
    let (one, four) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    let loser = double("loser", "resign");
    let players = ["us=@ --playouts 5", &loser];
    for (folder, jobs) in [(&one, "1"), (&four, "4")] {
        let more = ["--games", "400", "--sprt", "0,200", "-j", jobs];
        let printed = must(&contest(&players, folder.path(), &more));
        assert!(printed.contains("H1: 200 Elo or more"), "{printed}");
    }
    let played = games(one.path()).len() as u64;
    assert!(
        (4..100).contains(&played) && played.is_multiple_of(2),
        "{played}"
    );
    assert_complete(one.path(), played);
    assert_eq!(record(one.path()), record(four.path()));
    // Nothing is left to do.
    let more = ["--games", "400", "--sprt", "0,200"];
    let again = contest(&players, one.path(), &more);
    must(&again);
    assert_complete(one.path(), played);

    // Killed after the decision: games that were finished beyond it still lie in the journal.
    let read = |name: &str| fs::read_to_string(one.path().join(name)).expect("a record");
    let (lines, times) = (read("games.jsonl"), read("timing.jsonl"));
    let finished = |number: u64, game: &str, timing: &str| {
        let renumber = |text: &str| {
            let mut value: serde_json::Value = serde_json::from_str(text).expect("JSON");
            value["game"] = number.into();
            value
        };
        let both = serde_json::json!({ "game": renumber(game), "timing": renumber(timing) });
        both.to_string() + "\n"
    };
    let both = || (1..).zip(lines.lines().zip(times.lines()));
    let journal: String = both()
        .map(|(number, (game, timing))| finished(number, game, timing))
        .chain((played + 1..played + 4).map(|number| {
            let (_, (game, timing)) = both().next().expect("a game");
            finished(number, game, timing)
        }))
        .collect();
    let first = |text: &str, count: u64| -> String {
        text.split_inclusive('\n').take(count as usize).collect()
    };
    let killed = one.path();
    for (known, timed) in [
        (played, played),
        (played, played - 1),
        (played - 1, played),
        (1, 1),
        (0, 0),
    ] {
        fs::write(killed.join("journal.jsonl"), &journal).expect("written");
        fs::write(killed.join("games.jsonl"), first(&lines, known)).expect("written");
        fs::write(killed.join("timing.jsonl"), first(&times, timed)).expect("written");
        fs::write(killed.join(format!("sgf/{:06}.sgf", played + 1)), "(;)").expect("written");
        fs::write(killed.join(format!("sgf/{:06}.tmp", played + 2)), "(;").expect("written");
        must(&again);
        assert_complete(killed, played);
        assert_eq!(record(killed), record(four.path()), "{known} {timed}");
        assert_eq!(read("timing.jsonl"), times);
    }
}

#[test]
fn a_description_that_is_not_understood_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let players = ["a=@ --playouts 5", "b=@ --playouts 5"];
    let arguments = contest(&players, folder.path(), &["--games", "2"]);
    must(&arguments);
    let described = folder.path().join("contest.json");
    let (good, before) = (fs::read(&described).expect("there"), record(folder.path()));
    let half = &good[..good.len() / 2];
    for bad in [half, b"", b"[]", b"\xff"] {
        fs::write(&described, bad).expect("written");
        assert!(!run(&arguments).status.success());
        assert_eq!(fs::read(&described).expect("there"), bad);
    }
    fs::remove_file(&described).expect("removed");
    assert!(!run(&arguments).status.success());
    assert!(!described.exists());
    // A description that fits is not taken over for games that do not.
    fs::write(&described, &good).expect("written");
    let lines = String::from_utf8(before["games.jsonl"].clone()).expect("text");
    let foreign = lines.replacen("{\"game\":1,", "{\"game\":3,", 1);
    assert_ne!(lines, foreign);
    fs::write(folder.path().join("games.jsonl"), &foreign).expect("written");
    let longer = contest(&players, folder.path(), &["--games", "4"]);
    assert!(!run(&longer).status.success());
    assert_eq!(fs::read(&described).expect("there"), good);
    fs::write(folder.path().join("games.jsonl"), lines).expect("written");
    must(&arguments);
    assert_eq!(record(folder.path()), before);
}

#[test]
fn a_wrong_command_line_is_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let refuser = double("other", "honest");
    let us = "us=@ --playouts 5";
    let two = [us, "b=@"];
    let cases: [(&[&str], &[&str], &str); 14] = [
        (&[us], &[], "two players"),
        (&[us, us], &[], "two players \"us\""),
        (&[us, "b=@ --frob"], &[], "--frob"),
        (&[us, "b=@ score x"], &[], "options only"),
        (&[us, "b=/no/such/program"], &[], "/no/such/program"),
        (&[us, &refuser], &["--init", "other=frob 1"], "frob 1"),
        (&[us, &refuser], &["--init", "third=frob"], "third"),
        (&[us, &refuser], &["--sprt", "5,5"], "below"),
        (&[us, &refuser], &["--shard", "3/3"], "I/N"),
        (&two, &["--alpha", "0.3"], "--sprt"),
        (&two, &["--beta", "0.3"], "--sprt"),
        (&two, &["--grace", "0.3"], "--time-per-move"),
        (&two, &["--handicap", "9"], "5x5 has no 9"),
        (
            &two,
            &["--handicap", "2", "--size", "9", "--random-opening", "2"],
            "no --handicap",
        ),
    ];
    for (i, (players, more, named)) in cases.into_iter().enumerate() {
        let folder = folder.path().join(i.to_string());
        let output = run(&contest(players, &folder, more));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{players:?} {more:?}");
        assert!(stderr.contains(named), "{players:?} {more:?}: {stderr}");
    }
}

#[test]
fn the_clock_may_give_no_grace() {
    let root = tempfile::tempdir().expect("a folder");
    let players = ["us=@ --playouts 5", "b=@ --playouts 5"];
    for (i, (grace, nanos)) in [("0", 0), ("0.25", 250_000_000)].into_iter().enumerate() {
        let folder = root.path().join(i.to_string());
        let clock = ["--games", "2", "--time-per-move", "60", "--grace", grace];
        must(&contest(&players, &folder, &clock));
        let described = fs::read_to_string(folder.join("contest.json")).expect("there");
        let described: serde_json::Value = serde_json::from_str(&described).expect("JSON");
        assert_eq!(described["grace"]["nanos"], nanos);
        assert!(games(&folder).iter().all(|game| game.faults.is_empty()));
    }
}

#[test]
fn tuning_goes_on_after_a_kill_to_the_same_estimate() {
    let root = tempfile::tempdir().expect("a folder");
    let whole = root.path().join("whole");
    let arguments = |folder: &Path| -> Vec<String> {
        let text = "tune --size 5 --rules chinese --playouts 8 --iterations 6 -j 2 --param even_prior=14,1,100,8 --param expand=4,1,20,2 --out";
        let words = text.split(' ').map(str::to_string);
        words
            .chain([folder.to_str().expect("text").into()])
            .collect()
    };
    let tune = |folder: &Path| {
        let arguments = arguments(folder);
        must(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let printed = tune(&whole);
    assert!(printed.starts_with("even_prior "), "{printed}");
    let lines = fs::read_to_string(whole.join("iterations.jsonl")).expect("a record");
    assert_eq!(lines.lines().count(), 6);
    let half: String = lines.split_inclusive('\n').take(3).collect();
    fs::write(whole.join("iterations.jsonl"), half + "{\"iteration\":4,").expect("written");
    assert_eq!(tune(&whole), printed);
    let again = fs::read_to_string(whole.join("iterations.jsonl")).expect("a record");
    assert_eq!(again, lines);
}
