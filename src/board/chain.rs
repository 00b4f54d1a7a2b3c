//! Questions about chains: length, stones, liberties.

use super::Board;
use crate::point::{Point, PointSet};

impl Board {
    /// The stone that stands for the chain of a stone; equal for stones of one chain until a move is
    /// made. [`Point::NONE`] for an empty or border cell.
    #[inline(always)]
    pub fn chain_head(&self, stone: Point) -> Point {
        self.chain[stone]
    }

    /// Number of stones in the chain of a stone.
    #[inline(always)]
    pub fn chain_length(&self, stone: Point) -> u32 {
        u32::from(self.length[self.chain[stone]])
    }

    /// Number of liberties of the chain of a stone, exact.
    #[inline(always)]
    pub fn liberty_count(&self, stone: Point) -> u32 {
        self.liberties[self.chain[stone]].count()
    }

    /// The only liberty of the chain of a stone that has exactly one.
    #[inline(always)]
    pub fn only_liberty(&self, stone: Point) -> Point {
        debug_assert_eq!(self.liberty_count(stone), 1);
        self.liberties[self.chain[stone]].only()
    }

    /// Both liberties of the chain of a stone that has exactly two, the lower index first.
    #[inline]
    pub fn two_liberties(&self, stone: Point) -> [Point; 2] {
        debug_assert_eq!(self.liberty_count(stone), 2);
        self.liberties[self.chain[stone]].both()
    }

    /// The stones of the chain of a stone.
    #[inline]
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        debug_assert!(self.chain[stone] != Point::NONE);
        std::iter::successors(Some(stone), move |&s| {
            let next = self.next[s];
            (next != stone).then_some(next)
        })
    }

    /// The liberties of the chain of a stone.
    pub fn liberties(&self, stone: Point) -> PointSet {
        self.chain_stones(stone)
            .flat_map(|s| s.neighbours())
            .filter(|&q| self.is_empty(q))
            .collect()
    }
}
