//! The heavy policy: local tactics and patterns near the last move first, else a random move.
//!
//! The order is MoGo's (Gelly et al. 2006), as Pachi and Fuego keep it: answer an atari, fight with two
//! liberties, kill an eye space, fit a 3x3 pattern, play anywhere. Every step happens with a
//! probability, the same for both colours: a policy that always answered would see only one game.

use super::reach::{captures, length_after, liberties_after};
use super::tactics::{Candidates, answer_atari, killing_point, two_liberties};
use super::{Policy, Trace, Uniform};
use crate::board::Board;
use crate::color::Color;
use crate::patterns::Local3x3;
use crate::point::Point;
use crate::rng::Rng;
use std::cell::RefCell;

/// How likely each step of the policy is tried, and bad self-ataris are refused: 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Answer an atari on a chain of one or two stones (larger ones are always answered).
    pub atari: f32,
    /// Fight with chains of two liberties.
    pub two_liberties: f32,
    /// Kill an eye space.
    pub nakade: f32,
    /// Play a 3x3 pattern.
    pub pattern: f32,
    /// Refuse a self-atari that a tactic or pattern suggests.
    pub refuse_suggested: f32,
    /// Refuse a self-atari among random moves.
    pub refuse_random: f32,
}

impl Default for Rates {
    fn default() -> Self {
        Rates {
            atari: 0.9,
            two_liberties: 0.9,
            nakade: 0.8,
            pattern: 0.95,
            refuse_suggested: 0.9,
            refuse_random: 0.6,
        }
    }
}

/// The heavy policy.
pub struct Local {
    rates: Rates,
    patterns: &'static Local3x3,
    found: RefCell<Candidates>,
}

impl Local {
    /// A policy with these rates.
    pub fn new(rates: Rates) -> Local {
        Local {
            rates,
            patterns: Local3x3::shared(),
            found: RefCell::new(Candidates::new()),
        }
    }

    /// The first candidate in random order that may be played.
    #[inline(always)]
    fn pick(
        &self,
        board: &Board,
        color: Color,
        found: &mut Candidates,
        rng: &mut Rng,
    ) -> Option<Point> {
        while let Some(point) = found.take(rng) {
            if Uniform::accepts(board, point, color)
                && !(self_atari(board, point, color) && rng.chance(self.rates.refuse_suggested))
            {
                return Some(point);
            }
        }
        None
    }

    #[inline(always)]
    fn patterns_round(&self, board: &Board, last: Point, color: Color, found: &mut Candidates) {
        if last == Point::NONE {
            return;
        }
        for q in last.near().into_iter().chain(last.diagonals()) {
            if board.is_empty(q) && self.patterns.fits(board.around(q), color) {
                found.add(q);
            }
        }
    }

    /// A move near the last ones, if a step of the policy finds one.
    #[inline(always)]
    fn suggested(
        &self,
        board: &Board,
        color: Color,
        trace: &Trace,
        rng: &mut Rng,
    ) -> Option<Point> {
        let last = trace.last(0);
        if last == Point::NONE {
            return None;
        }
        let found = &mut *self.found.borrow_mut();
        found.clear();
        answer_atari(board, last, color, rng.chance(self.rates.atari), found);
        if let Some(point) = self.pick(board, color, found, rng) {
            return Some(point);
        }
        if rng.chance(self.rates.two_liberties) {
            two_liberties(board, last, color, found);
            if let Some(point) = self.pick(board, color, found, rng) {
                return Some(point);
            }
        }
        if rng.chance(self.rates.nakade) {
            killing_point(board, last, color, found);
            if let Some(point) = self.pick(board, color, found, rng) {
                return Some(point);
            }
        }
        if rng.chance(self.rates.pattern) {
            self.patterns_round(board, last, color, found);
            self.patterns_round(board, trace.last(1), color, found);
            return self.pick(board, color, found, rng);
        }
        None
    }
}

impl Policy for Local {
    #[inline(always)]
    fn choose(&self, board: &mut Board, color: Color, trace: &Trace, rng: &mut Rng) -> Point {
        if let Some(point) = self.suggested(board, color, trace, rng) {
            return point;
        }
        let mut candidates = board.empty_count();
        while candidates > 0 {
            let i = rng.below(candidates as u32) as usize;
            let point = board.empty_at(i);
            if Uniform::accepts(board, point, color)
                && !(self_atari(board, point, color) && rng.chance(self.rates.refuse_random))
            {
                return point;
            }
            candidates -= 1;
            board.swap_empties(i, candidates);
        }
        Point::NONE
    }
}

/// Whether the move leaves its chain in atari without taking anything, and is not a stone thrown in
/// where it costs only itself.
#[inline(always)]
fn self_atari(board: &Board, point: Point, color: Color) -> bool {
    liberties_after(board, point, color, 2) < 2
        && captures(board, point, color) == 0
        && length_after(board, point, color) > 1
}
