//! Local fights near the last move: atari, chains with two liberties, killing shapes.
//!
//! Each function adds candidate moves; the policy picks one of them at random, so that no direction of
//! the board and no order of chains is preferred.

use crate::board::{Board, neighbours3x3};
use crate::color::Color;
use crate::fights::ladder;
use crate::fights::reach::liberties_after;
use crate::fights::self_atari::is_killing_shape;
use crate::point::Point;
use crate::rng::Rng;

/// Candidate moves of one step of the policy.
pub struct Candidates {
    points: [Point; Candidates::ROOM],
    count: usize,
}

impl Candidates {
    const ROOM: usize = 48;

    /// No candidates.
    pub fn new() -> Candidates {
        Candidates {
            points: [Point::NONE; Candidates::ROOM],
            count: 0,
        }
    }

    /// Forgets all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds one, unless it is there or there is no room.
    #[inline(always)]
    pub fn add(&mut self, point: Point) {
        if self.count < Candidates::ROOM && !self.points[..self.count].contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    /// Takes one out at random.
    #[inline(always)]
    pub fn take(&mut self, rng: &mut Rng) -> Option<Point> {
        if self.count == 0 {
            return None;
        }
        let i = rng.below(self.count as u32) as usize;
        self.count -= 1;
        let point = self.points[i];
        self.points[i] = self.points[self.count];
        Some(point)
    }
}

/// The heads of the chains of `color` that touch a point, each once.
#[inline(always)]
fn chains_beside(board: &Board, point: Point, color: Color) -> ([Point; 4], usize) {
    let mut heads = [Point::NONE; 4];
    let mut count = 0;
    for q in point.near() {
        if board.has_stone(q, color) {
            let head = board.chain_head(q);
            if !heads[..count].contains(&head) {
                heads[count] = head;
                count += 1;
            }
        }
    }
    (heads, count)
}

/// Answers to an atari: takes the last move's chain if it stands in atari itself; saves own chains
/// beside the last move, by taking an enemy chain in atari, else by running where no ladder catches them.
/// Chains of fewer than three stones are saved only if `small_too`.
pub fn answer_atari(
    board: &Board,
    last: Point,
    color: Color,
    small_too: bool,
    found: &mut Candidates,
) {
    let enemy = color.opponent();
    if small_too && board.has_stone(last, enemy) && board.liberty_count(last) == 1 {
        found.add(board.only_liberty(last));
    }
    let (heads, count) = chains_beside(board, last, color);
    for &head in &heads[..count] {
        if board.liberty_count(head) != 1 || (board.chain_length(head) < 3 && !small_too) {
            continue;
        }
        let before = found.count;
        take_neighbours_in_atari(board, head, enemy, found);
        if found.count > before {
            continue;
        }
        let run = board.only_liberty(head);
        let liberties = liberties_after(board, run, color, 3);
        if liberties > 2 || liberties == 2 && ladder::escapes(board, head) {
            found.add(run);
        }
    }
}

fn take_neighbours_in_atari(board: &Board, chain: Point, enemy: Color, found: &mut Candidates) {
    for stone in board.chain_stones(chain) {
        for q in stone.near() {
            if board.has_stone(q, enemy) && board.liberty_count(q) == 1 {
                found.add(board.only_liberty(q));
            }
        }
    }
}

/// Takes enemy chains in atari beside a chain, and puts those with two liberties into atari.
fn press_neighbours(board: &Board, chain: Point, color: Color, found: &mut Candidates) {
    let enemy = color.opponent();
    let mut pressed = Point::NONE;
    for stone in board.chain_stones(chain) {
        for q in stone.near() {
            if !board.has_stone(q, enemy) {
                continue;
            }
            match board.liberty_count(q) {
                1 => found.add(board.only_liberty(q)),
                2 if board.chain_head(q) != pressed => {
                    pressed = board.chain_head(q);
                    press(board, q, color, found);
                }
                _ => {}
            }
        }
    }
}

/// Fights of chains with two liberties: gives atari to the last move's chain where that is no
/// self-atari, on the liberty from which it would gain more; helps own chains beside it.
pub fn two_liberties(board: &Board, last: Point, color: Color, found: &mut Candidates) {
    let enemy = color.opponent();
    if board.has_stone(last, enemy) && board.liberty_count(last) == 2 {
        press(board, last, color, found);
    }
    let (heads, count) = chains_beside(board, last, color);
    for &head in &heads[..count] {
        if board.liberty_count(head) != 2 {
            continue;
        }
        press_neighbours(board, head, color, found);
        for liberty in board.two_liberties(head) {
            if liberties_after(board, liberty, color, 3) >= 3 {
                found.add(liberty);
            }
        }
    }
}

/// Races of chains with three liberties: presses enemy chains of at most as many liberties beside an
/// own chain that the last move touched, where the own stone gets liberties itself.
pub fn three_liberties(board: &Board, last: Point, color: Color, found: &mut Candidates) {
    let enemy = color.opponent();
    let (heads, count) = chains_beside(board, last, color);
    for &head in &heads[..count] {
        if board.liberty_count(head) != 3 {
            continue;
        }
        let mut pressed = Point::NONE;
        for stone in board.chain_stones(head) {
            for q in stone.near() {
                if board.has_stone(q, enemy)
                    && board.liberty_count(q) <= 3
                    && board.chain_head(q) != pressed
                {
                    pressed = board.chain_head(q);
                    press_all(board, pressed, color, found);
                }
            }
        }
    }
}

/// Every liberty of an enemy chain where the own stone has two liberties or more.
fn press_all(board: &Board, chain: Point, color: Color, found: &mut Candidates) {
    for stone in board.chain_stones(chain) {
        for q in stone.near() {
            if board.is_empty(q) && liberties_after(board, q, color, 2) >= 2 {
                found.add(q);
            }
        }
    }
}

/// Atari on an enemy chain with two liberties.
fn press(board: &Board, chain: Point, color: Color, found: &mut Candidates) {
    let [a, b] = board.two_liberties(chain);
    let gain = |p| liberties_after(board, p, color.opponent(), 4);
    let (at_a, at_b) = (gain(a), gain(b));
    for (point, mine, other) in [(a, at_a, at_b), (b, at_b, at_a)] {
        if mine >= other && liberties_after(board, point, color, 2) >= 2 {
            found.add(point);
        }
    }
}

/// The vital point of an enemy eye space of three to six points beside the last move, if the space
/// has a shape that dies when the opponent plays there.
pub fn killing_point(board: &Board, last: Point, color: Color, found: &mut Candidates) {
    let mut region = Region::new();
    for start in last.near() {
        // A region met before has told what it has to tell.
        if board.is_empty(start)
            && !region.points().contains(&start)
            && let Some(vital) = region.vital_point(board, start, color.opponent())
        {
            found.add(vital);
        }
    }
}

/// A region of empty points, as far as it was walked through.
struct Region {
    points: [Point; Region::LARGEST],
    count: usize,
}

impl Region {
    const LARGEST: usize = 6;

