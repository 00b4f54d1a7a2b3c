//! One line of local play: moves inside a region, everything outside fixed.

use super::problem::{Aim, Problem};
use super::proof::{Arena, Verdict};
use super::secure::{Room, secure};
use crate::board::{Board, Placement};
use crate::color::{ByColor, Color};
use crate::hash::turn_key;
use crate::point::{Move, Point, PointSet};
use crate::rng::mix;
use crate::rules::Suicide;

/// The state after a move. Frames are kept and reused, so that play does not allocate.
struct Frame {
    board: Board,
    to_move: Color,
    /// Passes in a row.
    passes: u32,
    /// Stones of both colours taken off since the start. Real moves = stones + lost, so with this
    /// number in the key no state can come back.
    lost: u32,
    /// What each side holds for good, once asked for.
    held: Option<ByColor<PointSet>>,
}

/// The question a proof is about: does `prover` reach `aim`?
pub(super) struct Local<'a> {
    problem: &'a Problem,
    room: Room,
    aim: Aim,
    frames: Vec<Frame>,
    depth: usize,
    /// Room for ordering moves.
    ranked: Vec<(u32, Point)>,
    /// More stones lost than this cut a line off.
    lost_limit: u32,
}

impl<'a> Local<'a> {
    pub fn new(problem: &'a Problem, aim: Aim, to_move: Color) -> Local<'a> {
        Local {
            room: Room::new(&problem.board, problem.region),
            aim,
            frames: vec![Frame {
                board: problem.board.clone(),
                to_move,
                passes: 0,
                lost: 0,
                held: None,
            }],
            depth: 0,
            ranked: Vec::new(),
            // Enough for every stone of the region to be taken three times over; longer lines are cycles.
            lost_limit: 3 * problem.region.len() as u32 + 8,
            problem,
        }
    }

    fn now(&self) -> &Frame {
        &self.frames[self.depth]
    }

    pub fn board(&self) -> &Board {
        &self.now().board
    }

    pub fn to_move(&self) -> Color {
        self.now().to_move
    }

    /// The start and who moved there, once a move was made.
    pub fn start(&self) -> Option<(&Board, Color)> {
        let frame = &self.frames[0];
        (self.depth > 0).then_some((&frame.board, frame.to_move))
    }

    pub fn prover(&self) -> Color {
        self.aim.prover()
    }

    /// Whether the rules of the place let the side to move play here (repetition apart).
    fn legal(&self, point: Point) -> bool {
        let now = self.now();
        match now.board.placement(point, now.to_move) {
            Placement::Occupied | Placement::SingleStoneSuicide => false,
            Placement::MultiStoneSuicide if self.problem.suicide == Suicide::None => false,
            _ => {
                now.board.ko_ban(now.to_move) != Some(point)
                    || self.problem.ko_master == Some(now.to_move)
            }
        }
    }

    fn held(&mut self) -> ByColor<PointSet> {
        if let Some(held) = self.now().held {
            return held;
        }
        let suicide = self.problem.suicide != Suicide::None;
        let board = &self.now().board;
        let held = ByColor::from_fn(|c| secure(board, &self.room, c, suicide));
        self.frames[self.depth].held = Some(held);
        held
    }

    /// Points that one side holds for good: no move there matters.
    fn idle(&mut self) -> PointSet {
        let held = self.held();
        held.black.union(&held.white)
    }

    /// Makes a move that is legal here.
    pub fn make(&mut self, mv: Move) {
        if self.depth + 1 == self.frames.len() {
            self.frames.push(Frame {
                board: self.now().board.clone(),
                to_move: Color::Black,
                passes: 0,
                lost: 0,
                held: None,
            });
        }
        let (before, after) = self.frames.split_at_mut(self.depth + 1);
        let (before, after) = (&before[self.depth], &mut after[0]);
        after.board.clone_from(&before.board);
        after.to_move = before.to_move.opponent();
        after.passes = 0;
        after.lost = before.lost;
        after.held = None;
        match mv {
            Move::Real(point) => {
                let stones = |b: &Board| b.stones(Color::Black) + b.stones(Color::White);
                let expected = stones(&before.board) + 1;
                after.board.play_unchecked(point, before.to_move);
                after.lost += expected - stones(&after.board);
            }
            Move::Pass | Move::Resign => {
                after.board.lift_ko();
                after.passes = before.passes + 1;
                after.held = before.held;
            }
        }
        self.depth += 1;
    }

    pub fn take_back(&mut self) {
        self.depth -= 1;
    }

    /// The local balance as the board stands: stones and enclosed points of the region, Black − White.
    pub fn balance(&self) -> i32 {
        balance(&self.now().board, &self.problem.region)
    }
}

/// Stones and points enclosed by one colour within a set of points, Black minus White.
pub(super) fn balance(board: &Board, region: &PointSet) -> i32 {
    let mut sum = 0;
    let mut seen = PointSet::EMPTY;
    for point in region.iter() {
        if let Some(color) = board.color_at(point) {
            sum += color.sign();
        } else if !seen.contains(point) {
            let mut here = PointSet::from_iter([point]);
            let mut touches = ByColor::default();
            let mut todo = vec![point];
            while let Some(p) = todo.pop() {
                for q in board.neighbours(p) {
                    match board.color_at(q) {
                        Some(color) => touches[color] = true,
                        None if here.insert(q) => todo.push(q),
                        None => {}
                    }
                }
            }
            let inside = here.intersection(region).len() as i32;
            seen = seen.union(&here);
            if touches.black != touches.white {
                sum += inside * if touches.black { 1 } else { -1 };
            }
        }
    }
    sum
}

impl Arena for Local<'_> {
    type Move = Move;

