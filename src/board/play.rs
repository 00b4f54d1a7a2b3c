//! Putting a stone on the board: what would happen, and making it happen.

use super::liberties::Liberties;
use super::{Board, EMPTY, neighbours3x3};
use crate::color::Color;
use crate::hash::stone_key;
use crate::point::{ORTHOGONAL, Point};

/// What a stone on a point would be, before any rule is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// There is a stone already.
    Occupied,
    /// The stone alone has no liberty and captures nothing.
    SingleStoneSuicide,
    /// A chain of two or more own stones loses its last liberty and captures nothing.
    MultiStoneSuicide,
    /// The stone stays on the board.
    Stays,
}

impl Board {
    /// What a stone of `color` on `point` would be.
    #[inline]
    pub fn placement(&self, point: Point, color: Color) -> Placement {
        if !self.is_empty(point) {
            Placement::Occupied
        } else if self.stays(point, color) {
            Placement::Stays
        } else if point.neighbours().iter().any(|&q| self.has_stone(q, color)) {
            Placement::MultiStoneSuicide
        } else {
            Placement::SingleStoneSuicide
        }
    }

    /// Whether a stone on this empty point would keep or win a liberty: no suicide of any kind.
    #[inline]
    pub fn stays(&self, point: Point, color: Color) -> bool {
        self.is_empty(point) && self.stays_on_empty(point, color)
    }

    /// As [`Board::stays`], for a point known to be empty.
    #[inline(always)]
    pub(crate) fn stays_on_empty(&self, point: Point, color: Color) -> bool {
        debug_assert!(self.is_empty(point));
        let around = self.around[point];
        if neighbours3x3::touches_empty(around) {
            return true;
        }
        let mut in_atari = 0;
        for (i, q) in point.near().into_iter().enumerate() {
            let one = self.liberties[self.chain[q]].count() == 1;
            in_atari |= u16::from(one) << (2 * i);
        }
        let own = neighbours3x3::stones(around, color);
        let enemy = neighbours3x3::stones(around, color.opponent());
        (own & !in_atari) | (enemy & in_atari) != 0
    }

    /// The key that the coloured points would have after a stone of `color` on this empty point,
    /// captures and suicide included.
    pub fn key_after(&self, point: Point, color: Color) -> u64 {
        let mut key = self.key ^ stone_key(point, color);
        let mut taken = [Point::NONE; 4];
        let mut remove = |key: &mut u64, removed: Color, in_atari: bool| {
            for (i, q) in point.neighbours().into_iter().enumerate() {
                let head = self.chain[q];
                if self.has_stone(q, removed)
                    && (!in_atari || self.liberties[head].count() == 1)
                    && !taken.contains(&head)
                {
                    taken[i] = head;
                    for stone in self.chain_stones(q) {
                        *key ^= stone_key(stone, removed);
                    }
                }
            }
        };
        if self.stays(point, color) {
            remove(&mut key, color.opponent(), true);
        } else {
            remove(&mut key, color, false);
            key ^= stone_key(point, color);
        }
        key
    }

    /// Puts a stone on an empty point, takes off what has no liberty (the opponent's first, else the
    /// own chain) and returns the number of opponent's stones taken.
    pub fn play_unchecked(&mut self, point: Point, color: Color) -> u32 {
        self.put::<true>(point, color)
    }

    /// As [`Board::play_unchecked`], but lets the key go stale: for playouts.
    #[inline(always)]
    pub fn play_unkeyed(&mut self, point: Point, color: Color) -> u32 {
        self.put::<false>(point, color)
    }

    #[inline(always)]
    fn put<const KEYED: bool>(&mut self, point: Point, color: Color) -> u32 {
        // Not only a precondition: that the point is on the board is what makes its neighbours safe.
        assert!(self.is_empty(point), "a stone goes on an empty point");
        if KEYED {
            self.key ^= stone_key(point, color);
        }
        let around = self.around[point];
        self.remove_empty(point);
        self.color[point] = color as u8;
        self.flip_around(point, color as u8);
        self.stones[color] += 1;
        self.ko = Point::NONE;

        // The point was one liberty of every chain that touches it, own and enemy. Empty and border
        // neighbours share the slot of no chain.
        let [a, b, c, d] = point.near().map(|q| self.chain[q]);
        let lost = Liberties::of(point);
        self.liberties[a].take_if(lost, true);
        self.liberties[b].take_if(lost, b != a);
        self.liberties[c].take_if(lost, (c != a) & (c != b));
        self.liberties[d].take_if(lost, (d != a) & (d != b) & (d != c));
        self.liberties[Point::NONE] = Liberties::NO_CHAIN;
        let any_without = self.liberties[a].is_none()
            | self.liberties[b].is_none()
            | self.liberties[c].is_none()
            | self.liberties[d].is_none();

        let own = neighbours3x3::stones(around, color);
        if own == 0 {
            self.liberties[point] = Liberties::around(point, neighbours3x3::empties(around));
            self.chain[point] = point;
            self.next[point] = point;
            self.length[point] = 1;
        } else {
            self.join_chains(point, own, neighbours3x3::empties(around));
        }
        if any_without | ((own == 0) & !neighbours3x3::touches_empty(around)) {
            self.remove_around::<KEYED>(point, color, own == 0)
        } else {
            0
        }
    }

