//! What there is to know of a move at a glance: one value in each of a few groups of features.
//!
//! The groups are those that programs of this kind learn from (Coulom 2007, "Computing Elo ratings of
//! move patterns"): shape, liberties, distance to the last moves, line, and the move's local tactics.

use super::shapes::{Shapes, seen_by_white};
use crate::board::Board;
use crate::color::Color;
use crate::fights::reach::{captures, liberties_after};
use crate::fights::{SelfAtari, ladder, self_atari};
use crate::point::{ORTHOGONAL, Point};
use std::sync::LazyLock;

/// The groups of features, by name.
pub const GROUPS: [&str; COUNT] = [
    "shape",
    "chains",
    "far",
    "last",
    "second",
    "line",
    "capture",
    "run",
    "self-atari",
    "atari",
    "joins",
    "eye",
    "contact",
    "rescue",
    "pass",
];
const COUNT: usize = 15;

const SHAPE: usize = 0;
const CHAINS: usize = 1;
const FAR: usize = 2;
const LAST: usize = 3;
const SECOND: usize = 4;
const LINE: usize = 5;
const CAPTURE: usize = 6;
const RUN: usize = 7;
const SELF_ATARI: usize = 8;
const ATARI: usize = 9;
const JOINS: usize = 10;
const EYE: usize = 11;
const CONTACT: usize = 12;
const RESCUE: usize = 13;
const PASS: usize = 14;

/// Distances from 2 on; farther ones and none are the last value.
const DISTANCES: usize = 18;
const LINES: usize = 6;
const PHASES: usize = 4;

/// A position and what all its moves are seen against.
pub struct Sight<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    second: Option<Point>,
    phase: usize,
}

/// A value per group: a place in a list of all values of all groups.
pub type Features = [u16; COUNT];

/// Where each group's values begin in the list of all, and their number in all.
pub struct Layout {
    starts: [usize; COUNT + 1],
}

impl Layout {
    /// The layout, made at its first use.
    pub fn shared() -> &'static Layout {
        static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
            let mut starts = [0; COUNT + 1];
            for group in 0..COUNT {
                starts[group + 1] = starts[group] + values(group);
            }
            Layout { starts }
        });
        &LAYOUT
    }

    /// How many values there are in all groups.
    pub fn total(&self) -> usize {
        self.starts[COUNT]
    }

    /// The group and the value that a place in the list stands for, the value as files name it: the
    /// least code of its class for shapes, else a number.
    pub fn name(&self, place: usize) -> (usize, usize) {
        let group = self.starts.partition_point(|&start| start <= place) - 1;
        let value = place - self.starts[group];
        match classes(group) {
            Some(shapes) => (group, usize::from(shapes.code(value))),
            None => (group, value),
        }
    }

    /// The place of a value as files name it, if there is one.
    pub fn place(&self, group: usize, named: usize) -> Option<usize> {
        let value = match classes(group) {
            Some(shapes) => shapes.class(u16::try_from(named).ok()?),
            None => named,
        };
        (value < values(group)).then(|| self.starts[group] + value)
    }
}

fn classes(group: usize) -> Option<&'static Shapes> {
    match group {
        SHAPE => Some(Shapes::of_eight()),
        CHAINS | FAR => Some(Shapes::of_four()),
        _ => None,
    }
}

fn values(group: usize) -> usize {
    match group {
        LAST | SECOND => DISTANCES,
        LINE => LINES * PHASES,
        CAPTURE => 9,
        RUN => 10,
        SELF_ATARI => 4,
        ATARI => 9,
        JOINS => 16,
        EYE => 3,
        CONTACT => 5,
        RESCUE => 4,
        PASS => PHASES + 1,
        _ => classes(group).map_or(0, Shapes::count),
    }
}

impl<'a> Sight<'a> {
    /// The position with `color` to move, after these last moves.
    pub fn new(board: &'a Board, color: Color, last: Option<Point>, second: Option<Point>) -> Self {
        let stones = board.stones(Color::Black) + board.stones(Color::White);
        let percent = 100 * stones as usize / board.size().area();
        let phase = [8, 25, 50]
            .iter()
            .filter(|&&bound| percent >= bound)
            .count();
        Sight {
            board,
            color,
            last,
            second,
            phase,
        }
    }

