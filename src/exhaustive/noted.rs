//! Outcomes that carry over to states with other numbers of virtual moves.
//!
//! A forced end at a position is either good enough for Black or not. More virtual moves made at a good
//! one only bring that end nearer, so they never hurt Black; more at a bad one never help. (Black keeps
//! to the old strategy: the game goes as before, or ends earlier at a good position.) Hence a win with
//! fewer at the good and more at the bad positions is a win here, and likewise a loss.

use super::grid::Stones;
use crate::hash::HashMap;

/// Numbers of virtual moves at on-board positions that have any.
type Counts = Vec<(Stones, u32)>;

/// The numbers at positions whose literal count is good for Black, and at the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    pub good: Counts,
    pub bad: Counts,
}

/// Whether every number of `less` is at most that of `more`.
fn at_most(less: &Counts, more: &Counts) -> bool {
    less.iter().all(|(stones, count)| {
        let other = more.iter().find(|(s, _)| s == stones);
        other.is_some_and(|(_, more)| more >= count)
    })
}

impl Split {
    /// Whether Black is at least as well off here as there.
    fn at_least_as_good_as(&self, other: &Split) -> bool {
        at_most(&other.good, &self.good) && at_most(&self.bad, &other.bad)
    }
}

/// Decided states by the key of the rest of the state. The flag says that Black gets enough.
#[derive(Default)]
pub(super) struct Noted(HashMap<u128, Vec<(Split, bool)>>);

/// More outcomes than this are not kept for one key.
const MOST: usize = 48;

impl Noted {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn recall(&self, key: u128, here: &Split) -> Option<bool> {
        let outcomes = self.0.get(&key)?;
        let fits = |(there, wins): &&(Split, bool)| {
            if *wins {
                here.at_least_as_good_as(there)
            } else {
                there.at_least_as_good_as(here)
            }
        };
        outcomes.iter().find(fits).map(|&(_, wins)| wins)
    }

    pub fn note(&mut self, key: u128, here: Split, wins: bool) {
        let outcomes = self.0.entry(key).or_default();
        // What the new outcome implies need not be kept.
        outcomes.retain(|(there, w)| {
            let implied = if wins {
                there.at_least_as_good_as(&here)
            } else {
                here.at_least_as_good_as(there)
            };
            *w != wins || !implied
        });
        if outcomes.len() < MOST {
            outcomes.push((here, wins));
        }
    }
}
