//! Which stones are dead: what a short search by both sides leaves on the board.

use crate::color::Color;
use crate::counting::{DeadStones, Thresholds, dead_stones};
use crate::game::Game;
use crate::point::PointMap;
use crate::rules::{ForcedEnd, Rules, Suicide};
use crate::search::{Clock, Limits, Params, Search, StopToken};
use std::time::Duration;

/// Visits of the first look, which says what komi makes the position even.
const FIRST_LOOK: u64 = 200;
/// Visits with either side to move.
const VISITS: u64 = 600;
/// The judgement ends after this time at the latest, so that an answer is there within two seconds.
const LONGEST: Duration = Duration::from_millis(1500);
/// Memory for the trees in MiB: enough for these visits on any board.
const MEMORY: u32 = 64;

/// Judges the stones of a game that has not ended. The same position, settings and rules always give
/// the same answer, unless time runs out.
///
/// The search runs on the position alone: without history nothing is banned, and nobody is forced to
/// an end. An even komi keeps both sides trying.
pub(super) fn judge(game: &Game, params: &Params, clock: &dyn Clock) -> DeadStones {
    let began = clock.now();
    let stop = StopToken::new();
    let settings = Params {
        threads: 1,
        memory: params.memory.min(MEMORY),
        ..params.clone()
    };
    let look = |color: Color, komi: f32, visits: u64| {
        let rules = Rules {
            komi,
            forced_end: ForcedEnd::Off,
            ..*game.rules()
        };
        let limits = Limits {
            playouts: Some(visits),
            time: Some(LONGEST.saturating_sub(clock.now().saturating_sub(began))),
            ..Limits::default()
        };
        let position = Game::from_board(game.board().clone(), color, rules);
        Search::new(settings.clone()).run(&position, color, &limits, clock, &stop, &mut |_| {})
    };
    let first = look(game.to_move(), 0.0, FIRST_LOOK);
    let lead = first.score_mean * first.color.sign() as f32;
    let even = lead.round() + 0.5;
    let size = game.size();
    let mut ownership = PointMap::filled(0.0);
    for color in Color::BOTH {
        let report = look(color, even, VISITS);
        for (point, owner) in size.points().zip(&report.ownership) {
            ownership[point] += owner / 2.0;
        }
    }
    let suicide = game.rules().suicide != Suicide::None;
    let mut judgement = dead_stones(game.board(), &ownership, suicide, Thresholds::default());
    // Playouts that cannot agree are no evidence of death: seki looks like that. What is truly open
    // stays among the doubts.
    for doubt in &judgement.doubts {
        let points = doubt.points.points();
        let sum: f32 = points.iter().map(|p| ownership[p]).sum();
        if sum.abs() < Thresholds::default().doubt * points.len() as f32 {
            judgement.dead = judgement.dead.difference(points);
        }
    }
    judgement
}
