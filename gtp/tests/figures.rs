//! Every figure of the essays through the protocol.

mod support;

use dunhuang::Color;
use dunhuang::search::NoClock;
use dunhuang_gtp::engine::Engine;
use dunhuang_gtp::front::Settings;
use dunhuang_gtp::interrupt::Interrupts;
use serde_json::Value;
use std::sync::Arc;

struct Talk(Engine, u64);

impl Talk {
    fn new() -> Talk {
        let (clock, interrupts) = (Arc::new(NoClock), Arc::new(Interrupts::new()));
        Talk(Engine::new(Settings::default(), clock, interrupts), 0)
    }

    /// The response without the blank line after it.
    fn ask(&mut self, line: &str) -> String {
        self.1 += 1;
        let response = self.0.answer_line(self.1, line.as_bytes());
        response.expect("a response").trim_end().to_string()
    }

    /// The text of a successful response.
    fn get(&mut self, line: &str) -> String {
        let response = self.ask(line);
        let text = response.strip_prefix('=');
        let text = text.unwrap_or_else(|| panic!("{line}: {response}"));
        text.trim_start().to_string()
    }

    fn set_up(&mut self, figure: &Value) {
        let rows = rows(&figure["board"]);
        let (height, width) = (rows.len(), rows[0].len());
        self.get(&format!("rectangular_boardsize {width} {height}"));
        let mut line = "gogui-setup".to_string();
        for (y, row) in rows.iter().enumerate() {
            for (x, stone) in row.bytes().enumerate().filter(|(_, c)| *c != b'.') {
                let color = if stone == b'X' { 'b' } else { 'w' };
                let column = b"ABCDEFGHJKLMNOPQRST"[x] as char;
                line += &format!(" {color} {column}{}", height - y);
            }
        }
        self.get(&line);
    }

    fn rows(&mut self) -> Vec<String> {
        let game = self.0.front().session.game();
        game.board().diagram().lines().map(str::to_string).collect()
    }
}

