//! Putting a stone on the board: what would happen, and making it happen.

use super::liberties::Liberties;
use super::{Board, EMPTY};
use crate::color::Color;
use crate::hash::stone_key;
use crate::point::Point;

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
    #[inline(always)]
    pub fn stays(&self, point: Point, color: Color) -> bool {
        debug_assert!(self.is_empty(point));
        if super::neighbours3x3::touches_empty(self.around[point]) {
            return true;
        }
        let mut stays = false;
        for q in point.neighbours() {
            let count = self.liberties[self.chain[q]].count();
            let own = self.color[q] == color as u8;
            let enemy = self.color[q] == 3 - color as u8;
            stays |= (own & (count > 1)) | (enemy & (count == 1));
        }
        stays
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
    #[inline]
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
        debug_assert!(self.is_empty(point));
        let enemy = 3 - color as u8;
        if KEYED {
            self.key ^= stone_key(point, color);
        }
        self.remove_empty(point);
        self.color[point] = color as u8;
        self.flip_around(point, color as u8);
        self.stones[color] += 1;
        self.ko = Point::NONE;

        // The point was one liberty of every chain that touches it, own and enemy. Empty and border
        // neighbours share the slot of NONE, whose value means nothing.
        let near = point.neighbours();
        let heads = near.map(|q| self.chain[q]);
        let lost = Liberties::of(point);
        let [a, b, c, d] = heads;
        self.liberties[a].take_if(lost, true);
        self.liberties[b].take_if(lost, b != a);
        self.liberties[c].take_if(lost, (c != a) & (c != b));
        self.liberties[d].take_if(lost, (d != a) & (d != b) & (d != c));

        let alone = self.join_chains(point, color, near, heads);

        let mut captured = 0;
        let mut last = Point::NONE;
        for i in 0..4 {
            if self.liberties[heads[i]].is_none() && self.color[near[i]] == enemy {
                captured += self.remove_chain::<KEYED>(heads[i], color.opponent());
                last = heads[i];
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

    /// Makes the new stone part of a chain; true if it stands alone.
    #[inline(always)]
    fn join_chains(
        &mut self,
        point: Point,
        color: Color,
        near: [Point; 4],
        heads: [Point; 4],
    ) -> bool {
        let own = color as u8;
        let mut head = Point::NONE;
        for i in 0..4 {
            if self.color[near[i]] == own
                && (head == Point::NONE || self.length[heads[i]] > self.length[head])
            {
                head = heads[i];
            }
        }
        if head == Point::NONE {
            let mut liberties = Liberties::NONE;
            for q in near {
                liberties.add_if(Liberties::of(q), self.color[q] == EMPTY);
            }
            self.liberties[point] = liberties;
            self.chain[point] = point;
            self.next[point] = point;
            self.length[point] = 1;
            return true;
        }
        let mut liberties = self.liberties[head];
        for q in near {
            let new = (self.color[q] == EMPTY) & !self.touches_chain(q, head);
            liberties.add_if(Liberties::of(q), new);
        }
        self.chain[point] = head;
        self.next[point] = self.next[head];
        self.next[head] = point;
        let mut length = self.length[head] + 1;
        for i in 0..4 {
            let other = heads[i];
            if self.color[near[i]] == own && self.chain[near[i]] != head {
                let mut stone = other;
                loop {
                    for q in stone.neighbours() {
                        let new = (self.color[q] == EMPTY) & !self.touches_chain(q, head);
                        liberties.add_if(Liberties::of(q), new);
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
                length += self.length[other];
            }
        }
        self.length[head] = length;
        self.liberties[head] = liberties;
        false
    }

    #[inline(always)]
    fn touches_chain(&self, point: Point, head: Point) -> bool {
        let [a, b, c, d] = point.neighbours().map(|q| self.chain[q] == head);
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
            let [a, b, c, d] = stone.neighbours().map(|q| self.chain[q]);
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
