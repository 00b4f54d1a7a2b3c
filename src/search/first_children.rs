//! The moves of the root: made once, and cut down to what may be played and is wanted.

use super::evaluator::{Evaluation, Evaluator};
use super::limits::Limits;
use super::line::Line;
use super::node::Children;
use super::root::Root;
use super::tree::Tree;
use super::{ending, expand};
use crate::color::Color;
use crate::game::Game;
use crate::point::Move;
use crate::rng::{Rng, derive_seed};

/// Gives the root its children if it has none.
pub(super) fn grow(tree: &mut Tree, root: &Root, evaluator: &dyn Evaluator, seed: u64) {
    if let Children::At(..) = tree.root().children() {
        return;
    }
    let mut rng = Rng::from_seed(derive_seed(seed, u64::MAX));
    let line = Line::new(root);
    let (mut moves, mut banned) = (Vec::new(), Vec::new());
    expand::candidates(root, &line, &mut moves, &mut banned);
    let mut evaluation = Evaluation::default();
    let input = line.input(root, &moves, &banned);
    evaluator.evaluate(&[input], std::slice::from_mut(&mut evaluation));
    let mut ordered = Vec::new();
    expand::order(&moves, &evaluation.policy, &mut rng, &mut ordered);
    tree.root().claim();
    if !tree.expand(tree.root(), &ordered) {
        // A full tree whose root was a leaf: nothing in it is worth keeping.
        tree.clear();
        tree.root().claim();
        tree.expand(tree.root(), &ordered);
    }
}

/// Leaves out of the root what the limits leave out, and what would put unconditional life at risk. The
/// referee has the last word on legality. Returns whether the limits left out any move: then every move
/// that they leave is looked at, however unlikely.
pub(super) fn restrict(tree: &Tree, game: &Game, color: Color, limits: &Limits) -> bool {
    let (_, children) = tree.children(tree.root());
    let legal = |mv| game.check(color, mv).is_ok();
    let wanted = |mv| limits.considers(color, mv);
    let sound = |mv: Move| {
        let at_risk = |point| ending::gives_up_life(game.board(), game.rules(), point, color);
        !mv.point().is_some_and(at_risk)
    };
    // Each filter holds unless nothing would be left.
    let filters: [&dyn Fn(Move) -> bool; 2] = [&wanted, &sound];
    let mut open: Vec<Move> = children
        .iter()
        .map(|c| c.mv())
        .filter(|&mv| legal(mv))
        .collect();
    for filter in filters {
        let kept: Vec<Move> = open.iter().copied().filter(|&mv| filter(mv)).collect();
        if !kept.is_empty() {
            open = kept;
        }
    }
    for child in children {
        child.exclude(!open.contains(&child.mv()));
    }
    children.iter().any(|c| legal(c.mv()) && !wanted(c.mv()))
}
