//! Equal seeds give equal reports; several threads give sensible ones.

use crate::common::{params, search};
use dunhuang::search::{Classical, EvalInput, Evaluation, Evaluator, Params, Report, Search};
use dunhuang::{Board, Color, Game, Move, Rules, Size};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

fn played(seed: u64, rules: Rules, moves: usize) -> Vec<Report> {
    played_on(7, 150, seed, rules, moves)
}

fn played_on(side: usize, playouts: u64, seed: u64, rules: Rules, moves: usize) -> Vec<Report> {
    let mut game = Game::new(Size::square(side), rules);
    let mut engine = Search::new(params(seed));
    (0..moves)
        .map(|_| {
            let color = game.to_move();
            let report = search(&mut engine, &game, color, playouts);
            game.play(color, report.best).unwrap();
            report
        })
        .collect()
}

#[test]
fn equal_seeds_give_equal_reports_tree_reuse_included() {
    for rules in [Rules::living_stones(), Rules::preset("chinese").unwrap()] {
        let first = played(5, rules, 12);
        assert_eq!(first, played(5, rules, 12));
        assert_ne!(first, played(6, rules, 12));
    }
}

/// A search that was made, as a line of [`SIGNATURES`] begins: size, playouts a move, moves, rules.
const SEARCHES: [(usize, u64, usize, &[&str]); 3] = [
    (
        7,
        150,
        10,
        &["living-stones", "tang", "chinese", "japanese"],
    ),
    // Boards on which only the likeliest moves are considered at first, with settings of their own.
    (13, 300, 4, &["living-stones", "chinese"]),
    (19, 300, 3, &["living-stones", "chinese"]),
];

/// One line for each of [`SEARCHES`]: the board, then a number that changes whenever a search does anything
/// else than before. A change that is meant to change the search renews them with
/// `UPDATE_SIGNATURES=1 cargo test --test search signature`, and says so.
const SIGNATURES: &str = "tests/data/signatures.txt";

#[test]
fn signature() {
    let mut found = String::new();
    for (side, playouts, moves, rules) in SEARCHES {
        let mut signature = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |value: u64| {
            signature = (signature ^ value).wrapping_mul(0x0000_0100_0000_01B3);
        };
        for name in rules {
            let rules = Rules::preset(name).unwrap();
            for report in played_on(side, playouts, 1, rules, moves) {
                for mv in &report.moves {
                    let point = match mv.mv {
                        Move::Real(point) => point.index() as u64,
                        _ => 0,
                    };
                    mix(point);
                    mix(mv.visits);
                    mix(u64::from(mv.win.to_bits()));
                }
            }
        }
        found += &format!("{side}x{side} {signature:016x}\n");
    }
    println!("search signatures:\n{found}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SIGNATURES);
    if std::env::var_os("UPDATE_SIGNATURES").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        found, kept,
        "see {SIGNATURES}: the search does other things"
    );
}

/// White has ten stones in atari that Black takes or loses: whoever plays F5 is far ahead.
const TAKEN: &str = "
    .........
    .XXXXXXX.
    .XOOOOOX.
    .XOOOOOX.
    .XXXX.XX.
    .OOOOOOO.
    .........
    .........
    .........";

/// The classical priors, for which the first of the threads to ask waits until the other asks too.
#[derive(Default)]
struct Together {
    /// Questions of each thread, that about the root left out: it comes before the threads.
    asked: Mutex<HashMap<ThreadId, u32>>,
    root: AtomicBool,
    came: Condvar,
}

impl Evaluator for Together {
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
        if self.root.swap(true, Ordering::Relaxed) {
            let mut asked = self.asked.lock().unwrap();
            *asked.entry(std::thread::current().id()).or_default() += 1;
            self.came.notify_all();
            // Longer than any machine takes to start a thread; then the test fails below.
            let patience = Duration::from_secs(60);
            let alone = |asked: &mut HashMap<ThreadId, u32>| asked.len() < 2;
            drop(
                self.came
                    .wait_timeout_while(asked, patience, alone)
                    .unwrap(),
            );
        }
        Classical.evaluate(batch, out);
    }
}

#[test]
fn two_threads_share_a_tree() {
    let board = Board::from_diagram(TAKEN).unwrap();
    let game = Game::from_board(board, Color::Black, Rules::preset("chinese").unwrap());
    let together = Arc::new(Together::default());
    let two = Params {
        threads: 2,
        ..params(3)
    };
    let mut engine = Search::with_evaluator(two, together.clone());
    let report = search(&mut engine, &game, Color::Black, 3000);
    assert_eq!(report.visits, 3000);
    // Every visit of the root went on to a child, and none is still under way.
    let below: u64 = report.moves.iter().map(|m| m.visits).sum();
    assert!((2990..=3000).contains(&below), "{below}");
    // Both threads grew the tree.
    let asked = together.asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    assert!(asked.values().sum::<u32>() > 50, "{asked:?}");
    // They find what one thread finds, with about as much confidence.
    let one = search(&mut Search::new(params(3)), &game, Color::Black, 3000);
    assert_eq!(game.size().move_name(one.best), "F5");
    assert_eq!(report.best, one.best);
    assert!(
        (report.win - one.win).abs() < 0.1,
        "{} {}",
        report.win,
        one.win
    );
    assert!((report.score_mean - one.score_mean).abs() < 10.0);
    let share = report.of(report.best).unwrap().visits as f64 / 3000.0;
    assert!(share > 0.5, "{share}");
}
