//! The classical priors: what tactics and distance say of a move before it is searched.
//!
//! A move's weight is a product of factors, and its probability is its share of all weights: the
//! shape of a Bradley-Terry model, so that learned factors can take the place of these hand-set ones.

use super::evaluator::{EvalInput, Evaluation, Evaluator};
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point, Size};

/// Hand-set factors of a move. Symmetric in colour, rotation and mirroring.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classical;

const CAPTURE_ONE: f32 = 6.0;
const CAPTURE_MORE: f32 = 16.0;
const SAVE: f32 = 10.0;
const ATARI: f32 = 3.0;
const SELF_ATARI: f32 = 0.15;
const SUICIDE: f32 = 0.02;
const OWN_EYE: f32 = 0.005;
const EMPTY_FIRST_LINE: f32 = 0.15;
const EMPTY_SECOND_LINE: f32 = 0.5;
const PASS: f32 = 0.05;
/// By distance from the last move: 0 and 1 are not used.
const NEAR_LAST: [f32; 6] = [1.0, 1.0, 6.0, 4.5, 2.5, 1.6];
const NEAR_SECOND_LAST: [f32; 6] = [1.0, 1.0, 2.5, 2.0, 1.4, 1.0];

impl Evaluator for Classical {
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
        for (input, evaluation) in batch.iter().zip(out) {
            weigh(input, evaluation);
        }
    }
}

fn weigh(input: &EvalInput, out: &mut Evaluation) {
    let back = |n: usize| input.recent.iter().rev().nth(n).and_then(|mv| mv.point());
    let (last, second) = (back(0), back(1));
    out.policy.clear();
    out.policy.extend(input.moves.iter().map(|mv| match mv {
        Move::Real(point) => {
            let mut weight = tactics(input.board, *point, input.to_move);
            weight *= near(last, *point, &NEAR_LAST);
            weight * near(second, *point, &NEAR_SECOND_LAST)
        }
        _ => PASS,
    }));
    let sum: f32 = out.policy.iter().sum();
    out.policy.iter_mut().for_each(|p| *p /= sum);
    (out.win, out.draw, out.loss) = (0.5, 0.0, 0.5);
    out.score = 0.0;
    out.ownership.clear();
}

/// dx + dy + max(dx, dy): 2 for a neighbour, 3 for a diagonal.
fn near(from: Option<Point>, point: Point, factors: &[f32]) -> f32 {
    let Some(from) = from else { return 1.0 };
    let (dx, dy) = (from.x().abs_diff(point.x()), from.y().abs_diff(point.y()));
    *factors.get(dx + dy + dx.max(dy)).unwrap_or(&1.0)
}

fn tactics(board: &Board, point: Point, color: Color) -> f32 {
    if board.is_eye(point, color) {
        return OWN_EYE;
    }
    if !board.stays(point, color) {
        return SUICIDE;
    }
    let mut weight = 1.0;
    let (mut captured, mut saves, mut atari) = (0, false, false);
    for q in board.neighbours(point) {
        if board.has_stone(q, color.opponent()) {
            match board.liberty_count(q) {
                1 => captured += board.chain_length(q),
                2 => atari = true,
                _ => {}
            }
        } else if board.has_stone(q, color) && board.liberty_count(q) == 1 {
            saves = true;
        }
    }
    match captured {
        0 => {}
        1 => weight *= CAPTURE_ONE,
        _ => weight *= CAPTURE_MORE,
    }
    let liberties = liberties_after(board, point, color);
    if liberties <= 1 && captured == 0 {
        return weight * SELF_ATARI;
    }
    if saves && liberties > 1 {
        weight *= SAVE;
    }
    if atari {
        weight *= ATARI;
    }
    weight * edge(board, point)
}

/// Liberties of the new stone's chain, captures not counted; a bound, exact up to 2.
fn liberties_after(board: &Board, point: Point, color: Color) -> usize {
    let mut found = [Point::NONE; 2];
    let mut count = 0;
    let mut add = |q: Point| {
        if q != point && !found[..count].contains(&q) && count < 2 {
            found[count] = q;
            count += 1;
        }
    };
    for q in board.neighbours(point) {
        if board.is_empty(q) {
            add(q);
        } else if board.has_stone(q, color) {
            match board.liberty_count(q) {
                1 => {}
                2 => board.two_liberties(q).into_iter().for_each(&mut add),
                // One of three or more is the point itself; two others stand for the rest.
                _ => return 2,
            }
        }
    }
    count
}

/// First and second line with no stone near are seldom worth a move.
fn edge(board: &Board, point: Point) -> f32 {
    let size = board.size();
    let line = line_of(size, point);
    if line > 1 || size.width().min(size.height()) < 7 {
        return 1.0;
    }
    let lonely = |reach: usize| {
        let (x, y) = (point.x(), point.y());
        (x.saturating_sub(reach)..=(x + reach).min(size.width() - 1)).all(|i| {
            (y.saturating_sub(reach)..=(y + reach).min(size.height() - 1))
                .all(|j| board.is_empty(Point::new(i, j)))
        })
    };
    if lonely(2) {
        if line == 0 {
            EMPTY_FIRST_LINE
        } else {
            EMPTY_SECOND_LINE
        }
    } else {
        1.0
    }
}

/// 0 at the edge.
fn line_of(size: Size, point: Point) -> usize {
    let (x, y) = (point.x(), point.y());
    x.min(size.width() - 1 - x)
        .min(y)
        .min(size.height() - 1 - y)
}
