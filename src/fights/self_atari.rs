//! Moves that leave their own chain in atari: which of them make sense.
//!
//! A stone thrown in takes away a liberty or an eye; a few stones of a killing shape inside an eye space
//! kill it (nakade); all others lose stones, or break a seki. How strictly they are refused is a matter
//! of measuring: refusing all of them is known to weaken play (Pachi, Fuego).

use super::reach::{captures, liberties_after};
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;

/// What a move is as a self-atari.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfAtari {
    /// None, or one with a point: it captures, is thrown in, or makes a killing shape.
    Sound,
    /// One that loses a stone or a few.
    Bad,
    /// One that loses many stones or breaks a seki.
    Hopeless,
}

/// Chains of more stones than this make no killing shape.
const LARGEST_SHAPE: usize = 6;
/// Chains of so many stones are not given up at all.
const MANY: u32 = 4;

/// Judges a move on an empty point.
#[inline(always)]
pub fn judge(board: &Board, point: Point, color: Color) -> SelfAtari {
    if liberties_after(board, point, color, 2) >= 2 || captures(board, point, color) > 0 {
        return SelfAtari::Sound;
    }
    judge_chain(board, point, color)
}

/// As [`judge`], for a move known to leave one liberty and to capture nothing.
#[inline(never)]
fn judge_chain(board: &Board, point: Point, color: Color) -> SelfAtari {
    let mut shape = [Point::NONE; LARGEST_SHAPE];
    shape[0] = point;
    let (mut count, mut length) = (1, 1);
    let mut heads = [Point::NONE; 4];
    for (i, q) in point.near().into_iter().enumerate() {
        if !board.has_stone(q, color) || heads.contains(&board.chain_head(q)) {
            continue;
        }
        heads[i] = board.chain_head(q);
        length += board.chain_length(q);
        if length as usize > LARGEST_SHAPE {
            return SelfAtari::Hopeless;
        }
        for stone in board.chain_stones(q) {
            shape[count] = stone;
            count += 1;
        }
    }
    let shape = &shape[..count];
    if length == 1 {
        return thrown_in(board, point, color);
    }
    if kills(shape) && fills_a_room(board, shape) && !joins_when_taken(board, shape, color) {
        return SelfAtari::Sound;
    }
    if length >= MANY {
        SelfAtari::Hopeless
    } else {
        SelfAtari::Bad
    }
}

/// Whether the stones and the liberty they are left with are all of a closed room: whoever takes them
/// has no more than their shape.
fn fills_a_room(board: &Board, shape: &[Point]) -> bool {
    let empty = |q: &Point| board.is_empty(*q) && !shape.contains(q);
    let mut liberties = shape.iter().flat_map(|p| p.near()).filter(empty);
    liberties.all(|liberty| !liberty.near().iter().any(empty))
}

/// Whether taking the stones joins the taker to a chain that needs no room here: one with two liberties of
/// its own that does not touch the last liberty. Nothing is killed then; often such a move breaks a seki.
fn joins_when_taken(board: &Board, shape: &[Point], color: Color) -> bool {
    let empty = |q: &Point| board.is_empty(*q) && !shape.contains(q);
    let mut near = shape.iter().flat_map(|p| p.near());
    let Some(last) = near.find(empty) else {
        return false;
    };
    let enemy = color.opponent();
    let takers = last.near().map(|q| match board.has_stone(q, enemy) {
        true => board.chain_head(q),
        false => Point::NONE,
    });
    shape
        .iter()
        .flat_map(|p| p.near())
        .filter(|&q| board.has_stone(q, enemy))
        .any(|q| board.liberty_count(q) >= 2 && !takers.contains(&board.chain_head(q)))
}

/// A single stone has a point if it presses a chain of few liberties.
fn thrown_in(board: &Board, point: Point, color: Color) -> SelfAtari {
    let presses = point
        .near()
        .into_iter()
        .any(|q| board.has_stone(q, color.opponent()) && board.liberty_count(q) <= 3);
    if presses {
        SelfAtari::Sound
    } else {
        SelfAtari::Bad
    }
}

/// Whether taking stones of this shape leaves an eye space that a stone kills: two in a row (one eye
/// only), three, the pyramid and the square of four, the bulky five and the cross, the rabbity six.
pub fn kills(shape: &[Point]) -> bool {
    let count = shape.len();
    if count < 4 {
        return true;
    }
    let degree = |p: Point| p.near().into_iter().filter(|q| shape.contains(q)).count();
    let (mut most, mut joints) = (0, 0);
    for &p in shape {
        let d = degree(p);
        most = most.max(d);
        joints += d;
    }
    is_killing_shape(count, most, joints / 2)
}

/// The killing shapes of four to six points by the largest number of neighbours that a point has in
/// the shape, and the number of neighbouring pairs.
#[inline(always)]
pub const fn is_killing_shape(count: usize, most: usize, joints: usize) -> bool {
    matches!(
        (count, most, joints),
        (4, 3, _) | (4, 2, 4) | (5, 3, 5) | (5, 4, _) | (6, 4, 6)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a move of Black on the point marked `*` is.
    fn judged(diagram: &str) -> SelfAtari {
        let place = diagram.replace('\n', "").find('*').unwrap();
        let board = Board::from_diagram(&diagram.replace('*', ".")).unwrap();
        let point = board.size().point(place);
        judge(&board, point, Color::Black)
    }

    #[test]
    fn killing_shapes_in_a_closed_room_are_sound() {
        // Two of a room of three, three of four, the pyramid of a bulky five.
        assert_eq!(
            judged("X*.O.\nOOOO.\n.....\n.....\n....."),
            SelfAtari::Sound
        );
        assert_eq!(
            judged("XX*.O\nOOOOO\n.....\n.....\n....."),
            SelfAtari::Sound
        );
        assert_eq!(
            judged("XX*O.\n.XOO.\nOOO..\n.....\n....."),
            SelfAtari::Sound
        );
    }

    #[test]
    fn stones_that_join_the_taker_to_a_living_chain_kill_nothing() {
        // A pyramid whose capture joins the corner to the chain below. It kills where that chain is short
        // of liberties, and where the chain that takes is the living one.
        let board = |below: &str, eye: &str| {
            format!("X.OOXX.\nX*OOX.X\nXOOOXXX\n{below}XXXXX\nOOOOXXX\n{eye}O.OXXX\nOOOOXXX")
        };
        assert_eq!(judged(&board("OX", ".")), SelfAtari::Hopeless);
        assert_eq!(judged(&board("OX", "O")), SelfAtari::Sound);
        assert_eq!(judged(&board("OO", ".")), SelfAtari::Sound);
    }

    #[test]
    fn stones_given_away_outside_a_room_are_not() {
        // The last liberty leads into the open: no room, no killing shape.
        assert_eq!(judged("X*...\nOO...\n..O..\n.....\n....."), SelfAtari::Bad);
        assert_eq!(judged("XOO..\n*O...\n..O..\n.....\n....."), SelfAtari::Bad);
        assert_eq!(
            judged("XXX*.\nOOOO.\n.....\n.....\n....."),
            SelfAtari::Hopeless
        );
        assert_eq!(judged("X*.O.\nOO.O.\n..OO.\n.....\n....."), SelfAtari::Bad);
    }
}
