//! Shared by the search tests.

use dunhuang::rng::Rng;
use dunhuang::search::{Limits, NoClock, Params, Report, Search, StopToken};
use dunhuang::{Color, Game, Move, Session};

/// Searches without a clock.
pub fn search(search: &mut Search, game: &Game, color: Color, playouts: u64) -> Report {
    let report = search.run(
        game,
        color,
        &Limits::playouts(playouts),
        &NoClock,
        &StopToken::new(),
        &mut |_| {},
    );
    assert_eq!(report.failure, None);
    report
}

/// A move of the session made without a clock.
pub fn genmove(session: &mut Session, color: Color, playouts: u64) -> Report {
    let limits = Limits::playouts(playouts);
    let report = session.genmove(color, &limits, &NoClock, &StopToken::new(), &mut |_| {});
    assert_eq!(report.failure, None);
    report
}

/// Settings with a seed and a small memory.
pub fn params(seed: u64) -> Params {
    Params {
        seed,
        memory: 32,
        ..Params::default()
    }
}

/// A random legal move that fills no one-point eye, a pass if there is none.
pub fn random_move(game: &Game, color: Color, rng: &mut Rng) -> Move {
    let points: Vec<_> = game
        .legal_points(color)
        .iter()
        .filter(|&p| !game.board().is_eye(p, color))
        .collect();
    if points.is_empty() {
        return Move::Pass;
    }
    Move::Real(points[rng.below(points.len() as u32) as usize])
}
