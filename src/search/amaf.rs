//! "All moves as first": what a playout says of moves that were made later in it.

use super::node::{Children, Node};
use super::tree::Tree;
use crate::color::Color;
use crate::playout::Trace;
use crate::point::{Point, PointMap};

/// Adds a result to the AMAF statistics of the children of `node`, at depth `at` of a line and
/// playout of `length` moves: of those whose point was played later, first by the same side.
/// Sooner moves weigh more: 3, 2, 1 by thirds.
#[inline]
pub(super) fn credit(
    tree: &Tree,
    node: &Node,
    first_play: &FirstPlay,
    color: Color,
    (at, length): (usize, usize),
    gain: f32,
) {
    let Children::At(first, count) = node.children() else {
        return;
    };
    let (_, children) = tree.children(node);
    let third = (length - at) / 3 + 1;
    for (child, amaf) in children.iter().zip(tree.amaf(first, count)) {
        if let Some(played) = first_play.by(color, child.point()) {
            let weight = 3 - ((played - at) / third).min(2) as u32;
            amaf.add(gain, weight);
        }
    }
}

/// When each point was first played in a line and its playout, and by whom.
pub(super) struct FirstPlay {
    /// Twice the place in the line, plus one if White played; `NEVER` if nobody did.
    first: PointMap<u16>,
}

const NEVER: u16 = u16::MAX;

impl FirstPlay {
    pub fn new() -> FirstPlay {
        FirstPlay {
            first: PointMap::filled(NEVER),
        }
    }

    /// Notes a playout that began after `depth` moves.
    pub fn start(&mut self, depth: usize, trace: &Trace) {
        self.first = PointMap::filled(NEVER);
        let mut color = match trace.len() % 2 {
            0 => trace.first().opponent(),
            _ => trace.first(),
        };
        for (i, &point) in trace.moves().iter().enumerate().rev() {
            self.put(color, point, depth + i);
            color = color.opponent();
        }
    }

    /// Notes a move that is earlier than all noted before.
    #[inline(always)]
    pub fn put(&mut self, color: Color, point: Point, at: usize) {
        self.first[point] = (2 * at + usize::from(color == Color::White)) as u16;
    }

    /// When `color` was the first to play on the point.
    #[inline(always)]
    fn by(&self, color: Color, point: Point) -> Option<usize> {
        let first = self.first[point];
        let mine =
            first != NEVER && point != Point::NONE && first % 2 == u16::from(color == Color::White);
        mine.then_some(usize::from(first / 2))
    }
}
