//! Shapes round a point, alike under turning and mirroring: one number for each class.
//!
//! A shape is seen by the player to move: 0 empty, 1 own, 2 enemy, 3 outside the board.

use std::sync::LazyLock;

/// The classes of the eight neighbours of a point, by their code.
pub struct Shapes {
    class: Vec<u16>,
    codes: Vec<u16>,
}

impl Shapes {
    /// The table for codes of eight neighbours (see `board::neighbours3x3`), made at its first use.
    pub fn of_eight() -> &'static Shapes {
        static TABLE: LazyLock<Shapes> = LazyLock::new(|| Shapes::new(&[CROSS, CORNERS].concat()));
        &TABLE
    }

    /// The table for four cells up, left, right and down, of four bits each.
    pub fn of_four() -> &'static Shapes {
        static TABLE: LazyLock<Shapes> = LazyLock::new(Shapes::of_wide_cross);
        &TABLE
    }

    /// `places`: where each two-bit cell lies, from (-1, -1) to (1, 1).
    fn new(places: &[(i32, i32)]) -> Shapes {
        Shapes::with(1 << (2 * places.len()), |code| {
            images(places).map(|image| {
                (0..places.len()).fold(0, |sum, i| sum | (code >> (2 * image[i]) & 3) << (2 * i))
            })
        })
    }

    fn of_wide_cross() -> Shapes {
        Shapes::with(1 << 16, |code| {
            images(&CROSS).map(|image| {
                (0..4).fold(0, |sum, i| sum | (code >> (4 * image[i]) & 15) << (4 * i))
            })
        })
    }

    fn with(count: usize, images_of: impl Fn(usize) -> [usize; 8]) -> Shapes {
        let mut class = vec![u16::MAX; count];
        let mut codes = Vec::new();
        for code in 0..count {
            let least = images_of(code).into_iter().min().unwrap_or(code);
            if least == code {
                class[code] = codes.len() as u16;
                codes.push(code as u16);
            } else {
                class[code] = class[least];
            }
        }
        Shapes { class, codes }
    }

    /// The class of a code.
    #[inline(always)]
    pub fn class(&self, code: u16) -> usize {
        usize::from(self.class[usize::from(code)])
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.codes.len()
    }

    /// The least code of a class.
    pub fn code(&self, class: usize) -> u16 {
        self.codes[class]
    }
}

/// Up, left, right, down.
const CROSS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// In the order of `point::DIAGONAL`.
const CORNERS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// For each of the eight symmetries, the place from which each cell of the image comes.
fn images(places: &[(i32, i32)]) -> [Vec<usize>; 8] {
    std::array::from_fn(|symmetry| {
        let from = |(x, y): (i32, i32)| {
            let (x, y) = if symmetry & 1 != 0 { (-x, y) } else { (x, y) };
            let (x, y) = if symmetry & 2 != 0 { (x, -y) } else { (x, y) };
            if symmetry & 4 != 0 { (y, x) } else { (x, y) }
        };
        places
            .iter()
            .map(|&place| {
                let wanted = from(place);
                places.iter().position(|&p| p == wanted).unwrap_or(0)
            })
            .collect()
    })
}

/// A code of eight neighbours as the player to move sees it: colours exchanged for White.
#[inline(always)]
pub fn seen_by_white(code: u16) -> u16 {
    (code & 0x5555) << 1 | (code >> 1) & 0x5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_and_mirrored_shapes_are_one_class() {
        let shapes = Shapes::of_eight();
        // One stone above, left, right, below; one stone in a corner.
        let classes: Vec<usize> = (0..8).map(|i| shapes.class(1 << (2 * i))).collect();
        assert!(classes[..4].iter().all(|&c| c == classes[0]));
        assert!(classes[4..].iter().all(|&c| c == classes[4]));
        assert_ne!(classes[0], classes[4]);
        // Up and down is not up and left.
        let two = |i: u16, j: u16| shapes.class(1 << (2 * i) | 1 << (2 * j));
        assert_eq!(two(0, 3), two(1, 2));
        assert_ne!(two(0, 3), two(0, 1));
    }

    #[test]
    fn colours_are_exchanged_and_the_edge_stays() {
        assert_eq!(seen_by_white(0b11_10_01_00), 0b11_01_10_00);
    }
}
