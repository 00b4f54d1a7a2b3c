//! docs/DATA.md has every column and key of what comparisons, counts and contests write. The tables of studies
//! are compared where they are made.

mod support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The part of the documentation under a title.
fn section(title: &str) -> String {
    let text = support::file("../../docs/DATA.md");
    let text = text.split(&format!("\n### {title}\n")).nth(1);
    let text = text.unwrap_or_else(|| panic!("no part {title}"));
    text.split("\n#").next().unwrap_or_default().to_string()
}

fn run(arguments: &[&str]) -> String {
    let output = support::run(arguments, b"");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All keys of a value; of objects whose keys are data, such as kinds of faults, none.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

fn has_keys(title: &str, texts: &str, more: &str) {
    let mut found = BTreeSet::new();
    let documented = section(title) + more;
    for value in serde_json::Deserializer::from_str(texts).into_iter::<Value>() {
        keys(&value.expect("JSON"), &mut found);
    }
    assert!(found.len() > 3, "{title}: {found:?}");
    for key in found {
        assert!(documented.contains(&format!("`{key}`")), "{title}: {key}");
    }
}

#[test]
fn every_column_and_key_is_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let name = |file: &str| path(file).to_str().expect("text").to_string();
    let systems = ["living-stones", "chinese"];
    let joined = systems.join(",");
    let record = name("game.sgf");
    let moves = "(;GM[1]FF[4]SZ[5];B[cc];W[cb];B[db];W[bc];B[bb];W[dc])";
    fs::write(&record, moves).expect("written");
    let few = ["--rules", &joined, "--playouts", "30", "--html"];
    run(&[&["compare", &record], &few[..], &[&name("one.html")]].concat());
    let whole = name("whole.html");
    run(&[&["compare", &record, "--whole"], &few[..], &[&whole]].concat());
    run(&["score", &record, "--html", &name("count.html")]);

    let tables = [
        ("one", "systems"),
        ("one", "moves"),
        ("one", "groups"),
        ("whole", "positions"),
        ("whole", "ranking"),
        ("count", "results"),
        ("count", "figures"),
    ];
    for (page, table) in tables {
        let documented = section(&format!("`NAME-{table}.csv`"));
        let csv = read(&path(&format!("{page}-{table}.csv")));
        for column in csv.lines().next().expect("a header").split(',') {
            let of_system = |name| column.strip_prefix(&format!("{name} "));
            let known = match systems.iter().find_map(of_system) {
                Some(rest) => format!("| `SYSTEM {rest}` |"),
                None => format!("| `{column}` |"),
            };
            assert!(documented.contains(&known), "{page}-{table}.csv: {column}");
        }
    }
    let count = section("`NAME.json` of a count");
    for page in ["one.json", "whole.json"] {
        has_keys("`NAME.json` of a comparison", &read(&path(page)), &count);
    }
    has_keys("`NAME.json` of a count", &read(&path("count.json")), "");

    let contest = name("contest");
    let player = "@ --playouts 5";
    let players = [format!("one={player}"), format!("other={player}")];
    let (first, second) = (players[0].as_str(), players[1].as_str());
    run(&[
        "contest", "--player", first, "--player", second, "--size", "5", "--games", "2", "--sprt",
        "0,900", "--out", &contest,
    ]);
    for file in ["games.jsonl", "timing.jsonl"] {
        let lines = read(&path("contest").join(file));
        has_keys(&format!("`{file}` of a contest"), &lines, "");
    }
    let report = run(&["contest", "report", &contest, "--json"]);
    has_keys("`contest report --json`", &report, "");
}
