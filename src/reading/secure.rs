//! What one side holds for good in a local fight, whatever is played in the region.
//!
//! A chain with a liberty outside the region can never be taken there. Beyond that, Benson's
//! condition: a chain is safe if two enclosed spaces are wholly its liberties.

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};

/// A region with the cells around it, prepared once for a whole search.
pub(super) struct Room {
    region: PointSet,
    /// Points of the region and their neighbours on the board.
    with_rim: PointSet,
}

impl Room {
    pub fn new(board: &Board, region: PointSet) -> Room {
        let mut with_rim = region;
        for point in region.iter() {
            for q in board.neighbours(point) {
                with_rim.insert(q);
            }
        }
        Room { region, with_rim }
    }
}

/// Most chains or spaces that are looked at; a fight with more is not judged at a glance.
const MANY: usize = 32;

struct Space {
    points: PointSet,
    /// Bit per chain around it.
    around: u32,
    /// Bit per chain that has the whole space as liberties.
    vital: u32,
    /// Whether something other than the side's own chains lies around it.
    open: bool,
}

/// Stones of safe chains, and spaces in which the other side can never make two eyes.
pub(super) fn secure(board: &Board, room: &Room, color: Color, suicide: bool) -> PointSet {
    let mut heads = [Point::NONE; MANY];
    let mut chains = 0;
    let mut immortal = 0u32;
    for point in room.with_rim.iter() {
        if !board.has_stone(point, color) {
            continue;
        }
        let head = board.chain_head(point);
        if heads[..chains].contains(&head) {
            continue;
        }
        if chains == MANY {
            return PointSet::EMPTY;
        }
        heads[chains] = head;
        if breathes_outside(board, room, head) {
            immortal |= 1 << chains;
        }
        chains += 1;
    }
    let number = |stone: Point| {
        let head = board.chain_head(stone);
        heads[..chains].iter().position(|&h| h == head)
    };

    let mut spaces: [Option<Space>; MANY] = [const { None }; MANY];
    let mut space_count = 0;
    let mut seen = PointSet::EMPTY;
    let mut todo = [Point::NONE; crate::point::MAX_POINTS];
    for start in room.region.iter() {
        if board.has_stone(start, color) || seen.contains(start) {
            continue;
        }
        if space_count == MANY {
            return PointSet::EMPTY;
        }
        let mut space = Space {
            points: PointSet::EMPTY,
            around: 0,
            vital: u32::MAX,
            open: false,
        };
        seen.insert(start);
        todo[0] = start;
        let mut left = 1;
        while left > 0 {
            left -= 1;
            let point = todo[left];
            space.points.insert(point);
            let mut touched = 0u32;
            for q in board.neighbours(point) {
                if board.has_stone(q, color) {
                    match number(q) {
                        Some(i) => touched |= 1 << i,
                        None => space.open = true,
                    }
                } else if !room.region.contains(q) {
                    space.open = true;
                } else if seen.insert(q) {
                    todo[left] = q;
                    left += 1;
                }
            }
            space.around |= touched;
            if suicide || board.is_empty(point) {
                space.vital &= touched;
            }
        }
        spaces[space_count] = Some(space);
        space_count += 1;
    }
    let spaces = &spaces[..space_count];

    let mut safe = if chains == MANY {
        u32::MAX
    } else {
        (1 << chains) - 1
    };
    loop {
        let closed = |s: &&Space| !s.open && s.around & !safe == 0;
        let mut next = immortal;
        for i in 0..chains {
            let bit = 1 << i;
            let vital = spaces
                .iter()
                .flatten()
                .filter(closed)
                .filter(|s| s.vital & bit != 0)
                .count();
            if safe & bit != 0 && vital >= 2 {
                next |= bit;
            }
        }
        if next == safe {
            break;
        }
        safe = next;
    }

    let mut held = PointSet::EMPTY;
    for (i, &head) in heads[..chains].iter().enumerate() {
        if safe & 1 << i != 0 {
            held.extend(board.chain_stones(head));
        }
    }
    for space in spaces.iter().flatten() {
        if !space.open && space.around != 0 && space.around & !safe == 0 {
            let inner = space
                .points
                .iter()
                .filter(|&p| !board.neighbours(p).any(|q| held.contains(q)))
                .count();
            // An eye lies off the safe stones, so one such point is too few for two eyes.
            if inner <= 1 {
                held = held.union(&space.points);
            }
        }
    }
    held
}

/// Whether a chain has a liberty outside the region.
fn breathes_outside(board: &Board, room: &Room, stone: Point) -> bool {
    board.chain_stones(stone).any(|s| {
        board
            .neighbours(s)
            .any(|q| board.is_empty(q) && !room.region.contains(q))
    })
}
