//! Clients of the JSON protocol: their call, start-up, questions and stop, as their sources send them.

mod support;

use serde_json::{Value, json};
use support::Running;

fn send(engine: &mut Running, query: Value) {
    engine.send(&format!("{query}\n"));
}

fn read(engine: &mut Running) -> Value {
    let line = engine.line();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Reads until both are there: the answer that `echoes`, and the last one about this query.
fn read_to_the_end(engine: &mut Running, query: &str, echoes: &dyn Fn(&Value) -> bool) {
    let (mut echoed, mut ended) = (false, false);
    while !(echoed && ended) {
        let answer = read(engine);
        assert!(
            answer["error"].is_null() && answer["warning"].is_null(),
            "{answer}"
        );
        echoed |= echoes(&answer);
        ended |= answer["id"] == query && answer["isDuringSearch"] == false;
    }
}

/// It has one query at a time, never limits it, and ends it to ask about another node.
#[test]
fn ogatak() {
    let mut engine = Running::start(&[
        "analysis",
        "-config",
        "analysis.cfg",
        "-model",
        "weights.bin.gz",
        "-quit-without-waiting",
    ]);
    send(
        &mut engine,
        json!({ "id": "query_version", "action": "query_version" }),
    );
    send(
        &mut engine,
        json!({
            "id": "test_bs29", "rules": "Chinese", "boardXSize": 29, "boardYSize": 29,
            "maxVisits": 1, "moves": [],
        }),
    );
    let version = read(&mut engine);
    assert_eq!(version["action"], "query_version");
    let parts = version["version"].as_str().expect("a version").split('.');
    assert!(parts.map(|part| part.parse::<u32>()).all(|p| p.is_ok()));
    let refused = read(&mut engine);
    assert_eq!(refused["id"], "test_bs29");
    assert!(refused["error"].is_string(), "{refused}");
    for (node, moves) in [("node_7:1", json!([["B", "Q16"]])), ("node_8:2", json!([]))] {
        let mut query = json!({
            "id": node, "rules": "Chinese", "komi": 7.5, "boardXSize": 19, "boardYSize": 19,
            "maxVisits": 1_000_000, "analysisPVLen": 32, "reportDuringSearchEvery": 1000,
            "firstReportDuringSearchAfter": 0.05, "includePolicy": true, "includeOwnership": true,
            "includeMovesOwnership": true, "initialStones": [["B", "D4"], ["W", "C3"]],
            "moves": moves,
            "overrideSettings": {
                "reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.05,
            },
        });
        if query["moves"] == json!([]) {
            query["initialPlayer"] = json!("W");
        }
        send(&mut engine, query);
        let first = read(&mut engine);
        assert_eq!(
            (&first["id"], &first["isDuringSearch"]),
            (&json!(node), &json!(true))
        );
        assert_eq!(first["ownership"].as_array().map(Vec::len), Some(361));
        let stop = format!("stop!{node}");
        send(
            &mut engine,
            json!({ "id": stop, "action": "terminate", "terminateId": node }),
        );
        read_to_the_end(&mut engine, node, &|answer| answer["terminateId"] == node);
    }
    assert!(engine.wait().success());
}

/// It asks about whole games at once, ends what is no longer wanted, and terminates the process.
#[test]
fn katrain() {
    let mut engine = Running::start(&[
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
    send(&mut engine, query(1, 50, json!({})));
    let answer = read(&mut engine);
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
    send(
        &mut engine,
        query(
            2,
            10_000_000,
            json!({ "avoidMoves": avoid, "reportDuringSearchEvery": 0.05 }),
        ),
    );
    let first = read(&mut engine);
    assert_eq!(first["isDuringSearch"], true);
    for info in first["moveInfos"].as_array().expect("moves") {
        assert!(info["move"] != "E3" && info["move"] != "G4", "{info}");
    }
    send(
        &mut engine,
        json!({ "action": "terminate", "terminateId": "QUERY:2", "id": "QUERY:3" }),
    );
    read_to_the_end(&mut engine, "QUERY:2", &|answer| answer["id"] == "QUERY:3");
    // A move that cannot be made: it looks for these words.
    send(
        &mut engine,
        query(4, 5, json!({ "moves": [["B", "E5"], ["W", "E5"]] })),
    );
    let refused = read(&mut engine);
    assert_eq!(refused["id"], "QUERY:4");
    assert!(
        refused["error"]
            .as_str()
            .is_some_and(|e| e.contains("Illegal move")),
        "{refused}"
    );
    // What it calls terminating is SIGTERM, or the end on other systems.
    engine.kill();
}

/// It asks about a whole game at once, with rules as KataGo's JSON, takes each line that begins with a brace for a
/// position's answer, stops waiting when it has as many as turns, and kills the process.
#[test]
fn lizzieyzy() {
    let mut engine = Running::start(&[
        "analysis",
        "-model",
        "model.bin.gz",
        "-config",
        "analysis.cfg",
        "-quit-without-waiting",
    ]);
    let turns: Vec<usize> = (1..=4).collect();
    send(
        &mut engine,
        json!({
            "id": "mainTrunk", "maxVisits": 21, "includePVVisits": true, "komi": 7.5,
            "boardXSize": 9, "boardYSize": 9, "analyzeTurns": turns,
            "rules": {
                "hasButton": false, "ko": "POSITIONAL", "scoring": "AREA", "suicide": true,
                "tax": "NONE", "whiteHandicapBonus": "N-1", "friendlyPassOk": true,
            },
            "moves": [["B", "E5"], ["W", "C3"], ["B", "G3"], ["W", "pass"]],
            "overrideSettings": { "reportAnalysisWinratesAs": "SIDETOMOVE" },
        }),
    );
    let mut answered = Vec::new();
    for _ in &turns {
        let answer = read(&mut engine);
        answered.push(answer["turnNumber"].as_u64().expect("a turn") as usize);
        let moves = answer["moveInfos"].as_array().expect("moves");
        for (order, info) in moves.iter().enumerate() {
            assert_eq!(info["order"], order);
            assert!(
                info["move"].is_string() && info["visits"].is_u64(),
                "{info}"
            );
            for field in ["winrate", "lcb", "prior", "scoreLead", "scoreStdev"] {
                assert!(info[field].is_f64(), "{field}: {info}");
            }
            let length = |field: &str| info[field].as_array().map(Vec::len);
            assert_eq!(length("pv"), length("pvVisits"));
        }
    }
    answered.sort_unstable();
    assert_eq!(answered, turns);
    engine.kill();
}
