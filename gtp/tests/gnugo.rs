//! Lists and legality compared with GNU Go over random games, where GNU Go is installed.

use dunhuang::rng::{Rng, derive_seed};
use dunhuang::search::NoClock;
use dunhuang::{Color, Game, Move, Rules, Size};
use dunhuang_gtp::engine::Engine;
use dunhuang_gtp::front::Settings;
use dunhuang_gtp::interrupt::Interrupts;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

fn gnugo() -> Option<&'static str> {
    let places = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"];
    places.into_iter().find(|place| Path::new(place).exists())
}

/// A game of random moves with questions after each of them.
fn script(seed: u64) -> String {
    let mut rng = Rng::from_seed(seed);
    let side = 3 + rng.below(5) as usize;
    // Simple ko and no suicide, as GNU Go plays.
    let rules = Rules::preset("point-counting").expect("a preset");
    let mut game = Game::new(Size::square(side), rules);
    let mut text = format!("boardsize {side}\nclear_board\n");
    for _ in 0..60 {
        let color = [Color::Black, Color::White][rng.below(2) as usize];
        let points: Vec<_> = game.legal_points(color).iter().collect();
        let mv = if points.is_empty() || rng.chance(0.05) {
            Move::Pass
        } else {
            Move::Real(points[rng.below(points.len() as u32) as usize])
        };
        game.play(color, mv).expect("a legal move");
        text += &format!("play {} {}\n", color.name(), game.size().move_name(mv));
        for color in ["black", "white"] {
            text += &format!("list_stones {color}\ncaptures {color}\nall_legal {color}\n");
            let point = game.size().point(rng.below((side * side) as u32) as usize);
            text += &format!("is_legal {color} {}\n", game.size().name(point));
        }
        text += "last_move\n";
        if rng.chance(0.1) {
            game.undo().expect("a move to take back");
            text += "undo\nlast_move\nall_legal b\nall_legal w\n";
        }
    }
    text + "move_history\nget_komi\nquit\n"
}

#[test]
fn lists_and_legality_are_those_of_gnu_go() {
    let Some(gnugo) = gnugo() else {
        eprintln!("GNU Go is not installed: nothing compared");
        return;
    };
    for number in 0..20 {
        let script = script(derive_seed(38, number));
        let mut child = Command::new(gnugo)
            .args(["--mode", "gtp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("GNU Go starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = script.clone();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("GNU Go ends");
        writer
            .join()
            .expect("the writer ends")
            .expect("GNU Go reads");
        let theirs = String::from_utf8(output.stdout).expect("text");
        let mut theirs = theirs.split("\n\n");

        let rules = Rules::preset("point-counting").expect("a preset");
        let settings = Settings {
            rules: Rules { komi: 0.0, ..rules },
            ..Settings::default()
        };
        let interrupts = Arc::new(Interrupts::new());
        let mut engine = Engine::new(settings, Arc::new(NoClock), interrupts);
        let mut made = Vec::new();
        for (line, command) in script.lines().enumerate() {
            let ours = engine.answer_line(line as u64, command.as_bytes());
            let ours = ours.expect("a response");
            let ours = words(&ours);
            let theirs = words(theirs.next().expect("a response of GNU Go"));
            if command.starts_with("play") || command == "undo" {
                made.push(command);
            }
            if command != "get_komi" {
                assert_eq!(ours, theirs, "game {number}: {command} after {made:?}");
            }
        }
    }
}

fn words(response: &str) -> Vec<&str> {
    response.split_whitespace().collect()
}
