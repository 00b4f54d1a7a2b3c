//! Whole games at few playouts: they end in time, rested games count as both sides believed, and nobody
//! fills its last eyes.

use crate::common::{genmove, params};
use dunhuang::counting::unconditional_life;
use dunhuang::rules::{PRESETS, Suicide};
use dunhuang::search::{Ending, NoClock, Params};
use dunhuang::{Board, Color, Move, PointSet, Rules, Session, Size, State};

/// A game of the engine against itself.
struct Whole {
    session: Session,
    /// What each side held its chances to be at its last turn.
    win: [f32; 2],
    /// Whether the game ended before the limit of moves.
    ended: bool,
}

fn play(size: usize, rules: Rules, playouts: u64, seed: u64, most: u32) -> Whole {
    let params = Params {
        ending: Ending::Rest,
        ..params(seed)
    };
    let mut session = Session::new(Size::square(size), rules, params);
    let mut win = [0.5; 2];
    let ended = loop {
        match session.game().state() {
            State::Playing => {}
            _ => break true,
        }
        if session.game().move_number() >= most {
            break false;
        }
        let color = session.game().to_move();
        let before = safe(&session, color);
        let enemies = session.game().board().stones(color.opponent());
        let report = genmove(&mut session, color, playouts);
        win[usize::from(color == Color::White)] = report.win;
        if report.best == Move::Resign {
            break true;
        }
        // What cannot be killed must not kill itself: filling one of two last eyes would.
        let after = session.game().board();
        let takes = after.stones(color.opponent()) < enemies;
        let suicide = session.rules().suicide;
        assert!(
            keeps(&before, after, color, suicide)
                || takes && regains(&before, after, color, suicide),
            "{color:?} {:?}\n{after:?}",
            report.best,
        );
    };
    Whole {
        session,
        win,
        ended,
    }
}

/// The stones of a colour that live whatever happens.
fn safe(session: &Session, color: Color) -> PointSet {
    alive(session.game().board(), color, session.rules().suicide)
}

fn alive(board: &Board, color: Color, suicide: Suicide) -> PointSet {
    unconditional_life(board, color, suicide != Suicide::None).alive
}

/// Whether all these stones still live whatever happens.
fn keeps(stones: &PointSet, board: &Board, color: Color, suicide: Suicide) -> bool {
    stones.difference(&alive(board, color, suicide)).is_empty()
}

/// Whether to any enemy move there is an answer after which all these stones live whatever happens. Stones
/// that were taken may leave a room that holds no eye of this strict kind until it is divided.
fn regains(stones: &PointSet, board: &Board, color: Color, suicide: Suicide) -> bool {
    let played = |board: &Board, point, color| {
        let mut after = board.clone();
        after.play_unkeyed(point, color);
        after
    };
    let moves = |board: &Board, color| -> Vec<_> {
        let empties = board.empties().iter().copied();
        empties.filter(|&p| board.stays(p, color)).collect()
    };
    moves(board, color.opponent()).into_iter().all(|threat| {
        let threatened = played(board, threat, color.opponent());
        let mut answers = moves(&threatened, color).into_iter();
        keeps(stones, &threatened, color, suicide)
            || answers.any(|p| keeps(stones, &played(&threatened, p, color), color, suicide))
    })
}

#[test]
fn games_end_in_time_and_count_as_believed() {
    let mut disagreements = Vec::new();
    let mut games = 0;
    for preset in &PRESETS {
        for (size, playouts) in [(7, 40), (7, 200), (9, 80)] {
            let rules = preset.rules;
            let area = (size * size) as u32;
            let most = 2 * area;
            let seed = 7;
            let mut whole = play(size, rules, playouts, seed, most);
            let what = format!("{} {size}x{size} {playouts} playouts", preset.name);
            let score = whole.session.final_score(&NoClock);
            assert!(whole.ended, "{what}: no end in {most} moves");
            games += 1;
            let black = score.points() as f32;
            let believed = whole.win[0] - whole.win[1];
            if black * believed < 0.0 {
                disagreements.push(what);
            }
        }
    }
    assert!(disagreements.len() * 10 <= games, "{disagreements:?}");
}

/// Where every move costs one, who leads does not move on while the other side passes, and who is behind
/// loses by no more than it must.
#[test]
fn no_moves_are_wasted_while_the_other_side_passes() {
    for preset in PRESETS.iter().filter(|p| p.rules.compensates()) {
        for (seed, playouts) in [(1, 30), (2, 60), (3, 200)] {
            let mut whole = play(7, preset.rules, playouts, seed, 98);
            let game = whole.session.game();
            assert!(whole.ended, "{}: {:?}", preset.name, game.board());
            // The two passes are taken back: what if only one side had passed?
            whole.session.undo().unwrap();
            whole.session.undo().unwrap();
            let settled = whole.session.final_score(&NoClock).points();
            let mut wasted = 0;
            for _ in 0..6 {
                let color = whole.session.game().to_move();
                whole.session.play(color, Move::Pass).unwrap();
                let report = genmove(&mut whole.session, color.opponent(), playouts);
                if report.best == Move::Pass {
                    break;
                }
                wasted += 1;
            }
            assert!(wasted <= 2, "{} {playouts}: {wasted} moves", preset.name);
            let now = whole.session.final_score(&NoClock).points();
            assert_eq!(
                now > 0.0,
                settled > 0.0,
                "{} {playouts}: {settled} became {now}",
                preset.name
            );
        }
    }
}

/// Against a side that only passes, the engine takes what it can and rests: within few moves, and with the
/// count won.
#[test]
fn a_side_that_only_passes_is_punished_and_then_left_alone() {
    for preset in PRESETS.iter().filter(|p| p.rules.compensates()) {
        for (start, playouts) in [(16, 30), (30, 60)] {
            let mut session = play(7, preset.rules, 60, 3, start).session;
            if session.game().state() != State::Playing {
                continue;
            }
            let passing = session.game().to_move();
            let mut moves = 0;
            loop {
                session.play(passing, Move::Pass).unwrap();
                let report = genmove(&mut session, passing.opponent(), playouts);
                if report.best == Move::Pass {
                    break;
                }
                moves += 1;
                assert!(moves <= 25, "{} from {start}", preset.name);
            }
            let points = session.final_score(&NoClock).points() as f32;
            let won = points * passing.opponent().sign() as f32;
            assert!(won > 0.0, "{} from {start}: {won}", preset.name);
        }
    }
}
