//! Whole games: they end, and they end as the rules and the setting of the ending ask.

use crate::common::{params, random_move, search};
use dunhuang::counting::{Evidence, Ledger, settle};
use dunhuang::game::End;
use dunhuang::rng::Rng;
use dunhuang::rules::PRESETS;
use dunhuang::search::{Ending, Params, Search};
use dunhuang::{Color, Game, PointSet, Rules, Size, State};

/// Plays a game against itself until a forced end, or two passes in a row where the ending allows
/// them to end it.
fn self_play(size: usize, rules: Rules, ending: Ending, playouts: u64, seed: u64) -> Game {
    let mut game = Game::new(Size::square(size), rules);
    let mut engine = Search::new(Params {
        ending,
        ..params(seed)
    });
    let never_rests = ending == Ending::Natural && rules.ends_by_force();
    for _ in 0..10 * size * size {
        let color = game.to_move();
        let report = search(&mut engine, &game, color, playouts);
        game.play(color, report.best).unwrap();
        let ended = game.now().end.is_some()
            || game.state() == State::Cycle
            || game.state() == State::Rest && !never_rests;
        if ended {
            return game;
        }
    }
    panic!("no end of this game:\n{:?}", game.board());
}

/// The final position of a natural end: nothing is dead, no path and no dame is left, only eyes.
fn assert_ideal(game: &Game, name: &str) {
    assert_eq!(game.now().end, Some(End::Forced));
    let settlement = settle(
        game.board(),
        &PointSet::EMPTY,
        Ledger::of_game(game),
        game.rules().touch_points,
        &Evidence::default(),
    );
    for color in Color::BOTH {
        let paths = settlement.paths(color);
        assert!(paths.is_empty(), "{name}: {paths:?}\n{:?}", game.board());
    }
    assert!(settlement.dame.is_empty(), "{name}:\n{:?}", game.board());
}

#[test]
fn natural_games_end_with_every_path_filled() {
    for preset in PRESETS.iter().filter(|p| p.rules.ends_by_force()) {
        for (size, playouts, games) in [(5, 100, 4), (7, 60, 3), (9, 50, 2)] {
            for seed in 0..games {
                let game = self_play(size, preset.rules, Ending::Natural, playouts, seed);
                println!("{} {size} {seed}\n{:?}", preset.name, game.board());
                if game.state() != State::Cycle {
                    assert_ideal(&game, preset.name);
                }
            }
        }
    }
}

#[test]
fn games_under_every_preset_come_to_rest() {
    for preset in &PRESETS {
        for (size, playouts) in [(5, 100), (7, 60), (9, 50)] {
            let game = self_play(size, preset.rules, Ending::Rest, playouts, 1);
            println!(
                "{} {size} moves {}\n{:?}",
                preset.name,
                game.move_number(),
                game.board()
            );
            // On 5x5 the first stone in the middle owns the board, and the other side may see that at once.
            assert!(size == 5 || game.move_number() as usize > size * size / 3);
        }
    }
}

#[test]
fn it_beats_a_random_mover() {
    for (size, playouts, pairs) in [(5, 100, 3), (9, 60, 2)] {
        for preset in ["living-stones", "chinese"] {
            let mut rules = Rules::preset(preset).unwrap();
            rules.komi = 0.5;
            for seed in 0..2 * pairs {
                let ours = if seed % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                let mut rng = Rng::from_seed(seed);
                let mut game = Game::new(Size::square(size), rules);
                let mut engine = Search::new(params(seed));
                while game.state() == State::Playing {
                    let color = game.to_move();
                    let mv = if color == ours {
                        search(&mut engine, &game, color, playouts).best
                    } else {
                        random_move(&game, color, &mut rng)
                    };
                    game.play(color, mv).unwrap();
                }
                let dead = dead_by_playouts(&game);
                let score = dunhuang::counting::result(&game, &dead);
                assert_eq!(
                    score.winner(),
                    Some(ours),
                    "{preset} {size} {seed} {score}\n{:?}",
                    game.board()
                );
            }
        }
    }
}

fn dead_by_playouts(game: &Game) -> PointSet {
    let mut judge = dunhuang::search::Judge::new(game.board(), 500);
    judge.judge(game.board(), game.rules()).dead.dead
}
