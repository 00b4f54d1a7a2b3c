//! Zobrist keys, for stones and for counts of virtual stones, and the hasher of the library's tables.

use crate::color::Color;
use crate::point::{CELLS, Point};
use crate::rng::mix;

/// A hash map with a fixed hasher. Its order must never reach an output.
pub type HashMap<K, V> = fxhash::FxHashMap<K, V>;
/// A hash set with a fixed hasher. Its order must never reach an output.
pub type HashSet<K> = fxhash::FxHashSet<K>;

static STONES: [[u64; CELLS]; 2] = stone_keys();

const fn stone_keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(0x4455_4E48 ^ ((i as u64) << 8));
        keys[1][i] = mix(0x5541_4E47 ^ ((i as u64) << 40));
        i += 1;
    }
    keys
}

/// The key of a stone on the board.
#[inline(always)]
pub fn stone_key(point: Point, color: Color) -> u64 {
    STONES[color as usize - 1][point.index()]
}

/// The key of "`color` has `count` virtual stones"; 0 for none, so that a fresh board has key 0.
#[inline]
pub const fn virtual_key(color: Color, count: u32) -> u64 {
    if count == 0 {
        0
    } else {
        mix(0x5649_5254_5541_4C00 ^ ((color as u64) << 56) ^ count as u64)
    }
}

/// The key of the side to move, for situational repetition; 0 for Black.
#[inline]
pub const fn turn_key(to_move: Color) -> u64 {
    match to_move {
        Color::Black => 0,
        Color::White => mix(0x5455_524E),
    }
}
