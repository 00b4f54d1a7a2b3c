//! Keys are equal exactly when the whole positions are: compared with full positions both ways, over
//! more than a million moves in an optimised build.

use crate::scale;
use crate::script::{rules, setup};
use dunhuang::game::naive::{NaiveGame, WholePosition};
use dunhuang::hash::HashMap;
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::rules::{PRESETS, Repetition};
use dunhuang::{Color, Game, Move, Rules, Size};

/// Which key belongs to which whole position, and the other way round.
#[derive(Default)]
struct Register {
    positions: HashMap<u64, WholePosition>,
    keys: HashMap<WholePosition, u64>,
    moves: u64,
}

impl Register {
    fn enter(&mut self, fast: &Game, slow: &NaiveGame) {
        let mut position = slow.position().clone();
        // Only situational repetition looks at the side to move; elsewhere the key leaves it out.
        if fast.rules().repetition != Repetition::Situational {
            position.to_move = Color::Black;
        }
        let key = fast.position_key();
        if let Some(&known) = self.keys.get(&position) {
            assert_eq!(known, key, "two keys of {position:?}");
        } else {
            let other = self.positions.insert(key, position.clone());
            assert_eq!(other, None, "one key, and also {position:?}");
            self.keys.insert(position, key);
        }
    }

    /// A random game, mostly of legal moves in turn, with setups and moves taken back.
    fn play(&mut self, size: Size, rules: Rules, seed: u64, length: u32) {
        let mut rng = Rng::from_seed(seed);
        let mut fast = Game::new(size, rules);
        let mut slow = NaiveGame::new(size, rules);
        let mut played = 0;
        for _ in 0..length * 4 {
            if played == length || slow.end().is_some() {
                break;
            }
            let color = if rng.chance(0.95) {
                fast.to_move()
            } else {
                fast.to_move().opponent()
            };
            let mv = if rng.chance(0.05) {
                Move::Pass
            } else {
                Move::Real(size.point(rng.below(size.area() as u32) as usize))
            };
            if rng.chance(0.01) {
                let board = setup(size, rng.below(1 << 16) as u16 & !1);
                assert!(fast.setup(|p| board.color_at(p), color).is_ok());
                assert!(slow.setup(board, color));
            } else if rng.chance(0.01) {
                assert_eq!(fast.undo().is_ok(), slow.undo().is_ok());
            } else if fast.play(color, mv).is_ok() {
                slow.play(color, mv).expect("legal for both");
                played += 1;
                self.moves += 1;
            } else {
                continue;
            }
            self.enter(&fast, &slow);
        }
    }
}

#[test]
fn keys_are_equal_exactly_when_whole_positions_are() {
    let mut moves = 0;
    // On the smallest boards whole positions come back all the time, on the largest they never do.
    let plan = [
        (2, 2, 40, 60),
        (2, 3, 40, 80),
        (3, 3, 40, 120),
        (4, 4, 30, 150),
    ];
    let plan = plan
        .into_iter()
        .chain([(5, 3, 30, 150), (5, 5, 20, 200), (7, 7, 12, 250)]);
    for (width, height, games, length) in plan.chain([(9, 9, 8, 300), (19, 19, 1, 500)]) {
        let size = Size::new(width, height).expect("a size");
        let mut register = Register::default();
        for number in 0..games * scale(2, 44) {
            let number = u64::from(number);
            let seed = derive_seed(size.area() as u64, number);
            let rules = match PRESETS.get(number as usize % 16) {
                Some(preset) => preset.rules,
                None => rules(number * 22 + 11 + number % 11),
            };
            register.play(size, rules, seed, length);
        }
        moves += register.moves;
        assert!(register.keys.len() == register.positions.len());
    }
    let wanted = u64::from(scale(10_000, 1_000_000));
    assert!(moves >= wanted, "only {moves} moves");
}
