//! Reading of ataris: a chain with three liberties on its own turn, or none to lose, has got away.

use dunhuang::board::Placement;
use dunhuang::{Board, Point};

/// Whether the chain is taken when its enemy moves, by atari after atari.
pub fn takes(board: &Board, stone: Point) -> bool {
    let Some(owner) = board.color_at(stone) else {
        return true;
    };
    let enemy = owner.opponent();
    let liberties = board.liberties(stone);
    if liberties.len() > 2 {
        return false;
    }
    liberties.iter().any(|point| {
        if !can_play(board, point, enemy) {
            return false;
        }
        let mut next = board.clone();
        next.play_unchecked(point, enemy);
        next.is_empty(stone) || next.liberty_count(stone) == 1 && is_taken(&next, stone)
    })
}

/// Whether the chain is taken although its owner moves.
pub fn is_taken(board: &Board, stone: Point) -> bool {
    let Some(owner) = board.color_at(stone) else {
        return true;
    };
    if board.liberty_count(stone) > 2 {
        return false;
    }
    let mut tries: Vec<Point> = board.liberties(stone).iter().collect();
    // Taking the pursuers.
    for s in board.chain_stones(stone) {
        for q in board.neighbours(s) {
            if board.has_stone(q, owner.opponent()) && board.liberty_count(q) == 1 {
                tries.extend(board.liberties(q).iter());
            }
        }
    }
    tries.into_iter().all(|point| {
        if !can_play(board, point, owner) {
            return true;
        }
        let mut next = board.clone();
        next.play_unchecked(point, owner);
        next.is_empty(stone) || takes(&next, stone)
    })
}

fn can_play(board: &Board, point: Point, color: dunhuang::Color) -> bool {
    board.placement(point, color) == Placement::Stays && board.ko_ban(color) != Some(point)
}
