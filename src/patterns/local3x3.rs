//! The 3x3 patterns round the last move, drawn as pictures.
//!
//! The idea and the kinds (hane, cut, move at the edge) are MoGo's (Gelly, Wang, Munos, Teytaud 2006,
//! "Modification of UCT with patterns in Monte-Carlo Go"); the pictures are ours.

use crate::color::Color;
use std::sync::LazyLock;

/// Seen by the player to move, who plays in the middle: `X` own, `O` enemy, `.` empty, `#` outside the
/// board, `x` not own, `o` not enemy, `?` stone or empty. Every turn and mirror image counts, and so
/// does each picture with the colours changed.
const PICTURES: &[(&str, [&str; 3])] = &[
    ("hane round a head", ["XOX", ".*.", "???"]),
    ("hane at the side", ["XO.", ".*.", "?.?"]),
    ("bend", ["XO?", "X*.", "x.?"]),
    ("shoulder", [".O.", "X*.", "..."]),
    ("cut", ["XO?", "O*o", "?o?"]),
    ("cut at a peep", ["XO?", "O*X", "???"]),
    ("push between", ["?X?", "O*O", "ooo"]),
    ("hanging cut", ["OX?", "o*O", "???"]),
    ("follow along the edge", ["X.?", "O*?", "##?"]),
    ("cut at the edge", ["OX?", "X*O", "###"]),
    ("connect below", ["?X?", "x*O", "###"]),
    ("drop to the edge", ["?XO", "x*x", "###"]),
    ("wedge at the edge", ["?OX", "X*O", "###"]),
];

/// Which of the 65,536 codes of eight neighbours match a picture, for each player to move.
pub struct Local3x3 {
    matches: [Vec<u64>; 2],
}

impl Local3x3 {
    /// Expands the pictures into the table.
    pub fn new() -> Local3x3 {
        let mut matches = [vec![0; 1024], vec![0; 1024]];
        for (_, rows) in PICTURES {
            for image in images(rows) {
                for (player, table) in matches.iter_mut().enumerate() {
                    mark(&image, player as u16 + 1, 0, 0, table);
                }
            }
        }
        Local3x3 { matches }
    }

    /// The table, made at its first use.
    pub fn shared() -> &'static Local3x3 {
        static TABLE: LazyLock<Local3x3> = LazyLock::new(Local3x3::new);
        &TABLE
    }

    /// Whether a point with these neighbours (see `board::neighbours3x3`) matches for `color`.
    #[inline(always)]
    pub fn fits(&self, code: u16, color: Color) -> bool {
        let word = self.matches[color as usize - 1][usize::from(code >> 6)];
        word >> (code & 63) & 1 != 0
    }
}

impl Default for Local3x3 {
    fn default() -> Self {
        Local3x3::new()
    }
}

/// The nine cells of a picture and of all its images, row by row.
fn images(rows: &[&str; 3]) -> Vec<[u8; 9]> {
    let mut cells = [0; 9];
    for (i, c) in rows.iter().flat_map(|row| row.bytes()).enumerate() {
        cells[i] = c;
    }
    let turn = |c: [u8; 9]| [c[6], c[3], c[0], c[7], c[4], c[1], c[8], c[5], c[2]];
    let mirror = |c: [u8; 9]| [c[2], c[1], c[0], c[5], c[4], c[3], c[8], c[7], c[6]];
    let exchange = |c: [u8; 9]| {
        c.map(|cell| match cell {
            b'X' => b'O',
            b'O' => b'X',
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        })
    };
    let mut all = Vec::new();
    let mut image = cells;
    for _ in 0..4 {
        all.extend([
            image,
            mirror(image),
            exchange(image),
            exchange(mirror(image)),
        ]);
        image = turn(image);
    }
    all
}

/// Sets the bits of all codes that match an image from its neighbour number `from` on.
fn mark(image: &[u8; 9], own: u16, from: usize, code: u16, table: &mut [u64]) {
    // Places of up, left, right, down, then the diagonals in the order of `point::DIAGONAL`.
    const PLACES: [usize; 8] = [1, 3, 5, 7, 0, 2, 6, 8];
    let Some(&place) = PLACES.get(from) else {
        table[usize::from(code >> 6)] |= 1 << (code & 63);
        return;
    };
    let enemy = 3 - own;
    let cells: &[u16] = match image[place] {
        b'X' => &[own],
        b'O' => &[enemy],
        b'.' => &[0],
        b'#' => &[3],
        b'x' => &[0, enemy],
        b'o' => &[0, own],
        _ => &[0, 1, 2],
    };
    for cell in cells {
        mark(image, own, from + 1, code | cell << (2 * from), table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::point::Point;

    fn fits_at(diagram: &str, x: usize, y: usize, color: Color) -> bool {
        let board = Board::from_diagram(diagram).unwrap();
        Local3x3::new().fits(board.around(Point::new(x, y)), color)
    }

    #[test]
    fn pictures_are_found_in_every_image() {
        for color in Color::BOTH {
            assert!(fits_at("XOX\n...\n...", 1, 1, color));
            assert!(fits_at("X..\nO..\nX..", 1, 1, color));
            assert!(fits_at(".....\n.....\n.OX..\n.X.O.\n.....", 2, 3, color));
            assert!(!fits_at("...\n...\n...", 1, 1, color));
            assert!(fits_at("...\nOX.\nX.O", 1, 2, color));
        }
    }
}
