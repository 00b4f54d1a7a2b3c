//! How a search with a clock uses its time, on a clock that goes on by a millisecond an iteration.

use crate::common::params;
use dunhuang::search::{Clock, Limits, Pace, Params, Report, Search, StopToken};
use dunhuang::{Game, Move, Rules, Size};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Looks at the clock are a few more than iterations.
const SLACK: Duration = Duration::from_millis(70);

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn empty() -> Game {
    Game::new(Size::square(9), Rules::preset("chinese").unwrap())
}

fn run(game: &Game, params: Params, limits: Limits) -> Report {
    let mut search = Search::new(params);
    let color = game.to_move();
    search.run(
        game,
        color,
        &limits,
        &Ticking::default(),
        &StopToken::new(),
        &mut |_| {},
    )
}

fn paced(wish: Duration, most: Duration, saves: bool) -> Limits {
    Limits {
        time: Some(most),
        pace: Some(Pace { wish, saves }),
        ..Limits::default()
    }
}

#[test]
fn a_lone_move_needs_no_time() {
    let game = empty();
    let limits = Limits {
        only: Some(vec![Move::Real(game.size().parse_point("E5").unwrap())]),
        ..paced(ms(5000), ms(9000), false)
    };
    let report = run(&game, params(1), limits);
    assert!(report.asked <= SLACK, "{:?}", report.asked);
}

#[test]
fn an_open_choice_takes_its_time_and_more_if_it_may() {
    // Without priors, and with much exploring, no first move stands out.
    let open = Params {
        prior_weight: 0.0,
        explore: 1.0,
        ..params(1)
    };
    for saves in [false, true] {
        let report = run(&empty(), open.clone(), paced(ms(600), ms(1200), saves));
        assert!(report.asked >= ms(600), "{:?}", report.asked);
        assert!(report.asked <= ms(1200) && report.elapsed <= ms(1200) + SLACK);
        let steady = Params {
            extend: 0.0,
            ..open.clone()
        };
        let report = run(&empty(), steady, paced(ms(600), ms(1200), saves));
        assert!(report.asked >= ms(600) && report.asked <= ms(600) + SLACK);
    }
}

/// The middle of the empty board or its corner.
fn obvious(limits: Limits) -> Limits {
    let size = empty().size();
    let moves = ["E5", "A1"].map(|name| Move::Real(size.parse_point(name).unwrap()));
    Limits {
        only: Some(moves.to_vec()),
        ..limits
    }
}

#[test]
fn an_obvious_choice_saves_time_where_that_is_of_use() {
    let asked = |params, limits| run(&empty(), params, obvious(limits)).asked;
    let saved = asked(params(1), paced(ms(3000), ms(6000), true));
    assert!(saved < ms(2500) && saved > ms(500), "{saved:?}");
    let fixed = asked(params(1), paced(ms(1500), ms(3000), false));
    assert!(fixed >= ms(1500) && fixed <= ms(1500) + SLACK, "{fixed:?}");
    // Whoever wants no early stops gets none.
    let patient = Params {
        stop_early: 1e6,
        ..params(1)
    };
    assert!(asked(patient, paced(ms(1500), ms(3000), true)) >= ms(1500));
}
