//! A chain's liberties as one word: their number, the sum of their indexes and the sum of the squares.
//!
//! The set is exact: every update adds or takes a point once per chain, however many of the chain's
//! stones touch it. From the sums follow the only liberty, and both of two. The idea of sums is
//! libego's (Lew 2007), which keeps them over pseudo-liberties; here they are over the true set.
//!
//! ```text
//! bits 0..15  count (at most 360)   16..35  sum (< 2^18)   36..63  sum of squares (< 2^26)
//! ```

use crate::point::{ORTHOGONAL, Point};
use std::hint::select_unpredictable;

/// Exact count and sums of a set of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Liberties(u64);

impl Liberties {
    pub(super) const NONE: Liberties = Liberties(0);

    #[inline(always)]
    pub(super) const fn of(point: Point) -> Liberties {
        let i = point.index() as u64;
        Liberties(1 | (i << 16) | ((i * i) << 36))
    }

    /// The empty neighbours of a point, given as bits 0, 2, 4, 6 (see `neighbours3x3::empties`).
    ///
    /// With n neighbours at distances d: the sum is n·p + Σd and the squares n·p² + 2p·Σd + Σd².
    #[inline(always)]
    pub(super) const fn around(point: Point, empties: u16) -> Liberties {
        let [number, distances, squares] = NEIGHBOUR_SUMS[(empties & 0x7F) as usize];
        let i = point.index() as u64;
        Liberties(
            (Liberties::of(point).0.wrapping_mul(number as u64))
                .wrapping_add((distances as u64).wrapping_mul((1 << 16) + ((2 * i) << 36)))
                .wrapping_add((squares as u64) << 36),
        )
    }

    /// Adds only if `wanted`, without a branch.
    #[inline(always)]
    pub(super) fn add_if(&mut self, other: Liberties, wanted: bool) {
        self.0 = self
            .0
            .wrapping_add(select_unpredictable(wanted, other.0, 0));
    }

    /// Takes away only if `wanted`, without a branch.
    #[inline(always)]
    pub(super) fn take_if(&mut self, other: Liberties, wanted: bool) {
        self.0 = self
            .0
            .wrapping_sub(select_unpredictable(wanted, other.0, 0));
    }

    /// What the slot of no chain holds: never none, never one.
    pub(super) const NO_CHAIN: Liberties = Liberties(1 << 15);

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn count(self) -> u32 {
        self.0 as u16 as u32
    }

    /// The only liberty; meaningless unless the count is 1.
    #[inline(always)]
    pub(super) const fn only(self) -> Point {
        Point::from_index((self.0 >> 16) as usize & 0xF_FFFF)
    }

    /// Both liberties, the lower index first; meaningless unless the count is 2.
    #[inline]
    pub(super) fn both(self) -> [Point; 2] {
        let sum = (self.0 >> 16) as u32 & 0xF_FFFF;
        let squares = (self.0 >> 36) as u32;
        let difference = f64::from((2 * squares).wrapping_sub(sum * sum)).sqrt() as u32;
        [
            Point::from_index(((sum - difference) / 2) as usize),
            Point::from_index(((sum + difference) / 2) as usize),
        ]
    }
}

/// For each set of neighbours: their number, the sum of their distances, the sum of the squares.
static NEIGHBOUR_SUMS: [[i64; 3]; 128] = neighbour_sums();

const fn neighbour_sums() -> [[i64; 3]; 128] {
    let mut sums = [[0; 3]; 128];
    let mut set = 0;
    while set < 128 {
        let mut i = 0;
        while i < 4 {
            if set >> (2 * i) & 1 == 1 {
                let distance = ORTHOGONAL[i] as i64;
                sums[set][0] += 1;
                sums[set][1] += distance;
                sums[set][2] += distance * distance;
            }
            i += 1;
        }
        set += 1;
    }
    sums
}