    /// Makes the new stone part of the chains that it touches (`own`) with these empty neighbours.
    #[inline(always)]
    fn join_chains(&mut self, point: Point, own: u16, empties: u16) {
        let mut head = self.chain[neighbour(point, own)];
        let others = own & (own - 1);
        // The longest chain takes the others in.
        let mut left = others;
        while left != 0 {
            let other = self.chain[neighbour(point, left)];
            if self.length[other] > self.length[head] {
                head = other;
            }
            left &= left - 1;
        }
        let mut liberties = self.liberties[head];
        let mut left = empties;
        while left != 0 {
            let q = neighbour(point, left);
            liberties.add_if(Liberties::of(q), !self.touches_chain(q, head));
            left &= left - 1;
        }
        self.chain[point] = head;
        self.next[point] = self.next[head];
        self.next[head] = point;
        self.length[head] += 1;
        if others != 0 {
            let mut left = own;
            while left != 0 {
                let other = self.chain[neighbour(point, left)];
                if other != head {
                    self.take_in(head, other, &mut liberties);
                }
                left &= left - 1;
            }
        }
        self.liberties[head] = liberties;
    }

    /// Makes the stones of chain `other` part of chain `head`, whose liberties are kept in `liberties`.
    #[inline(always)]
    fn take_in(&mut self, head: Point, other: Point, liberties: &mut Liberties) {
        let mut stone = other;
        loop {
            let mut left = neighbours3x3::empties(self.around[stone]);
            while left != 0 {
                let q = neighbour(stone, left);
                liberties.add_if(Liberties::of(q), !self.touches_chain(q, head));
                left &= left - 1;
            }
            self.chain[stone] = head;
            stone = self.next[stone];
            if stone == other {
                break;
            }
        }
        let after = self.next[head];
        self.next[head] = self.next[other];
        self.next[other] = after;
        self.length[head] += self.length[other];
    }

    /// Takes off what has no liberty beside a new stone, or the stone's own chain.
    fn remove_around<const KEYED: bool>(&mut self, point: Point, color: Color, alone: bool) -> u32 {
        let mut captured = 0;
        let mut last = Point::NONE;
        for q in point.neighbours() {
            if self.has_stone(q, color.opponent()) && self.liberties[self.chain[q]].is_none() {
                last = q;
                captured += self.remove_chain::<KEYED>(self.chain[q], color.opponent());
            }
        }
        let own = self.liberties[self.chain[point]];
        if captured == 1 && alone && own.count() == 1 {
            self.ko = last;
            self.ko_banned = color.opponent();
        }
        if own.is_none() {
            self.remove_chain::<KEYED>(self.chain[point], color);
        }
        captured
    }

    #[inline(always)]
    fn touches_chain(&self, point: Point, head: Point) -> bool {
        let [a, b, c, d] = point.near().map(|q| self.chain[q] == head);
        a | b | c | d
    }

    /// Takes a chain off the board and returns its length.
    fn remove_chain<const KEYED: bool>(&mut self, head: Point, color: Color) -> u32 {
        let mut stone = head;
        let mut removed = 0;
        loop {
            let next = self.next[stone];
            if KEYED {
                self.key ^= stone_key(stone, color);
            }
            self.color[stone] = EMPTY;
            self.chain[stone] = Point::NONE;
            self.flip_around(stone, color as u8);
            self.add_empty(stone);
            // Stones of this very chain are among the neighbours: their slot is dead, so adding to it
            // does no harm and saves a test.
            let [a, b, c, d] = stone.near().map(|q| self.chain[q]);
            let won = Liberties::of(stone);
            self.liberties[a].add_if(won, true);
            self.liberties[b].add_if(won, b != a);
            self.liberties[c].add_if(won, (c != a) & (c != b));
            self.liberties[d].add_if(won, (d != a) & (d != b) & (d != c));
            removed += 1;
            stone = next;
            if stone == head {
                break;
            }
        }
        self.stones[color] -= removed;
        removed
    }
}

/// The neighbour named by the lowest set bit of a set of neighbours (bits 0, 2, 4, 6).
#[inline(always)]
fn neighbour(point: Point, set: u16) -> Point {
    point.beside(ORTHOGONAL[(set.trailing_zeros() / 2) as usize & 3])
}
