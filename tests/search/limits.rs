//! Limits, stops, memory, and what happens when a thread fails.

use crate::common::{params, search};
use dunhuang::search::{
    Clock, EvalInput, Evaluation, Evaluator, Limits, NoClock, Params, Restriction, Search,
    StopToken,
};
use dunhuang::{Color, Game, Move, Rules, Size};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn game(size: usize) -> Game {
    Game::new(Size::square(size), Rules::preset("chinese").unwrap())
}

/// A clock that goes on by a millisecond whenever it is looked at.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_and_reports_go_by_the_clock() {
    let mut engine = Search::new(params(1));
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        report_every: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    let mut visits = Vec::new();
    let report = engine.run(
        &game(9),
        Color::Black,
        &limits,
        &Ticking::default(),
        &StopToken::new(),
        &mut |r| visits.push(r.visits),
    );
    assert!(
        report.visits > 50 && report.visits <= 100,
        "{}",
        report.visits
    );
    assert!((3..=5).contains(&visits.len()), "{visits:?}");
    assert!(visits.windows(2).all(|w| w[0] < w[1]));
    assert!(report.elapsed >= Duration::from_millis(100));
}

#[test]
fn a_stopped_search_still_answers_a_legal_move() {
    for size in [2, 9, 19] {
        let stop = StopToken::new();
        stop.stop();
        let mut engine = Search::new(params(1));
        let game = game(size);
        let report = engine.run(
            &game,
            Color::White,
            &Limits::default(),
            &NoClock,
            &stop,
            &mut |_| {},
        );
        assert_eq!(report.visits, 1);
        assert!(game.check(Color::White, report.best).is_ok());
        assert_eq!(report.color, Color::White);
    }
}

#[test]
fn kept_visits_count_toward_the_limit() {
    let mut engine = Search::new(params(1));
    let mut game = game(7);
    let first = search(&mut engine, &game, Color::Black, 2000);
    game.play(Color::Black, first.best).unwrap();
    let second = search(&mut engine, &game, Color::White, 2000);
    assert_eq!(second.visits, 2000);
    assert!(second.playouts < 2000, "nothing was kept");
    // The same search again adds its quarter.
    let third = search(&mut engine, &game, Color::White, 2000);
    assert_eq!((third.visits, third.playouts), (2500, 500));
    // Another game, or other rules, start anew.
    game.set_komi(0.0);
    let fourth = search(&mut engine, &game, Color::White, 2000);
    assert_eq!((fourth.visits, fourth.playouts), (2000, 2000));
    // A colour out of turn is another position.
    let fifth = search(&mut engine, &game, Color::Black, 100);
    assert_eq!(fifth.playouts, 100);
}

/// A search that was held to some moves leaves no visits behind for one that is freer, or held to others;
/// what it leaves below the move that is played is as good as any.
#[test]
fn visits_of_a_restricted_search_do_not_outweigh_a_free_one() {
    let game = game(5);
    let corner = game.size().parse_move("A1").unwrap();
    let held = [
        Limits {
            only: Some(vec![corner]),
            ..Limits::playouts(2000)
        },
        Limits {
            restrictions: vec![Restriction {
                color: Color::Black,
                moves: vec![corner],
                only: true,
                depth: 1,
            }],
            ..Limits::playouts(2000)
        },
        Limits {
            avoid: vec![game.size().parse_move("C3").unwrap()],
            ..Limits::playouts(2000)
        },
    ];
    for held in held {
        let mut engine = Search::new(params(1));
        let mut run = |game: &Game, limits: &Limits| {
            let color = game.to_move();
            let stop = StopToken::new();
            engine.run(game, color, limits, &NoClock, &stop, &mut |_| {})
        };
        let first = run(&game, &held);
        let again = run(&game, &held);
        assert_eq!(again.visits, first.visits + 500, "equal limits go on");
        let free = run(&game, &Limits::playouts(400));
        assert_eq!((free.visits, free.playouts), (400, 400), "{held:?}");
        assert_eq!(game.size().move_name(free.best), "C3", "{held:?}");
        let first = run(&game, &held);
        let mut next = game.clone();
        next.play(Color::Black, first.best).unwrap();
        assert!(run(&next, &Limits::playouts(2000)).playouts < 2000);
    }
}

/// A seed that is set between two searches of a position gives what it gives from the start.
#[test]
fn a_new_seed_starts_anew() {
    let game = game(7);
    let mut engine = Search::new(params(1));
    search(&mut engine, &game, Color::Black, 300);
    engine.set_params(params(2));
    let after = search(&mut engine, &game, Color::Black, 300);
    let fresh = search(&mut Search::new(params(2)), &game, Color::Black, 300);
    assert_eq!(after, fresh);
}

