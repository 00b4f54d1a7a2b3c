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
    /// The board after each move of the line.
    boards: Vec<Board>,
}

impl Plain<'_> {
    pub fn new(problem: &Problem, nodes: u64) -> Plain<'_> {
        Plain {
            problem,
            left: 0,
            nodes,
            boards: vec![problem.board.clone()],
        }
    }

    /// Whether the wish comes true, if that shows within the node limit.
    pub fn decide(&mut self, want: Want) -> Option<bool> {
        self.left = self.nodes;
        let problem = self.problem;
        (0..60).find_map(|depth| self.search(0, problem.to_move, 0, want, depth))
    }

    fn search(
        &mut self,
        at: usize,
        to_move: Color,
        passes: u32,
        want: Want,
        depth: u32,
    ) -> Option<bool> {
        if let Want::Taken(stone, owner) = want
            && !self.boards[at].has_stone(stone, owner)
        {
            return Some(true);
        }
        if passes == 2 {
            return Some(match want {
                Want::Taken(..) => false,
                Want::AtLeast(wanted) => count(&self.boards[at], &self.problem.region) >= wanted,
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
        if self.boards.len() == at + 1 {
            self.boards.push(self.boards[at].clone());
        }
        let passes_or_points = [None]
            .into_iter()
            .chain(self.problem.region.iter().map(Some));
        for point in passes_or_points {
            let (before, after) = self.boards.split_at_mut(at + 1);
            let (board, next) = (&before[at], &mut after[0]);
            if point.is_some_and(|point| !allows(self.problem, board, point, to_move)) {
                continue;
            }
            next.clone_from(board);
            match point {
                Some(point) => {
                    next.play_unchecked(point, to_move);
                }
                None => next.lift_ko(),
            }
            let passes = if point.is_none() { passes + 1 } else { 0 };
            match self.search(at + 1, to_move.opponent(), passes, want, depth - 1) {
                Some(found) if found == good => return Some(good),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }
}

/// Whether the rules of the place allow a stone.
fn allows(problem: &Problem, board: &Board, point: Point, to_move: Color) -> bool {
    let free = problem.ko_master == Some(to_move);
    match board.placement(point, to_move) {
        Placement::Stays => free || board.ko_ban(to_move) != Some(point),
        Placement::MultiStoneSuicide => problem.suicide != Suicide::None,
        Placement::SingleStoneSuicide | Placement::Occupied => false,
    }
}

/// Stones and enclosed points of the region, Black minus White, point by point.
pub fn count(board: &Board, region: &PointSet) -> i32 {
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
