//! Clients of the JSON protocol: their call, start-up, questions and stop, as their sources send them.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// After this long the program is held to hang. Nothing waits for it when all is well.
const HANG: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = support::program(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn send(&mut self, query: Value) {
        let input = self.input.as_mut().expect("open input");
        writeln!(input, "{query}").expect("the program reads");
    }

    fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(HANG).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}

/// It has one query at a time, never limits it, and ends it to ask about another node.
#[test]
fn ogatak() {
    let mut engine = Engine::start(&[
        "analysis",
        "-config",
        "analysis.cfg",
        "-model",
        "weights.bin.gz",
        "-quit-without-waiting",
    ]);
    engine.send(json!({ "id": "query_version", "action": "query_version" }));
    engine.send(json!({
        "id": "test_bs29", "rules": "Chinese", "boardXSize": 29, "boardYSize": 29,
        "maxVisits": 1, "moves": [],
    }));
    let version = engine.read();
    assert_eq!(version["action"], "query_version");
    let parts = version["version"].as_str().expect("a version").split('.');
    assert!(parts.map(|part| part.parse::<u32>()).all(|p| p.is_ok()));
    let refused = engine.read();
    assert_eq!(refused["id"], "test_bs29");
    assert!(refused["error"].is_string(), "{refused}");
    for (node, moves) in [("node_7:1", json!([["B", "Q16"]])), ("node_8:2", json!([]))] {
        let mut query = json!({
            "id": node, "rules": "Chinese", "komi": 7.5, "boardXSize": 19, "boardYSize": 19,
            "maxVisits": 1_000_000, "reportDuringSearchEvery": 0.1, "includeOwnership": true,
            "includeMovesOwnership": true, "initialStones": [["B", "D4"], ["W", "C3"]],
            "moves": moves,
            "overrideSettings": {
                "reportAnalysisWinratesAs": "SIDETOMOVE", "wideRootNoise": 0.05,
            },
        });
        if query["moves"] == json!([]) {
            query["initialPlayer"] = json!("W");
        }
        engine.send(query);
        let first = engine.read();
        assert_eq!(
            (&first["id"], &first["isDuringSearch"]),
            (&json!(node), &json!(true))
        );
        assert_eq!(first["ownership"].as_array().map(Vec::len), Some(361));
        let stop = format!("stop!{node}");
        engine.send(json!({ "id": stop, "action": "terminate", "terminateId": node }));
        let (mut echoed, mut ended) = (false, false);
        while !(echoed && ended) {
            let answer = engine.read();
            assert!(
                answer["error"].is_null() && answer["warning"].is_null(),
                "{answer}"
            );
            echoed |= answer["terminateId"] == node;
            ended |= answer["id"] == node && answer["isDuringSearch"] == false;
        }
    }
    engine.input = None;
    assert!(engine.child.wait().expect("an end").success());
}

/// It asks about whole games at once, ends what is no longer wanted, and terminates the process.
#[test]
fn katrain() {
    let mut engine = Engine::start(&[
        "analysis",
        "-model",
        "model.bin.gz",
        "-config",
        "analysis_config.cfg",
        "-analysis-threads",
        "2",
    ]);
    let query = |number: u32, visits: u32, more: Value| {
        let mut query = json!({
            "id": format!("QUERY:{number}"), "rules": "japanese", "priority": 1,
            "analyzeTurns": [2], "maxVisits": visits, "komi": 6.5, "boardXSize": 9,
            "boardYSize": 9, "includeOwnership": true, "includeMovesOwnership": true,
            "includePolicy": true, "initialStones": [], "initialPlayer": "B",
            "moves": [["B", "E5"], ["W", "C3"]],
            "overrideSettings": {
                "reportAnalysisWinratesAs": "BLACK", "maxTime": 60.0, "wideRootNoise": 0.04,
            },
        });
        for (key, value) in more.as_object().expect("an object") {
            query[key] = value.clone();
        }
        query
    };
    engine.send(query(1, 50, json!({})));
    let answer = engine.read();
    assert_eq!(answer["id"], "QUERY:1");
    assert_eq!(answer["turnNumber"], 2);
    for field in ["winrate", "scoreLead", "visits"] {
        assert!(answer["rootInfo"][field].is_number(), "{field}: {answer}");
    }
    assert_eq!(answer["policy"].as_array().map(Vec::len), Some(82));
    assert_eq!(answer["ownership"].as_array().map(Vec::len), Some(81));
    for info in answer["moveInfos"].as_array().expect("moves") {
        assert!(info["move"].is_string() && info["pv"].is_array(), "{info}");
        for field in ["order", "visits", "winrate", "scoreLead", "prior", "lcb"] {
            assert!(info[field].is_number(), "{field}: {info}");
        }
        assert_eq!(info["ownership"].as_array().map(Vec::len), Some(81));
    }
    // Another move than those found, with reports on the way, and no longer wanted after the first.
    let avoid = json!([{ "moves": ["E3", "G4"], "player": "B", "untilDepth": 1 }]);
    engine.send(query(
        2,
        10_000_000,
        json!({ "avoidMoves": avoid, "reportDuringSearchEvery": 0.05 }),
    ));
    let first = engine.read();
    assert_eq!(first["isDuringSearch"], true);
    for info in first["moveInfos"].as_array().expect("moves") {
        assert!(info["move"] != "E3" && info["move"] != "G4", "{info}");
    }
    engine.send(json!({ "action": "terminate", "terminateId": "QUERY:2", "id": "QUERY:3" }));
    let (mut echoed, mut ended) = (false, false);
    while !(echoed && ended) {
        let answer = engine.read();
        assert!(
            answer["error"].is_null() && answer["warning"].is_null(),
            "{answer}"
        );
        echoed |= answer["id"] == "QUERY:3";
        ended |= answer["id"] == "QUERY:2" && answer["isDuringSearch"] == false;
    }
    // A move that cannot be made: it looks for these words.
    engine.send(query(4, 5, json!({ "moves": [["B", "E5"], ["W", "E5"]] })));
    let refused = engine.read();
    assert_eq!(refused["id"], "QUERY:4");
    assert!(
        refused["error"]
            .as_str()
            .is_some_and(|e| e.contains("Illegal move")),
        "{refused}"
    );
    // What it calls terminating is SIGTERM, or the end on other systems.
    let _ = engine.child.kill();
    assert!(engine.child.wait().is_ok());
}
