//! The scripts that play a study in parts: under GNU Parallel where it is there, and under stand-ins for Slurm and
//! HyperQueue that run the tasks as those would. `tests/shards/check.sh` runs them under the real ones.
#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::folders::everything;
use support::run_command;

const STUDY: &str = "study --size 5 --playouts 10 --rounds 3 --cross-rounds 1 --system living-stones --system chinese";

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/shards")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ')
}

fn must(command: Command) -> Output {
    let output = run_command(command, b"");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    output
}

/// Runs a script (given as far as its folder) that plays the study in three parts into a folder whose name is hard
/// to quote, twice, and compares with the study in one piece; then with a part that fails.
fn three_parts_are_the_whole(script: impl Fn(&Path) -> Command) {
    let root = tempfile::tempdir().expect("a folder");
    let whole = root.path().join("whole");
    let mut command = support::program(&[]);
    must({
        command.args(words(STUDY)).arg("--out").arg(&whole);
        command
    });
    let folder = root.path().join("in parts, it's $HOME");
    let parts = |more: &[&str]| {
        let mut command = script(&folder);
        command.args(words(STUDY)).args(more);
        command.env("DUNHUANG", env!("CARGO_BIN_EXE_dunhuang"));
        command
    };
    for _ in 0..2 {
        must(parts(&[]));
        assert!(everything(&folder.join("whole")) == everything(&whole));
    }
    for part in 0..3 {
        let played = everything(&folder.join(format!("part{part}")));
        assert!(played["games.jsonl"] != everything(&whole)["games.jsonl"]);
    }
    // Options of another study fail in every part: the script says so, and what was merged stays.
    let failed = run_command(parts(&["--seed", "5"]), b"");
    assert!(!failed.status.success());
    assert!(everything(&folder.join("whole")) == everything(&whole));
}

#[test]
fn gnu_parallel() {
    let there = Command::new("parallel").arg("--version").output();
    if !there.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).starts_with("GNU parallel")) {
        eprintln!("skipped: there is no GNU Parallel");
        return;
    }
    three_parts_are_the_whole(|folder| {
        let mut command = Command::new(scripts().join("gnu-parallel.sh"));
        command.arg("3").arg(folder).arg("2");
        command
    });
}

#[test]
fn slurm_as_its_stand_in_runs_it() {
    let memory = tempfile::tempdir().expect("a folder");
    let doubles = scripts().join("doubles");
    let path = std::env::var("PATH").expect("a path");
    three_parts_are_the_whole(|folder| {
        let mut command = Command::new(scripts().join("slurm.sh"));
        command.arg("3").arg(folder);
        command.env("PATH", format!("{}:{path}", doubles.display()));
        command.env("SBATCH_DOUBLE", memory.path());
        command
    });
    let calls = fs::read_to_string(memory.path().join("calls")).expect("calls");
    let expected: String = (0..3)
        .map(|i| {
            format!(
                "array ('0', '2') after None\narray None after {}\n",
                2 * i + 1
            )
        })
        .collect();
    assert_eq!(calls, expected);
}

#[test]
fn hyperqueue_as_its_stand_in_runs_it() {
    let server = tempfile::tempdir().expect("a folder");
    for own in [true, false] {
        three_parts_are_the_whole(|folder| {
            let mut command = Command::new("python3");
            command.arg(scripts().join("hyperqueue_parts.py"));
            command.arg("3").arg(folder);
            command.env("PYTHONPATH", scripts().join("doubles"));
            command.env("PYTHONDONTWRITEBYTECODE", "1");
            match own {
                true => command.env_remove("HQ_SERVER_DIR"),
                false => command.env("HQ_SERVER_DIR", server.path()),
            };
            command
        });
    }
}
