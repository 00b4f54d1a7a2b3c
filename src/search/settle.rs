//! What a rest is worth: two passes or virtual moves in a row.

use super::line::Line;
use super::node::Value;
use super::root::Root;
use super::value;

/// The value of a rest that playouts say is worth `settled`. Where a rest was refused before and one
/// more virtual move would end the game, the opponent has the choice of the literal count.
pub(super) fn rest(root: &Root, line: &Line, settled: Value) -> Value {
    if root.passes >= 2 && root.counts_virtual_moves() && line.virtual_here == 3 {
        let literal = value::literal(root, line);
        let chooser = line.to_move;
        if literal.seen_by(chooser).win > settled.seen_by(chooser).win {
            return literal;
        }
    }
    settled
}
