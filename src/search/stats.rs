//! What a search gathers at its root: scores and ownership over all playouts of one thread.

use super::node::Value;
use super::value::owner;
use crate::board::Board;
use crate::color::Color;
use crate::playout::Tally;
use crate::point::{PointMap, Size};
use crate::rules::{Rules, Tax};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;

/// A point held for certain, in the unit of the sums: divisible by every small number of eyes.
const WHOLE: i64 = 55440;

/// One thread's sums. Only that thread writes; any may read while it does.
pub(super) struct Stats {
    size: Size,
    /// Whether two eyes of each group are nobody's points: then what counts at the end are living
    /// stones, and ownership says whose will stand on a point.
    taxed: bool,
    playouts: AtomicU64,
    score: AtomicI64,
    /// In quarters of a square point: exact, for scores come in halves.
    score_squares: AtomicU64,
    ownership: Box<[AtomicI64]>,
    /// The same after each move of the root, where that is asked for: playouts, then points.
    by_move: Box<[AtomicI64]>,
}

impl Stats {
    /// Fresh sums; `moves` is the number of root moves to keep ownership of, 0 for none.
    pub fn new(size: Size, rules: &Rules, moves: usize) -> Stats {
        let zeros = |n: usize| (0..n).map(|_| AtomicI64::new(0)).collect();
        Stats {
            size,
            taxed: rules.tax == Tax::All,
            playouts: AtomicU64::new(0),
            score: AtomicI64::new(0),
            score_squares: AtomicU64::new(0),
            ownership: zeros(size.area()),
            by_move: zeros(moves * (size.area() + 1)),
        }
    }

    /// Adds a played-out board that was reached by the root move of this place.
    pub fn add(&self, board: &Board, value: Value, place: Option<usize>) {
        let halves = (2.0 * value.score).round() as i64;
        let squares = halves.unsigned_abs().pow(2);
        self.playouts
            .store(self.playouts.load(RELAXED) + 1, RELAXED);
        self.score_squares
            .store(self.score_squares.load(RELAXED) + squares, RELAXED);
        bump(&self.score, halves);
        let row = place.and_then(|place| self.row(place));
        if let Some(row) = row {
            bump(&row[0], 1);
        }
        let rest = row.map_or(&[][..], |row| &row[1..]);
        let gather = |i: usize, held: i64| {
            bump(&self.ownership[i], held);
            if let Some(sum) = rest.get(i) {
                bump(sum, held);
            }
        };
        if self.taxed {
            let mut held: PointMap<i64> = PointMap::filled(0);
            // Of a group's points two stay empty; which of them nobody knows.
            Tally::read(board, |point, color, points| {
                let paths = i64::from(points.saturating_sub(2));
                held[point] = i64::from(color.sign()) * WHOLE * paths / i64::from(points);
            });
            for (i, point) in self.size.points().enumerate() {
                gather(i, board.color_at(point).map_or(held[point], whole));
            }
        } else {
            for (i, point) in self.size.points().enumerate() {
                gather(i, WHOLE * owner(board, point));
            }
        }
    }

    fn row(&self, place: usize) -> Option<&[AtomicI64]> {
        let width = self.size.area() + 1;
        self.by_move.get(place * width..(place + 1) * width)
    }
}

fn whole(color: Color) -> i64 {
    i64::from(color.sign()) * WHOLE
}

fn bump(sum: &AtomicI64, by: i64) {
    sum.store(sum.load(RELAXED) + by, RELAXED);
}

/// The sums of all threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Standard deviation of Black's points minus White's.
    pub score_stdev: f64,
    /// Per point, +1 Black's; empty if nothing was played out.
    pub ownership: Vec<f32>,
}

impl Summary {
    pub fn of(all: &[Stats], area: usize) -> Summary {
        let playouts: u64 = all.iter().map(|s| s.playouts.load(RELAXED)).sum();
        let n = playouts.max(1) as f64;
        let halves: i64 = all.iter().map(|s| s.score.load(RELAXED)).sum();
        let squares: u64 = all.iter().map(|s| s.score_squares.load(RELAXED)).sum();
        let mean = 0.5 * halves as f64 / n;
        let sum = |i: usize| -> i64 { all.iter().map(|s| s.ownership[i].load(RELAXED)).sum() };
        let points = if playouts == 0 { 0 } else { area };
        Summary {
            score_stdev: (0.25 * squares as f64 / n - mean * mean).max(0.0).sqrt(),
            ownership: (0..points).map(|i| mean_of(sum(i), n)).collect(),
        }
    }

    /// Ownership after the root move of this place; empty if it was not asked for or never played out.
    pub fn after(all: &[Stats], place: usize) -> Vec<f32> {
        let rows: Vec<&[AtomicI64]> = all.iter().filter_map(|s| s.row(place)).collect();
        let sum = |i: usize| -> i64 { rows.iter().map(|row| row[i].load(RELAXED)).sum() };
        let width = rows.first().map_or(0, |row| row.len());
        match width {
            0 => Vec::new(),
            _ if sum(0) == 0 => Vec::new(),
            width => {
                let n = sum(0) as f64;
                (1..width).map(|i| mean_of(sum(i), n)).collect()
            }
        }
    }
}

/// Ownership of a board whose stones all live.
pub(super) fn as_it_stands(board: &Board, rules: &Rules) -> Vec<f32> {
    let of = |p| match rules.tax {
        Tax::All => board.color_at(p).map_or(0, |c| i64::from(c.sign())),
        _ => owner(board, p),
    };
    board.size().points().map(|p| of(p) as f32).collect()
}

fn mean_of(sum: i64, n: f64) -> f32 {
    (sum as f64 / (n * WHOLE as f64)).clamp(-1.0, 1.0) as f32
}
