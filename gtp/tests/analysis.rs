//! Analysis: the grammar of its lines, when they come, what ends it, and what they say.

mod support;

use dunhuang::search::{Clock, Params};
use dunhuang::{Color, Move, Rules, Size};
use dunhuang_gtp::engine::Engine;
use dunhuang_gtp::front::Settings;
use dunhuang_gtp::interrupt::Interrupts;
use dunhuang_gtp::log::Log;
use dunhuang_gtp::stream::Stream;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::info::{Line, parse};

/// A clock that goes on by a step with every look, and at a set time lets a line of input be read.
struct TestClock {
    now: AtomicU64,
    step: u64,
    input_at: AtomicU64,
    interrupts: Arc<Interrupts>,
}

impl Clock for TestClock {
    fn now(&self) -> Duration {
        let now = self.now.fetch_add(self.step, Ordering::Relaxed);
        if now >= self.input_at.load(Ordering::Relaxed) {
            self.interrupts.read(u64::MAX);
        }
        Duration::from_millis(now)
    }
}

/// What was written, with the time of each write.
#[derive(Clone)]
struct Written {
    clock: Arc<TestClock>,
    texts: Arc<Mutex<Vec<(u64, String)>>>,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let now = self.clock.now.load(Ordering::Relaxed);
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        self.texts.lock().unwrap().push((now, text));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Bench {
    engine: Engine,
    clock: Arc<TestClock>,
    written: Written,
    size: Size,
}

impl Bench {
    /// An engine whose clock goes on by so many milliseconds an iteration.
    fn new(size: Size, rules: &str, step: u64) -> Bench {
        let interrupts = Arc::new(Interrupts::new());
        let clock = Arc::new(TestClock {
            now: AtomicU64::new(0),
            step,
            input_at: AtomicU64::new(u64::MAX),
            interrupts: interrupts.clone(),
        });
        let written = Written {
            clock: clock.clone(),
            texts: Arc::default(),
        };
        let settings = Settings {
            size,
            rules: Rules::named(rules).expect("a preset"),
            time: Some(Duration::from_secs(2)),
            params: Params {
                memory: 16,
                ..Params::default()
            },
            ..Settings::default()
        };
        let stream = Stream::to(written.clone(), Arc::new(Log::none()));
        Bench {
            engine: Engine::new(settings, clock.clone(), interrupts).with_stream(stream),
            clock,
            written,
            size,
        }
    }

    /// Sends a command; an analysis is ended by input after `ms` more milliseconds.
    fn send(&mut self, command: &str, ms: u64) -> Vec<(u64, String)> {
        let now = self.clock.now.load(Ordering::Relaxed);
        self.clock.input_at.store(now + ms, Ordering::Relaxed);
        self.written.texts.lock().unwrap().clear();
        self.engine.answer_line(1, command.as_bytes());
        std::mem::take(&mut self.written.texts.lock().unwrap())
    }

    /// Sends a command and gives the whole response.
    fn text(&mut self, command: &str, ms: u64) -> String {
        let writes = self.send(command, ms);
        writes.into_iter().map(|(_, text)| text).collect()
    }