    /// The features of a pass: those of a move that has none, but for being a pass.
    pub fn of_pass(&self, layout: &Layout) -> u16 {
        (layout.starts[PASS] + 1 + self.phase) as u16
    }

    /// The features of a stone on an empty point where it is no suicide.
    pub fn of(&self, layout: &Layout, point: Point) -> Features {
        let (board, color) = (self.board, self.color);
        let enemy = color.opponent();
        let mut values = [0; COUNT];
        let around = board.around(point);
        let code = if color == Color::Black {
            around
        } else {
            seen_by_white(around)
        };
        values[SHAPE] = Shapes::of_eight().class(code);

        let (mut chains, mut far) = (0, 0);
        let mut beside = Beside::default();
        for (i, q) in point.near().into_iter().enumerate() {
            let cell = code >> (2 * i) & 3;
            let liberties = if cell == 1 || cell == 2 {
                board.liberty_count(q)
            } else {
                0
            };
            let class = match cell {
                0 => 0,
                3 => 7,
                _ => 3 * (cell - 1) + liberties.clamp(1, 3) as u16,
            };
            chains |= class << (4 * i);
            let beyond = if cell == 3 {
                3
            } else {
                self.seen(q.beside(ORTHOGONAL[i]))
            };
            far |= (cell | beyond << 2) << (4 * i);
            match cell {
                1 => beside.own.add(board, q),
                2 => beside.enemy.add(board, q),
                _ => {}
            }
        }
        values[CHAINS] = Shapes::of_four().class(chains);
        values[FAR] = Shapes::of_four().class(far);
        values[LAST] = distance(self.last, point);
        values[SECOND] = distance(self.second, point);
        values[LINE] = PHASES * line(board, point) + self.phase;

        let taken = captures(board, point, color);
        let liberties = liberties_after(board, point, color, 4);
        values[CAPTURE] = self.capture(point, taken, &beside);
        if taken == 0 && liberties < 2 {
            values[SELF_ATARI] = match self_atari::judge(board, point, color) {
                SelfAtari::Sound => 1,
                SelfAtari::Bad => 2,
                SelfAtari::Hopeless => 3,
            };
        }
        values[RUN] = self.run(&beside, liberties);
        if taken > 0 || liberties > 1 {
            values[ATARI] = self.atari(point, &beside);
        }
        values[JOINS] = 4 * beside.own.count.min(3) + beside.enemy.count.min(3);
        values[EYE] = if board.is_eye(point, color) {
            1
        } else {
            2 * usize::from(board.is_eye(point, enemy))
        };
        values[CONTACT] = self.contact(&beside);
        values[RESCUE] = self.rescue(&beside, liberties);
        std::array::from_fn(|group| (layout.starts[group] + values[group]) as u16)
    }

    /// The colour of a cell to the player: 0 empty, 1 own, 2 enemy, 3 outside.
    #[inline(always)]
    fn seen(&self, cell: Point) -> u16 {
        if self.board.is_empty(cell) {
            0
        } else if self.board.has_stone(cell, self.color) {
            1
        } else if self.board.has_stone(cell, self.color.opponent()) {
            2
        } else {
            3
        }
    }

    /// 1 to 3 stones and more taken; three higher if that saves an own chain in atari that the taken
    /// chain touches; 7, 8 for one or more stones of the last move's chain.
    fn capture(&self, point: Point, taken: u32, beside: &Beside) -> usize {
        if taken == 0 {
            return 0;
        }
        let board = self.board;
        let size = taken.min(3) as usize;
        let in_atari = |q: Point| board.has_stone(q, self.color) && board.liberty_count(q) == 1;
        for &head in beside.enemy.heads() {
            if board.liberty_count(head) != 1 {
                continue;
            }
            let mut stones = board.chain_stones(head);
            if stones.any(|stone| stone.near().into_iter().any(|q| q != point && in_atari(q))) {
                return 3 + size;
            }
        }
        let of_last = self.last.is_some_and(|last| {
            let head = board.chain_head(last);
            beside.enemy.heads().contains(&head) && board.liberty_count(last) == 1
        });
        if of_last {
            7 + usize::from(taken > 1)
        } else {
            size
        }
    }

