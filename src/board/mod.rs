//! The fast incremental position. It knows captures, liberties and simple ko, and no rule set.
//!
//! ```text
//! per point   color   0 empty, 1 black, 2 white, 3 border (both bits: "black or border" is one test)
//!             around  colours of the eight neighbours, two bits each (neighbours3x3.rs)
//!             chain   head of its chain; NONE for empty and border cells
//!             next    circular list of the chain's stones
//! per head    liberties  count, sum and sum of squares in one word (liberties.rs); length
//! empties     all empty points, swap-removed, with their positions
//! ```
//! Everything is `Copy`-like plain data: a copy is one short memcpy per array, and play never allocates.

mod chain;
mod check;
mod diagram;
mod liberties;
pub mod naive;
pub mod neighbours3x3;
mod play;

pub use check::Inconsistency;
pub use diagram::DiagramError;
pub use play::Placement;

use crate::color::{ByColor, Color};
use crate::point::{CELLS, Point, PointMap, STRIDE, Size};
use liberties::Liberties;

const EMPTY: u8 = 0;
const BORDER: u8 = 3;

/// A position on the board, without any history but the simple-ko ban.
pub struct Board {
    size: Size,
    /// Length of the prefix of each per-point array that this size uses.
    cells: usize,
    color: PointMap<u8>,
    around: PointMap<u16>,
    chain: PointMap<Point>,
    next: PointMap<Point>,
    liberties: PointMap<Liberties>,
    length: PointMap<u16>,
    empties: [Point; CELLS],
    place_in_empties: PointMap<u16>,
    empty_count: u32,
    stones: ByColor<u32>,
    ko: Point,
    ko_banned: Color,
    key: u64,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            cells: (size.height() + 2) * STRIDE + 1,
            color: PointMap::filled(BORDER),
            around: PointMap::filled(0),
            chain: PointMap::filled(Point::NONE),
            next: PointMap::filled(Point::NONE),
            liberties: PointMap::filled(Liberties::NONE),
            length: PointMap::filled(0),
            empties: [Point::NONE; CELLS],
            place_in_empties: PointMap::filled(0),
            empty_count: 0,
            stones: ByColor::default(),
            ko: Point::NONE,
            ko_banned: Color::Black,
            key: 0,
        };
        for point in size.points() {
            board.color[point] = EMPTY;
            board.add_empty(point);
        }
        for point in size.points() {
            board.around[point] = neighbours3x3::compute(&board.color, point);
        }
        board
    }

    /// The size of the board.
    #[inline(always)]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point, if any. The point must lie on the board.
    #[inline(always)]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        debug_assert!(self.size.contains(point));
        match self.color[point] {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether a cell is an empty point of the board (false for border cells).
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        self.color[point] == EMPTY
    }

    /// Whether a cell holds a stone of this colour (false for border cells).
    #[inline(always)]
    pub fn has_stone(&self, point: Point, color: Color) -> bool {
        self.color[point] == color as u8
    }

    /// The on-board neighbours of a point, up, left, right, down.
    #[inline]
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        point
            .neighbours()
            .into_iter()
            .filter(|&q| self.color[q] != BORDER)
    }

    /// The empty points, in no meaningful order (but the same after the same moves).
    #[inline(always)]
    pub fn empties(&self) -> &[Point] {
        &self.empties[..self.empty_count as usize & (CELLS - 1)]
    }

    /// The empty point with this place in [`Board::empties`].
    #[inline(always)]
    pub(crate) fn empty_at(&self, place: usize) -> Point {
        self.empties[place & (CELLS - 1)]
    }

    /// Number of empty points.
    #[inline(always)]
    pub fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// Number of stones of a colour on the board.
    #[inline(always)]
    pub fn stones(&self, color: Color) -> u32 {
        self.stones[color]
    }

    /// The point where `color` may not retake a ko at once, if there is one.
    #[inline(always)]
    pub fn ko_ban(&self, color: Color) -> Option<Point> {
        (self.ko != Point::NONE && self.ko_banned == color).then_some(self.ko)
    }

    /// Forgets the ko ban, as a pass does.
    #[inline(always)]
    pub fn lift_ko(&mut self) {
        self.ko = Point::NONE;
    }

    /// The Zobrist key of the coloured points; 0 for the empty board. Stale after [`Board::play_unkeyed`].
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether both boards have the same size and the same stones (ko bans apart).
    pub fn same_stones(&self, other: &Board) -> bool {
        self.size == other.size && self.size.points().all(|p| self.color[p] == other.color[p])
    }

    #[inline(always)]
    fn add_empty(&mut self, point: Point) {
        self.empties[self.empty_count as usize & (CELLS - 1)] = point;
        self.place_in_empties[point] = self.empty_count as u16;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count as usize & (CELLS - 1)];
        let place = self.place_in_empties[point];
        self.empties[place as usize & (CELLS - 1)] = last;
        self.place_in_empties[last] = place;
    }

    /// Swaps two entries of [`Board::empties`]; lets a picker set rejected points aside.
    #[inline(always)]
    pub(crate) fn swap_empties(&mut self, i: usize, j: usize) {
        let (p, q) = (self.empties[i & (CELLS - 1)], self.empties[j & (CELLS - 1)]);
        self.empties[i & (CELLS - 1)] = q;
        self.empties[j & (CELLS - 1)] = p;
        self.place_in_empties[p] = j as u16;
        self.place_in_empties[q] = i as u16;
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut copy = Board::new_uninitialised_like(self);
        copy.clone_from(self);
        copy
    }

    #[inline]
    fn clone_from(&mut self, from: &Board) {
        let cells = from.cells;
        if self.cells > cells {
            // A larger board's cells must not stay behind the smaller one's.
            self.color = PointMap::filled(BORDER);
            self.chain = PointMap::filled(Point::NONE);
        }
        self.size = from.size;
        self.cells = cells;
        self.color.copy_prefix(&from.color, cells);
        self.around.copy_prefix(&from.around, cells);
        self.chain.copy_prefix(&from.chain, cells);
        self.next.copy_prefix(&from.next, cells);
        self.liberties.copy_prefix(&from.liberties, cells);
        self.length.copy_prefix(&from.length, cells);
        self.place_in_empties
            .copy_prefix(&from.place_in_empties, cells);
        let area = from.size.area();
        self.empties[..area].copy_from_slice(&from.empties[..area]);
        self.empty_count = from.empty_count;
        self.stones = from.stones;
        self.ko = from.ko;
        self.ko_banned = from.ko_banned;
        self.key = from.key;
    }
}

impl Board {
    fn new_uninitialised_like(from: &Board) -> Board {
        Board {
            size: from.size,
            cells: from.cells,
            color: PointMap::filled(BORDER),
            around: PointMap::filled(0),
            chain: PointMap::filled(Point::NONE),
            next: PointMap::filled(Point::NONE),
            liberties: PointMap::filled(Liberties::NONE),
            length: PointMap::filled(0),
            empties: [Point::NONE; CELLS],
            place_in_empties: PointMap::filled(0),
            empty_count: 0,
            stones: ByColor::default(),
            ko: Point::NONE,
            ko_banned: Color::Black,
            key: 0,
        }
    }
}

impl PartialEq for Board {
    /// Same stones and the same ko ban.
    fn eq(&self, other: &Board) -> bool {
        self.same_stones(other)
            && Color::BOTH
                .iter()
                .all(|&c| self.ko_ban(c) == other.ko_ban(c))
    }
}

impl Eq for Board {}
