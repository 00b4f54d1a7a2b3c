//! What follows from the definitions of the whole position, as properties and as small positions.

use crate::random_games::{acts, hold_with};
use crate::scale;
use dunhuang::rng::{Rng, derive_seed};
use dunhuang::rules::{ForcedEnd, PRESETS, Repetition, Suicide};
use dunhuang::{Board, Color, Game, IllegalMove, Move, Point, Rules, Size};

const SUICIDES: [Suicide; 3] = [Suicide::None, Suicide::MultiStone, Suicide::All];
const REPETITIONS: [Repetition; 4] = [
    Repetition::SimpleKo,
    Repetition::Positional,
    Repetition::Situational,
    Repetition::Virtual,
];

/// Living-stones rules without a forced end, so that games go on.
fn endless(repetition: Repetition) -> Rules {
    Rules {
        repetition,
        forced_end: ForcedEnd::Off,
        ..Rules::living_stones()
    }
}

fn game(rows: &str, to_move: Color, rules: Rules) -> Game {
    Game::from_board(
        Board::from_diagram(rows).expect("a position"),
        to_move,
        rules,
    )
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.size().parse_move(text).expect("a move");
        let color = game.to_move();
        let result = game.play(color, mv);
        assert_eq!(
            result,
            Ok(()),
            "{} {text} in\n{:?}",
            color.name(),
            game.board()
        );
    }
}

fn check(game: &Game, color: Color, vertex: &str) -> Result<(), IllegalMove> {
    game.check(color, game.size().parse_move(vertex).expect("a move"))
}

/// All reasons for both colours, in a fixed order.
fn verdicts(game: &Game) -> Vec<Result<(), IllegalMove>> {
    let points = game.size().points();
    points
        .flat_map(|p| Color::BOTH.map(|c| game.check(c, Move::Real(p))))
        .collect()
}

#[test]
fn a_virtual_move_is_always_legal_and_lifts_every_ban() {
    for repetition in [Repetition::Virtual, Repetition::SimpleKo] {
        for size in [(2, 2), (3, 2), (3, 3), (4, 3)] {
            let size = Size::new(size.0, size.1).expect("a size");
            hold_with(
                size,
                endless(repetition),
                scale(10, 100),
                acts(100),
                |game, _| {
                    for color in Color::BOTH {
                        let mut after = game.clone();
                        if after.now().end.is_none() && after.rules().virtual_moves {
                            after.play(color, Move::Pass).map_err(|e| e.to_string())?;
                            let ban = |v: &Result<(), IllegalMove>| {
                                matches!(v, Err(IllegalMove::Ko | IllegalMove::Regress(_)))
                            };
                            if let Some(ban) = verdicts(&after).into_iter().find(ban) {
                                return Err(format!("a ban after a virtual move: {ban:?}"));
                            }
                        }
                    }
                    Ok(())
                },
            );
        }
    }
}

/// Two games side by side: virtual superko, and positional superko that begins anew from the current
/// position at each virtual move. They refuse the same moves for the same reasons.
#[test]
fn virtual_superko_is_positional_superko_that_forgets_at_virtual_moves() {
    let mut regresses = 0;
    for (side, number) in (2..=4).flat_map(|s| (0..scale(30, 400)).map(move |n| (s, n))) {
        let size = Size::square(side);
        let mut rng = Rng::from_seed(derive_seed(side as u64, u64::from(number)));
        let mut whole = Game::new(size, endless(Repetition::Virtual));
        let mut since = Game::new(size, endless(Repetition::Positional));
        let mut before = 0;
        for _ in 0..60 {
            let expected: Vec<_> = verdicts(&since)
                .into_iter()
                .map(|v| {
                    v.map_err(|reason| match reason {
                        IllegalMove::Regress(n) => IllegalMove::Regress(before + n),
                        other => other,
                    })
                })
                .collect();
            assert_eq!(
                verdicts(&whole),
                expected,
                "{:?}",
                whole.moves().collect::<Vec<_>>()
            );
            let refused = |v: &&Result<(), IllegalMove>| matches!(v, Err(IllegalMove::Regress(_)));
            regresses += expected.iter().filter(refused).count();
            let color = if rng.chance(0.9) {
                whole.to_move()
            } else {
                whole.to_move().opponent()
            };
            let legal: Vec<Point> = whole.legal_points(color).iter().collect();
            if legal.is_empty() || rng.chance(0.1) {
                whole.play(color, Move::Pass).expect("always legal");
                since = Game::from_board(whole.board().clone(), whole.to_move(), *since.rules());
                before = whole.move_number();
            } else {
                let mv = Move::Real(legal[rng.below(legal.len() as u32) as usize]);
                whole.play(color, mv).expect("legal");
                since.play(color, mv).expect("legal in both");
            }
        }
    }
    assert!(regresses > 500, "only {regresses}");
}

