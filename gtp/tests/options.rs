//! Every option of the engine at every subcommand: it is heard, or it is refused in one line; never ignored.

mod support;

use clap::{ArgAction, Command, CommandFactory};
use dunhuang_gtp::cli::Cli;
use dunhuang_gtp::scope::{self, HEARD, PLAYER};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use support::matches::run;

/// What a subcommand must be given besides.
const NEEDED: &[(&str, &str)] = &[
    ("gtp", ""),
    ("score", "x.sgf"),
    ("selfplay", ""),
    ("compare", "x.sgf"),
    ("contest", "--player a=@ --player b=@ --out x"),
    ("contest merge", "--out x y"),
    ("contest report", "x"),
    ("tune", "--param puct=1,0,2,1 --out x"),
    ("study", "--out x"),
    ("study merge", "--out x y"),
    ("study report", "x"),
    ("study positions", "x"),
    ("analysis", ""),
    ("bench playouts", ""),
    ("bench search", ""),
    ("bench latency", ""),
    ("bench analysis", ""),
    ("tactics", ""),
    ("learn games", "--out x"),
    ("learn fit", "--out y x"),
    ("learn judge", "x"),
];

/// A value of each option that is not its default; none for one that has no value.
const VALUES: &[(&str, &str)] = &[
    ("rules", "tang"),
    ("size", "6"),
    ("komi", "3"),
    ("time", "0.01"),
    ("playouts", "7"),
    ("threads", "2"),
    ("memory", "8"),
    ("ending", "natural"),
    ("seed", "3"),
    ("ponder", ""),
    ("no-resign", ""),
    ("lock-rules", ""),
    ("extensions", ""),
    ("ruler", ""),
    ("live-graphics", ""),
    ("set", "puct=2"),
    ("config", ""),
    ("profile", "analysis"),
    ("level", "1"),
    ("log", "x.log"),
];

/// The words that give an option; a configuration is of this file.
fn words(option: &str, config: &str) -> Vec<String> {
    let (_, value) = VALUES
        .iter()
        .find(|(name, _)| *name == option)
        .expect(option);
    let name = format!("--{option}");
    match (option, *value) {
        ("config", _) => vec![name, config.into()],
        (_, "") => vec![name],
        (_, value) => vec![name, value.into()],
    }
}

/// The subcommands that do something, with their parsers.
fn leaves(command: &Command, place: &str, found: &mut BTreeMap<String, Command>) {
    for part in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let place = format!("{place} {}", part.get_name())
            .trim_start()
            .to_string();
        let groups = ["bench", "learn"].contains(&&place[..]);
        if !groups {
            found.insert(place.clone(), part.clone());
        }
        leaves(part, &place, found);
    }
}

