//! Small positions as two words: one bit per point, row by row from the top left.

use crate::board::Board;
use crate::color::Color;
use crate::point::Size;

/// The coloured points of a board of at most 64 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Stones {
    pub black: u64,
    pub white: u64,
}

impl Stones {
    pub fn of(self, color: Color) -> u64 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut u64 {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    pub fn all(self) -> u64 {
        self.black | self.white
    }

    pub fn from_board(board: &Board) -> Stones {
        let size = board.size();
        let mut stones = Stones::default();
        for point in size.points() {
            if let Some(color) = board.color_at(point) {
                *stones.of_mut(color) |= 1 << size.rank(point);
            }
        }
        stones
    }

    /// The board with these stones, if every chain has a liberty.
    pub fn to_board(self, size: Size) -> Option<Board> {
        Board::from_stones(size, |point| {
            let bit = 1 << size.rank(point);
            Color::BOTH.into_iter().find(|&c| self.of(c) & bit != 0)
        })
        .ok()
    }
}

/// A stone put on a point, with everything that was taken off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub stones: Stones,
    /// The only point where the opponent may not retake at once, or 0.
    pub ko: u64,
    /// Whether the move took its own chain off.
    pub suicide: bool,
    /// Whether that chain was the placed stone alone.
    pub single: bool,
}

/// The shape of a board of at most 64 points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub size: Size,
    pub points: u64,
    not_left: u64,
    not_right: u64,
}

impl Grid {
    pub fn new(size: Size) -> Option<Grid> {
        if size.area() > 64 {
            return None;
        }
        let (mut points, mut left) = (0, 0);
        for point in size.points() {
            points |= 1 << size.rank(point);
            if point.x() == 0 {
                left |= 1 << size.rank(point);
            }
        }
        let right = left << (size.width() - 1);
        Some(Grid {
            size,
            points,
            not_left: points & !left,
            not_right: points & !right,
        })
    }

    /// All points next to a point of the set.
    pub fn around(&self, set: u64) -> u64 {
        let width = self.size.width();
        (((set & self.not_right) << 1)
            | ((set & self.not_left) >> 1)
            | (set << width)
            | (set >> width))
            & self.points
    }

    /// Everything within `room` that hangs together with `start`.
    pub fn flood(&self, start: u64, room: u64) -> u64 {
        let mut set = start & room;
        loop {
            let grown = set | (self.around(set) & room);
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// Puts a stone on an empty point, whatever any rule says of it.
    pub fn place(&self, mut stones: Stones, point: u64, color: Color) -> Placed {
        *stones.of_mut(color) |= point;
        let mut taken = 0;
        let mut targets = self.around(point) & stones.of(color.opponent());
        while targets != 0 {
            let chain = self.flood(
                targets & targets.wrapping_neg(),
                stones.of(color.opponent()),
            );
            targets &= !chain;
            if self.around(chain) & self.points & !stones.all() == 0 {
                taken |= chain;
            }
        }
        *stones.of_mut(color.opponent()) &= !taken;
        let own = self.flood(point, stones.of(color));
        let liberties = self.around(own) & !stones.all();
        let suicide = liberties == 0;
        if suicide {
            *stones.of_mut(color) &= !own;
        }
        let ko = taken.count_ones() == 1 && own == point && liberties.count_ones() == 1;
        Placed {
            stones,
            ko: if ko { taken } else { 0 },
            suicide,
            single: own == point,
        }
    }
}