    /// Own chains in atari: 1 to 9 by the largest one's length and by whether it is lost at once, is
    /// caught in a ladder or has two liberties, or gets away.
    fn run(&self, beside: &Beside, liberties: usize) -> usize {
        let board = self.board;
        let in_atari = || {
            let heads = beside.own.heads().iter();
            heads
                .copied()
                .filter(|&head| board.liberty_count(head) == 1)
        };
        let Some(longest) = in_atari().map(|head| board.chain_length(head)).max() else {
            return 0;
        };
        let size = longest.min(3) as usize - 1;
        let outcome = match liberties {
            0 | 1 => 0,
            2 if !in_atari().any(|head| ladder::escapes(board, head)) => 0,
            2 => 1,
            _ => 2,
        };
        1 + 3 * size + outcome
    }

    /// Atari on an enemy chain: 1 to 6 by its length and whether it is caught in a ladder, 7 on two
    /// chains at once, 8 on the last move's chain where no ladder catches it.
    fn atari(&self, point: Point, beside: &Beside) -> usize {
        let board = self.board;
        let (mut best, mut count) = (0, 0);
        for &head in beside.enemy.heads() {
            if board.liberty_count(head) != 2 {
                continue;
            }
            count += 1;
            let size = board.chain_length(head).min(3) as usize;
            let caught = ladder::captures_by(board, head, point);
            let of_last = self.last.is_some_and(|last| board.chain_head(last) == head);
            best = best.max(match (caught, of_last) {
                (true, _) => 3 + size,
                (false, true) => 8,
                (false, false) => size,
            });
        }
        if count > 1 { 7 } else { best }
    }

    /// 1 to 4: liberties of the last move's chain, if the point is one of them.
    fn contact(&self, beside: &Beside) -> usize {
        let Some(last) = self.last else { return 0 };
        let board = self.board;
        let head = board.chain_head(last);
        if head == Point::NONE || !beside.enemy.heads().contains(&head) {
            return 0;
        }
        board.liberty_count(last).min(4) as usize
    }

    /// Own chains of two liberties: 1 if the move brings no third, 2 if it does, 3 if the last move
    /// touched the chain.
    fn rescue(&self, beside: &Beside, liberties: usize) -> usize {
        let board = self.board;
        let weak = |head: Point| board.liberty_count(head) == 2;
        if !beside.own.heads().iter().any(|&head| weak(head)) {
            return 0;
        }
        if liberties < 3 {
            return 1;
        }
        let touched = self.last.is_some_and(|last| {
            last.near().into_iter().any(|q| {
                board.has_stone(q, self.color)
                    && weak(q)
                    && beside.own.heads().contains(&board.chain_head(q))
            })
        });
        2 + usize::from(touched)
    }
}

/// The chains of one colour beside a point, each once.
struct Heads {
    heads: [Point; 4],
    count: usize,
}

impl Default for Heads {
    fn default() -> Self {
        Heads {
            heads: [Point::NONE; 4],
            count: 0,
        }
    }
}

impl Heads {
    #[inline(always)]
    fn add(&mut self, board: &Board, stone: Point) {
        let head = board.chain_head(stone);
        if !self.heads[..self.count].contains(&head) {
            self.heads[self.count] = head;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn heads(&self) -> &[Point] {
        &self.heads[..self.count]
    }
}

#[derive(Default)]
struct Beside {
    own: Heads,
    enemy: Heads,
}

/// dx + dy + max(dx, dy), less 2.
#[inline(always)]
fn distance(from: Option<Point>, point: Point) -> usize {
    let Some(from) = from else {
        return DISTANCES - 1;
    };
    let (dx, dy) = (from.x().abs_diff(point.x()), from.y().abs_diff(point.y()));
    (dx + dy + dx.max(dy)).saturating_sub(2).min(DISTANCES - 1)
}

#[inline(always)]
fn line(board: &Board, point: Point) -> usize {
    let size = board.size();
    let (x, y) = (point.x(), point.y());
    let line = x
        .min(size.width() - 1 - x)
        .min(y)
        .min(size.height() - 1 - y);
    line.min(LINES - 1)
}
