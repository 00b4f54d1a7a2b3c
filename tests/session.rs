//! The typed front of the engine.

use dunhuang::point::fixed_handicap;
use dunhuang::search::{Clock, Limits, NoClock, Params, StopToken};
use dunhuang::{Color, Game, Move, Rules, Session, Size, State};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn session(size: usize, preset: &str) -> Session {
    let rules = Rules::preset(preset).expect("a preset");
    let params = Params {
        memory: 16,
        ..Params::default()
    };
    Session::new(Size::square(size), rules, params)
}

fn real(session: &Session, name: &str) -> Move {
    let point = session.game().size().parse_point(name);
    Move::Real(point.expect("a point of the board"))
}

fn generate(session: &mut Session, color: Color, playouts: u64) -> Move {
    let stop = StopToken::new();
    let limits = Limits::playouts(playouts);
    let report = session.genmove(color, &limits, &NoClock, &stop, &mut |_| {});
    assert_eq!(report.failure, None);
    report.best
}

#[test]
fn sessions_share_nothing() {
    let alone = |seed: u64| {
        let mut session = session(5, "living-stones");
        let mut params = session.params().clone();
        params.seed = seed;
        session.set_params(params);
        (0..6)
            .map(|i| generate(&mut session, Color::BOTH[i % 2], 50))
            .collect::<Vec<_>>()
    };
    let expected = [alone(1), alone(2)];
    let threads: Vec<_> = [1, 2, 1, 2]
        .map(|seed| std::thread::spawn(move || (seed, alone(seed))))
        .into_iter()
        .collect();
    for thread in threads {
        let (seed, moves) = thread.join().expect("a game");
        assert_eq!(moves, expected[seed as usize - 1]);
    }
}

#[test]
fn after_an_end_nothing_is_recorded_and_undo_works() {
    let mut session = session(5, "living-stones");
    let centre = real(&session, "C3");
    session.play(Color::Black, centre).expect("legal");
    session.agree_end().expect("not ended");
    let steps = session.game().steps().len();
    assert_eq!(generate(&mut session, Color::White, 10), Move::Pass);
    assert_eq!(session.game().steps().len(), steps);
    assert_eq!(session.final_score(&NoClock).to_string(), "B+1");
    session.undo().expect("the end can be taken back");
    assert_eq!(session.game().state(), State::Playing);
    let moved = generate(&mut session, Color::White, 10);
    assert_eq!(session.game().last_move(), Some((Color::White, moved)));
}

#[test]
fn rules_change_at_once_and_a_game_that_has_not_begun_starts_anew() {
    let mut session = session(9, "living-stones");
    assert_eq!(session.game().to_move(), Color::White);
    let mut rules = Rules::preset("chinese").expect("a preset");
    session.set_rules(rules);
    assert_eq!(session.game().to_move(), Color::Black);
    rules.preset_stones = true;
    session.set_rules(rules);
    assert_eq!(session.game().board().stones(Color::Black), 2);
    let centre = real(&session, "E5");
    session.play(Color::Black, centre).expect("legal");
    rules.preset_stones = false;
    session.set_rules(rules);
    assert_eq!(session.game().board().stones(Color::Black), 3);
    session.new_game(Size::square(9));
    assert_eq!(session.game().board().stones(Color::Black), 0);
    assert_eq!(session.rules().komi, 7.5);
}

#[test]
fn a_position_set_up_is_not_lost_to_new_rules() {
    let mut session = session(9, "living-stones");
    let corner = session.game().size().parse_point("C3");
    let board = dunhuang::Board::from_stones(Size::square(9), |p| {
        (Some(p) == corner).then_some(Color::Black)
    });
    let rules = *session.rules();
    session.adopt(Game::from_board(
        board.expect("a position"),
        Color::White,
        rules,
    ));
    session.set_rules(Rules::preset("tang").expect("a preset"));
    assert_eq!(session.game().board().stones(Color::Black), 1);
}

#[test]
fn a_snapshot_says_what_the_board_does_not_show() {
    let mut session = session(5, "living-stones");
    let centre = real(&session, "C3");
    session.play(Color::Black, centre).expect("legal");
    session.play(Color::White, Move::Pass).expect("legal");
    session.play(Color::Black, Move::Pass).expect("legal");
    let shot = session.snapshot();
    assert_eq!(
        shot.virtual_stones.map(|v| (v.black, v.white)),
        Some((1, 1))
    );
    assert_eq!(shot.virtual_moves_here, 2);
    assert_eq!(shot.state, State::Rest);
    assert_eq!(shot.last_move, Some((Color::Black, Move::Pass)));
    assert_eq!(shot.stones.iter().flatten().count(), 1);
    session.set_rules(Rules::preset("tang").expect("a preset"));
    assert_eq!(session.snapshot().virtual_stones, None);
}

