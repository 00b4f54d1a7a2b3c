//! What is proved of whole states, for boards so small that lines of play meet again.
//!
//! The tree holds a state once for every line that leads to it, and on a tiny board there are
//! thousands of lines to one state: what one of them proves, all may use. A state is everything that
//! can matter later ([`super::line::Line::state`]): the position, the set of earlier positions, the
//! counters. The first of them alone would not do, for a repetition depends on how one came there.

use super::node::Bounds;
use std::sync::atomic::{AtomicU64, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;
const SLOTS: usize = 1 << 20;
const PROBES: usize = 8;

/// A table of proved states, shared by all threads; small boards only.
///
/// ```text
/// slot: state key without its lowest 4 bits | bounds of the side that made the last move (4 bits)
/// ```
/// One word a slot, so that a thread never reads half of another's entry. When a neighbourhood is
/// full, its first slot gives way.
pub(super) struct Proofs {
    slots: Box<[AtomicU64]>,
}

impl Proofs {
    pub fn new() -> Proofs {
        Proofs {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// What was proved of a state, for whoever made the last move.
    pub fn get(&self, state: u64) -> Option<Bounds> {
        let entry = self.slot(state)?.load(RELAXED);
        (entry != 0).then_some(Bounds {
            low: (entry & 3) as u8,
            high: (entry >> 2 & 3) as u8,
        })
    }

    /// Notes what is proved of a state.
    pub fn put(&self, state: u64, bounds: Bounds) {
        let slot = self.slot(state);
        let slot = slot.unwrap_or(&self.slots[(state >> 4) as usize % SLOTS]);
        let entry = state & !15 | u64::from(bounds.low) | u64::from(bounds.high) << 2;
        slot.store(entry, RELAXED);
    }

    /// The slot of a state, or a free one for it.
    fn slot(&self, state: u64) -> Option<&AtomicU64> {
        (0..PROBES)
            .map(|i| &self.slots[((state >> 4) as usize).wrapping_add(i) % SLOTS])
            .find(|slot| {
                let entry = slot.load(RELAXED);
                entry == 0 || (entry ^ state) & !15 == 0
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_until_its_place_is_taken() {
        let proofs = Proofs::new();
        let key = |i: u64| crate::rng::mix(i) | 1 << 63;
        assert_eq!(proofs.get(key(1)), None);
        for i in 0..1000 {
            let low = (i % 3) as u8;
            proofs.put(key(i), Bounds { low, high: 2 });
        }
        for i in 0..1000 {
            let low = (i % 3) as u8;
            assert_eq!(proofs.get(key(i)), Some(Bounds { low, high: 2 }));
        }
        proofs.put(key(4), Bounds { low: 1, high: 1 });
        assert_eq!(proofs.get(key(4)), Some(Bounds::exactly(0.5)));
    }
}
