//! What a position is worth: after a playout, and as its stones stand.

use super::line::Line;
use super::node::Value;
use super::root::Root;
use super::settle::{Rests, given_back, literal_halves};
use crate::board::{Board, neighbours3x3};
use crate::color::{ByColor, Color};
use crate::playout::Tally;
use crate::point::Point;

/// The value of a played-out board that was reached from the end of `line`. Extra real moves are
/// those of the game and the line; the playout's own are held to be balanced (RULES.md §5).
pub(super) fn of_tally(root: &Root, line: &Line, tally: &Tally) -> Value {
    let difference = tally.difference(&root.rules, extra(line.real_moves));
    Value::of_score(difference as f32 - root.white_bonus - root.lent)
}

/// The value of a position judged or counted to be worth these half points, after these real moves.
pub(super) fn of_halves(root: &Root, real_moves: ByColor<u32>, halves: i32) -> Value {
    let given_back = given_back(&root.rules, extra(real_moves));
    Value::of_score(0.5 * halves as f32 - given_back - root.white_bonus)
}

/// The value of a rest at the end of `line`. Where a rest was refused before and one more virtual
/// move ends the game, the opponent has the choice of the literal count.
pub(super) fn rest(root: &Root, line: &Line, halves: i32, rests: &Rests) -> Value {
    let settled = of_halves(root, line.real_moves, halves);
    if root.passes >= 2 && root.counts_virtual_moves() && line.virtual_here == 3 {
        let literal = literal(root, line, rests);
        if literal.seen_by(line.to_move).win > settled.seen_by(line.to_move).win {
            return literal;
        }
    }
    settled
}

/// The value of the position at the end of `line` with every stone on it alive.
pub(super) fn literal(root: &Root, line: &Line, rests: &Rests) -> Value {
    of_halves(
        root,
        line.real_moves,
        rests.literal_halves(root, &line.board),
    )
}

/// The value of the root with every stone on it alive.
pub(super) fn literal_of_root(root: &Root) -> Value {
    of_halves(
        root,
        root.real_moves,
        literal_halves(&root.board, &root.rules),
    )
}

fn extra(real_moves: ByColor<u32>) -> i32 {
    real_moves.black as i32 - real_moves.white as i32
}

/// Whose a point of a played-out board is: +1 Black, −1 White, 0 nobody's.
#[inline]
pub(super) fn owner(board: &Board, point: Point) -> i64 {
    match board.color_at(point) {
        Some(color) => i64::from(color.sign()),
        None => {
            let around = board.around(point);
            Color::BOTH
                .into_iter()
                .find(|&c| neighbours3x3::enclosed_by(around, c))
                .map_or(0, |c| i64::from(c.sign()))
        }
    }
}
