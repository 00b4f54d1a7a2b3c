//! The moves of a new node and their order.

use super::ending;
use super::line::{Legality, Line};
use super::root::Root;
use crate::point::{Move, Point};
use crate::rng::Rng;

/// The moves of a node: every legal real move that does not fill one of the last two eyes of an own
/// group, and the virtual move or pass, which is last. Superko is checked here against the game and
/// the line; since a node is reached by one line only, that is exact.
pub(super) fn candidates(root: &Root, line: &Line, moves: &mut Vec<Move>, banned: &mut Vec<Point>) {
    moves.clear();
    banned.clear();
    for &point in line.board.empties() {
        match line.judge(root, point) {
            Legality::Legal if !ending::fills_last_eye(&line.board, point, line.to_move) => {
                moves.push(Move::Real(point));
            }
            Legality::Banned => banned.push(point),
            _ => {}
        }
    }
    moves.push(Move::Pass);
}

/// The pass is among so many first moves at least.
const PASS_PLACE: usize = 5;

/// Pairs moves with their policy, shuffles them and sorts them, the likeliest first.
pub(super) fn order(
    moves: &[Move],
    policy: &[f32],
    rng: &mut Rng,
    ordered: &mut Vec<(Point, f32)>,
) {
    ordered.clear();
    ordered.extend(
        moves
            .iter()
            .zip(policy)
            .map(|(mv, &p)| (mv.point().unwrap_or(Point::NONE), p)),
    );
    rng.shuffle(ordered);
    ordered.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
    // Widening must not hide the pass: near the end it is what all other moves are measured by.
    if let Some(place) = ordered.iter().position(|(point, _)| *point == Point::NONE)
        && place > PASS_PLACE
    {
        ordered[PASS_PLACE..=place].rotate_right(1);
    }
}
