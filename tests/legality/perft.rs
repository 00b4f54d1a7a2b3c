//! Perft: the number of move sequences of a fixed length from the empty board, colours in turn, virtual
//! moves and passes included. Known numbers stand in `tests/data/perft.txt`.

use crate::scale;
use dunhuang::game::naive::NaiveGame;
use dunhuang::rules::PRESETS;
use dunhuang::{Color, Game, Move, Rules, Size};

/// What perft needs of a referee.
trait Referee: Clone {
    fn may(&self, color: Color, mv: Move) -> bool;
    fn play_on(&mut self, color: Color, mv: Move);
    fn take_back(&mut self);
}

impl Referee for Game {
    fn may(&self, color: Color, mv: Move) -> bool {
        self.check(color, mv).is_ok()
    }
    fn play_on(&mut self, color: Color, mv: Move) {
        self.play_unchecked(color, mv);
    }
    fn take_back(&mut self) {
        self.undo().expect("a move was made");
    }
}

/// Takes back by a copy: the slow undo plays the whole game again.
#[derive(Clone)]
struct Slow(Vec<NaiveGame>);

impl Referee for Slow {
    fn may(&self, color: Color, mv: Move) -> bool {
        self.0[self.0.len() - 1].check(color, mv).is_ok()
    }
    fn play_on(&mut self, color: Color, mv: Move) {
        let mut next = self.0[self.0.len() - 1].clone();
        next.play(color, mv).expect("it was legal");
        self.0.push(next);
    }
    fn take_back(&mut self) {
        self.0.pop();
    }
}

fn perft(game: &mut impl Referee, size: Size, color: Color, depth: u32) -> u64 {
    let moves = size.points().map(Move::Real).chain([Move::Pass]);
    if depth == 1 {
        return moves.filter(|&mv| game.may(color, mv)).count() as u64;
    }
    let mut total = 0;
    for mv in moves {
        if game.may(color, mv) {
            game.play_on(color, mv);
            total += perft(game, size, color.opponent(), depth - 1);
            game.take_back();
        }
    }
    total
}

fn fast(size: Size, rules: Rules, depth: u32) -> u64 {
    perft(&mut Game::new(size, rules), size, rules.first, depth)
}

fn slow(size: Size, rules: Rules, depth: u32) -> u64 {
    let mut game = Slow(vec![NaiveGame::new(size, rules)]);
    perft(&mut game, size, rules.first, depth)
}

/// Sizes with the greatest depth of the known numbers.
const SIZES: [(usize, usize, u32); 3] = [(2, 2, 9), (2, 3, 7), (3, 3, 6)];

#[test]
fn known_numbers() {
    let known = include_str!("../data/perft.txt");
    let known = known.lines().filter(|line| !line.starts_with('#'));
    let shallower = scale(2, 0);
    let mut table = String::new();
    let mut wrong = Vec::new();
    let mut lines = known.clone();
    for preset in &PRESETS {
        for (width, height, depth) in SIZES {
            let size = Size::new(width, height).expect("a size");
            let mut line = format!("{} {size}", preset.name);
            let numbers = lines.next().unwrap_or_default().to_string();
            for d in 1..=depth - shallower {
                line += &format!(" {}", fast(size, preset.rules, d));
            }
            if numbers != line && !(shallower > 0 && numbers.starts_with(&format!("{line} "))) {
                wrong.push(line.clone());
            }
            table += &(line + "\n");
        }
    }
    assert!(wrong.is_empty(), "not as known: {wrong:#?}\nall:\n{table}");
    assert_eq!(lines.next(), None, "lines of no preset");
}

#[test]
fn the_twin_counts_the_same() {
    for preset in &PRESETS {
        for (width, height, depth) in SIZES {
            let size = Size::new(width, height).expect("a size");
            for d in 1..=depth - scale(3, 0) {
                let numbers = [fast, slow].map(|perft| perft(size, preset.rules, d));
                assert_eq!(numbers[0], numbers[1], "{} {size} depth {d}", preset.name);
            }
        }
    }
}
