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

/// The part of the first's visits from which on a move counts as well searched.
const SEARCHED: f64 = 0.2;

/// What a search has spent so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Time since the call.
    pub time: Duration,
    /// New visits of the root.
    pub visits: u64,
}

/// The moves of the root as far as time is concerned.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// Moves that may be chosen.
    pub moves: usize,
    /// Visits of the most visited move, and what it promises: the chance of winning, 0 to 1.
    pub first: (u64, f64),
    /// Visits of the next.
    pub second: u64,
    /// The best promise of any well searched move, the first included.
    pub best: f64,
}

impl Standing {
    fn of(tree: &Tree) -> Standing {
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
        let enough = SEARCHED * standing.first.0 as f64;
        standing.best = open()
            .map(|child| (child, f64::from(child.visits())))
            .filter(|&(_, n)| n > 0.0 && n >= enough)
            .map(|(child, n)| child.proved_win_sum(n) / n)
            .fold(0.0, f64::max);
        standing
    }

    /// Whether a well searched move promises clearly more than the first.
    fn is_contradicted(&self) -> bool {
        self.best > self.first.1 + BETTER
    }

    /// Whether the second move cannot become the first within so many visits.
    fn is_made(&self, visits_left: f64) -> bool {
        (self.first.0 - self.second) as f64 > visits_left && !self.is_contradicted()
    }

    /// Whether more time is worth it.
    fn is_unsettled(&self, close: f64) -> bool {
        let (visits, win) = self.first;
        let best = win.max(self.best);
        let matters = best > OPEN.0 && win < OPEN.1;
        let close = (visits as f64) < close * self.second as f64;
        matters && (close || self.is_contradicted())
    }
}

impl Pace {
    /// Whether a search that stands so shall end now, before its limit.
    pub fn ends(&self, spent: Spent, standing: &Standing, params: &Params) -> bool {
        if standing.moves <= 1 {
            return true;
        }
        let used = spent.time.as_secs_f64();
        let wish = self.wish.as_secs_f64();
        let close = f64::from(params.extend);
        let goes_on = close > 0.0 && standing.is_unsettled(close);
        if used >= wish || goes_on {
            // What would go on beyond its wish does not end before it: shortly before its end no second move
            // could catch up, however close.
            return !goes_on;
        }
        let new = spent.visits;
        if !self.saves || new < ENOUGH.0 || used < EARLIEST * wish {
            return false;
        }
        let visits_left = new as f64 / used * (wish - used);
        let won = standing.first.1 >= WON.0 && new >= ENOUGH.1 && used >= WON.1 * wish;
        won || standing.is_made(f64::from(params.stop_early) * visits_left)
    }
}

/// Decides while a search runs.
pub(super) struct Pacer<'a> {
    pub tree: &'a Tree,
    pub params: &'a Params,
    pub pace: Pace,
    pub began: Duration,
    /// Visits that the root had before.
    pub kept: u64,
}

impl Pacer<'_> {
    /// Whether the search shall end now, before its limit.
    pub fn ends(&self, now: Duration) -> bool {
        let root = self.tree.root();
        let spent = Spent {
            time: now.saturating_sub(self.began),
            visits: u64::from(root.visits()).saturating_sub(self.kept),
        };
        root.is_proved() || self.pace.ends(spent, &Standing::of(self.tree), self.params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;
    use crate::search::arena::Extras;
    use crate::search::node::Value;

    /// What a tree says whose root has moves of so many visits and such a chance of winning.
    fn standing(moves: &[(u32, f32)]) -> Standing {
        let extras = Extras {
            amaf: false,
            numbers: false,
        };
        let tree = Tree::new(4 << 20, extras);
        let children: Vec<(Point, f32)> = (0..moves.len())
            .map(|i| (Point::new(i % 9, i / 9), 0.5))
            .collect();
        assert!(tree.root().claim() && tree.expand(tree.root(), &children));
        for (child, &(visits, win)) in tree.children(tree.root()).1.iter().zip(moves) {
            for _ in 0..visits {
                child.begin_visit();
                child.finish_visit(Value { win, score: 0.0 });
            }
        }
        Standing::of(&tree)
    }

    #[test]
    fn a_choice_is_made_when_it_cannot_be_overtaken() {
        let clear = standing(&[(20, 0.3), (900, 0.6), (100, 0.5)]);
        assert_eq!((clear.moves, clear.second), (3, 100));
        assert!(clear.is_made(700.0));
        assert!(!clear.is_made(800.0));
        // Another move promises more.
        assert!(!standing(&[(900, 0.6), (200, 0.7)]).is_made(10.0));
    }

    #[test]
    fn close_choices_are_unsettled() {
        assert!(standing(&[(900, 0.6), (700, 0.6)]).is_unsettled(2.5));
        assert!(!standing(&[(900, 0.6), (100, 0.6)]).is_unsettled(2.5));
        // Won and lost positions are not worth it.
        assert!(!standing(&[(900, 0.99), (800, 0.99)]).is_unsettled(2.5));
        assert!(!standing(&[(900, 0.01), (800, 0.01)]).is_unsettled(2.5));
    }

    /// The mean of a well searched move speaks against the most visited one, whatever its place in the list; that
    /// of a move of few visits says nothing.
    #[test]
    fn a_challenger_that_is_worth_more_keeps_a_choice_open() {
        for visits in [20u32, 100, 179, 180, 250, 350] {
            for win in [0.3, 0.6, 0.605, 0.62, 0.7] {
                for moves in [
                    [(900, 0.6), (visits, win), (5, 1.0)],
                    [(5, 1.0), (visits, win), (900, 0.6)],
                ] {
                    let standing = standing(&moves);
                    let speaks = visits >= 180 && win > 0.61;
                    assert_eq!(standing.is_unsettled(2.5), speaks, "{moves:?}");
                    assert_eq!(standing.is_made(10.0), !speaks, "{moves:?}");
                }
            }
        }
        // A lost first move with a challenger that saves the game.
        assert!(standing(&[(900, 0.02), (200, 0.3)]).is_unsettled(2.5));
    }

    /// With such a challenger the search goes on beyond its wish, without it ends there or before.
    #[test]
    fn the_wish_is_exceeded_for_a_challenger() {
        let pace = Pace {
            wish: Duration::from_millis(1000),
            saves: true,
        };
        let at = |time, standing: &Standing| {
            let spent = Spent {
                time: Duration::from_millis(time),
                visits: 2000,
            };
            pace.ends(spent, standing, &Params::default())
        };
        let challenged = standing(&[(900, 0.5), (300, 0.6)]);
        assert!(!at(990, &challenged) && !at(1001, &challenged));
        let settled = standing(&[(900, 0.5), (300, 0.5)]);
        assert!(at(990, &settled) && at(1001, &settled) && !at(200, &settled));
        // Nor is a close choice dropped before the wish because the time up to there is short.
        let close = standing(&[(900, 0.5), (500, 0.5)]);
        assert!((1..200).all(|i| !at(10 * i, &close)));
    }
}
