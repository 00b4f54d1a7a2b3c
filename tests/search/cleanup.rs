//! Dead stones are captured before a pass where nobody agrees to take them off, and on command.

use crate::common::params;
use dunhuang::rules::{Ending, PRESETS};
use dunhuang::search::{Limits, NoClock, StopToken};
use dunhuang::{Board, Color, Move, Rules, Session, Size};

/// B4 is dead. Black leads by seven points of area without it.
const DEAD: &str = "
    .X.XO..
    X.XXOO.
    ...XO..
    .O.XOO.
    ...XO..
    X.XXOO.
    .X.XO..";

fn session(preset: &str, komi: f32) -> Session {
    let rules = Rules {
        komi,
        ..Rules::preset(preset).unwrap()
    };
    let board = Board::from_diagram(DEAD).unwrap();
    let mut session = Session::new(Size::square(7), rules, params(1));
    session.setup(|p| board.color_at(p), Color::White).unwrap();
    session
}

/// White passes whenever it is its turn; the moves that Black makes until it passes.
fn moves_until_pass(session: &mut Session, cleanup: bool) -> Vec<Move> {
    let limits = Limits {
        cleanup,
        ..Limits::playouts(200)
    };
    let mut moves = Vec::new();
    while moves.last() != Some(&Move::Pass) && moves.len() < 20 {
        session.play(Color::White, Move::Pass).unwrap();
        let report = session.genmove(
            Color::Black,
            &limits,
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        );
        moves.push(report.best);
    }
    moves
}

fn dead_stone_stands(session: &Session) -> bool {
    let point = session.game().size().parse_point("B4").unwrap();
    session.game().board().has_stone(point, Color::White)
}

#[test]
fn where_two_passes_end_the_game_dead_stones_that_matter_are_captured() {
    for preset in PRESETS.iter().filter(|p| !p.rules.compensates()) {
        let mut session = session(preset.name, 3.5);
        let moves = moves_until_pass(&mut session, false);
        let must = preset.rules.ending == Ending::TwoPasses;
        assert!(moves.len() <= 8, "{}: {moves:?}", preset.name);
        assert_eq!(
            dead_stone_stands(&session),
            !must,
            "{}: {moves:?}",
            preset.name
        );
        if !must {
            assert_eq!(moves, [Move::Pass], "{}", preset.name);
        }
    }
}

#[test]
fn dead_stones_that_do_not_matter_stay() {
    let mut session = session("tromp-taylor", -40.5);
    assert_eq!(moves_until_pass(&mut session, false), [Move::Pass]);
}

#[test]
fn on_command_dead_stones_are_captured_under_all_rules() {
    for preset in &PRESETS {
        let mut session = session(preset.name, 3.5);
        let moves = moves_until_pass(&mut session, true);
        assert!(!dead_stone_stands(&session), "{}: {moves:?}", preset.name);
        assert!(moves.len() <= 8, "{}: {moves:?}", preset.name);
    }
}
