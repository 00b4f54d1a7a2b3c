//! The board compared with itself computed from scratch: for tests.

use super::{Board, neighbours3x3};
use crate::color::Color;
use crate::hash::stone_key;
use crate::point::{Point, PointSet};

/// What an incremental board got wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency(pub String);

impl Board {
    /// Recomputes everything that is kept incrementally from the coloured points alone.
    ///
    /// # Errors
    /// The first field that disagrees.
    pub fn check(&self) -> Result<(), Inconsistency> {
        let wrong = |what: &str, point: Point| {
            Err(Inconsistency(format!(
                "{what} of {} in\n{}",
                self.size.name(point),
                self.diagram()
            )))
        };
        let mut empties = PointSet::EMPTY;
        let mut key = 0;
        for point in self.size.points() {
            if self.around[point] != neighbours3x3::compute(&self.color, point) {
                return wrong("3x3 code", point);
            }
            let Some(color) = self.color_at(point) else {
                empties.insert(point);
                continue;
            };
            key ^= stone_key(point, color);
            let chain = self.flood(point);
            if self.chain_stones(point).take(400).collect::<PointSet>() != chain
                || self.chain_length(point) as usize != chain.len()
                || chain.iter().any(|s| self.chain[s] != self.chain[point])
            {
                return wrong("chain", point);
            }
            let liberties = self.liberties(point);
            let exact = liberties.len() == self.liberty_count(point) as usize
                && match liberties.iter().collect::<Vec<_>>()[..] {
                    [] => false,
                    [only] => self.only_liberty(point) == only,
                    [first, second] => self.two_liberties(point) == [first, second],
                    _ => true,
                };
            if !exact {
                return wrong("liberties", point);
            }
        }
        if self.empties().iter().copied().collect::<PointSet>() != empties
            || self.empty_count() != empties.len()
        {
            return Err(Inconsistency("list of empty points".into()));
        }
        let stones =
            Color::BOTH.map(|c| self.size.points().filter(|&p| self.has_stone(p, c)).count());
        if stones != [self.stones.black as usize, self.stones.white as usize] {
            return Err(Inconsistency("number of stones".into()));
        }
        if key != self.key {
            return Err(Inconsistency("key".into()));
        }
        Ok(())
    }

    fn flood(&self, start: Point) -> PointSet {
        let mut seen = PointSet::from_iter([start]);
        let mut todo = vec![start];
        while let Some(point) = todo.pop() {
            for q in self.neighbours(point) {
                if self.color[q] == self.color[start] && seen.insert(q) {
                    todo.push(q);
                }
            }
        }
        seen
    }
}
