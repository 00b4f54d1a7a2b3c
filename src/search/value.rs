//! What a position is worth: after a playout, and as its stones stand.

use super::line::Line;
use super::node::Value;
use super::root::Root;
use super::settle::given_back;
use crate::board::{Board, neighbours3x3};
use crate::color::{ByColor, Color};
use crate::playout::Tally;
use crate::point::{Point, PointSet};
use crate::rules::{Rules, Scoring, Tax};

/// The value of a played-out board that was reached from the end of `line`. Extra real moves are
/// those of the game and the line; the playout's own are held to be balanced (RULES.md §5).
pub(super) fn of_tally(root: &Root, line: &Line, tally: &Tally) -> Value {
    let difference = tally.difference(&root.rules, extra(line.real_moves));
    Value::of_score(difference as f32 - root.white_bonus)
}

/// The value of a rest at the end of `line`, whose position was judged to be worth these half points.
/// Where a rest was refused before and one more virtual move ends the game, the opponent has the
/// choice of the literal count.
pub(super) fn rest(root: &Root, line: &Line, halves: i32) -> Value {
    let settled = settled(root, line.real_moves, halves);
    if root.passes >= 2 && root.counts_virtual_moves() && line.virtual_here == 3 {
        let literal = literal(root, line);
        if literal.seen_by(line.to_move).win > settled.seen_by(line.to_move).win {
            return literal;
        }
    }
    settled
}

/// The value of the position at the end of `line` with every stone on it alive.
pub(super) fn literal(root: &Root, line: &Line) -> Value {
    as_it_stands(root, &line.board, line.real_moves)
}

/// The value of a rest at the root, whose position was judged to be worth these half points.
pub(super) fn of_rest(root: &Root, halves: i32) -> Value {
    settled(root, root.real_moves, halves)
}

/// The value of the root with every stone on it alive.
pub(super) fn literal_of_root(root: &Root) -> Value {
    as_it_stands(root, &root.board, root.real_moves)
}

fn settled(root: &Root, real_moves: ByColor<u32>, halves: i32) -> Value {
    let given_back = given_back(&root.rules, extra(real_moves));
    Value::of_score(0.5 * halves as f32 - given_back - root.white_bonus)
}

fn as_it_stands(root: &Root, board: &Board, real_moves: ByColor<u32>) -> Value {
    let difference = literal_difference(board, &root.rules, extra(real_moves));
    Value::of_score(difference - root.white_bonus)
}

fn extra(real_moves: ByColor<u32>) -> i32 {
    real_moves.black as i32 - real_moves.white as i32
}

/// Black minus White, without komi, with every stone alive as it stands: the count of an end. Where
/// living stones are counted these are the stones themselves, for nobody will fill a path any more.
pub(super) fn literal_difference(board: &Board, rules: &Rules, extra_moves: i32) -> f32 {
    let mut total = ByColor::from_fn(|c| board.stones(c) as f32);
    if (rules.scoring, rules.tax) != (Scoring::Area, Tax::All) {
        let own = own_points(board);
        total.black += own.black as f32;
        total.white += own.white as f32;
    }
    total.black - total.white - given_back(rules, extra_moves)
}

/// Empty points of regions that touch one colour only. (Shared points are shared by halves.)
fn own_points(board: &Board) -> ByColor<u32> {
    let mut own = ByColor::default();
    let mut seen = PointSet::EMPTY;
    let mut region: Vec<Point> = Vec::new();
    for start in board.size().points() {
        if !board.is_empty(start) || !seen.insert(start) {
            continue;
        }
        region.clear();
        region.push(start);
        let mut touches = ByColor::<bool>::default();
        let mut i = 0;
        while i < region.len() {
            for q in board.neighbours(region[i]) {
                match board.color_at(q) {
                    Some(color) => touches[color] = true,
                    None => {
                        if seen.insert(q) {
                            region.push(q);
                        }
                    }
                }
            }
            i += 1;
        }
        for color in Color::BOTH {
            if touches[color] && !touches[color.opponent()] {
                own[color] += region.len() as u32;
            }
        }
    }
    own
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
