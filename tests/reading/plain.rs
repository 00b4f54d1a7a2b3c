//! The plainest searcher of local fights: no table, no eyes, no bounds; it plays everything, deeper
//! and deeper, until the question is answered.

use dunhuang::board::Placement;
use dunhuang::reading::Problem;
use dunhuang::rules::Suicide;
use dunhuang::{Board, Color, Point, PointSet};

/// What is asked.
#[derive(Clone, Copy)]
pub enum Want {
    /// The enemy of this stone of this colour takes it.
    Taken(Point, Color),
    /// The fight is worth so much, Black minus White.
    AtLeast(i32),
}

pub struct Plain<'a> {
    problem: &'a Problem,
    left: u64,
    nodes: u64,
}

impl Plain<'_> {
    pub fn new(problem: &Problem, nodes: u64) -> Plain<'_> {
        Plain {
            problem,
            left: 0,
            nodes,
        }
    }

    /// Whether the wish comes true, if that shows within the node limit.
    pub fn decide(&mut self, want: Want) -> Option<bool> {
        self.left = self.nodes;
        let problem = self.problem;
        (0..60).find_map(|depth| self.search(&problem.board, problem.to_move, 0, want, depth))
    }

    fn search(
        &mut self,
        board: &Board,
        to_move: Color,
        passes: u32,
        want: Want,
        depth: u32,
    ) -> Option<bool> {
        if let Want::Taken(stone, owner) = want
            && !board.has_stone(stone, owner)
        {
            return Some(true);
        }
        if passes == 2 {
            return Some(match want {
                Want::Taken(..) => false,
                Want::AtLeast(wanted) => count(board, &self.problem.region) >= wanted,
            });
        }
        if depth == 0 || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let wisher = match want {
            Want::Taken(_, owner) => owner.opponent(),
            Want::AtLeast(_) => Color::Black,
        };
        let good = to_move == wisher;
        let mut result = Some(!good);
        let mut next = board.clone();
        next.lift_ko();
        match self.search(&next, to_move.opponent(), passes + 1, want, depth - 1) {
            Some(found) if found == good => return Some(good),
            Some(_) => {}
            None => result = None,
        }
        for point in self.problem.region.iter() {
            let free = self.problem.ko_master == Some(to_move);
            let fits = match board.placement(point, to_move) {
                Placement::Stays => free || board.ko_ban(to_move) != Some(point),
                Placement::MultiStoneSuicide => self.problem.suicide != Suicide::None,
                Placement::SingleStoneSuicide | Placement::Occupied => false,
            };
            if !fits {
                continue;
            }
            let mut next = board.clone();
            next.play_unchecked(point, to_move);
            match self.search(&next, to_move.opponent(), 0, want, depth - 1) {
                Some(found) if found == good => return Some(good),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }
}

/// Stones and enclosed points of the region, Black minus White, point by point.
fn count(board: &Board, region: &PointSet) -> i32 {
    let mut sum = 0;
    for point in region.iter() {
        let mut reached = PointSet::from_iter([point]);
        let mut todo = vec![point];
        let mut seen = [
            board.has_stone(point, Color::Black),
            board.has_stone(point, Color::White),
        ];
        while let Some(p) = todo.pop() {
            if !board.is_empty(p) {
                continue;
            }
            for q in board.neighbours(p) {
                seen[0] |= board.has_stone(q, Color::Black);
                seen[1] |= board.has_stone(q, Color::White);
                if reached.insert(q) {
                    todo.push(q);
                }
            }
        }
        sum += i32::from(seen[0]) - i32::from(seen[1]);
    }
    sum
}
