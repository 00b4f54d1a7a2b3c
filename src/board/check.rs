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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Policy, Trace, Uniform};
    use crate::point::Size;
    use crate::rng::Rng;

    #[test]
    fn random_games_stay_consistent() {
        let mut rng = Rng::from_seed(7);
        for (width, height) in [(2, 2), (2, 5), (5, 3), (7, 7), (9, 9), (19, 2), (19, 19)] {
            let mut board = Board::new(Size::new(width, height).unwrap());
            let trace = Trace::new();
            let mut color = Color::Black;
            for turn in 0..3 * width * height {
                let point = Uniform.choose(&mut board, color, &trace, &mut rng);
                let key = (point != Point::NONE).then(|| board.key_after(point, color));
                if let Some(key) = key {
                    board.play_unchecked(point, color);
                    assert_eq!(board.key(), key);
                }
                if turn % (1 + width * height / 50) == 0 {
                    board.check().unwrap();
                }
                color = color.opponent();
            }
        }
    }

    #[test]
    fn suicides_are_removed() {
        let mut board = Board::from_diagram(".XO\nXXO\nOO.").unwrap();
        assert_eq!(board.play_unchecked(Point::new(0, 0), Color::Black), 0);
        assert_eq!(board.diagram(), "..O\n..O\nOO.\n");
        board.check().unwrap();
        let mut board = Board::from_diagram(".O.\nO..\n...").unwrap();
        board.play_unchecked(Point::new(0, 0), Color::Black);
        assert_eq!(board.diagram(), ".O.\nO..\n...\n");
        board.check().unwrap();
    }
}