/// The same stones get the same judgement, however they came there and whatever was asked before.
#[test]
fn a_judgement_depends_on_the_position_alone() {
    let moves = ["C3", "C4", "D4", "D3", "E4", "B3", "E3", "E2", "F2", "D2"];
    let orders: [Vec<usize>; 2] = [(0..10).collect(), vec![8, 3, 6, 1, 4, 5, 2, 7, 0, 9]];
    let mut judged = Vec::new();
    for order in orders {
        let mut session = session(7, "chinese");
        for (nth, &i) in order.iter().enumerate() {
            let mv = real(&session, moves[i]);
            session.play(Color::BOTH[i % 2], mv).expect("legal");
            if nth % 3 == 0 {
                session.final_score(&NoClock);
            }
        }
        let dead = session.dead_stones(&NoClock);
        assert_eq!(session.dead_stones(&NoClock), dead);
        judged.push((dead, session.final_score(&NoClock)));
    }
    assert_eq!(judged[0], judged[1]);
}

/// A clock that runs ahead with every look at it.
struct Hurried(AtomicU64);

impl Clock for Hurried {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(100, Ordering::Relaxed))
    }
}

#[test]
fn a_judgement_ends_in_time() {
    let mut session = session(19, "chinese");
    for i in 0..120 {
        let points: Vec<_> = session
            .game()
            .legal_points(Color::BOTH[i % 2])
            .iter()
            .collect();
        let mv = Move::Real(points[i * 7 % points.len()]);
        session.play(Color::BOTH[i % 2], mv).expect("legal");
    }
    let clock = Hurried(AtomicU64::new(0));
    session.final_score(&clock);
    // Looked at once more, the clock shows how long the judgement believed to have.
    assert!(clock.now() < Duration::from_secs(4), "{:?}", clock.now());
}

/// White's turns against handicap stones, at visits that are enough to be lost by: move, chance of winning.
fn handicap_game(side: usize, stones: usize, turns: usize, komi_a_stone: f32) -> Vec<(Move, f32)> {
    let size = Size::square(side);
    let params = Params {
        handicap_komi: komi_a_stone,
        ..Params::default()
    };
    let mut session = Session::new(size, Rules::preset("chinese").unwrap(), params);
    session.set_komi(0.5);
    let points = fixed_handicap(size, stones).unwrap();
    session
        .setup(|p| points.contains(p).then_some(Color::Black), Color::White)
        .unwrap();
    let mut genmove = |color, playouts| {
        let (stop, limits) = (StopToken::new(), Limits::playouts(playouts));
        session.genmove(color, &limits, &NoClock, &stop, &mut |_| {})
    };
    (0..turns)
        .map(|_| {
            let report = genmove(Color::White, 600);
            assert!(report.visits >= 600);
            genmove(Color::Black, 200);
            (report.best, report.win)
        })
        .collect()
}

#[test]
fn against_handicap_stones_white_plays_on_in_sensible_places() {
    let (mut all_turns, mut all_low) = (0, 0);
    for (side, stones, turns) in [
        (13, 4, 14),
        (13, 5, 14),
        (19, 2, 8),
        (19, 4, 8),
        (19, 6, 8),
        (19, 9, 10),
    ] {
        let moves = handicap_game(side, stones, turns, Params::default().handicap_komi);
        let mut low = 0;
        for &(mv, win) in &moves {
            let point = mv.point().expect("no pass and no resignation");
            // It would be a turn towards resigning.
            assert!(win >= 0.08, "{side} {stones}: {win}");
            let line = |at: usize| at.min(side - 1 - at) + 1;
            low += usize::from(line(point.x()).min(line(point.y())) < 3);
        }
        let wins: Vec<f32> = moves.iter().map(|m| m.1).collect();
        println!("{side}x{side}, {stones} stones: {low} of {turns} low, {wins:.2?}");
        assert!(low * 2 <= turns, "{low} of {turns} low: {moves:?}");
        (all_turns, all_low) = (all_turns + turns, all_low + low);
    }
    assert!(
        all_low * 4 <= all_turns,
        "{all_low} of {all_turns} below the third line"
    );
}

#[test]
fn games_with_handicap_are_reproducible_and_the_points_lent_are_what_keeps_white_in_hope() {
    let lent = handicap_game(13, 5, 4, 6.0);
    assert_eq!(lent, handicap_game(13, 5, 4, 6.0));
    let not = handicap_game(13, 5, 4, 0.0);
    let mean = |turns: &[(Move, f32)]| turns.iter().map(|t| t.1).sum::<f32>() / turns.len() as f32;
    println!("{:.2} with, {:.2} without", mean(&lent), mean(&not));
    assert!(mean(&lent) > mean(&not) + 0.1);
}