    fn key(&self) -> u128 {
        let lost = mix(u64::from(self.now().lost) ^ 0x4C4F_5354);
        self.essence() ^ (u128::from(lost) << 64 | u128::from(lost))
    }

    fn essence(&self) -> u128 {
        let now = self.now();
        let ko = now.board.ko_ban(now.to_move).map_or(0, Point::index) as u64;
        let small = u64::from(now.passes) | ko << 8;
        let low = now.board.key() ^ turn_key(now.to_move) ^ mix(small ^ 0x4C4F_4341_4C00);
        u128::from(mix(low)) << 64 | u128::from(low)
    }

    fn prover_to_move(&self) -> bool {
        self.now().to_move == self.aim.prover()
    }

    fn verdict(&mut self) -> Verdict {
        let decided = |yes: bool| {
            if yes {
                Verdict::Proven
            } else {
                Verdict::Disproven
            }
        };
        match self.aim {
            Aim::AtLeast(prover, wanted) => {
                if self.now().passes >= 2 {
                    return decided(self.balance() * prover.sign() >= wanted);
                }
                let held = self.held();
                let region = &self.problem.region;
                let all = region.len() as i32;
                let sure = |c: Color| held[c].intersection(region).len() as i32;
                if 2 * sure(prover) - all >= wanted {
                    return Verdict::Proven;
                }
                if all - 2 * sure(prover.opponent()) < wanted {
                    return Verdict::Disproven;
                }
            }
            Aim::Take(stone, owner) => {
                if !self.now().board.has_stone(stone, owner) {
                    return Verdict::Proven;
                }
                if self.now().passes >= 2 {
                    return Verdict::Disproven;
                }
                let held = self.held();
                if held[owner].contains(stone) {
                    return Verdict::Disproven;
                }
                if held[owner.opponent()].contains(stone) {
                    return Verdict::Proven;
                }
            }
            Aim::Save(stone, owner) => {
                if !self.now().board.has_stone(stone, owner) {
                    return Verdict::Disproven;
                }
                if self.now().passes >= 2 {
                    return Verdict::Proven;
                }
                let held = self.held();
                if held[owner].contains(stone) {
                    return Verdict::Proven;
                }
                if held[owner.opponent()].contains(stone) {
                    return Verdict::Disproven;
                }
            }
        }
        if self.now().lost > self.lost_limit {
            Verdict::CutOff
        } else {
            Verdict::Open
        }
    }

    fn estimate(&mut self) -> (u32, u32) {
        // Whoever must answer everything has as many tasks as the other side has moves.
        let idle = self.idle();
        let board = self.board();
        let open = |p: &Point| board.is_empty(*p) && !idle.contains(*p);
        let moves = 1 + self.problem.region.iter().filter(open).count() as u32;
        if self.prover_to_move() {
            (1, moves)
        } else {
            (moves, 1)
        }
    }

    fn moves(&mut self, out: &mut Vec<Move>) {
        let idle = self.idle();
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let color = self.to_move();
        let board = self.board();
        // Captures first, then points next to stones in danger, then the rest, the pass last.
        for point in self.problem.region.iter() {
            if !board.is_empty(point) || idle.contains(point) || !self.legal(point) {
                continue;
            }
            let danger: u32 = board
                .neighbours(point)
                .filter(|&q| !board.is_empty(q))
                .map(|q| {
                    let few = 4 - board.liberty_count(q).min(4);
                    few * few * if board.has_stone(q, color) { 1 } else { 2 }
                })
                .sum();
            ranked.push((danger, point));
        }
        // Stable: equal ranks keep the order of the board.
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        out.extend(ranked.iter().map(|&(_, point)| Move::Real(point)));
        self.ranked = ranked;
        out.push(Move::Pass);
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn undo(&mut self) {
        self.take_back();
    }
}
