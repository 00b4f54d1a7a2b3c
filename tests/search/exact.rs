//! The search against the exhaustive solver: what it proves is what the solver found, under every rule
//! system, forced end included.

use crate::common::search;
use dunhuang::rules::Repetition;
use dunhuang::search::{Ending, Params, Search};
use dunhuang::{Board, Color, Game, Rules};
use std::path::Path;

/// One golden value of the solver: Black minus White at komi 0.
struct Case {
    file: String,
    board: Board,
    preset: String,
    ending: Ending,
    first: Color,
    value: f32,
}

/// The files hold a diagram, then lines `preset stopping first-to-move value nodes`.
fn golden() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/exact");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
            .collect();
        let rows = lines
            .iter()
            .take_while(|l| l.chars().all(|c| ".XO".contains(c)))
            .count();
        let board = Board::from_diagram(&lines[..rows].join("\n")).unwrap();
        for line in &lines[rows..] {
            let words: Vec<&str> = line.split_whitespace().collect();
            cases.push(Case {
                file: path.file_stem().unwrap().to_string_lossy().into_owned(),
                board: board.clone(),
                preset: words[0].into(),
                ending: match words[1] {
                    "natural" => Ending::Natural,
                    _ => Ending::Rest,
                },
                first: Color::parse(words[2]).unwrap(),
                value: words[3].parse().unwrap(),
            });
        }
    }
    cases
}

/// How the search sees the case with this komi; proved, if it is within so many visits.
fn proved(case: &Case, komi: f32, visits: u64) -> (Option<f32>, u64) {
    let rules = Rules {
        komi,
        ..Rules::preset(&case.preset).unwrap()
    };
    let game = Game::from_board(case.board.clone(), case.first, rules);
    let mut engine = Search::new(Params {
        ending: case.ending,
        memory: 1024,
        ..Params::default()
    });
    let mut limit = visits / 16;
    loop {
        let report = search(&mut engine, &game, case.first, limit);
        let for_black = match case.first {
            Color::Black => report.win,
            Color::White => 1.0 - report.win,
        };
        if report.proved {
            return (Some(for_black), report.visits);
        }
        if limit >= visits {
            return (None, report.visits);
        }
        limit *= 2;
    }
}

/// Searches every case for at most so many visits; asserts that nothing else is proved than the solver
/// found, and returns what stayed open.
fn open_cases(visits: u64, wanted: impl Fn(&Case) -> bool) -> Vec<String> {
    let mut open = Vec::new();
    for case in golden().into_iter().filter(wanted) {
        let rules = Rules::preset(&case.preset).unwrap();
        // A cycle is a draw whatever komi is, so that only where none can be komi shifts all values.
        let komis = if rules.repetition == Repetition::SimpleKo {
            vec![0.0]
        } else {
            vec![case.value - 0.5, case.value, case.value + 0.5]
        };
        for komi in komis {
            let (found, visits) = proved(&case, komi, visits);
            let name = format!(
                "{} {} {} {} komi {komi}",
                case.file,
                case.preset,
                case.ending.name(),
                case.first.name()
            );
            println!("{name}: {found:?} in {visits}");
            let expected = match case.value - komi {
                v if v > 0.0 => 1.0,
                v if v < 0.0 => 0.0,
                _ => 0.5,
            };
            match found {
                Some(win) => assert_eq!(win, expected, "{name}"),
                None => open.push(name),
            }
        }
    }
    open
}

/// Virtual moves make the longest games: on an empty board their proofs take minutes.
fn is_long(case: &Case) -> bool {
    let rules = Rules::preset(&case.preset).unwrap();
    rules.virtual_moves && case.board.empty_count() == case.board.size().area()
}

#[test]
fn what_the_search_proves_is_what_the_solver_found() {
    let open = open_cases(32_000, |case| !is_long(case));
    assert_eq!(open, Vec::<String>::new());
}

/// Some of the longest games; all of them, which takes a minute or two, by
/// `LONG_TESTS=1 cargo test --release --test search longest`.
#[test]
fn with_more_visits_the_longest_games_are_proved_too() {
    let all = std::env::var_os("LONG_TESTS").is_some();
    let some = |case: &Case| {
        let tiny = case.board.size().area() <= 4 && case.first == Color::Black;
        tiny && case.preset.starts_with("living-stones")
    };
    let wanted = |case: &Case| is_long(case) && (all || some(case));
    assert!(golden().iter().filter(|case| wanted(case)).count() >= 2);
    assert_eq!(open_cases(512_000, wanted), Vec::<String>::new());
}
