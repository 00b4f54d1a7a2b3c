//! What the tree remembers of a move: 32 bytes, and 16 more in a separate array where AMAF is used.
//!
//! ```text
//! byte  0  win sum      u64   sum of the mover's results, 2^20 to a win
//!       8  score sum    i64   sum of the mover's scores, 2^8 to a point
//!      16  visits       u32   counted on the way down: a visit still under way is a loss so far
//!      20  first child  u32   index of the first child; 0 none yet, 1 pending (being evaluated)
//!      24  prior        f32   the policy's probability of the move
//!      28  child count  u16
//!      30  tag          u16   the move (9 bits, 0 pass), excluded (1), what is proved (4)
//! ```
//! Children lie side by side, two to a cache line. All sums are integers, so that 10^8 visits and
//! more lose nothing, whatever the order of the threads. Counting the visit first and its result
//! later is the virtual loss. "Mover" is who made the move that leads to the node.

use crate::color::Color;
use crate::point::{Move, Point};
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;
const WIN: f64 = (1u64 << 20) as f64;
const SCORE: f64 = (1u64 << 8) as f64;

const NO_CHILDREN: u32 = 0;
const PENDING: u32 = 1;
/// The first index of a node: the two below mean "none yet" and "pending".
pub(super) const FIRST_INDEX: u32 = 2;

const MOVE_BITS: u16 = 0x1FF;
/// The root does not consider this child in the present search.
const EXCLUDED: u16 = 1 << 9;
/// Proved for the mover. Bits are only ever set.
const NOT_LOST: u16 = 1 << 10;
const WON: u16 = 1 << 11;
const NOT_WON: u16 = 1 << 12;
const LOST: u16 = 1 << 13;

/// What is proved of a result: it lies between the two, in halves of a win (0 loss, 1 draw, 2 win).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub low: u8,
    pub high: u8,
}

impl Bounds {
    /// Nothing is proved.
    pub const OPEN: Bounds = Bounds { low: 0, high: 2 };

    /// The result is this one.
    pub fn exactly(win: f32) -> Bounds {
        let halves = (2.0 * win) as u8;
        Bounds {
            low: halves,
            high: halves,
        }
    }

    /// The same seen by the other side.
    pub const fn flipped(self) -> Bounds {
        Bounds {
            low: 2 - self.high,
            high: 2 - self.low,
        }
    }

    /// The nearest chance of winning within the bounds.
    #[inline]
    pub fn clamp(self, win: f32) -> f32 {
        win.clamp(0.5 * f32::from(self.low), 0.5 * f32::from(self.high))
    }
}

/// A result, for Black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Value {
    /// 1 a win of Black, 0 of White, 0.5 a draw; between, a probability.
    pub win: f32,
    /// Black's points minus White's, komi included.
    pub score: f32,
}

impl Value {
    pub const DRAW: Value = Value {
        win: 0.5,
        score: 0.0,
    };

    /// The value of a final difference.
    #[inline]
    pub fn of_score(score: f32) -> Value {
        let win = match score {
            s if s > 0.0 => 1.0,
            s if s < 0.0 => 0.0,
            _ => 0.5,
        };
        Value { win, score }
    }

    /// This value with a share of another.
    #[inline]
    pub fn mixed(self, other: Value, share: f32) -> Value {
        if share == 0.0 {
            return self;
        }
        Value {
            win: (1.0 - share) * self.win + share * other.win,
            score: (1.0 - share) * self.score + share * other.score,
        }
    }

    /// The value for a colour.
    #[inline(always)]
    pub fn seen_by(self, color: Color) -> Value {
        match color {
            Color::Black => self,
            Color::White => self.flipped(),
        }
    }

    /// The same value seen by White.
    #[inline]
    pub fn flipped(self) -> Value {
        Value {
            win: 1.0 - self.win,
            score: -self.score,
        }
    }
}

