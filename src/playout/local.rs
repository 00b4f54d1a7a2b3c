//! The heavy policy: local tactics and patterns near the last move first, else a random move.
//!
//! The order is MoGo's (Gelly et al. 2006), as Pachi and Fuego keep it: answer an atari, fight with two
//! liberties, kill an eye space, fit a 3x3 pattern, play anywhere. Every step happens with a
//! probability, the same for both colours: a policy that always answered would see only one game.

use super::replies::{Candidates, answer_atari, killing_point, three_liberties, two_liberties};
use super::{Policy, Trace, Uniform};
use crate::board::Board;
use crate::color::Color;
use crate::fights::reach::captures;
use crate::fights::{SelfAtari, self_atari};
use crate::patterns::Local3x3;
use crate::point::Point;
use crate::rng::Rng;
use std::cell::{Cell, RefCell};

/// How likely each step of the policy is tried, and bad self-ataris are refused: 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Answer an atari on a chain of one or two stones (larger ones are always answered).
    pub atari: f32,
    /// Fight with chains of two liberties.
    pub two_liberties: f32,
    /// Fight with chains of three liberties.
    pub three_liberties: f32,
    /// Take back a ko that was taken up to three moves ago.
    pub ko: f32,
    /// Kill an eye space.
    pub nakade: f32,
    /// Play a 3x3 pattern.
    pub pattern: f32,
    /// Refuse a self-atari that a tactic or pattern suggests.
    pub refuse_suggested: f32,
    /// Refuse a self-atari among random moves.
    pub refuse_random: f32,
    /// Refuse a self-atari that loses many stones or breaks a seki.
    pub refuse_hopeless: f32,
}

impl Rates {
    /// The rates that the engine plays with.
    pub const DEFAULT: Rates = Rates {
        atari: 0.9,
        two_liberties: 0.9,
        three_liberties: 0.25,
        ko: 0.4,
        nakade: 0.8,
        pattern: 0.95,
        refuse_suggested: 0.9,
        refuse_random: 0.6,
        refuse_hopeless: 1.0,
    };
}

impl Default for Rates {
    fn default() -> Self {
        Rates::DEFAULT
    }
}

/// The heavy policy.
pub struct Local {
    rates: Rates,
    patterns: &'static Local3x3,
    found: RefCell<Candidates>,
    ko: Cell<LastKo>,
}

/// The ko that was taken last in this playout: where it can be taken back, by whom, and the number of
/// moves after which it was banned.
#[derive(Clone, Copy)]
struct LastKo {
    point: Point,
    color: Color,
    at: usize,
}

impl LastKo {
    const NONE: LastKo = LastKo {
        point: Point::NONE,
        color: Color::Black,
        at: 0,
    };
    /// Moves after which a ko is forgotten.
    const AGE: usize = 3;
}

impl Local {
    /// A policy with these rates.
    pub fn new(rates: Rates) -> Local {
        Local {
            rates,
            patterns: Local3x3::shared(),
            found: RefCell::new(Candidates::new()),
            ko: Cell::new(LastKo::NONE),
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
                && !self.refuses(board, point, color, self.rates.refuse_suggested, rng)
            {
                return Some(point);
            }
        }
        None
    }

    /// Whether a move is a self-atari that is not played this time.
    #[inline(always)]
    fn refuses(&self, board: &Board, point: Point, color: Color, rate: f32, rng: &mut Rng) -> bool {
        match self_atari::judge(board, point, color) {
            SelfAtari::Sound => false,
            SelfAtari::Bad => rng.chance(rate),
            SelfAtari::Hopeless => rng.chance(self.rates.refuse_hopeless),
        }
    }

    /// Where a ko that was taken shortly before can be taken back.
    #[inline(always)]
    fn ko_to_retake(&self, board: &Board, color: Color, trace: &Trace) -> Option<Point> {
        if trace.is_empty() {
            self.ko.set(LastKo::NONE);
        }
        if let Some(point) = board.ko_ban(color) {
            self.ko.set(LastKo {
                point,
                color,
                at: trace.len(),
            });
            return None;
        }
        let ko = self.ko.get();
        let open = ko.point != Point::NONE
            && ko.color == color
            && trace.len() - ko.at <= LastKo::AGE
            && board.is_empty(ko.point)
            && captures(board, ko.point, color) > 0;
        open.then_some(ko.point)
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
        if let Some(point) = self.ko_to_retake(board, color, trace)
            && rng.chance(self.rates.ko)
        {
            return Some(point);
        }
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
        if rng.chance(self.rates.three_liberties) {
            three_liberties(board, last, color, found);
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
                && !self.refuses(board, point, color, self.rates.refuse_random, rng)
            {
                return point;
            }
            candidates -= 1;
            board.swap_empties(i, candidates);
        }
        Point::NONE
    }
}
