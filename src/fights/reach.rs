//! What a stone would do, without putting it: the liberties it would have, what it would take.

use crate::board::{Board, neighbours3x3};
use crate::color::Color;
use crate::point::Point;

/// A few distinct points, up to a wanted number.
struct Few {
    points: [Point; 8],
    count: usize,
    most: usize,
}

impl Few {
    #[inline(always)]
    fn add(&mut self, point: Point) {
        if self.count < self.most && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.count >= self.most
    }
}

/// Number of liberties that the chain of a stone of `color` on this empty point would have, counted
/// up to `most` (at most 8). Liberties that captures give to other own chains are left out.
#[inline(always)]
pub fn liberties_after(board: &Board, point: Point, color: Color, most: usize) -> usize {
    let around = board.around(point);
    let open = neighbours3x3::empties(around).count_ones() as usize;
    // Most moves are told by their neighbours alone.
    if open >= most || neighbours3x3::touches_no_stone(around) {
        return open.min(most);
    }
    liberties_with_chains(board, point, color, most)
}

#[inline(never)]
fn liberties_with_chains(board: &Board, point: Point, color: Color, most: usize) -> usize {
    let around = board.around(point);
    let mut few = Few {
        points: [Point::NONE; 8],
        count: 0,
        most: most.min(8),
    };
    let near = point.near();
    for q in near {
        if board.is_empty(q) {
            few.add(q);
        }
    }
    if neighbours3x3::stones(around, color) != 0 {
        for q in near {
            if board.has_stone(q, color) {
                let count = board.liberty_count(q) as usize;
                if count > few.most {
                    return few.most;
                }
                match count {
                    1 => {}
                    2 => {
                        let [a, b] = board.two_liberties(q);
                        few.add(if a == point { b } else { a });
                    }
                    _ => add_liberties(board, q, point, &mut few),
                }
                if few.is_full() {
                    return few.count;
                }
            }
        }
    }
    if neighbours3x3::stones(around, color.opponent()) != 0 {
        for q in near {
            if board.has_stone(q, color.opponent()) && board.liberty_count(q) == 1 {
                few.add(q);
                // The other stones taken may touch the own chain too.
                for stone in board.chain_stones(q) {
                    let touches = stone
                        .near()
                        .into_iter()
                        .any(|r| board.has_stone(r, color) && near_chain(board, point, r, color));
                    if touches {
                        few.add(stone);
                    }
                    if few.is_full() {
                        return few.count;
                    }
                }
            }
        }
    }
    few.count
}

/// Whether the chain of `stone` would be joined by a stone of `color` on `point`.
fn near_chain(board: &Board, point: Point, stone: Point, color: Color) -> bool {
    let head = board.chain_head(stone);
    point
        .near()
        .into_iter()
        .any(|q| board.has_stone(q, color) && board.chain_head(q) == head)
}

fn add_liberties(board: &Board, chain: Point, except: Point, few: &mut Few) {
    for stone in board.chain_stones(chain) {
        for q in stone.near() {
            if board.is_empty(q) && q != except {
                few.add(q);
            }
        }
        if few.is_full() {
            return;
        }
    }
}

/// Number of enemy stones that a stone of `color` on this point would take.
pub fn captures(board: &Board, point: Point, color: Color) -> u32 {
    let mut heads = [Point::NONE; 4];
    let mut stones = 0;
    for (i, q) in point.near().into_iter().enumerate() {
        if board.has_stone(q, color.opponent()) && board.liberty_count(q) == 1 {
            let head = board.chain_head(q);
            if !heads.contains(&head) {
                heads[i] = head;
                stones += board.chain_length(q);
            }
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;
    use crate::rng::Rng;

    #[test]
    fn liberties_and_captures_are_those_that_the_stone_has_when_it_is_played() {
        let mut rng = Rng::from_seed(7);
        for (side, moves) in [(2, 12), (5, 60), (9, 200), (13, 300)] {
            for _ in 0..20 {
                let mut board = Board::new(Size::square(side));
                let mut color = Color::Black;
                for _ in 0..moves {
                    for i in 0..board.empty_count() {
                        let point = board.empty_at(i);
                        if !board.stays(point, color) {
                            continue;
                        }
                        let mut played = board.clone();
                        let taken = played.play_unchecked(point, color);
                        let liberties = played.liberty_count(point) as usize;
                        assert_eq!(captures(&board, point, color), taken, "{board:?}");
                        for most in 1..=8 {
                            let found = liberties_after(&board, point, color, most);
                            assert_eq!(found, liberties.min(most), "{point:?} {board:?}");
                        }
                    }
                    let point = board.empty_at(rng.below(board.empty_count() as u32) as usize);
                    if board.stays(point, color) {
                        board.play_unchecked(point, color);
                    }
                    color = color.opponent();
                }
            }
        }
    }
}
