//! Which stones are dead: what playouts by both sides leave on the board.
//!
//! Heavy playouts straight from the position agree with GNU Go's judgement of its own finished games
//! better than uniform ones or the ownership of a search do, which sees what it wants to see.

use crate::board::Board;
use crate::color::Color;
use crate::counting::{DeadStones, Thresholds, dead_stones};
use crate::playout::{self, Local, Rates, Trace};
use crate::point::{Point, PointMap};
use crate::rng::{Rng, derive_seed};
use crate::rules::{Rules, Suicide};
use crate::search::Clock;
use std::time::Duration;

/// Playouts of a judgement, half of them with either side first.
const PLAYOUTS: u32 = 600;
/// A judgement ends after this time at the latest, so that an answer is there within two seconds.
const LONGEST: Duration = Duration::from_millis(1500);
/// Any number will do; it keeps these playouts apart from all others.
const SEED: u64 = 0x4A55_4447;

/// Judges the stones of a resting position. The same stones and rules always get the same judgement,
/// unless time runs out.
pub(super) fn judge(board: &Board, rules: &Rules, clock: &dyn Clock) -> DeadStones {
    let ownership = ownership(board, clock);
    let suicide = rules.suicide != Suicide::None;
    let thresholds = Thresholds::default();
    let mut judgement = dead_stones(board, &ownership, suicide, thresholds);
    // Playouts that cannot agree are no evidence of death: seki looks like that. What is truly open
    // stays among the doubts.
    for doubt in &judgement.doubts {
        let points = doubt.points.points();
        let sum: f32 = points.iter().map(|p| ownership[p]).sum();
        if sum.abs() < thresholds.doubt * points.len() as f32 {
            judgement.dead = judgement.dead.difference(points);
        }
    }
    judgement
}

/// How each point ends: +1 always Black's, −1 always White's.
fn ownership(board: &Board, clock: &dyn Clock) -> PointMap<f32> {
    let size = board.size();
    // The list of empty points, from which playouts draw, must not depend on the history.
    let start = Board::from_stones(size, |p| board.color_at(p)).unwrap_or_else(|_| board.clone());
    let mut rng = Rng::from_seed(derive_seed(SEED, start.key()));
    let policy = Local::new(Rates::default());
    let mut trace = Trace::new();
    let mut scratch = start.clone();
    let mut sums: PointMap<i32> = PointMap::filled(0);
    let end = clock.now() + LONGEST;
    let mut played = 0;
    while played < PLAYOUTS && (played == 0 || clock.now() < end) {
        for first in Color::BOTH {
            scratch.clone_from(&start);
            playout::run(&policy, &mut scratch, first, 0, &mut rng, &mut trace);
            for point in size.points() {
                sums[point] += owner(&scratch, point);
            }
        }
        played += 2;
    }
    let mut ownership = PointMap::filled(0.0);
    for point in size.points() {
        ownership[point] = sums[point] as f32 / played as f32;
    }
    ownership
}

/// Whose a point is when nobody plays any more: +1 Black's, −1 White's, 0 neither's.
fn owner(board: &Board, point: Point) -> i32 {
    let holds = |color: Color| {
        board.has_stone(point, color)
            || board.is_empty(point) && board.neighbours(point).all(|q| board.has_stone(q, color))
    };
    Color::BOTH
        .into_iter()
        .find(|&color| holds(color))
        .map_or(0, Color::sign)
}