/// Whether a node has children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Children {
    /// None yet.
    None,
    /// A thread is making them.
    Pending,
    /// They lie at this index.
    At(u32, usize),
}

/// A move in the tree and what became of it.
#[derive(Default)]
pub(super) struct Node {
    win_sum: AtomicU64,
    score_sum: AtomicI64,
    visits: AtomicU32,
    first_child: AtomicU32,
    prior: AtomicU32,
    child_count: AtomicU16,
    tag: AtomicU16,
}

impl Node {
    /// Makes the node a fresh one for a move ([`Point::NONE`] for a pass).
    pub fn reset(&self, point: Point, prior: f32) {
        self.win_sum.store(0, RELAXED);
        self.score_sum.store(0, RELAXED);
        self.visits.store(0, RELAXED);
        self.first_child.store(NO_CHILDREN, RELAXED);
        self.child_count.store(0, RELAXED);
        self.prior.store(prior.to_bits(), RELAXED);
        self.tag.store(point.index() as u16, RELAXED);
    }

    /// Copies everything from another node.
    pub fn copy_from(&self, from: &Node) {
        self.win_sum.store(from.win_sum.load(RELAXED), RELAXED);
        self.score_sum.store(from.score_sum.load(RELAXED), RELAXED);
        self.visits.store(from.visits.load(RELAXED), RELAXED);
        self.first_child
            .store(from.first_child.load(RELAXED), RELAXED);
        self.child_count
            .store(from.child_count.load(RELAXED), RELAXED);
        self.prior.store(from.prior.load(RELAXED), RELAXED);
        self.tag.store(from.tag.load(RELAXED), RELAXED);
    }

    /// The point of the move, [`Point::NONE`] for a pass.
    #[inline(always)]
    pub fn point(&self) -> Point {
        Point::from_index((self.tag.load(RELAXED) & MOVE_BITS) as usize)
    }

    /// The move.
    pub fn mv(&self) -> Move {
        match self.point() {
            Point::NONE => Move::Pass,
            point => Move::Real(point),
        }
    }