    /// The lines of an analysis.
    fn analysis(&mut self, command: &str, ms: u64) -> Vec<Line> {
        let text = self.text(command, ms);
        let body = text.strip_prefix("= \n").expect("a first line");
        let body = body.strip_suffix("\n\n").expect("a blank line after");
        let lines = body.split('\n');
        let lines = lines.map(|line| parse(self.size, line));
        lines.map(|line| line.expect("the grammar")).collect()
    }
}

#[test]
fn lines_keep_the_grammar_under_every_argument() {
    let forms = [
        "",
        "10",
        "b 10",
        "interval 10 w",
        "10 ownership true",
        "10 rootInfo true",
        "10 pvVisits true movesOwnership true",
        "10 minmoves 7 maxmoves 9 rootInfo true ownership true movesOwnership true pvVisits true",
        "w avoid w C3 5 allow b B2,pass 2",
    ];
    for (rules, size) in [
        ("living-stones", Size::square(5)),
        ("japanese", Size::new(7, 4).unwrap()),
    ] {
        for command in ["lz-analyze", "kata-analyze"] {
            let mut bench = Bench::new(size, rules, 10);
            for form in forms {
                for line in bench.analysis(&format!("{command} {form}"), 700) {
                    assert!(!line.moves.is_empty(), "{command} {form}");
                    let kata = command.starts_with('k');
                    for (order, found) in line.moves.iter().enumerate() {
                        assert_eq!(found.order, order);
                        assert_eq!(found.pv[0], found.mv);
                        assert_eq!(found.number("scoreLead").is_some(), kata);
                        assert_eq!(found.number("scoreLead"), found.number("scoreMean"));
                        for key in ["winrate", "prior", "lcb"] {
                            let text = found.value(key).expect("there");
                            assert_eq!(text.contains('.'), kata, "{text}");
                            let most = if kata { 1.0 } else { 10000.0 };
                            let number = found.number(key).expect("a number");
                            assert!((0.0..=most).contains(&number), "{key} {number}");
                        }
                        let visits = form.contains("pvVisits");
                        assert_eq!(
                            found.pv_visits.len(),
                            if visits { found.pv.len() } else { 0 }
                        );
                        if visits {
                            assert_eq!(found.pv_visits[0], found.visits);
                            assert!(found.pv_visits.is_sorted_by(|a, b| a >= b));
                        }
                        let area = if form.contains("movesOwnership") {
                            size.area()
                        } else {
                            0
                        };
                        assert_eq!(found.ownership.len(), area);
                    }
                    let area = if form.contains(" ownership") {
                        size.area()
                    } else {
                        0
                    };
                    assert_eq!(line.ownership.len(), area);
                    assert_eq!(!line.root.is_empty(), form.contains("rootInfo"));
                    if form.contains("minmoves") {
                        assert!((7..=9).contains(&line.moves.len()));
                    }
                }
            }
        }
    }
}

#[test]
fn refusals_are_whole_responses() {
    let mut bench = Bench::new(Size::square(5), "tang", 10);
    for arguments in ["b w", "x", "avoid b D4", "ownership maybe", "interval"] {
        for command in ["kata-analyze", "lz-genmove_analyze", "kata-search_analyze"] {
            let text = bench.text(&format!("{command} {arguments}"), 0);
            assert_eq!(text, "? syntax error\n\n", "{command} {arguments}");
        }
    }
}

/// Ten minutes of lines: every one at a whole number of intervals from the start, but for a few looks at
/// the clock, each of which takes 20 ms here.
#[test]
fn lines_come_on_time_without_drift() {
    let mut bench = Bench::new(Size::square(5), "living-stones", 20);
    let writes = bench.send("kata-analyze 100", 600_500);
    let begun = writes[0].0;
    assert_eq!(writes[0].1, "= \n");
    let lines = &writes[1..writes.len() - 1];
    assert_eq!(lines.len(), 600);
    for (number, (time, text)) in (1u64..).zip(lines) {
        assert!(text.starts_with("info move "), "{text}");
        let late = (time - begun).checked_sub(1000 * number);
        assert!(
            late.is_some_and(|late| late <= 160),
            "line {number}: {time}"
        );
    }
}

#[test]
fn any_input_ends_an_analysis_at_once() {
    for ms in [0, 5, 123, 1000, 4321] {
        let mut bench = Bench::new(Size::square(9), "living-stones", 5);
        let writes = bench.send("lz-analyze 10", ms);
        let (end, last) = writes.last().expect("an end");
        assert_eq!(last, "\n");
        assert!(end - ms <= 40, "{end} for {ms}");
        // Something was said all the same.
        assert!(writes.len() >= 3);
    }
}

#[test]
fn the_search_goes_on_where_the_one_before_stopped() {
    let mut bench = Bench::new(Size::square(7), "living-stones", 1);
    let visits = |line: &Line| line.root_number("visits").expect("visits");
    let first = bench.analysis("kata-analyze 10 rootInfo true", 1000);
    let seen = visits(first.last().unwrap());
    assert!(seen > 500.0);
    let again = bench.analysis("kata-analyze 10 rootInfo true", 1000);
    assert!(visits(&again[0]) > seen);
    let best = again.last().unwrap().moves[0].clone();
    let name = bench.size.move_name(best.mv);
    assert_eq!(bench.text(&format!("play w {name}"), 0), "= \n\n");
    let after = bench.analysis("kata-analyze 10 rootInfo true", 100);
    assert!(visits(&after[0]) >= best.visits as f64);
    assert!(best.visits > 20);
}

/// `genmove_analyze` makes its move under the time settings and ends with the move its last line shows.
#[test]
fn moves_with_analysis() {
    for command in [
        "kata-genmove_analyze",
        "lz-genmove_analyze",
        "kata-search_analyze",
    ] {
        let mut bench = Bench::new(Size::square(5), "living-stones", 2);
        // Input arrives at once, and is no reason to stop.
        let text = bench.text(&format!("{command} w 50 minmoves 3"), 0);
        let body = text.strip_prefix("= \n").expect("a first line");
        let (lines, play) = body.trim_end().rsplit_once('\n').expect("lines");
        assert!(lines.split('\n').count() >= 3, "{text}");
        let last = lines.split('\n').next_back().unwrap();
        let line = parse(bench.size, last).expect("the grammar");
        let best = bench.size.move_name(line.moves[0].mv);
        assert_eq!(play, format!("play {best}"));
        let played = bench.engine.front().session.game().last_move();
        let expected = (!command.contains("search")).then_some((Color::White, line.moves[0].mv));
        assert_eq!(played, expected);
    }
}

/// White against handicap stones counts on more than it has: whoever asks what it would play shall hear it.
#[test]
fn a_search_without_a_move_thinks_as_one_with_it() {
    let asked = |command: &str| {
        let mut bench = Bench::new(Size::square(9), "chinese", 2);
        bench.text("fixed_handicap 4", 0);
        bench.text(command, 1_000_000)
    };
    let searched = asked("kata-search_analyze w 50");
    assert_eq!(searched, asked("kata-genmove_analyze w 50"));
    let mv = searched.trim_end().rsplit(' ').next().expect("a move");
    assert_eq!(asked("reg_genmove w"), format!("= {mv}\n\n"));
}

#[test]
fn avoided_moves_are_not_made_and_allowed_ones_alone_are() {
    let mut bench = Bench::new(Size::square(5), "living-stones", 1);
    let size = bench.size;
    let free = bench.analysis("kata-analyze w 100", 1050);
    let best = size.move_name(free.last().unwrap().moves[0].mv);
    let named = |names: &[&str], mv: Move| names.contains(&&size.move_name(mv)[..]);
    for line in bench.analysis(
        &format!("kata-analyze w 50 avoid w {best},B2 1 minmoves 99"),
        1050,
    ) {
        assert!(line.moves.iter().all(|m| !named(&[&best, "B2"], m.mv)));
        assert!(line.moves.len() > 20);
    }
    for line in bench.analysis("kata-analyze w 50 allow w A1,B2,pass 1 minmoves 99", 1050) {
        assert_eq!(line.moves.len(), 3);
        assert!(
            line.moves
                .iter()
                .all(|m| named(&["A1", "B2", "pass"], m.mv))
        );
    }
    // The other side's moves at the root are nobody's; deeper ones count for both.
    let command = "kata-analyze w 50 avoid b C3,C2 2 allow w B2,D4 3 pvVisits true";
    for line in bench.analysis(command, 2050) {
        for found in &line.moves {
            assert!(named(&["B2", "D4"], found.mv));
            if let Some(&answer) = found.pv.get(1) {
                assert!(!named(&["C3", "C2"], answer));
            }
            if let Some(&third) = found.pv.get(2) {
                assert!(named(&["B2", "D4", "pass"], third));
            }
        }
    }
    // What was left out is back in the next search.
    let free = bench.analysis("kata-analyze w 50 minmoves 99", 1050);
    assert!(free.last().unwrap().moves.len() > 22);
}

/// Values are for the side to move, ownership too: with colours exchanged they change sign.
#[test]
fn values_are_for_the_side_to_move() {
    for rules in ["living-stones", "chinese"] {
        let mut bench = Bench::new(Size::square(5), rules, 1);
        // Black holds the board but for a corner; both live.
        let setup =
            "gogui-setup b A2 b B2 b C2 b D2 b E2 b B3 b D3 b A4 b C4 b E4 b B5 b D5 b A1 b C1";
        assert_eq!(bench.text(setup, 0), "= \n\n");
        for (color, sign) in [("b", 1.0), ("w", -1.0)] {
            let command = format!("kata-analyze {color} 50 ownership true rootInfo true");
            let line = bench.analysis(&command, 1000).pop().unwrap();
            let sum: f64 = line.ownership.iter().sum();
            assert!(sign * sum > 10.0, "{rules} {color} {sum}");
            assert!(sign * line.root_number("scoreLead").unwrap() > 5.0);
            assert!(sign * (line.root_number("winrate").unwrap() - 0.5) > 0.4);
            assert!(sign * line.moves[0].number("utility").unwrap() > 0.5);
        }
    }
}

/// Under living stones ownership is of living stones: its sum is the score, and two points of the one
/// group are nobody's.
#[test]
fn ownership_is_of_what_the_rules_count() {
    let sum = |rules: &str| {
        let mut bench = Bench::new(Size::square(5), rules, 1);
        bench.text("komi 0", 0);
        // Every point but the two eyes A1 and A3 is Black's stone.
        let size = bench.size;
        let eyes = ["A1", "A3"];
        let points = size.points().map(|p| size.name(p));
        let stones: Vec<String> = points.filter(|p| !eyes.contains(&&p[..])).collect();
        let setup = format!("gogui-setup b {}", stones.join(" b "));
        assert_eq!(bench.text(&setup, 0), "= \n\n");
        let command = "kata-analyze w 50 ownership true movesOwnership true rootInfo true";
        let line = bench.analysis(command, 500).pop().unwrap();
        let sum: f64 = line.ownership.iter().sum();
        let at = |name: &str| line.ownership[size.rank(size.parse_point(name).unwrap())];
        (sum, at("A1"), at("C3"))
    };
    assert_eq!(sum("living-stones"), (-23.0, 0.0, -1.0));
    assert_eq!(sum("chinese"), (-25.0, -1.0, -1.0));
}

#[test]
fn virtual_moves_are_seen() {
    let mut bench = Bench::new(Size::square(5), "living-stones", 10);
    bench.text("play w C3", 0);
    bench.text("play b pass", 0);
    let line = bench
        .analysis("kata-analyze 10 rootInfo true", 200)
        .remove(0);
    assert_eq!(line.root_number("virtualBlack"), Some(1.0));
    assert_eq!(line.root_number("virtualWhite"), Some(0.0));
    assert_eq!(line.root_number("virtualMovesHere"), Some(1.0));
    assert_eq!(line.root_value("gameState"), Some("playing"));
    bench.text("play w pass", 0);
    let line = bench.analysis("lz-analyze 10 rootInfo true", 200).remove(0);
    assert_eq!(line.root_value("gameState"), Some("rest"));
    bench.text("dunhuang-end", 0);
    let line = bench
        .analysis("lz-analyze 10 rootInfo true ownership true", 200)
        .remove(0);
    assert_eq!(line.root_value("gameState"), Some("endedAgreed"));
    assert_eq!(line.moves[0].mv, Move::Pass);
    assert_eq!(line.ownership.iter().filter(|&&o| o == -1.0).count(), 1);
    let mut bench = Bench::new(Size::square(5), "chinese", 10);
    let line = bench
        .analysis("kata-analyze 10 rootInfo true", 200)
        .remove(0);
    assert_eq!(line.root_number("virtualBlack"), None);
}

/// Over pipes: an empty line, a comment, a command and the end of input each end an analysis.
#[test]
fn the_program_stops_at_any_line() {
    let arguments = ["--size", "9", "--threads", "2"];
    let mut engine = support::Running::start(&arguments);
    for end in ["\n", "# nothing\n", "\r\n", "name\n"] {
        engine.send("7 kata-analyze 1 ownership true\n");
        engine.send(end);
        let response = engine.response();
        let mut lines = response.lines();
        assert_eq!(lines.next(), Some("=7 "));
        let size = Size::square(9);
        assert!(lines.clone().count() > 0);
        assert!(lines.all(|line| parse(size, line).is_ok()), "{response}");
    }
    assert_eq!(engine.response(), "= Dunhuang");
    engine.send("lz-analyze 1\n");
    engine.end_of_input();
    assert!(engine.response().starts_with("= \ninfo move"));
    assert!(engine.wait().success());
}
