//! How a search with a clock spends its time: it ends early where the choice is made and the time saved is of
//! use, and goes on beyond its wish where the choice is not made.
//!
//! A choice is made when the second move could not catch up in the time that is left (STOP of Baier and
//! Winands, "Time management for Monte-Carlo tree search applied to the game of Go", 2011). It is not
//! made while two moves are close, or another move is worth more than the most visited one (Pachi).

use super::params::Params;
use super::tree::Tree;
use std::time::Duration;

/// How much of its time limit a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// What the search shall take, by the clock, from the call; [`Limits::time`](super::Limits::time) is
    /// what it may take where the choice is hard.
    pub wish: Duration,
    /// Whether time that is not used is of use later. If not, only a choice that no search can change
    /// ends it early.
    pub saves: bool,
}

/// Iterations between two looks.
pub(super) const EVERY: u64 = 32;
/// New visits before a choice can be made, and before a clear win can be seen.
const ENOUGH: (u64, u64) = (500, 5000);
/// The part of the wish before which no choice is made.
const EARLIEST: f64 = 0.1;
/// With such a chance of winning a part of the wish is enough.
const WON: (f64, f64) = (0.97, 0.4);
/// Below and above these chances of winning the choice matters little.
const OPEN: (f64, f64) = (0.05, 0.95);
/// How much more another move must promise to make the choice unsettled.
const BETTER: f64 = 0.01;

/// Decides while a search runs.
pub(super) struct Pacer<'a> {
    pub tree: &'a Tree,
    pub params: &'a Params,
    pub pace: Pace,
    pub began: Duration,
    /// Visits that the root had before.
    pub kept: u64,
}

/// The moves of the root as far as time is concerned.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Standing {
    moves: usize,
    /// Visits of the most visited move, and what it promises.
    first: (u64, f64),
    /// Visits of the next.
    second: u64,
    /// The best promise of any move of enough visits.
    best: f64,
}

impl Standing {
    fn of(tree: &Tree, share: f64) -> Standing {
        let (_, children) = tree.children(tree.root());
        let mut standing = Standing::default();
        let open = || children.iter().filter(|child| !child.is_excluded());
        for child in open() {
            let visits = u64::from(child.visits());
            standing.moves += 1;
            if visits > standing.first.0 {
                standing.second = standing.first.0;
                let n = visits as f64;
                standing.first = (visits, child.proved_win_sum(n) / n);
            } else {
                standing.second = standing.second.max(visits);
            }
        }
        let enough = share * standing.first.0 as f64;
        standing.best = open()
            .map(|child| (child, f64::from(child.visits())))
            .filter(|&(_, n)| n > 0.0 && n >= enough)
            .map(|(child, n)| child.proved_win_sum(n) / n)
            .fold(0.0, f64::max);
        standing
    }

    /// Whether the second move cannot become the first within so many visits.
    fn is_made(&self, visits_left: f64) -> bool {
        (self.first.0 - self.second) as f64 > visits_left && self.best <= self.first.1 + BETTER
    }

    /// Whether more time is worth it.
    fn is_unsettled(&self, close: f64) -> bool {
        let (visits, win) = self.first;
        let matters = win > OPEN.0 && win < OPEN.1;
        let close = (visits as f64) < close * self.second as f64;
        matters && (close || self.best > win + BETTER)
    }
}

impl Pacer<'_> {
    /// Whether the search shall end now, before its limit.
    pub fn ends(&self, now: Duration) -> bool {
        let root = self.tree.root();
        let standing = Standing::of(self.tree, f64::from(self.params.lcb_share));
        if standing.moves <= 1 || root.is_proved() {
            return true;
        }
        let used = now.saturating_sub(self.began).as_secs_f64();
        let wish = self.pace.wish.as_secs_f64();
        if used >= wish {
            let close = f64::from(self.params.extend);
            return close == 0.0 || !standing.is_unsettled(close);
        }
        let new = u64::from(root.visits()).saturating_sub(self.kept);
        if !self.pace.saves || new < ENOUGH.0 || used < EARLIEST * wish {
            return false;
        }
        let visits_left = new as f64 / used * (wish - used);
        let won = standing.first.1 >= WON.0 && new >= ENOUGH.1 && used >= WON.1 * wish;
        won || standing.is_made(f64::from(self.params.stop_early) * visits_left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(first: (u64, f64), second: u64, best: f64) -> Standing {
        Standing {
            moves: 9,
            first,
            second,
            best,
        }
    }

    #[test]
    fn a_choice_is_made_when_it_cannot_be_overtaken() {
        assert!(standing((900, 0.6), 100, 0.6).is_made(700.0));
        assert!(!standing((900, 0.6), 100, 0.6).is_made(800.0));
        // Another move promises more.
        assert!(!standing((900, 0.6), 100, 0.7).is_made(10.0));
    }

    #[test]
    fn close_or_contradictory_choices_are_unsettled() {
        assert!(standing((900, 0.6), 700, 0.6).is_unsettled(2.5));
        assert!(standing((900, 0.6), 100, 0.65).is_unsettled(2.5));
        assert!(!standing((900, 0.6), 100, 0.6).is_unsettled(2.5));
        // Won and lost positions are not worth it.
        assert!(!standing((900, 0.99), 800, 0.99).is_unsettled(2.5));
        assert!(!standing((900, 0.01), 800, 0.01).is_unsettled(2.5));
    }
}
