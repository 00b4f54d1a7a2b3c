//! A chain's liberties as one word: their number, the sum of their indexes and the sum of the squares.
//!
//! The set is exact: every update adds or takes a point once per chain, however many of the chain's
//! stones touch it. From the sums follow the only liberty, and both of two. The idea of sums is
//! libego's (Lew 2007), which keeps them over pseudo-liberties; here they are over the true set.
//!
//! ```text
//! bits 48..  count (at most 360)   28..46  sum (< 2^18)   0..26  sum of squares (< 2^26)
//! ```

use crate::point::Point;

/// Exact count and sums of a set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Liberties(u64);

impl Liberties {
    pub(super) const NONE: Liberties = Liberties(0);

    #[inline(always)]
    pub(super) const fn of(point: Point) -> Liberties {
        let i = point.index() as u64;
        Liberties(1 << 48 | i << 28 | i * i)
    }

    #[inline(always)]
    /// Adds only if `wanted`, without a branch.
    #[inline(always)]
    pub(super) fn add_if(&mut self, other: Liberties, wanted: bool) {
        self.0 = self
            .0
            .wrapping_add(other.0 & (wanted as u64).wrapping_neg());
    }

    /// Takes away only if `wanted`, without a branch.
    #[inline(always)]
    pub(super) fn take_if(&mut self, other: Liberties, wanted: bool) {
        self.0 = self
            .0
            .wrapping_sub(other.0 & (wanted as u64).wrapping_neg());
    }

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn count(self) -> u32 {
        (self.0 >> 48) as u32
    }

    /// The only liberty; meaningless unless the count is 1.
    #[inline(always)]
    pub(super) const fn only(self) -> Point {
        Point::from_index((self.0 >> 28) as usize & 0xF_FFFF)
    }

    /// Both liberties, the lower index first; meaningless unless the count is 2.
    #[inline]
    pub(super) fn both(self) -> [Point; 2] {
        let sum = (self.0 >> 28) as u32 & 0xF_FFFF;
        let squares = self.0 as u32 & 0xFFF_FFFF;
        let difference = f64::from((2 * squares).wrapping_sub(sum * sum)).sqrt() as u32;
        [
            Point::from_index(((sum - difference) / 2) as usize),
            Point::from_index(((sum + difference) / 2) as usize),
        ]
    }
}