#[test]
fn single_stone_suicide_is_prohibited_everywhere() {
    for preset in &PRESETS {
        for (suicide, repetition) in SUICIDES
            .into_iter()
            .flat_map(|s| REPETITIONS.map(|r| (s, r)))
        {
            let rules = Rules {
                suicide,
                repetition,
                ..preset.rules
            };
            let game = game(".X.\nX.X\n.X.", Color::White, rules);
            for vertex in ["A3", "C3", "B2", "A1", "C1"] {
                let reason = Err(IllegalMove::SingleStoneSuicide);
                assert_eq!(
                    check(&game, Color::White, vertex),
                    reason,
                    "{} {vertex}",
                    preset.name
                );
                assert_eq!(check(&game, Color::Black, vertex), Ok(()));
            }
        }
    }
}

#[test]
fn multi_stone_suicide_follows_its_axis() {
    for repetition in REPETITIONS {
        for suicide in SUICIDES {
            let rules = Rules {
                suicide,
                ..endless(repetition)
            };
            let mut game = game("OX.\n.X.\nXX.", Color::White, rules);
            let expected = match suicide {
                Suicide::None => Err(IllegalMove::Suicide),
                _ => Ok(()),
            };
            assert_eq!(check(&game, Color::White, "A2"), expected);
            if expected.is_ok() {
                play(&mut game, "A2");
                assert_eq!(game.board().diagram(), ".X.\n.X.\nXX.\n");
                assert_eq!(game.now().captured, 0);
                assert_eq!(game.lost_stones().white, 2);
                assert_eq!(game.real_moves().white, 2);
            }
        }
    }
}

/// White sends a stone into a room of two points and, after `between`, a second one that dies with it:
/// the position of the start comes back. (White moves, then Black and White as written.)
#[test]
fn multi_stone_suicide_may_be_a_regress() {
    let room = "..X.\nXXX.\n....\n....";
    let cases = [
        // A real move between: the position is a new one.
        ("A4 D1", [Ok(()), Ok(()), Ok(()), Ok(())]),
        // A virtual move between: only counts of virtual stones make it new.
        ("A4 pass", [Ok(()), Err(0), Ok(()), Ok(())]),
    ];
    for (moves, expected) in cases {
        for (repetition, expected) in REPETITIONS.into_iter().zip(expected) {
            let mut game = game(room, Color::White, endless(repetition));
            play(&mut game, moves);
            let verdict = check(&game, Color::White, "B4");
            assert_eq!(
                verdict,
                expected.map_err(IllegalMove::Regress),
                "{moves} {repetition:?}"
            );
        }
    }
    // The same colour twice: nothing stands between. Situational: Black is to move, and was not at the start.
    let expected = [Ok(()), Err(0), Ok(()), Err(0)];
    for (repetition, expected) in REPETITIONS.into_iter().zip(expected) {
        let mut game = game(room, Color::White, endless(repetition));
        play(&mut game, "A4");
        let verdict = check(&game, Color::White, "B4");
        assert_eq!(
            verdict,
            expected.map_err(IllegalMove::Regress),
            "{repetition:?}"
        );
    }
}