#[test]
fn moves_can_be_left_out_at_the_root() {
    let game = game(5);
    let size = game.size();
    let mut engine = Search::new(params(1));
    let only: Vec<Move> = ["A1", "B2"]
        .iter()
        .map(|m| size.parse_move(m).unwrap())
        .collect();
    let limits = Limits {
        only: Some(only.clone()),
        avoid: vec![only[0]],
        ..Limits::playouts(100)
    };
    let run = |engine: &mut Search, limits: &Limits| {
        engine.run(
            &game,
            Color::Black,
            limits,
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        )
    };
    let report = run(&mut engine, &limits);
    assert_eq!(report.best, only[1]);
    assert_eq!(report.moves.len(), 1);
    // The next search is free again.
    let report = run(&mut engine, &Limits::playouts(400));
    assert_eq!(report.moves.len(), 26);
    // Nothing left: the limits on moves are ignored.
    let none = Limits {
        only: Some(Vec::new()),
        ..Limits::playouts(100)
    };
    assert_eq!(run(&mut engine, &none).moves.len(), 26);
}

#[test]
fn the_tree_stops_growing_at_its_cap_and_the_search_goes_on() {
    for threads in [1, 2] {
        let mut engine = Search::new(Params {
            memory: 2,
            expand: 1,
            threads,
            ..params(1)
        });
        let game = game(9);
        let report = search(&mut engine, &game, Color::Black, 3000);
        assert!(report.saturated);
        assert_eq!(report.visits, 3000);
        let cap = 2 << 20;
        assert!(
            report.memory <= cap && report.memory >= cap * 8 / 10,
            "{}",
            report.memory
        );
        // The next move frees what lies beside its subtree.
        let mut next = game.clone();
        next.play(Color::Black, report.best).unwrap();
        let again = search(&mut engine, &next, Color::White, 3000);
        // Two threads may choose a move that was never expanded; one always keeps a subtree here.
        assert!(again.playouts < 3000 || threads > 1);
        assert!(again.memory <= cap);
    }
}

#[test]
fn an_ended_game_has_no_move_but_a_pass() {
    let mut game = game(5);
    game.agree_end().unwrap();
    let mut engine = Search::new(params(1));
    let report = search(&mut engine, &game, Color::Black, 100);
    assert_eq!((report.best, report.playouts), (Move::Pass, 0));
}

/// Fails on the hundredth question.
struct Failing(AtomicU64);

impl Evaluator for Failing {
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
        assert!(
            self.0.fetch_add(1, Ordering::Relaxed) < 100,
            "the network is gone"
        );
        for (input, evaluation) in batch.iter().zip(out) {
            let n = input.moves.len();
            evaluation.policy = vec![1.0 / n as f32; n];
        }
    }
}

#[test]
fn a_panic_in_a_thread_is_reported_and_the_search_stays_usable() {
    for threads in [1, 3] {
        let evaluator = Arc::new(Failing(AtomicU64::new(0)));
        let mut engine = Search::with_evaluator(
            Params {
                threads,
                expand: 1,
                ..params(1)
            },
            evaluator.clone(),
        );
        let game = game(5);
        let report = engine.run(
            &game,
            Color::Black,
            &Limits::playouts(100_000),
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        );
        assert_eq!(report.failure.as_deref(), Some("the network is gone"));
        assert!(game.check(Color::Black, report.best).is_ok());
        evaluator.0.store(0, Ordering::Relaxed);
        let report = search(&mut engine, &game, Color::Black, 50);
        assert_eq!((report.failure, report.visits), (None, 50));
    }
}

/// The least likely moves of all, on boards where only the likeliest are considered at first.
#[test]
fn moves_that_are_asked_for_are_searched_however_unlikely() {
    for side in [9, 13, 19] {
        let game = game(side);
        let moves =
            ["A1", "B1", "A2"].map(|name| Move::Real(game.size().parse_point(name).unwrap()));
        for only in [true, false] {
            let restriction = |moves: Vec<Move>, only| Restriction {
                color: Color::Black,
                moves,
                only,
                depth: 1,
            };
            let others = game.size().points().map(Move::Real);
            let others = others.filter(|mv| !moves.contains(mv)).chain([Move::Pass]);
            let limits = Limits {
                restrictions: vec![match only {
                    true => restriction(moves.to_vec(), true),
                    false => restriction(others.collect(), false),
                }],
                ..Limits::playouts(300)
            };
            let report = Search::new(params(1)).run(
                &game,
                Color::Black,
                &limits,
                &NoClock,
                &StopToken::new(),
                &mut |_| {},
            );
            let visits: Vec<u64> = moves
                .iter()
                .map(|&mv| report.of(mv).unwrap().visits)
                .collect();
            assert!(visits.iter().all(|&n| n > 0), "{side}: {visits:?}");
            assert_eq!(visits.iter().sum::<u64>(), report.visits, "{side}");
        }
    }
}
