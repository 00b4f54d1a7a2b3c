//! Benson's unconditional life (D. B. Benson, Life in the game of Go, 1976): chains that no sequence
//! of enemy moves can take, even if their owner never answers.

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet};

/// What one colour owns whatever the other does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnconditionalLife {
    /// Stones of the unconditionally alive chains.
    pub alive: PointSet,
    /// The regions that only such chains enclose: empty points and enemy stones.
    pub enclosed: Vec<PointSet>,
}

struct Enclosed {
    points: PointSet,
    /// Heads of the chains around it.
    around: Vec<Point>,
    /// Those of them that have every point that matters as a liberty.
    vital_to: Vec<Point>,
}

/// The unconditionally alive chains of a colour. With `suicide` (of several stones) legal, enemy
/// stones inside a region may vanish, so every point of it must touch the chain, not only the empty
/// ones.
pub fn unconditional_life(board: &Board, color: Color, suicide: bool) -> UnconditionalLife {
    let mut regions = enclosures(board, color, suicide);
    let mut chains: Vec<Point> = board
        .size()
        .points()
        .filter(|&p| board.has_stone(p, color) && board.chain_head(p) == p)
        .collect();
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|head| regions.iter().filter(|r| r.vital_to.contains(head)).count() >= 2);
        regions.retain(|r| r.around.iter().all(|head| chains.contains(head)));
        if before == (chains.len(), regions.len()) {
            break;
        }
    }
    if chains.is_empty() {
        return UnconditionalLife::default();
    }
    UnconditionalLife {
        alive: chains
            .iter()
            .flat_map(|&head| board.chain_stones(head))
            .collect(),
        enclosed: regions.into_iter().map(|r| r.points).collect(),
    }
}

/// The connected regions of points without a stone of this colour.
fn enclosures(board: &Board, color: Color, suicide: bool) -> Vec<Enclosed> {
    let mut seen = PointMap::filled(false);
    let mut regions = Vec::new();
    for start in board.size().points() {
        if seen[start] || board.has_stone(start, color) {
            continue;
        }
        seen[start] = true;
        let mut todo = vec![start];
        let mut points = PointSet::EMPTY;
        let mut around: Vec<Point> = Vec::new();
        while let Some(point) = todo.pop() {
            points.insert(point);
            for q in board.neighbours(point) {
                if board.has_stone(q, color) {
                    let head = board.chain_head(q);
                    if !around.contains(&head) {
                        around.push(head);
                    }
                } else if !seen[q] {
                    seen[q] = true;
                    todo.push(q);
                }
            }
        }
        let touches = |point: Point, head: Point| {
            point
                .neighbours()
                .iter()
                .any(|&q| board.has_stone(q, color) && board.chain_head(q) == head)
        };
        let vital_to = around
            .iter()
            .copied()
            .filter(|&head| {
                points
                    .iter()
                    .all(|p| (!suicide && !board.is_empty(p)) || touches(p, head))
            })
            .collect();
        regions.push(Enclosed {
            points,
            around,
            vital_to,
        });
    }
    regions
}
