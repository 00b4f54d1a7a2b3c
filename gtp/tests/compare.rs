//! `dunhuang compare` and `dunhuang-compare`: the same answer, and reports that stand on their own.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::pages::stand_alone;

fn data(name: &str) -> String {
    format!("{}/../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn printed(arguments: &[&str]) -> String {
    let output = support::run(arguments, b"");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A short game whose rules differ.
const RECORD: &str = "(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0];B[cc];W[cb];B[db];W[bc];B[bb];W[dc])";

fn record(folder: &Path) -> String {
    let file = folder.join("short.sgf");
    fs::write(&file, RECORD).expect("written");
    file.to_string_lossy().into_owned()
}

#[test]
fn the_command_and_gtp_give_the_same_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = record(folder.path());
    let systems = "living-stones:0.5,chinese:0.5";
    let common = [
        "compare",
        &file,
        "--move",
        "5",
        "--rules",
        systems,
        "--playouts",
        "80",
    ];
    // Whatever the engine's own searches run on.
    let options: [(bool, &[&str]); 3] = [
        (false, &[]),
        (true, &["--threads", "1"]),
        (true, &["--threads", "3"]),
    ];
    for (json, threads) in options {
        let mut arguments = common.to_vec();
        arguments.extend(json.then_some("--json"));
        let expected = printed(&arguments);
        let word = if json { " json" } else { "" };
        let input = format!(
            "loadsgf {file} 5\ndunhuang-compare living-stones:0.5 chinese:0.5 visits 80{word}\n"
        );
        let answer = support::run(threads, input.as_bytes());
        let answer = String::from_utf8(answer.stdout).expect("text");
        let second = answer.split("\n\n").nth(1).expect("two answers");
        assert_eq!(
            second.strip_prefix("= ").expect("a success").trim(),
            expected.trim()
        );
    }
}

#[test]
fn what_cannot_be_compared_is_one_line_on_stderr() {
    let joining = data("tactics/joining/crossing-9-01.txt");
    let folder = tempfile::tempdir().expect("a folder");
    let (short, place) = (record(folder.path()), folder.path().display().to_string());
    let (missing, numbers) = (format!("{place}/no/x.html"), format!("{place}/x.json"));
    for (arguments, said) in [
        (vec!["compare", "no-such-file"], "cannot read"),
        (
            vec!["compare", &joining, "--rules", "foo"],
            "there is no preset",
        ),
        (
            vec!["compare", &joining, "--whole"],
            "a diagram has no moves",
        ),
        (vec!["compare", &data("compare.json")], "cannot read"),
        (
            vec!["compare", &joining, "--rules", "chinese:x"],
            "must be a number",
        ),
        (
            vec!["compare", &short, "--move", "8"],
            "it has 6 moves, no move 8",
        ),
        (vec!["score", &short, "--move", "99"], "no move 99"),
        (vec!["compare", &short, "--move", "0"], "--move"),
        (
            vec!["compare", &short, "--html", &missing],
            "there is no folder for it",
        ),
        (vec!["score", &short, "--html", &place], "it is a folder"),
        (
            vec!["compare", &short, "--html", &numbers],
            "would be called the same",
        ),
    ] {
        let output = support::run(&arguments, b"");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && text.lines().count() == 1,
            "{text}"
        );
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
    // Nothing was written before it was told.
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// The files of a report beside its page.
fn beside(page: &Path) -> Vec<PathBuf> {
    let stem = page.file_stem().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> = page
        .parent()
        .unwrap()
        .read_dir()
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.file_name().unwrap().to_string_lossy().starts_with(&stem) && *p != page)
        .collect();
    files.sort();
    files
}

/// Every page is written with its numbers, fetches nothing, and passes in a browser.
#[test]
fn pages_stand_on_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |name: &str| {
        folder
            .path()
            .join(format!("{name}.html"))
            .to_string_lossy()
            .into_owned()
    };
    let file = record(folder.path());
    let essay = data("games/opposite-winners.sgf");
    let (position, game, count) = (page("position"), page("game"), page("count"));
    let rules = ["--rules", "living-stones,chinese,tang", "--playouts", "60"];
    let json = printed(
        &[
            &["compare", &essay, "--html", &position, "--json"],
            &rules[..],
        ]
        .concat(),
    );
    printed(&[&["compare", &file, "--whole", "--html", &game], &rules[..]].concat());
    printed(&["score", &essay, "--dead", "none", "--html", &count]);
    let names = |page: &str| -> Vec<String> {
        let files = beside(Path::new(page)).into_iter();
        files
            .map(|f| f.file_name().unwrap().to_string_lossy().into_owned())
            .collect()
    };
    assert_eq!(
        names(&position),
        [
            "position-groups.csv",
            "position-moves.csv",
            "position-systems.csv",
            "position.json"
        ]
    );
    assert_eq!(
        names(&game),
        ["game-positions.csv", "game-ranking.csv", "game.json"]
    );
    assert_eq!(
        names(&count),
        ["count-figures.csv", "count-results.csv", "count.json"]
    );
    let read = |path: &Path| fs::read_to_string(path).expect("readable");
    let value = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
    assert_eq!(
        value(&read(&folder.path().join("position.json"))),
        value(&json)
    );
    let results = read(&folder.path().join("count-results.csv"));
    for way in [
        "full-board",
        "equal-paths",
        "equal-stones",
        "equal-phantoms",
    ] {
        assert!(
            results
                .lines()
                .any(|l| l.starts_with(way) && l.contains(",B+1,")),
            "{results}"
        );
    }
    stand_alone(&[&position, &game, &count]);
}