    fn new() -> Region {
        Region {
            points: [Point::NONE; Region::LARGEST],
            count: 0,
        }
    }

    fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// The vital point of the empty region of `start`, if it is enclosed by `owner` and has a dead shape.
    fn vital_point(&mut self, board: &Board, start: Point, owner: Color) -> Option<Point> {
        self.points[0] = start;
        self.count = 1;
        let (mut at, mut joints) = (0, 0);
        let (mut vital, mut most) = (start, 0);
        while at < self.count {
            let point = self.points[at];
            let around = board.around(point);
            if neighbours3x3::stones(around, owner.opponent()) != 0 {
                return None;
            }
            let degree = neighbours3x3::empties(around).count_ones() as usize;
            for q in point.near() {
                if board.is_empty(q) && !self.points().contains(&q) {
                    if self.count == Region::LARGEST {
                        return None;
                    }
                    self.points[self.count] = q;
                    self.count += 1;
                }
            }
            joints += degree;
            if degree > most {
                (vital, most) = (point, degree);
            }
            at += 1;
        }
        let count = self.count;
        // The square of four is dead as it is; three in a row or bent have their middle.
        let dies = count == 3
            || count > 3 && (count, joints) != (4, 8) && is_killing_shape(count, most, joints / 2);
        dies.then_some(vital)
    }
}
