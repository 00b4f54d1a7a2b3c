//! Empty regions and groups of a position whose dead stones have been taken off.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointSet};

/// A connected set of empty points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its points.
    pub points: PointSet,
    /// Whether it touches stones of the colour.
    pub touches: ByColor<bool>,
}

impl Region {
    /// The only colour it touches; `None` if it touches both or neither.
    pub fn owner(&self) -> Option<Color> {
        match (self.touches.black, self.touches.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}

/// Stones of one colour joined through own stones and own points (a 块 of the essays).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Its own points: enclosed regions and one-sided liberties.
    pub own: PointSet,
    /// Which regions, by index, it alone encloses.
    pub enclosed: Vec<usize>,
    /// Which shared regions, by index, its stones touch.
    pub shared: Vec<usize>,
}

/// All connected sets of empty points, in the order of their first points.
pub fn empty_regions(board: &Board) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    for start in board.size().points() {
        if !board.is_empty(start) || seen.contains(start) {
            continue;
        }
        let points = flood(board, start, |q| board.is_empty(q));
        seen = seen.union(&points);
        let touches = ByColor::from_fn(|color| {
            points
                .iter()
                .any(|p| board.neighbours(p).any(|q| board.has_stone(q, color)))
        });
        regions.push(Region { points, touches });
    }
    regions
}

/// All groups, in the order of their first stones; `own` are each side's own points.
pub fn groups(board: &Board, regions: &[Region], own: &ByColor<PointSet>) -> Vec<Group> {
    let mut seen = PointSet::EMPTY;
    let mut groups = Vec::new();
    for start in board.size().points() {
        let Some(color) = board.color_at(start) else {
            continue;
        };
        if seen.contains(start) {
            continue;
        }
        let body = flood(board, start, |q| {
            board.has_stone(q, color) || own[color].contains(q)
        });
        seen = seen.union(&body);
        let stones: PointSet = body.iter().filter(|&p| !board.is_empty(p)).collect();
        let (mut enclosed, mut shared) = (Vec::new(), Vec::new());
        for (i, region) in regions.iter().enumerate() {
            let touched = region
                .points
                .iter()
                .any(|p| board.neighbours(p).any(|q| stones.contains(q)));
            match region.owner() {
                Some(_) if touched => enclosed.push(i),
                None if touched => shared.push(i),
                _ => {}
            }
        }
        groups.push(Group {
            color,
            stones,
            own: body.difference(&stones),
            enclosed,
            shared,
        });
    }
    groups
}

/// The points reached from `start` through neighbours that belong.
pub(super) fn flood(board: &Board, start: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
    let mut reached = PointSet::from_iter([start]);
    let mut todo = vec![start];
    while let Some(point) = todo.pop() {
        for q in board.neighbours(point) {
            if belongs(q) && reached.insert(q) {
                todo.push(q);
            }
        }
    }
    reached
}
