//! What a resting position is: which stones are dead, by what playouts of both sides leave on the board,
//! and which regions are seki, by reading.
//!
//! Heavy playouts straight from the position agree with GNU Go's judgement of its own finished games
//! better than uniform ones or the ownership of a search do, which sees what it wants to see.

use crate::board::Board;
use crate::color::Color;
use crate::counting::{DeadStones, Reading, Thresholds, dead_stones};
use crate::playout::{self, Local, Rates, Trace};
use crate::point::{Point, PointMap, PointSet};
use crate::reading::{Finding, SharedRegion, reading_of, shared_regions_within};
use crate::rng::{Rng, derive_seed};
use crate::rules::{Rules, Suicide};
use crate::search::Clock;
use std::time::Duration;

/// Playouts of a judgement, half of them with either side first.
const PLAYOUTS: u32 = 600;
/// Playouts end after this time at the latest, and after this time in all no more regions are read, so
/// that an answer is there within two seconds.
const LONGEST: (Duration, Duration) = (Duration::from_millis(700), Duration::from_millis(1100));
/// Any number will do; it keeps these playouts apart from all others.
const SEED: u64 = 0x4A55_4447;

/// A region of more shared points is not read: real sekis are smaller.
const MOST_SHARED: usize = 8;
/// Nodes for each question about a region of few shared points, and about a larger one.
const NODES: (u64, u64) = (60_000, 5_000);
/// What counts as few.
const FEW_SHARED: usize = 4;
/// A chain that playouts hold dead more surely than this is not in a seki.
const SURE: f32 = 0.95;

/// A resting position judged.
pub(super) struct Judgement {
    /// What is dead, and how sure that is.
    pub dead: DeadStones,
    /// What reading says once the dead stones are off.
    pub reading: Reading,
}

/// Judges a resting position. The same stones and rules always get the same judgement, unless time
/// runs out.
pub(super) fn judge(board: &Board, rules: &Rules, clock: &dyn Clock) -> Judgement {
    let end = clock.now() + LONGEST.1;
    let mut ownership = ownership(board, clock);
    let mut first = dead_stones_of(board, &ownership, rules).dead;
    let in_time = || clock.now() < end;
    revive_sekis(board, rules, &ownership, &mut first, &in_time);
    let Some(rest) = without(board, &first) else {
        let dead = dead_stones_of(board, &ownership, rules);
        let reading = Reading::default();
        return Judgement { dead, reading };
    };
    let areas = areas(&rest, rules, &in_time);
    // What was read to be a seki lives, and nobody doubts it.
    for area in areas.iter().filter(|area| is_seki(area)) {
        for stone in area.shared.iter().flat_map(|p| rest.neighbours(p)) {
            if let Some(color) = rest.color_at(stone) {
                for point in board.chain_stones(stone) {
                    ownership[point] = color.sign() as f32;
                }
            }
        }
    }
    let dead = dead_stones_of(board, &ownership, rules);
    let reading = if dead.dead == first {
        reading_of(&rest, rules, &areas, NODES.0)
    } else {
        read_in_time(board, rules, &dead.dead, &in_time)
    };
    Judgement { dead, reading }
}

fn is_seki(area: &SharedRegion) -> bool {
    matches!(area.finding, Finding::Seki { .. })
}

fn dead_stones_of(board: &Board, ownership: &PointMap<f32>, rules: &Rules) -> DeadStones {
    let suicide = rules.suicide != Suicide::None;
    let thresholds = Thresholds::default();
    let mut judgement = dead_stones(board, ownership, suicide, thresholds);
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

/// Reads the shared regions of a position whose dead stones are known.
pub(super) fn read(board: &Board, rules: &Rules, dead: &PointSet, clock: &dyn Clock) -> Reading {
    let end = clock.now() + LONGEST.1;
    read_in_time(board, rules, dead, &|| clock.now() < end)
}

fn read_in_time(
    board: &Board,
    rules: &Rules,
    dead: &PointSet,
    in_time: &dyn Fn() -> bool,
) -> Reading {
    match without(board, dead) {
        Some(board) => {
            let areas = areas(&board, rules, in_time);
            reading_of(&board, rules, &areas, NODES.0)
        }
        None => Reading::default(),
    }
}

fn areas(board: &Board, rules: &Rules, in_time: &dyn Fn() -> bool) -> Vec<SharedRegion> {
    shared_regions_within(board, rules, &mut |shared| match shared.len() {
        n if n > MOST_SHARED || !in_time() => 0,
        n if n > FEW_SHARED => NODES.1,
        _ => NODES.0,
    })
}

/// The board without these stones.
fn without(board: &Board, dead: &PointSet) -> Option<Board> {
    let stays = |p| board.color_at(p).filter(|_| !dead.contains(p));
    Board::from_stones(board.size(), stays).ok()
}

/// Playouts play on in a seki, and someone dies. Dead groups that reading finds to be in a seki as soon
/// as they are put back on the board live.
fn revive_sekis(
    board: &Board,
    rules: &Rules,
    ownership: &PointMap<f32>,
    dead: &mut PointSet,
    in_time: &dyn Fn() -> bool,
) {
    let sureness = |group: &PointSet| {
        let sum: f32 = group.iter().map(|p| ownership[p]).sum();
        sum.abs() / group.len() as f32
    };
    let mut groups = dead_groups(board, dead);
    groups.retain(|group| sureness(group) < SURE);
    groups.sort_by(|a, b| sureness(a).total_cmp(&sureness(b)));
    for group in groups {
        if !in_time() {
            return;
        }
        let Some(position) = without(board, &dead.difference(&group)) else {
            return;
        };
        let liberties: PointSet = group
            .iter()
            .flat_map(|p| position.neighbours(p))
            .filter(|&q| position.is_empty(q))
            .collect();
        let areas = areas(&position, rules, in_time);
        if areas
            .iter()
            .any(|area| is_seki(area) && area.shared.contains_any(&liberties))
        {
            *dead = dead.difference(&group);
        }
    }
}

/// Dead stones of one colour that share an empty region live or die together.
fn dead_groups(board: &Board, dead: &PointSet) -> Vec<PointSet> {
    let mut groups = Vec::new();
    let mut done = PointSet::EMPTY;
    for stone in dead.iter() {
        let Some(color) = board.color_at(stone) else {
            continue;
        };
        if done.contains(stone) {
            continue;
        }
        let mut seen = PointSet::from_iter([stone]);
        let mut todo = vec![stone];
        while let Some(point) = todo.pop() {
            for q in board.neighbours(point) {
                let passable = board.is_empty(q) || board.has_stone(q, color) && dead.contains(q);
                if passable && seen.insert(q) {
                    todo.push(q);
                }
            }
        }
        let group: PointSet = seen.iter().filter(|&p| !board.is_empty(p)).collect();
        done = done.union(&group);
        groups.push(group);
    }
    groups
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
    let end = clock.now() + LONGEST.0;
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
