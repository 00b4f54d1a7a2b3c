//! When it passes, rests, fills and goes on: positions near the end.

use crate::common::{params, search};
use dunhuang::rules::PRESETS;
use dunhuang::search::{Ending, Params, Search};
use dunhuang::{Board, Color, Game, Move, Rules};

/// Two live groups; D7 and D6 are dame. Black is ahead by area and by living stones.
const DAME: &str = "
    .XX.OO.
    XXX.OOO
    .XXXO..
    XXXXOOO
    .X.XO.O
    XXXXOOO
    .XXXO..";

/// Black has much room and few stones, White the other way round: settled Black leads by five living
/// stones, as it stands White by three.
const ROOM: &str = "
    ..XO.
    ..XOO
    ..XOO
    ..XOO
    ..XO.";

fn game(diagram: &str, preset: &str, komi: f32, to_move: Color) -> Game {
    let rules = Rules {
        komi,
        ..Rules::preset(preset).unwrap()
    };
    Game::from_board(Board::from_diagram(diagram).unwrap(), to_move, rules)
}

/// What it plays with several seeds, as GTP writes it.
fn answers(game: &Game, ending: Ending, playouts: u64) -> Vec<String> {
    (1..=5)
        .map(|seed| {
            let mut engine = Search::new(Params {
                ending,
                ..params(seed)
            });
            let report = search(&mut engine, game, game.to_move(), playouts);
            game.size().move_name(report.best)
        })
        .collect()
}

fn assert_all(game: &Game, ending: Ending, good: impl Fn(&str) -> bool, what: &str) {
    for playouts in [60, 500] {
        let answers = answers(game, ending, playouts);
        assert!(
            answers.iter().all(|a| good(a)),
            "{what} with {playouts} playouts: {answers:?}\n{:?}",
            game.board()
        );
    }
}

#[test]
fn where_dame_count_they_are_played_before_it_passes() {
    for preset in PRESETS.iter().filter(|p| !p.rules.compensates()) {
        for to_move in Color::BOTH {
            let game = game(DAME, preset.name, 0.5, to_move);
            let dame = |a: &str| a == "D7" || a == "D6";
            assert_all(&game, Ending::Rest, dame, preset.name);
        }
    }
}

#[test]
fn where_all_is_settled_the_leader_rests_or_answers_a_rest() {
    for preset in &PRESETS {
        // Black has made six real moves more, which some rules take back.
        let komi = if preset.rules.compensates() {
            -6.5
        } else {
            0.5
        };
        let mut game = game(DAME, preset.name, komi, Color::White);
        let size = game.size();
        for (color, point) in [(Color::White, "D7"), (Color::Black, "D6")] {
            game.play(color, Move::Real(size.parse_point(point).unwrap()))
                .unwrap();
        }
        game.play(Color::White, Move::Pass).unwrap();
        assert_all(&game, Ending::Rest, |a| a == "pass", preset.name);
        // It also offers one.
        game.undo().unwrap();
        let mut offered = game.clone();
        offered
            .play(Color::White, Move::Real(size.parse_point("F1").unwrap()))
            .unwrap();
        assert_all(&offered, Ending::Rest, |a| a == "pass", preset.name);
    }
}

#[test]
fn who_is_behind_does_not_rest_while_something_harmless_can_be_played() {
    for preset in PRESETS.iter().filter(|p| p.rules.virtual_moves) {
        let mut game = game(DAME, preset.name, 0.5, Color::White);
        let size = game.size();
        for (color, point) in [
            (Color::White, "D7"),
            (Color::Black, "D6"),
            (Color::White, "F1"),
        ] {
            game.play(color, Move::Real(size.parse_point(point).unwrap()))
                .unwrap();
        }
        game.play(Color::Black, Move::Pass).unwrap();
        assert_all(&game, Ending::Rest, |a| a != "pass", preset.name);
    }
}

/// Where all is settled a rest that is offered for the third time is taken, whatever the count says.
#[test]
fn who_is_behind_rests_in_the_end() {
    for preset in &PRESETS {
        let mut game = game(DAME, preset.name, 0.5, Color::White);
        let size = game.size();
        let mut play = |color, point: &str| {
            let mv = size.parse_move(point).unwrap();
            game.play(color, mv).unwrap();
        };
        play(Color::White, "D7");
        play(Color::Black, "D6");
        for own in ["F1", "F5", "G7"] {
            play(Color::White, own);
            play(Color::Black, "pass");
        }
        assert_all(&game, Ending::Rest, |a| a == "pass", preset.name);
    }
}

#[test]
fn the_fourth_virtual_move_is_made_only_if_the_literal_count_wins() {
    for preset in ["living-stones", "living-stones-simple"] {
        for ending in [Ending::Rest, Ending::Natural] {
            let mut game = game(ROOM, preset, 0.5, Color::White);
            for color in [Color::White, Color::Black, Color::White] {
                game.play(color, Move::Pass).unwrap();
            }
            // Black would win the settled count and lose the literal one.
            assert_all(&game, ending, |a| a != "pass", preset);
            game.undo().unwrap();
            let mut other = game.clone();
            other.undo().unwrap();
            other.undo().unwrap();
            for color in [Color::Black, Color::White, Color::Black] {
                other.play(color, Move::Pass).unwrap();
            }
            // White wins the literal count.
            assert_all(&other, ending, |a| a == "pass", preset);
        }
    }
}

#[test]
fn a_rest_is_answered_where_the_settled_count_wins_whatever_the_literal_one_says() {
    for preset in ["living-stones", "living-stones-simple"] {
        let mut game = game(ROOM, preset, 0.5, Color::White);
        game.play(Color::White, Move::Pass).unwrap();
        assert_all(&game, Ending::Rest, |a| a == "pass", preset);
        // Who ends naturally fills its room first.
        assert_all(&game, Ending::Natural, |a| a != "pass", preset);
    }
}
