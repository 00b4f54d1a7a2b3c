//! KataGo's JSON protocol: answers and errors, order, priorities, termination, and the call form.

mod support;

use dunhuang::search::{Clock, NoClock};
use dunhuang::{Move, Size};
use dunhuang_gtp::analysis::json::{self, Analysis, Config};
use dunhuang_gtp::cli::Cli;
use serde_json::{Value, json};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// What came out, one value a line.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn values(&self) -> Vec<Value> {
        let bytes = self.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).expect("text");
        let lines = text.lines();
        lines
            .map(|l| serde_json::from_str(l).expect("JSON"))
            .collect()
    }
}

fn config(threads: u32, options: &[&str]) -> Config {
    use clap::Parser;
    let words = ["dunhuang", "--size", "9", "--memory", "4"];
    let cli = Cli::try_parse_from(words.iter().chain(options)).expect("options");
    let mut config = Config::new(&Analysis::default(), &cli.engine).expect("a configuration");
    config.threads = threads;
    config
}

/// Answers to these lines, in the order they came.
fn answers(threads: u32, lines: &[String]) -> Vec<Value> {
    let output = Lines::default();
    let input = io::Cursor::new(lines.join("\n").into_bytes());
    json::serve(&config(threads, &[]), &NoClock, input, output.clone()).expect("no error");
    output.values()
}

fn ask(query: Value) -> Vec<Value> {
    answers(1, &[query.to_string()])
}

/// A query about a short game, with more fields.
fn query(more: Value) -> Value {
    let mut query = json!({
        "id": "q", "moves": [["B", "C3"], ["W", "E5"], ["B", "pass"]], "rules": "chinese",
        "komi": 7.5, "boardXSize": 7, "boardYSize": 7, "maxVisits": 40,
    });
    for (key, value) in more.as_object().expect("an object") {
        query[key] = value.clone();
    }
    query
}