    /// The policy's probability of the move.
    #[inline(always)]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(RELAXED))
    }

    /// Visits, those under way included.
    #[inline(always)]
    pub fn visits(&self) -> u32 {
        self.visits.load(RELAXED)
    }

    /// Counts a visit before its result is known; returns the visits before it.
    #[inline(always)]
    pub fn begin_visit(&self) -> u32 {
        self.visits.fetch_add(1, RELAXED)
    }

    /// Adds the result of a begun visit, for the mover.
    #[inline(always)]
    pub fn finish_visit(&self, value: Value) {
        let win = (f64::from(value.win) * WIN).round() as u64;
        let score = (f64::from(value.score) * SCORE).round() as i64;
        self.win_sum.fetch_add(win, RELAXED);
        self.score_sum.fetch_add(score, RELAXED);
    }

    /// Sum of the mover's results, 1 to a win.
    #[inline(always)]
    pub fn win_sum(&self) -> f64 {
        // Through i64, whose conversion is one instruction; the sum stays far below 2^63.
        self.win_sum.load(RELAXED) as i64 as f64 * (1.0 / WIN)
    }

    /// Sum of the mover's scores, in points.
    #[inline(always)]
    pub fn score_sum(&self) -> f64 {
        self.score_sum.load(RELAXED) as f64 * (1.0 / SCORE)
    }

    /// [`Node::win_sum`] over this many visits, corrected by what has been proved since.
    #[inline(always)]
    pub fn proved_win_sum(&self, visits: f64) -> f64 {
        let sum = self.win_sum();
        if self.tag.load(RELAXED) & (NOT_LOST | WON | NOT_WON | LOST) == 0 {
            return sum;
        }
        let bounds = self.bounds();
        let halves = |b: u8| 0.5 * f64::from(b) * visits;
        sum.clamp(halves(bounds.low), halves(bounds.high))
    }

    /// What is proved for the mover.
    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        let tag = self.tag.load(RELAXED);
        let has = |bit| u8::from(tag & bit != 0);
        Bounds {
            low: has(NOT_LOST) + has(WON),
            high: 2 - has(NOT_WON) - has(LOST),
        }
    }

    /// Whether the result is known exactly.
    #[inline(always)]
    pub fn is_proved(&self) -> bool {
        let bounds = self.bounds();
        bounds.low == bounds.high
    }

    /// Notes what has been proved; true if it is news.
    pub fn prove(&self, bounds: Bounds) -> bool {
        let mut bits = 0;
        for (bit, proved) in [
            (NOT_LOST, bounds.low >= 1),
            (WON, bounds.low >= 2),
            (NOT_WON, bounds.high <= 1),
            (LOST, bounds.high == 0),
        ] {
            bits |= if proved { bit } else { 0 };
        }
        bits != 0 && self.tag.fetch_or(bits, RELAXED) & bits != bits
    }

    /// Whether and where there are children. What the maker of the children wrote is seen.
    #[inline(always)]
    pub fn children(&self) -> Children {
        match self.first_child.load(Ordering::Acquire) {
            NO_CHILDREN => Children::None,
            PENDING => Children::Pending,
            first => Children::At(first, self.child_count.load(RELAXED) as usize),
        }
    }

    /// Claims the making of the children for this thread; false if another has it.
    #[inline]
    pub fn claim(&self) -> bool {
        self.first_child
            .compare_exchange(NO_CHILDREN, PENDING, RELAXED, RELAXED)
            .is_ok()
    }

    /// Gives a claim up.
    pub fn unclaim(&self) {
        self.first_child.store(NO_CHILDREN, RELAXED);
    }

    /// Shows finished children to all threads.
    pub fn publish(&self, first: u32, count: usize) {
        debug_assert!(first >= FIRST_INDEX);
        self.child_count.store(count as u16, RELAXED);
        self.first_child.store(first, Ordering::Release);
    }

    /// Moves the children elsewhere.
    pub fn relink(&mut self, first: u32) {
        *self.first_child.get_mut() = first;
    }

    /// Whether the root leaves this child out.
    #[inline(always)]
    pub fn is_excluded(&self) -> bool {
        self.tag.load(RELAXED) & EXCLUDED != 0
    }

    /// Leaves this child out, or takes it in again.
    pub fn exclude(&self, excluded: bool) {
        if excluded {
            self.tag.fetch_or(EXCLUDED, RELAXED);
        } else {
            self.tag.fetch_and(!EXCLUDED, RELAXED);
        }
    }
}

/// What playouts say of a move wherever in them it was made ("all moves as first").
///
/// ```text
/// byte  0  sum     u64   sum of weighted results for the mover, 2^20 to a win of weight 1
///       8  weight  u32   sum of weights (1 to 3 a playout); stops short of overflow
/// ```
#[derive(Default)]
pub(super) struct Amaf {
    sum: AtomicU64,
    weight: AtomicU32,
}

/// Beyond this weight AMAF has long lost its say.
const FULL: u32 = 1 << 31;

impl Amaf {
    /// Forgets everything.
    pub fn reset(&self) {
        self.sum.store(0, RELAXED);
        self.weight.store(0, RELAXED);
    }

    /// Copies everything from another.
    pub fn copy_from(&self, from: &Amaf) {
        self.sum.store(from.sum.load(RELAXED), RELAXED);
        self.weight.store(from.weight.load(RELAXED), RELAXED);
    }

    /// Adds a result in 0.0..=1.0. Threads that add at the same time may lose one: the statistic bears it.
    #[inline(always)]
    pub fn add(&self, value: f32, weight: u32) {
        let old = self.weight.load(RELAXED);
        if old < FULL {
            let gain = (value * WIN as f32) as u64 * u64::from(weight);
            self.weight.store(old + weight, RELAXED);
            self.sum
                .store(self.sum.load(RELAXED).wrapping_add(gain), RELAXED);
        }
    }