#[test]
fn only_positional_and_virtual_superko_refuse_the_return_of_one_for_two() {
    let rows = "XXX.\nOOX.\n.OX.\nXOXX\nXOOO\n.X.O";
    for repetition in REPETITIONS {
        let mut game = game(rows, Color::Black, endless(repetition));
        play(&mut game, "C1 A1");
        assert_eq!(game.now().captured, 2);
        let expected = match repetition {
            Repetition::Positional | Repetition::Virtual => Err(IllegalMove::Regress(0)),
            Repetition::Situational | Repetition::SimpleKo => Ok(()),
        };
        assert_eq!(check(&game, Color::Black, "B1"), expected, "{repetition:?}");
    }
}

#[test]
fn a_setup_is_the_first_entry_and_forgets_what_was_before() {
    let ko = ".XO.\nX.XO\n.XO.\n....";
    for repetition in REPETITIONS {
        let mut game = game(ko, Color::White, endless(repetition));
        play(&mut game, "pass pass B3");
        assert!(check(&game, Color::Black, "C3").is_err(), "{repetition:?}");
        let now = game.board().clone();
        game.setup(|p| now.color_at(p), Color::Black)
            .expect("a position");
        assert_eq!(game.virtual_stones(), Default::default());
        assert_eq!(game.lost_stones(), Default::default());
        assert_eq!(game.real_moves().black, now.stones(Color::Black));
        // Nothing before the setup can come back any more, but the setup itself can.
        play(&mut game, "C3");
        let back = match repetition {
            Repetition::SimpleKo => IllegalMove::Ko,
            _ => IllegalMove::Regress(0),
        };
        assert_eq!(
            check(&game, Color::White, "B3"),
            Err(back),
            "{repetition:?}"
        );
        // Undo takes the setup back with everything it forgot.
        game.undo().expect("a move");
        game.undo().expect("a setup");
        assert_eq!(game.virtual_stones().black + game.virtual_stones().white, 2);
        assert_eq!(game.lost_stones().black, 1);
        assert!(check(&game, Color::Black, "C3").is_err(), "{repetition:?}");
    }
}

/// Who took a ko may fill it; the other side may not take it back, wherever the turn is.
#[test]
fn a_ko_ban_binds_the_opponent_of_the_taker() {
    for repetition in REPETITIONS {
        let mut game = game(".XO.\nX.XO\n.XO.\n....", Color::White, endless(repetition));
        play(&mut game, "B3");
        assert!(check(&game, Color::Black, "C3").is_err());
        assert_eq!(check(&game, Color::White, "C3"), Ok(()));
        // A move elsewhere by either colour, or a virtual move, lifts a simple ko.
        for mv in ["A1", "pass"] {
            for color in Color::BOTH {
                let mut after = game.clone();
                after
                    .play(color, after.size().parse_move(mv).expect("a move"))
                    .expect("legal");
                let free = check(&after, Color::Black, "C3").is_ok();
                let expected =
                    mv == "A1" || matches!(repetition, Repetition::SimpleKo | Repetition::Virtual);
                assert_eq!(free, expected, "{repetition:?} {mv} by {}", color.name());
            }
        }
    }
}

/// A cycle is the return of a position of the start, a setup or a real move: that the same points stood
/// with the same side to move after a pass is none.
#[test]
fn what_stood_only_after_a_pass_closes_no_cycle() {
    let rows = "XXX.\nOOX.\n.OX.\nXOXX\nXOOO\n.X.O";
    let tang = Rules::preset("tang").expect("a preset");
    for (to_move, cycle) in [(Color::Black, None), (Color::White, Some(0))] {
        let mut game = game(rows, to_move, tang);
        // The board of the start with White to move, after a pass or from the start.
        game.play(Color::Black, Move::Pass).expect("always legal");
        for (color, vertex) in [
            (Color::Black, "C1"),
            (Color::White, "A1"),
            (Color::Black, "B1"),
        ] {
            let mv = game.size().parse_move(vertex).expect("a move");
            game.play(color, mv).expect("legal");
        }
        assert_eq!(
            game.board().diagram().replace('\n', ""),
            rows.replace('\n', "")
        );
        assert_eq!(game.now().cycle, cycle);
    }
}
