//! What a search gathers at its root: scores and ownership over all playouts of one thread.

use super::node::Value;
use super::value::owner;
use crate::board::Board;
use crate::point::Size;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;

/// One thread's sums. Only that thread writes; any may read while it does.
pub(super) struct Stats {
    size: Size,
    playouts: AtomicU64,
    score: AtomicI64,
    /// In quarters of a square point: exact, for scores come in halves.
    score_squares: AtomicU64,
    ownership: Box<[AtomicI64]>,
}

impl Stats {
    pub fn new(size: Size) -> Stats {
        Stats {
            size,
            playouts: AtomicU64::new(0),
            score: AtomicI64::new(0),
            score_squares: AtomicU64::new(0),
            ownership: (0..size.area()).map(|_| AtomicI64::new(0)).collect(),
        }
    }

    /// Adds a played-out board.
    pub fn add(&self, board: &Board, value: Value) {
        let halves = (2.0 * value.score).round() as i64;
        let squares = halves.unsigned_abs().pow(2);
        bump(&self.playouts, 1);
        bump(&self.score_squares, squares);
        self.score.store(self.score.load(RELAXED) + halves, RELAXED);
        for (sum, point) in self.ownership.iter().zip(self.size.points()) {
            sum.store(sum.load(RELAXED) + owner(board, point), RELAXED);
        }
    }
}

fn bump(sum: &AtomicU64, by: u64) {
    sum.store(sum.load(RELAXED) + by, RELAXED);
}

/// The sums of all threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Standard deviation of Black's points minus White's.
    pub score_stdev: f64,
    /// Per point, +1 Black's.
    pub ownership: Vec<f32>,
}

impl Summary {
    pub fn of(all: &[Stats], area: usize) -> Summary {
        let playouts: u64 = all.iter().map(|s| s.playouts.load(RELAXED)).sum();
        let n = playouts.max(1) as f64;
        let halves: i64 = all.iter().map(|s| s.score.load(RELAXED)).sum();
        let squares: u64 = all.iter().map(|s| s.score_squares.load(RELAXED)).sum();
        let mean = 0.5 * halves as f64 / n;
        Summary {
            score_stdev: (0.25 * squares as f64 / n - mean * mean).max(0.0).sqrt(),
            ownership: (0..area)
                .map(|i| {
                    let sum: i64 = all.iter().map(|s| s.ownership[i].load(RELAXED)).sum();
                    (sum as f64 / n) as f32
                })
                .collect(),
        }
    }
}