#[test]
fn every_option_is_heard_or_refused_at_every_subcommand() {
    let mut command = scope::command();
    command.build();
    let mut found = BTreeMap::new();
    leaves(&command, "", &mut found);
    let options = scope::options(&Cli::command());
    assert_eq!(options.len(), VALUES.len());
    let mut known: Vec<&str> = HEARD.iter().map(|(place, _)| *place).collect();
    known.retain(|place| *place != PLAYER);
    known.sort_unstable();
    assert_eq!(known, found.keys().map(String::as_str).collect::<Vec<_>>());
    for (place, heard) in HEARD {
        let names = heard.split(' ').filter(|name| !name.is_empty());
        for name in names {
            assert!(options.iter().any(|(n, _)| n == name), "{place}: {name}");
        }
    }
    let mut refused = 0;
    for (place, part) in &mut found {
        let (_, needed) = NEEDED.iter().find(|(name, _)| name == place).expect(place);
        let help = part.render_long_help().to_string();
        for (option, arg) in &options {
            let heard = scope::hears(place, option);
            let shown = help.lines().any(|line| {
                let words = line.split([' ', ',', '=']);
                line.trim_start().starts_with('-')
                    && words.clone().any(|w| w == format!("--{option}"))
            });
            assert_eq!(shown, heard, "{place} --help, --{option}");
            let own = words(option, "x.toml");
            let flag = matches!(arg.get_action(), ArgAction::SetTrue);
            assert_eq!(own.len(), if flag { 1 } else { 2 }, "{option}");
            let (place_words, needed) = (place.split(' '), needed.split(' '));
            let base: Vec<&str> = place_words
                .chain(needed)
                .filter(|w| !w.is_empty())
                .collect();
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            // The options may stand before or after the subcommand.
            for line in [
                [&["dunhuang"], &base[..], &own].concat(),
                [&["dunhuang"], &own[..], &base].concat(),
            ] {
                match Cli::read(&line) {
                    Ok(_) => assert!(heard, "{line:?}"),
                    Err(error) => {
                        let text = error.to_string();
                        let first = text.split("\n\n").next().expect("a line");
                        assert!(!heard, "{line:?}: {first}");
                        assert!(
                            first.contains(&format!("--{option}")) && !first.contains('\n'),
                            "{first}"
                        );
                        assert!(first.contains("not "), "{first}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn a_setting_that_has_an_option_of_its_own_is_that_option() {
    let read = |text: &str| Cli::read(text.split(' '));
    let options = |text: &str| read(text).expect(text).engine;
    assert_eq!(options("dunhuang --set threads=3").threads, Some(3));
    assert_eq!(options("dunhuang selfplay --set seed=3").seed, 3);
    assert_eq!(options("dunhuang compare x --set memory=9").memory, 9);
    assert!(options("dunhuang --set ponder=1").ponder);
    for refused in [
        "study --out x --set ponder=1",
        "bench playouts --set puct=1",
    ] {
        assert!(read(&format!("dunhuang {refused}")).is_err(), "{refused}");
    }
}

/// What is left of a run in a folder.
fn outcome(arguments: &[&str], folder: &Path, files: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(folder.join(file)).expect(file));
    texts.collect()
}

/// What is heard is not forgotten either: where there is a record, it differs with every option.
#[test]
fn every_option_that_is_heard_changes_the_record() {
    let root = tempfile::tempdir().expect("a folder");
    let config = root.path().join("dunhuang.toml");
    fs::write(&config, "[search]\nrave_skip = 7\n").expect("written");
    let config = config.to_str().expect("text");
    let players = "--player a=@ --player b=@ --games 2";
    let tuned = "--param even_prior=14,1,100,8 --iterations 1 --random-opening 0";
    // By the record that tells what the players were.
    let tasks = [
        (
            "contest",
            players,
            "--rules chinese --playouts 2",
            "contest.json",
        ),
        ("tune", tuned, "--rules chinese --playouts 2", "tune.json"),
        (
            "study",
            "--rounds 1 --system chinese --system tang",
            "--playouts 2",
            "study.json",
        ),
        ("selfplay", "--games 1", "--playouts 2", "game-00001.sgf"),
    ];
    let mut number = 0;
    for (place, own, usual, file) in tasks {
        let mut outcome_with = |more: &[String]| {
            number += 1;
            let folder = root.path().join(number.to_string());
            let out = folder.to_str().expect("text");
            // A level is the number of playouts where nothing else says it.
            let usual = match more.iter().any(|word| word == "--level") {
                true => usual.trim_end_matches("--playouts 2"),
                false => usual,
            };
            let words = own.split(' ').chain(["--size", "5"]);
            let words = words.chain(usual.split(' '));
            let mut arguments: Vec<&str> = vec![place];
            arguments.extend(words.filter(|word| !word.is_empty()));
            arguments.extend(more.iter().map(String::as_str));
            arguments.extend(["--out", out]);
            outcome(&arguments, &folder, &[file]).replace(out, "")
        };
        let plain = outcome_with(&[]);
        let (_, heard) = HEARD.iter().find(|(name, _)| *name == place).expect(place);
        for option in heard.split(' ') {
            // A study takes --threads 1 only, which changes nothing.
            if (place, option) != ("study", "threads") {
                let mut given = words(option, config);
                if (place, option) == ("selfplay", "ending") {
                    // It is natural there anyway.
                    given = vec!["--ending".into(), "rest".into()];
                }
                let found = outcome_with(&given);
                assert_ne!(found, plain, "{place} --{option}");
            }
        }
        // What a file says and what the command line says both count.
        let both = outcome_with(&[words("config", config), words("set", "")].concat());
        for alone in ["config", "set"] {
            assert_ne!(
                both,
                outcome_with(&words(alone, config)),
                "{place} and {alone}"
            );
        }
    }
}

#[test]
fn a_contest_goes_on_with_the_players_it_had() {
    let root = tempfile::tempdir().expect("a folder");
    let contest = |more: &[&str]| {
        let words = "contest --player a=@ --player b=@ --rules chinese --size 5 --playouts 2 --games 2 --out";
        let arguments: Vec<&str> = words
            .split(' ')
            .chain([root.path().to_str().expect("text")])
            .collect();
        run(&[&arguments, more].concat())
    };
    assert!(contest(&["--no-resign", "--memory", "8"]).status.success());
    assert!(contest(&["--memory", "8", "--no-resign"]).status.success());
    assert!(!contest(&["--memory", "9", "--no-resign"]).status.success());
    assert!(!contest(&[]).status.success());
}