    /// Sum of weights.
    #[inline(always)]
    pub fn weight(&self) -> f32 {
        self.weight.load(RELAXED) as f32
    }

    /// Sum of weighted results, 1 to a win of weight 1.
    #[inline(always)]
    pub fn sum(&self) -> f32 {
        self.sum.load(RELAXED) as i64 as f32 * (1.0 / WIN as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_as_drawn() {
        assert_eq!(size_of::<Node>(), 32);
        assert_eq!(size_of::<Amaf>(), 16);
    }

    /// 10^8 visits of alternating results: f32 sums would stand still at 2^24.
    #[test]
    fn statistics_survive_a_hundred_million_visits() {
        let node = Node::default();
        let amaf = Amaf::default();
        let batch = Node::default();
        for i in 0..1000 {
            batch.begin_visit();
            batch.finish_visit(Value {
                win: [0.0, 0.5, 1.0, 1.0][i % 4],
                score: [-3.5, 0.0, 7.5, 360.0][i % 4],
            });
        }
        // A hundred thousand times those thousand, at the sums themselves.
        node.visits.store(100_000 * batch.visits(), RELAXED);
        node.win_sum
            .store(100_000 * batch.win_sum.load(RELAXED), RELAXED);
        node.score_sum
            .store(100_000 * batch.score_sum.load(RELAXED), RELAXED);
        assert_eq!(node.visits(), 100_000_000);
        assert_eq!(node.win_sum(), 62_500_000.0);
        assert_eq!(node.score_sum(), 9_100_000_000.0);
        // One more still counts, exactly.
        node.begin_visit();
        node.finish_visit(Value {
            win: 1.0,
            score: 0.5,
        });
        assert_eq!(node.visits(), 100_000_001);
        assert_eq!(node.win_sum(), 62_500_001.0);
        assert_eq!(node.score_sum(), 9_100_000_000.5);

        amaf.weight.store(300_000_000, RELAXED);
        amaf.sum.store(150_000_000 << 20, RELAXED);
        amaf.add(1.0, 3);
        assert_eq!(amaf.weight.load(RELAXED), 300_000_003);
        assert_eq!(amaf.sum.load(RELAXED), 150_000_003 << 20);
        assert!((amaf.sum() / amaf.weight() - 0.5).abs() < 1e-6);
        amaf.weight.store(FULL, RELAXED);
        amaf.add(1.0, 3);
        assert_eq!(amaf.weight.load(RELAXED), FULL);
    }

    #[test]
    fn children_are_claimed_once_and_then_seen() {
        let node = Node::default();
        node.reset(Point::new(3, 4), 0.25);
        assert_eq!(node.children(), Children::None);
        assert!(node.claim());
        assert!(!node.claim());
        assert_eq!(node.children(), Children::Pending);
        node.publish(17, 5);
        assert_eq!(node.children(), Children::At(17, 5));
        node.exclude(true);
        assert!(node.is_excluded());
        assert_eq!(node.mv(), Move::Real(Point::new(3, 4)));
        node.exclude(false);
        assert!(!node.is_excluded());
        assert_eq!(node.bounds(), Bounds::OPEN);
        assert!(node.prove(Bounds { low: 1, high: 2 }));
        assert!(!node.prove(Bounds { low: 1, high: 2 }));
        assert!(!node.is_proved());
        assert_eq!(node.proved_win_sum(4.0), 2.0);
        assert!(node.prove(Bounds { low: 0, high: 1 }));
        assert_eq!(node.bounds(), Bounds::exactly(0.5));
        assert!(node.is_proved());
        assert_eq!(node.mv(), Move::Real(Point::new(3, 4)));
        assert_eq!(node.prior(), 0.25);
    }
}