fn rows(board: &Value) -> Vec<String> {
    let rows = board.as_array().expect("rows");
    rows.iter().map(|row| text(row).to_string()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn figures(file: &str) -> Vec<Value> {
    let path = format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let json = std::fs::read_to_string(&path).expect("the figures");
    serde_json::from_str(&json).expect("figures as JSON")
}

/// Each definition of repetition with rules that have it.
const DEFINITIONS: [(&str, &str); 4] = [
    ("virtual", "living-stones"),
    ("positional", "ikeda"),
    ("situational", "chinese"),
    ("simple", "living-stones-simple"),
];

#[test]
fn repetition() {
    let figures = figures("repetition.json");
    assert_eq!(figures.len(), 16);
    for figure in &figures {
        for (definition, preset) in DEFINITIONS {
            repetition_of(figure, definition, preset);
        }
    }
}

fn repetition_of(figure: &Value, definition: &str, preset: &str) {
    let about = format!("{} under {definition}", figure["id"]);
    let mut talk = Talk::new();
    talk.get(&format!("dunhuang-rules {preset}"));
    talk.set_up(figure);
    let mut color = Color::parse(text(&figure["to_move"])).expect("a colour");
    talk.get(&format!("gogui-setup_player {}", color.name()));
    let illegal = figure["first_illegal_move"][definition].as_u64();
    let moves = figure["moves"].as_array().expect("moves");
    let captures = figure["captures"].as_array().expect("captures");
    for (i, mv) in moves.iter().enumerate() {
        let play = format!("play {} {}", color.name(), text(mv));
        let explain = format!("dunhuang-explain_illegal {} {}", color.name(), text(mv));
        let legal = format!("is_legal {} {}", color.name(), text(mv));
        if illegal == Some(i as u64 + 1) {
            let reason = talk.get(&explain);
            match definition {
                "simple" => assert_eq!(reason, "ko", "{about}"),
                _ => assert!(reason.starts_with("regress to move "), "{about}: {reason}"),
            }
            assert_eq!(talk.get(&legal), "0", "{about}");
            let listed = talk.get(&format!("all_legal {}", color.name()));
            assert!(!listed.split(' ').any(|p| p == text(mv)), "{about}");
            let history = talk.get("move_history");
            assert_eq!(talk.ask(&play), "? illegal move", "{about}");
            assert_eq!(talk.get("move_history"), history, "{about}");
            check_board_after(&mut talk, figure, definition, &about);
            check_regress(&mut talk, &reason, color, text(mv), &about);
            return;
        }
        assert_eq!(talk.get(&explain), "legal", "{about} move {}", i + 1);
        assert_eq!(talk.get(&legal), "1", "{about} move {}", i + 1);
        let taken = |talk: &mut Talk| -> u64 {
            let count = talk.get(&format!("captures {}", color.name()));
            count.parse().expect("a number")
        };
        let before = taken(&mut talk);
        talk.get(&play);
        if let Some(captured) = captures.get(i).and_then(Value::as_u64) {
            assert_eq!(
                taken(&mut talk) - before,
                captured,
                "{about} move {}",
                i + 1
            );
        }
        color = color.opponent();
    }
    check_board_after(&mut talk, figure, definition, &about);
}

/// The position after the last move that is legal under virtual superko.
fn check_board_after(talk: &mut Talk, figure: &Value, definition: &str, about: &str) {
    if definition == "virtual" {
        assert_eq!(talk.rows(), rows(&figure["board_after"]), "{about}");
    }
}

/// The move named by the reason is the one whose position the illegal move would bring back.
fn check_regress(talk: &mut Talk, reason: &str, color: Color, mv: &str, about: &str) {
    let Some(number) = reason.strip_prefix("regress to move ") else {
        return;
    };
    let number: usize = number.parse().expect("a number");
    let made = talk.get("move_history").lines().count();
    talk.get("kata-set-rule ko SIMPLE");
    if talk.ask(&format!("play {} {mv}", color.name())) != "=" {
        // A ko as well: its ban must not hide the position.
        talk.get("gogui-setup_player b");
        talk.get(&format!("play {} {mv}", color.name()));
        let after = talk.rows();
        talk.get("undo");
        talk.get("undo");
        talk.get(&format!("gg-undo {}", made - number));
        assert_eq!(talk.rows(), after, "{about}");
        return;
    }
    let after = talk.rows();
    talk.get(&format!("gg-undo {}", made + 1 - number));
    assert_eq!(talk.rows(), after, "{about}");
}

/// A figure of a count by name.
fn figure_of(count: &str, name: &str) -> String {
    let prefix = format!("{name}: ");
    let line = count.lines().find_map(|line| line.strip_prefix(&prefix));
    line.unwrap_or_default().to_string()
}

/// The points that make a text, in one order.
fn points(text: &str) -> Vec<String> {
    let mut points: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    points.sort();
    points
}

#[test]
fn counting() {
    let figures = figures("counting.json");
    assert!(figures.len() >= 11);
    for figure in &figures {
        let id = text(&figure["id"]);
        let mut talk = Talk::new();
        talk.set_up(figure);
        if id == "non-ideal-final-position" {
            talk.get("dunhuang-end");
            assert_eq!(
                talk.get("final_score"),
                text(&figure["said"]["living_winner"])
            );
            assert_eq!(talk.get("dunhuang-count literal").lines().next(), Some("0"));
            continue;
        }
        let count = talk.get("dunhuang-count");
        let wanted = &figure["settled"];
        for (color, letter) in [("black", "B"), ("white", "W")] {
            for (ours, theirs) in [
                ("stones", "stones"),
                ("own points", "terr"),
                ("eyes", "tax"),
                ("living", "living"),
                ("paths", "paths"),
                ("area", "area"),
                ("groups", "groups"),
            ] {
                if let Some(value) = wanted[letter][theirs].as_f64() {
                    let figure = figure_of(&count, &format!("{color} {ours}"));
                    assert_eq!(figure.parse(), Ok(value), "{id}: {color} {ours}\n{count}");
                }
            }
        }
        if let Some(shared) = wanted["shared"].as_u64() {
            assert_eq!(figure_of(&count, "public"), shared.to_string(), "{id}");
        }
        check_totals(&mut talk, figure);
        check_agreement(&mut talk, id);
    }
}

/// Figures with a seki: what is one side's alone, what is dead, and both totals.
fn check_totals(talk: &mut Talk, figure: &Value) {
    let id = text(&figure["id"]);
    let totals = &figure["totals"];
    if totals.is_null() {
        return;
    }
    let count = talk.get("dunhuang-count");
    for (key, color) in [("B", "black"), ("W", "white")] {
        for kind in ["one_sided_dame", "one_sided_liberties"] {
            if let Some(wanted) = totals[kind][key].as_array() {
                let wanted: Vec<String> = wanted.iter().map(|p| text(p).to_string()).collect();
                let found = points(&figure_of(&count, &format!("one-sided {color}")));
                assert_eq!(found, wanted, "{id}: {kind}\n{count}");
            }
        }
        let total = |count: &str| figure_of(count, &format!("{color} total"));
        assert_eq!(total(&count), totals["living"][key].to_string(), "{id}");
        let area = talk.get("dunhuang-count area");
        assert_eq!(total(&area), totals["area"][key].to_string(), "{id}");
    }
    let dead: Vec<String> = totals["dead"]
        .as_array()
        .map(|dead| dead.iter().map(|p| text(p).to_string()).collect())
        .unwrap_or_default();
    assert_eq!(points(&talk.get("final_status_list dead")), dead, "{id}");
}

/// The four ways of counting living stones agree with each other, with the score, and every stone on
/// the board has exactly one status.
fn check_agreement(talk: &mut Talk, id: &str) {
    let score = talk.get("final_score");
    for method in [
        "full-board",
        "equal-paths",
        "equal-stones",
        "equal-phantoms",
    ] {
        let count = talk.get(&format!("dunhuang-count {method} --steps"));
        assert_eq!(count.lines().next(), Some(&score[..]), "{id}: {method}");
        assert!(count.contains("\nstep 1: "), "{id}: {method}");
    }
    assert_eq!(talk.get("living_score"), score, "{id}");
    let mut stones = points(&talk.get("list_stones b"));
    stones.extend(points(&talk.get("list_stones w")));
    stones.sort();
    let mut judged: Vec<String> = ["alive", "dead", "seki"]
        .iter()
        .flat_map(|status| points(&talk.get(&format!("final_status_list {status}"))))
        .collect();
    judged.sort();
    assert_eq!(judged, stones, "{id}");
}
