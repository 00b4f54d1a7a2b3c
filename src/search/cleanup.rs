//! Taking dead stones off the board by capture, where no agreement will.

use super::ending::{Outlook, fills_safely, no_worse};
use super::report::MoveReport;
use super::root::Root;
use super::value;
use crate::point::{Move, Point};
use crate::rules;

/// Fewer visits say nothing of what a move promises.
const FEWEST_VISITS: u64 = 10;

/// Whether dead stones should be captured before a pass although everything is settled: moves on one's own
/// ground cost nothing, the game may be counted as it stands, and that would not be won.
pub(super) fn matters(root: &Root) -> bool {
    root.rules.ending == rules::Ending::TwoPasses
        && !root.rules.compensates()
        && value::literal_of_root(root).seen_by(root.to_move).win < 1.0
}

/// Whether dead stones of the other side are on the board.
pub(super) fn is_needed(root: &Root, outlook: &Outlook) -> bool {
    let enemy = root.to_move.opponent();
    let mut dead = outlook.judged.dead.dead.iter();
    dead.any(|p| root.board.has_stone(p, enemy))
}

/// The place of a move that captures dead stones, or comes nearer to it, and leaves every group its eyes;
/// unless it is done at any price, such as the moves that compensation takes back, it must also promise
/// no less than a pass.
pub(super) fn capture(
    root: &Root,
    outlook: &Outlook,
    moves: &[MoveReport],
    at_any_price: bool,
) -> Option<usize> {
    let passing = moves.iter().find(|m| m.mv == Move::Pass);
    let harmless = |m: &MoveReport| {
        at_any_price
            || m.visits < FEWEST_VISITS
            || passing.is_none_or(|passing| no_worse(m, passing))
    };
    let nearness = |point: Point| {
        let enemy = root.to_move.opponent();
        let dead =
            |q: &Point| root.board.has_stone(*q, enemy) && outlook.judged.dead.dead.contains(*q);
        let near = root.board.neighbours(point).filter(dead);
        near.map(|q| root.board.liberty_count(q)).min()
    };
    moves
        .iter()
        .enumerate()
        .filter_map(|(i, m)| Some((i, m, m.mv.point()?)))
        .filter_map(|(i, m, point)| Some((nearness(point)?, i, m, point)))
        .filter(|&(_, _, m, point)| harmless(m) && fills_safely(root, outlook, point))
        .min_by_key(|&(liberties, i, _, _)| (liberties, i))
        .map(|(_, i, _, _)| i)
}