#[test]
fn an_answer_has_every_field_asked_for() {
    let more = json!({
        "includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
        "includePVVisits": true, "analyzeTurns": [3, 0, 1], "priorities": [1, 2, 3],
        "overrideSettings": { "reportAnalysisWinratesAs": "SIDETOMOVE", "cpuctExploration": 1.0 },
        "reportDuringSearchEvery": 1.0,
    });
    let answers = ask(query(more));
    let turns: Vec<i64> = answers
        .iter()
        .map(|a| a["turnNumber"].as_i64().unwrap())
        .collect();
    assert_eq!(turns, [1, 0, 3], "by priority");
    for answer in answers {
        assert_eq!(answer["id"], "q");
        assert_eq!(answer["isDuringSearch"], false);
        assert_eq!(answer["ownership"].as_array().unwrap().len(), 49);
        let policy: Vec<f64> = serde_json::from_value(answer["policy"].clone()).unwrap();
        assert_eq!(policy.len(), 50);
        let sum: f64 = policy.iter().filter(|&&p| p > 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        let stones = answer["turnNumber"].as_i64().unwrap().min(2) as usize;
        assert_eq!(policy.iter().filter(|&&p| p == -1.0).count(), stones);
        let root = &answer["rootInfo"];
        assert_eq!(root["visits"], 40);
        let player = if answer["turnNumber"] == 0 { "B" } else { "W" };
        assert_eq!(root["currentPlayer"], player);
        for key in [
            "winrate",
            "scoreLead",
            "scoreSelfplay",
            "scoreStdev",
            "utility",
            "lcb",
        ] {
            assert!(root[key].is_f64(), "{key}");
        }
        let moves = answer["moveInfos"].as_array().unwrap();
        let mut visits = 0;
        for (order, found) in moves.iter().enumerate() {
            assert_eq!(found["order"], order);
            assert_eq!(found["pv"][0], found["move"]);
            let lengths = |key: &str| found[key].as_array().unwrap().len();
            assert_eq!(lengths("pv"), lengths("pvVisits"));
            assert_eq!(lengths("ownership"), 49);
            for key in [
                "winrate",
                "scoreLead",
                "scoreMean",
                "prior",
                "lcb",
                "utilityLcb",
            ] {
                assert!(found[key].is_f64(), "{key}");
            }
            visits += found["visits"].as_u64().unwrap();
        }
        assert_eq!(visits, 40);
    }
}

/// Black's values are told unless somebody says otherwise; the side to move sees them the other way.
#[test]
fn values_are_from_the_side_asked_for() {
    let stones: Vec<[&str; 2]> = [
        "B2", "C2", "D2", "E2", "B3", "D3", "F3", "B4", "C4", "D4", "E4",
    ]
    .map(|p| ["B", p])
    .to_vec();
    let seen = |side: &str| {
        let more = json!({
            "initialStones": stones, "moves": [], "initialPlayer": "W", "includeOwnership": true,
            "overrideSettings": { "reportAnalysisWinratesAs": side },
        });
        let answer = ask(query(more)).remove(0);
        let of = |v: &Value| v.as_f64().unwrap();
        let owned: f64 = answer["ownership"].as_array().unwrap().iter().map(of).sum();
        let (root, first) = (&answer["rootInfo"], &answer["moveInfos"][0]);
        assert_eq!(root["currentPlayer"], "W");
        let lcb = of(&first["lcb"]) - of(&first["winrate"]);
        [
            of(&root["winrate"]) - 0.5,
            of(&root["scoreLead"]),
            owned,
            of(&first["winrate"]) - 0.5,
            lcb,
        ]
    };
    let (black, white) = (seen("BLACK"), seen("WHITE"));
    assert_eq!(white, seen("SIDETOMOVE"));
    for (of_black, of_white) in black.iter().zip(white) {
        assert!((of_black + of_white).abs() < 2e-6, "{of_black} {of_white}");
    }
    assert!(
        black[1] > 5.0 && black[2] > 5.0 && black[0] > 0.2,
        "{black:?}"
    );
    assert!(white[4] <= 0.0, "a lower bound for the side to move");
}

#[test]
fn errors_name_the_query_and_the_field() {
    let cases: Value = serde_json::from_str(&support::file("data/json_errors.json")).unwrap();
    let cases = cases.as_array().unwrap();
    assert!(cases.len() > 30);
    for case in cases {
        let line = match &case["line"] {
            Value::String(text) => text.clone(),
            Value::Null => query(case["more"].clone()).to_string(),
            other => other.to_string(),
        };
        let answers = answers(1, std::slice::from_ref(&line));
        assert_eq!(answers.len(), 1, "{line}");
        let message = answers[0]["error"].as_str();
        assert!(
            message.is_some_and(|m| !m.is_empty()),
            "{line}: {}",
            answers[0]
        );
        assert_eq!(answers[0]["field"], case["field"], "{line}");
        let id = if case["field"].is_null() || case["field"] == "id" {
            Value::Null
        } else {
            json!("q")
        };
        assert_eq!(answers[0]["id"], id, "{line}");
    }
}

#[test]
fn bad_lines_never_stop_it() {
    let mut lines: Vec<String> = Vec::new();
    for (number, bad) in [
        "{",
        "[]",
        "\u{0}",
        "{\"id\":7}",
        "null",
        "\"x\"",
        "{\"id\":\"a\"}",
    ]
    .iter()
    .enumerate()
    {
        lines.push(bad.to_string());
        lines.push(query(json!({ "id": format!("good {number}"), "maxVisits": 2 })).to_string());
        lines.push(" \r".into());
    }
    let answers = answers(2, &lines);
    let errors = answers.iter().filter(|a| a.get("error").is_some()).count();
    let good = answers
        .iter()
        .filter(|a| a.get("moveInfos").is_some())
        .count();
    assert_eq!((errors, good), (7, 7));
}

#[test]
fn unknown_fields_are_warned_about_and_answered() {
    let answers = ask(query(json!({ "colour": "blue" })));
    assert_eq!(answers[0]["warning"], "Unexpected or unused field");
    assert_eq!(answers[0]["field"], "colour");
    assert!(answers[1]["moveInfos"].is_array());
}

/// What a client asks for and does not get is told to it.
#[test]
fn requests_that_are_not_met_are_warned_about() {
    for (field, value) in [
        ("includeMovesOwnershipStdev", json!(true)),
        ("includeOwnershipStdev", json!(true)),
        ("includeNoResultValue", json!(true)),
    ] {
        let answers = ask(query(json!({ field: value })));
        assert_eq!(answers[0]["warning"], "Unexpected or unused field");
        assert_eq!(answers[0]["field"], field);
        assert!(answers[1]["moveInfos"].is_array());
    }
}

/// Nothing is missed by who does not ask for it.
#[test]
fn requests_not_made_are_not_warned_about() {
    for field in ["includeOwnershipStdev", "includeNoResultValue"] {
        let answers = ask(query(json!({ field: false })));
        assert!(answers[0]["moveInfos"].is_array(), "{}", answers[0]);
    }
}

/// Settings of KataGo's are ignored in silence, so that its scripts run; a slip in one of ours is told.
#[test]
fn settings_that_nobody_has_are_warned_about() {
    let warned = |name: &str| {
        let answers = ask(query(json!({ "overrideSettings": { name: 1 } })));
        assert!(answers[answers.len() - 1]["moveInfos"].is_array());
        let warnings = &answers[..answers.len() - 1];
        assert!(warnings.len() <= 1);
        warnings.first().map(|w| {
            assert_eq!(
                (&w["field"], &w["id"]),
                (&json!("overrideSettings"), &json!("q"))
            );
            w["warning"].as_str().expect("a text").to_string()
        })
    };
    for known in ["wideRootNoise", "humanSLProfile", "puct", "threads"] {
        assert_eq!(warned(known), None, "{known}");
    }
    assert_eq!(
        warned("pcut").as_deref(),
        Some("there is no setting pcut; the nearest is puct")
    );
    assert_eq!(warned("zzz").as_deref(), Some("there is no setting zzz"));
}

/// Lines are as long as the query says, after their first move, and the visits along them.
#[test]
fn expected_lines_are_as_long_as_asked_for() {
    let longest = |more: Value| {
        let mut asked = query(json!({ "maxVisits": 600, "includePVVisits": true }));
        for (key, value) in more.as_object().expect("an object") {
            asked[key] = value.clone();
        }
        let answer = ask(asked).remove(0);
        let mut longest = 0;
        for found in answer["moveInfos"].as_array().expect("moves") {
            let length = |key: &str| found[key].as_array().expect(key).len();
            assert_eq!(length("pv"), length("pvVisits"));
            assert_eq!(found["pvVisits"], found["pvEdgeVisits"]);
            assert_eq!(found["edgeVisits"], found["visits"]);
            longest = longest.max(length("pv"));
        }
        longest
    };
    assert!(longest(json!({})) > 3);
    for length in 1..3 {
        assert_eq!(longest(json!({ "analysisPVLen": length })), length + 1);
    }
}

/// KataGo takes 62 bits, and clients put the time in milliseconds there.
#[test]
fn priorities_are_as_wide_as_katagos() {
    let most = (1i64 << 62) - 1;
    for priority in [most, -most, 1_764_527_000_000, 0] {
        for more in [
            json!({ "priority": priority }),
            json!({ "analyzeTurns": [1], "priorities": [priority] }),
        ] {
            let answers = ask(query(more));
            assert!(answers[0]["moveInfos"].is_array(), "{}", answers[0]);
        }
    }
}

/// KataGo's own limit is 2^50; scripts write it for "no limit". Time ends the search.
#[test]
fn any_number_of_visits_is_taken() {
    let most = query(json!({ "overrideSettings": { "maxTime": 0.001 } }));
    for visits in [
        json!(1u64 << 50),
        json!(u64::MAX),
        json!(1e18),
        json!((1u64 << 31) + 1),
    ] {
        for place in ["maxVisits", "overrideSettings"] {
            let mut asked = most.clone();
            if place == "maxVisits" {
                asked[place] = visits.clone();
            } else {
                asked.as_object_mut().unwrap().remove("maxVisits");
                asked[place]["maxVisits"] = visits.clone();
            }
            let output = Lines::default();
            let input = io::Cursor::new(asked.to_string().into_bytes());
            let clock = dunhuang_gtp::run::WallClock::start();
            json::serve(&config(1, &[]), &clock, input, output.clone()).expect("no error");
            let answer = output.values().remove(0);
            assert!(answer["moveInfos"].is_array(), "{place} {visits}: {answer}");
        }
    }
}

/// The same queries in any order, on any number of threads, get the same answers.
#[test]
fn answers_do_not_depend_on_order_or_company() {
    let rules = [
        "chinese",
        "living-stones",
        "japanese",
        "tromp-taylor",
        "stone-scoring",
    ];
    let mut lines: Vec<String> = (0..30)
        .map(|i| {
            query(json!({
                "id": format!("{i}"), "rules": rules[i % 5], "maxVisits": 20 + i,
                "analyzeTurns": [i % 4, 3], "includeOwnership": true,
            }))
            .to_string()
        })
        .collect();
    let sorted = |mut answers: Vec<Value>| {
        answers.sort_by_key(|a| (a["id"].to_string(), a["turnNumber"].as_i64()));
        answers
    };
    let first = sorted(answers(1, &lines));
    assert_eq!(first.len(), 53);
    lines.reverse();
    assert_eq!(first, sorted(answers(3, &lines)));
    lines.rotate_left(7);
    assert_eq!(first, sorted(answers(2, &lines)));
}

#[test]
fn rules_and_positions_are_those_of_the_query() {
    // Under living stones a pass is a virtual move and is seen as one.
    let answer = ask(query(json!({ "rules": "living-stones", "komi": 0 }))).remove(0);
    assert_eq!(
        answer["rootInfo"]["virtualStones"],
        json!({ "B": 1, "W": 0 })
    );
    assert_eq!(answer["rootInfo"]["virtualMovesHere"], 1);
    assert_eq!(answer["rootInfo"]["gameState"], "playing");
    // Rules as KataGo's JSON, points by coordinates from the top left, oblong boards.
    let answer = ask(query(json!({
        "rules": { "ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": false },
        "boardXSize": 9, "boardYSize": 5, "moves": [["b", "(0,4)"], ["w", "J5"]],
        "allowMoves": [{ "player": "B", "moves": ["A2", "B1"], "untilDepth": 1 }],
    })))
    .remove(0);
    let size = Size::new(9, 5).unwrap();
    for found in answer["moveInfos"].as_array().unwrap() {
        assert!(["A2", "B1"].contains(&found["move"].as_str().unwrap()));
        for mv in found["pv"].as_array().unwrap() {
            assert!(matches!(
                size.parse_move(mv.as_str().unwrap()),
                Some(Move::Real(_) | Move::Pass)
            ));
        }
    }
    // Komi may stand among the rules, and the query's own goes first.
    let lead = |more: Value| {
        let mut asked = query(json!({ "moves": [] }));
        asked.as_object_mut().unwrap().remove("komi");
        for (key, value) in more.as_object().expect("an object") {
            asked[key] = value.clone();
        }
        ask(asked).remove(0)["rootInfo"]["scoreLead"]
            .as_f64()
            .expect("a score")
    };
    let of_rules =
        |komi: i32| json!({ "rules": { "scoring": "AREA", "ko": "SIMPLE", "komi": komi } });
    let mut both = of_rules(300);
    both["komi"] = json!(-300);
    assert!(lead(of_rules(300)) < -200.0);
    assert!(lead(both) > 200.0);
    // The preset stones of a rule system are there only if the query says so.
    let answer = ask(query(
        json!({ "rules": "tang", "moves": [], "boardXSize": 9, "boardYSize": 9 }),
    ));
    let moves = answer[0]["moveInfos"].as_array().unwrap();
    assert!(!moves.is_empty());
    // Symmetric positions share one hash and differ in the other.
    let hashes = |place: &str| {
        let root = ask(query(json!({ "moves": [["B", place]] })))[0]["rootInfo"].clone();
        (root["symHash"].clone(), root["thisHash"].clone())
    };
    let (one, other) = (hashes("C2"), hashes("B5"));
    assert_eq!(one.0, other.0);
    assert_ne!(one.1, other.1);
    assert_ne!(one.0, hashes("C3").0);
}

#[test]
fn actions_are_echoed() {
    for action in [
        "query_version",
        "clear_cache",
        "query_models",
        "terminate_all",
    ] {
        let answer = ask(json!({ "id": "x", "action": action, "note": 5 })).remove(0);
        assert_eq!(
            (&answer["id"], &answer["action"]),
            (&json!("x"), &json!(action))
        );
        assert_eq!(answer["note"], 5);
        assert_eq!(answer.get("version").is_some(), action == "query_version");
        // Scripts take the name of the first one.
        let name = &answer["models"][0]["name"];
        assert_eq!(name.is_string(), action == "query_models");
    }
}

/// A clock that fails the first time somebody looks at it, as a search with a fault would.
#[derive(Default)]
struct FailsOnce(std::sync::atomic::AtomicBool);

impl Clock for FailsOnce {
    fn now(&self) -> std::time::Duration {
        let failed = self.0.swap(true, std::sync::atomic::Ordering::Relaxed);
        assert!(failed, "on purpose");
        std::time::Duration::ZERO
    }
}

/// An output that fails inside at the first line with this text.
struct Faulty(Lines, Option<&'static str>);

impl Write for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes);
        if self.1.is_some_and(|text| line.contains(text)) {
            self.1 = None;
            panic!("on purpose");
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_costs_the_position_and_nothing_else() {
    let lines: Vec<String> = (0..3)
        .map(|i| query(json!({ "id": format!("{i}"), "analyzeTurns": [1], "maxVisits": 3 })))
        .map(|query| query.to_string())
        .collect();
    let output = Lines::default();
    let input = io::Cursor::new(lines.join("\n").into_bytes());
    json::serve(
        &config(1, &[]),
        &FailsOnce::default(),
        input,
        output.clone(),
    )
    .expect("no error");
    let answers = output.values();
    assert_eq!(answers.len(), 3);
    let failed = json!({ "error": "internal error", "id": "0", "turnNumber": 1 });
    assert_eq!(answers[0], failed);
    for (number, answer) in answers.iter().enumerate().skip(1) {
        assert_eq!(answer["id"], number.to_string());
        assert!(answer["moveInfos"].is_array(), "{answer}");
    }
}

#[test]
fn a_panic_over_a_line_does_not_end_the_reading() {
    let lines = [
        query(json!({ "id": "a", "strange": 1 })).to_string(),
        query(json!({ "id": "b" })).to_string(),
    ];
    let output = Lines::default();
    let input = io::Cursor::new(lines.join("\n").into_bytes());
    let faulty = Faulty(output.clone(), Some("warning"));
    json::serve(&config(1, &[]), &NoClock, input, faulty).expect("no error");
    let answers = output.values();
    assert_eq!(answers[0], json!({ "error": "internal error" }));
    assert_eq!(answers[1]["id"], "b");
    assert!(answers[1]["moveInfos"].is_array());
}

/// Input that a test sends when it wants to, so that it knows what has been answered before.
struct Typed(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Searches here would take hours: the test ends because they are terminated.
#[test]
fn termination_ends_running_and_waiting_positions() {
    let (send, typed) = channel();
    let (out, answers) = channel::<Value>();
    struct Out(std::sync::mpsc::Sender<Value>);
    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(serde_json::from_slice(bytes).expect("a line"));
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let server = std::thread::spawn(move || {
        let clock = dunhuang_gtp::run::WallClock::start();
        let input = BufReader::new(Typed(typed, Vec::new()));
        json::serve(&config(1, &[]), &clock as &dyn Clock, input, Out(out))
    });
    let say = |value: Value| send.send(format!("{value}\n").into_bytes()).unwrap();
    let hear = || {
        answers
            .recv_timeout(std::time::Duration::from_secs(60))
            .expect("an answer")
    };
    let long = |id: &str, turns: Value| {
        query(json!({
            "id": id, "maxVisits": 2_000_000_000, "analyzeTurns": turns,
            "reportDuringSearchEvery": 0.01,
        }))
    };
    say(long("a", json!([0, 1, 2])));
    let first = hear();
    assert_eq!(
        (&first["id"], &first["isDuringSearch"]),
        (&json!("a"), &json!(true))
    );
    assert_eq!(first["turnNumber"], 0);
    // Of the waiting turns one; then all the rest, the running one too.
    let next = || loop {
        let answer = hear();
        if answer["isDuringSearch"] != true {
            return answer;
        }
    };
    say(json!({ "id": "t", "action": "terminate", "terminateId": "a", "turnNumbers": [2] }));
    assert_eq!(next()["action"], "terminate");
    let gone = next();
    assert_eq!(
        (&gone["turnNumber"], &gone["noResults"]),
        (&json!(2), &json!(true))
    );
    say(json!({ "id": "t", "action": "terminate", "terminateId": "other" }));
    assert_eq!(next()["terminateId"], "other");
    say(json!({ "id": "t", "action": "terminate_all" }));
    let rest = [next(), next(), next()];
    assert!(rest.iter().any(|a| a["action"] == "terminate_all"));
    let of_turn = |turn: i64| {
        rest.iter()
            .find(|a| a["turnNumber"] == turn)
            .expect("an answer")
    };
    assert!(of_turn(0)["rootInfo"]["visits"].as_u64().unwrap() > 0);
    assert_eq!(of_turn(1)["noResults"], true);
    say(query(json!({ "id": "b", "maxVisits": 3 })));
    assert_eq!(next()["id"], "b");
    drop(send);
    server.join().unwrap().unwrap();
}

/// KataGo's call form, with files that do not exist.
#[test]
fn katagos_call_form() {
    let mut child = support::program(&[
        "analysis",
        "-config",
        "none.cfg",
        "-model",
        "none.bin.gz",
        "-override-config",
        "maxVisits=12,reportAnalysisWinratesAs=WHITE,homeDataDir=x",
        "-analysis-threads",
        "2",
    ])
    .stdin(std::process::Stdio::piped())
    .stdout(std::process::Stdio::piped())
    .stderr(std::process::Stdio::piped())
    .spawn()
    .expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    let mut asked = query(json!({}));
    asked.as_object_mut().unwrap().remove("maxVisits");
    writeln!(stdin, "{asked}").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["rootInfo"]["visits"], 12);
    let errors = String::from_utf8(output.stderr).unwrap();
    for word in [
        "none.cfg",
        "none.bin.gz",
        "homeDataDir",
        "ready to begin handling requests",
    ] {
        assert!(errors.contains(word), "{errors}");
    }
}

/// A configuration from options in KataGo's form.
fn called(words: &[&str]) -> Config {
    use clap::Parser;
    let words = ["dunhuang", "analysis"].iter().chain(words);
    let cli = Cli::try_parse_from(json::translate(words.map(|word| word.into())));
    let cli = cli.expect("options");
    let Some(dunhuang_gtp::cli::Task::Analysis(analysis)) = &cli.command else {
        panic!("another subcommand")
    };
    Config::new(analysis, &cli.engine).expect("a configuration")
}

#[test]
fn katagos_options_may_come_several_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_string()
    };
    let one = file(
        "one.cfg",
        "maxVisits = 7 # few\nmaxTime = 3\nlogDir = x\n#nothing\n",
    );
    let two = file(
        "two.cfg",
        "maxVisits = 8\nnumAnalysisThreads = 5\nanalysisPVLen = 15\nnnCacheSize = 1\na = b\n",
    );
    let config = called(&[
        "-config",
        &one,
        "-config",
        &two,
        "-override-config",
        "maxVisits=9,homeDataDir=y",
        "-override-config",
        "reportAnalysisWinratesAs=WHITE",
    ]);
    assert_eq!(config.defaults.visits, 9);
    assert_eq!(
        config.defaults.side,
        json::query::Side::Of(dunhuang::Color::White)
    );
    assert_eq!(
        config.defaults.time,
        Some(std::time::Duration::from_secs(3))
    );
    assert_eq!(config.threads, 5);
    assert_eq!(config.defaults.pv_length, Some(15));
    // What is ignored is said once for each place.
    let expected = [
        format!("ignored in {one}: logDir"),
        format!("ignored in {two}: nnCacheSize, a"),
        "ignored in -override-config: homeDataDir".into(),
    ];
    assert_eq!(config.remarks, expected);
    assert_eq!(
        called(&["-config", &one, "-config", &two]).defaults.visits,
        8
    );
}

#[test]
fn flags_go_before_katagos_settings() {
    for flag in ["--threads", "--analysis-threads", "-analysis-threads"] {
        let config = called(&[flag, "3", "-override-config", "numAnalysisThreads=2"]);
        assert_eq!(config.threads, 3, "{flag}");
    }
    let config = called(&["--playouts", "3", "-override-config", "maxVisits=2"]);
    assert_eq!(config.defaults.visits, 3);
}
