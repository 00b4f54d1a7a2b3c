//! The colours of the eight neighbours of a point in one 16-bit code.
//!
//! ```text
//! bits  0.. 7   up, left, right, down              two bits each: 0 empty, 1 black, 2 white, 3 border
//! bits  8..15   up left, up right, down left, down right
//! ```

use super::Board;
use crate::color::Color;
use crate::point::{DIAGONAL, ORTHOGONAL, Point, PointMap};

/// The code of a point, from scratch.
pub(super) fn compute(color: &PointMap<u8>, point: Point) -> u16 {
    let cells = point
        .neighbours()
        .into_iter()
        .chain(point.diagonals())
        .map(|p| color[p]);
    cells
        .enumerate()
        .fold(0, |code, (i, c)| code | u16::from(c) << (2 * i))
}

/// Bits 0, 2, 4, 6 of the orthogonal neighbours (up, left, right, down) that are empty.
#[inline(always)]
pub const fn empties(code: u16) -> u16 {
    !(code | code >> 1) & 0x55
}

/// Bits 0, 2, 4, 6 of the orthogonal neighbours that are stones of `color`.
#[inline(always)]
pub const fn stones(code: u16, color: Color) -> u16 {
    match color {
        Color::Black => code & !(code >> 1) & 0x55,
        Color::White => code >> 1 & !code & 0x55,
    }
}

/// Whether an orthogonal neighbour is empty.
#[inline(always)]
pub const fn touches_empty(code: u16) -> bool {
    empties(code) != 0
}

/// Whether no orthogonal neighbour is a stone.
#[inline(always)]
pub const fn touches_no_stone(code: u16) -> bool {
    (code ^ code >> 1) & 0x55 == 0
}

/// Whether all orthogonal neighbours are stones of `color` or border.
#[inline(always)]
pub const fn enclosed_by(code: u16, color: Color) -> bool {
    match color {
        Color::Black => code & 0x55 == 0x55,
        Color::White => code & 0xAA == 0xAA,
    }
}

/// Whether the point looks like a true eye of `color`: enclosed, with at most one enemy on the
/// diagonals, none at the edge (libego's rule).
#[inline(always)]
pub const fn is_eye(code: u16, color: Color) -> bool {
    enclosed_by(code, color) & DIAGONALS_ALLOW_EYE[color as usize - 1][(code >> 8) as usize]
}

static DIAGONALS_ALLOW_EYE: [[bool; 256]; 2] = diagonals_table();

const fn diagonals_table() -> [[bool; 256]; 2] {
    let mut table = [[false; 256]; 2];
    let mut color = 0;
    while color < 2 {
        let enemy = 2 - color;
        let mut code = 0;
        while code < 256 {
            let (mut bad, mut edge, mut i) = (0, 0, 0);
            while i < 4 {
                let cell = code >> (2 * i) & 3;
                if cell == enemy {
                    bad += 1;
                } else if cell == 3 {
                    edge = 1;
                }
                i += 1;
            }
            table[color][code] = bad + edge < 2;
            code += 1;
        }
        color += 1;
    }
    table
}

impl Board {
    /// The code of the eight neighbours of a point.
    #[inline(always)]
    pub fn around(&self, point: Point) -> u16 {
        self.around[point]
    }

    /// Whether an empty point looks like a true eye of `color` (see [`is_eye`]).
    #[inline(always)]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        is_eye(self.around[point], color)
    }

    /// Adds or takes away a stone in the codes of its neighbours.
    #[inline(always)]
    pub(super) fn flip_around(&mut self, point: Point, color: u8) {
        let color = u16::from(color);
        for i in 0..4 {
            // Seen from the neighbour in direction i, the stone lies in direction 3 - i.
            self.around[point.beside(ORTHOGONAL[i])] ^= color << (2 * (3 - i));
            self.around[point.beside(DIAGONAL[i])] ^= color << (8 + 2 * (3 - i));
        }
    }
}
