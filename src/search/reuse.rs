//! Whether the tree of the search before can be used again.

use super::node::Children;
use super::params::Params;
use super::tree::Tree;
use crate::board::Board;
use crate::color::Color;
use crate::game::{Action, Game};
use crate::point::{Move, Point};
use crate::rules::Rules;

/// What a tree was grown for: the game from its start or last setup, and who was to move.
pub(super) struct Lineage {
    rules: Rules,
    start: Board,
    first_to_move: Color,
    actions: Vec<Action>,
    color: Color,
    /// Points that playouts lend to White.
    lent: f32,
}

impl Lineage {
    pub fn of(game: &Game, color: Color, lent: f32) -> Lineage {
        let history = game.history();
        Lineage {
            rules: *game.rules(),
            start: history[0].board.clone(),
            first_to_move: history[0].to_move,
            actions: history[1..].iter().map(|step| step.action).collect(),
            color,
            lent,
        }
    }

    /// Whether resting positions of both games are settled alike: the same but for komi.
    pub fn same_settlement(&self, other: &Lineage) -> bool {
        let mut rules = other.rules;
        rules.komi = self.rules.komi;
        rules == self.rules && self.start.size() == other.start.size()
    }

    /// Whether both are of the same position of the same game.
    pub fn is_at(&self, other: &Lineage) -> bool {
        self.moves_to(other).is_some_and(|points| points.is_empty())
    }

    /// The points of the moves that lead from this game to another one, if nothing but moves of
    /// alternating colours does.
    fn moves_to(&self, later: &Lineage) -> Option<Vec<Point>> {
        if self.rules != later.rules
            || self.lent != later.lent
            || self.first_to_move != later.first_to_move
            || !self.start.same_stones(&later.start)
            || !later.actions.starts_with(&self.actions)
        {
            return None;
        }
        let mut color = self.color;
        let mut points = Vec::new();
        for action in &later.actions[self.actions.len()..] {
            let Action::Move(mover, mv) = *action else {
                return None;
            };
            if mover != color {
                return None;
            }
            points.push(match mv {
                Move::Real(point) => point,
                Move::Pass => Point::NONE,
                Move::Resign => return None,
            });
            color = color.opponent();
        }
        (color == later.color).then_some(points)
    }
}

/// Brings the tree of one game to a later one, or clears it. True if something of it was kept.
pub(super) fn advance(tree: &mut Tree, from: Option<&Lineage>, to: &Lineage) -> bool {
    let path = from.and_then(|from| from.moves_to(to));
    let Some(path) = path else {
        tree.clear();
        return false;
    };
    for point in path {
        match tree.find(point) {
            Some(child) => tree.promote(child),
            None => {
                tree.clear();
                return false;
            }
        }
    }
    // A root without children was no position to play on from: a leaf, or the end of a line that is
    // played on all the same (a rest refused, a cycle ignored).
    if let Children::At(..) = tree.root().children() {
        return true;
    }
    tree.clear();
    false
}

/// Whether statistics gathered under one set of settings hold under another. A new seed asks for a search
/// that hangs on nothing but it.
pub(super) fn compatible(old: &Params, new: &Params) -> bool {
    let mut same = new.clone();
    same.threads = old.threads;
    same.stop_early = old.stop_early;
    same.extend = old.extend;
    same.resign = old.resign;
    same.resign_turns = old.resign_turns;
    same.ponder = old.ponder;
    same == *old
}
