//! Proof numbers, for boards so small that whole games can be proved (L. V. Allis, Searching for
//! Solutions in Games and Artificial Intelligence, 1994).
//!
//! Means of playouts do not find the narrow line that proves a result; the proof number does: how many
//! leaves must still be proved, at the least, to prove a claim. On tiny boards every second descent
//! goes where it is least. There are two claims for the side to move at a node: that it gets at least
//! a draw, and that it wins.
//!
//! ```text
//! to prove a claim, prove it for one move:    proof = min over children of disproof of the counter-claim
//! to disprove it, disprove it for all:     disproof = sum over children of proof of the counter-claim
//! ```
//! "I get t halves of a win" is countered by "I get 3 - t" of the other side, one move on.

use super::node::{Bounds, Node};
use std::sync::atomic::{AtomicU32, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;
/// Cannot be proved any more.
const NEVER: u32 = u32::MAX;

/// Halves of a win that a claim is about: 1 at least a draw, 2 a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim(u8);

impl Claim {
    const BOTH: [Claim; 2] = [Claim(1), Claim(2)];

    /// A claim that is open at a node, picked by `choice`; none if its result is proved.
    pub fn open_at(node: &Node, choice: u32) -> Option<Claim> {
        let bounds = node.bounds().flipped();
        let open = |claim: &Claim| bounds.low < claim.0 && claim.0 <= bounds.high;
        let count = Claim::BOTH.iter().filter(|c| open(c)).count() as u32;
        let mut claims = Claim::BOTH.into_iter().filter(open);
        claims.nth(choice.checked_rem(count)? as usize)
    }

    /// What the other side claims against it.
    pub const fn countered(self) -> Claim {
        Claim(3 - self.0)
    }

    const fn index(self) -> usize {
        (self.0 as usize - 1) % 2
    }
}

/// Proof and disproof numbers of both claims of the side to move.
pub(super) struct Numbers {
    proof: [AtomicU32; 2],
    disproof: [AtomicU32; 2],
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers {
            proof: [AtomicU32::new(1), AtomicU32::new(1)],
            disproof: [AtomicU32::new(1), AtomicU32::new(1)],
        }
    }
}

impl Numbers {
    /// Those of a leaf.
    pub fn reset(&self) {
        for number in self.proof.iter().chain(&self.disproof) {
            number.store(1, RELAXED);
        }
    }

    /// Copies everything from others.
    pub fn copy_from(&self, from: &Numbers) {
        for i in 0..2 {
            self.proof[i].store(from.proof[i].load(RELAXED), RELAXED);
            self.disproof[i].store(from.disproof[i].load(RELAXED), RELAXED);
        }
    }

    /// Both numbers of a claim, by what is proved of the node if that decides it.
    fn of(&self, node: &Node, claim: Claim) -> (u32, u32) {
        let Bounds { low, high } = node.bounds().flipped();
        if low >= claim.0 {
            (0, NEVER)
        } else if high < claim.0 {
            (NEVER, 0)
        } else {
            let i = claim.index();
            (self.proof[i].load(RELAXED), self.disproof[i].load(RELAXED))
        }
    }

    /// Works the numbers of a node out from those of its children.
    pub fn update(&self, children: &[Node], numbers: &[Numbers]) {
        for claim in Claim::BOTH {
            let (mut proof, mut disproof) = (NEVER, 0u32);
            for (child, of_child) in children.iter().zip(numbers) {
                let (against, to_refute) = of_child.of(child, claim.countered());
                proof = proof.min(to_refute);
                disproof = match (disproof, against) {
                    (NEVER, _) | (_, NEVER) => NEVER,
                    (a, b) => a.saturating_add(b).min(NEVER - 1),
                };
            }
            self.proof[claim.index()].store(proof, RELAXED);
            self.disproof[claim.index()].store(disproof, RELAXED);
        }
    }
}

/// The child whose counter-claim is the easiest to disprove; none if all are excluded or hopeless.
pub(super) fn choose(children: &[Node], numbers: &[Numbers], claim: Claim) -> Option<usize> {
    let ease = |i: &usize| numbers[*i].of(&children[*i], claim.countered()).1;
    (0..children.len().min(numbers.len()))
        .filter(|&i| !children[i].is_excluded() && !children[i].is_proved())
        .filter(|i| ease(i) != NEVER)
        .min_by_key(ease)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_from_children_and_proofs() {
        let children = [Node::default(), Node::default(), Node::default()];
        let numbers = [Numbers::default(), Numbers::default(), Numbers::default()];
        let (node, own) = (Node::default(), Numbers::default());
        let [draw, win] = Claim::BOTH;
        own.update(&children, &numbers);
        assert_eq!(own.of(&node, draw), (1, 3));
        assert_eq!(own.of(&node, win), (1, 3));
        // The first child's mover, who is to move at the node, is proved to get no more than a draw by it.
        children[0].prove(Bounds { low: 0, high: 1 });
        own.update(&children, &numbers);
        assert_eq!(own.of(&node, win), (1, 2));
        assert_eq!(own.of(&node, draw), (1, 3));
        assert_ne!(choose(&children, &numbers, win), Some(0));
        // A sure draw by the second.
        children[1].prove(Bounds::exactly(0.5));
        own.update(&children, &numbers);
        assert_eq!(own.of(&node, draw), (0, NEVER));
        assert_eq!(own.of(&node, win), (1, 1));
        assert_eq!(choose(&children, &numbers, win), Some(2));
        assert_eq!(Claim::open_at(&node, 5), Some(win));
        node.prove(Bounds { low: 0, high: 1 });
        assert_eq!(Claim::open_at(&node, 0), Some(win));
        node.prove(Bounds { low: 1, high: 1 });
        assert_eq!(Claim::open_at(&node, 0), None);
    }
}
