//! Depth-first proof-number search (df-pn, Nagai 2002) over games in which no state comes back.
//!
//! The table is keyed on the *complete* state, so a stored result never depends on how the state was
//! reached: whoever implements [`Arena`] puts everything that matters later into the key, and makes
//! every line of play end. That is how repetition is kept sound here: there is nothing to repair.

use crate::hash::HashMap;
use std::collections::hash_map::Entry as Slot;

/// What is known of a state without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The prover has what it wants.
    Proven,
    /// The prover cannot get it any more.
    Disproven,
    /// The line was cut off by a bound of the search: counted as a failure of the prover, remembered as no real one.
    CutOff,
    /// Play goes on.
    Open,
}

/// A game between a prover and its opponent that ends on every line of play.
pub trait Arena {
    /// A move of either side.
    type Move: Copy;
    /// A key of the complete state; states with equal keys have equal futures, and no line of play
    /// meets a key twice.
    fn key(&self) -> u128;
    /// A key of what the outcome depends on, if the state holds more, such as a counter that only keeps
    /// lines from coming back or cuts them off. Decided outcomes are shared by states with equal ones.
    fn essence(&self) -> u128 {
        self.key()
    }
    /// Whether the prover is to move.
    fn prover_to_move(&self) -> bool;
    /// What is known of the state at once.
    fn verdict(&mut self) -> Verdict;
    /// A guess at the proof and disproof number of an open state, each at least 1.
    fn estimate(&mut self) -> (u32, u32) {
        (1, 1)
    }
    /// Whether outcomes noted for other states decide this one: for arenas in which some states are
    /// plainly better than others.
    fn recall(&mut self) -> Option<bool> {
        None
    }
    /// Told of every state that was decided after looking ahead.
    fn note(&mut self, _proven: bool) {}
    /// Appends all moves of the side to move, promising ones first.
    fn moves(&mut self, out: &mut Vec<Self::Move>);
    /// Makes a move that [`Arena::moves`] offered.
    fn play(&mut self, mv: Self::Move);
    /// Takes the last move back.
    fn undo(&mut self);
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The prover gets what it wants against any play.
    Proven,
    /// The opponent can always prevent it.
    Disproven,
    /// The opponent can prevent it as far as lines were followed: a line was cut off.
    CutOff,
    /// The node limit was hit.
    Unknown,
}

const INFINITE: u32 = u32::MAX / 4;

/// Proof and disproof number: how many leaves, at least, must still be decided to prove or disprove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// A disproof that rests on a cut-off line.
    cut_off: bool,
}

/// A clean outcome.
#[derive(Clone, Copy)]
struct Decided {
    proven: bool,
    /// Outcomes decided before this one; those it rests on are among them.
    rank: u32,
    /// Decided at sight.
    leaf: bool,
}

impl Numbers {
    const PROVEN: Numbers = Numbers {
        proof: 0,
        disproof: INFINITE,
        cut_off: false,
    };
    const DISPROVEN: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
        cut_off: false,
    };
    const CUT_OFF: Numbers = Numbers {
        cut_off: true,
        ..Numbers::DISPROVEN
    };
    fn decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

struct Child<M> {
    mv: M,
    key: u128,
}

/// A search with its table. Results of one arena (same prover, same goal) may be reused for other
/// starting states of it.
pub struct Prover<M> {
    table: HashMap<u128, Numbers>,
    decided: HashMap<u128, Decided>,
    nodes: u64,
    limit: u64,
    /// Vectors handed back for reuse, so that the search does not allocate at every node.
    spare: Vec<(Vec<M>, Vec<Child<M>>)>,
}

impl<M: Copy> Default for Prover<M> {
    fn default() -> Self {
        Prover::new()
    }
}

impl<M: Copy> Prover<M> {
    /// A search that knows nothing yet.
    pub fn new() -> Prover<M> {
        Prover {
            table: HashMap::default(),
            decided: HashMap::default(),
            nodes: 0,
            limit: 0,
            spare: Vec::new(),
        }
    }

    /// Nodes expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the state of this essence is proven or cleanly disproven, with the rank of that outcome:
    /// the winner has a move to an outcome of lower rank, and the loser has no others.
    pub fn outcome(&self, essence: u128) -> Option<(bool, u32)> {
        let decided = self.decided.get(&essence)?;
        Some((decided.proven, decided.rank))
    }

    /// Whether the state was decided at sight, without looking ahead.
    pub fn is_leaf(&self, essence: u128) -> bool {
        self.decided.get(&essence).is_some_and(|d| d.leaf)
    }

    /// Decides whether the prover gets what it wants from the present state, within `limit` more nodes.
    pub fn prove(&mut self, arena: &mut impl Arena<Move = M>, limit: u64) -> Proof {
        self.limit = self.nodes + limit;
        let key = arena.key();
        self.visit(arena, key);
        if !self.table[&key].decided() {
            self.expand(arena, key, INFINITE, INFINITE);
        }
        match self.outcome(arena.essence()) {
            Some((true, _)) => Proof::Proven,
            Some((false, _)) => Proof::Disproven,
            None if self.table[&key].decided() => Proof::CutOff,
            None => Proof::Unknown,
        }
    }

    /// Makes sure the present state is in the table.
    fn visit(&mut self, arena: &mut impl Arena<Move = M>, key: u128) {
        let Slot::Vacant(slot) = self.table.entry(key) else {
            return;
        };
        let essence = arena.essence();
        let known = self.decided.get(&essence).map(|d| d.proven);
        let known = known.or_else(|| arena.recall());
        let numbers = match known {
            Some(true) => Numbers::PROVEN,
            Some(false) => Numbers::DISPROVEN,
            None => match arena.verdict() {
                Verdict::Proven => Numbers::PROVEN,
                Verdict::Disproven => Numbers::DISPROVEN,
                Verdict::CutOff => Numbers::CUT_OFF,
                Verdict::Open => {
                    let (proof, disproof) = arena.estimate();
                    Numbers {
                        proof,
                        disproof,
                        cut_off: false,
                    }
                }
            },
        };
        slot.insert(numbers);
        if known.is_none() {
            self.remember(essence, numbers, true);
        }
    }

    fn remember(&mut self, essence: u128, numbers: Numbers, leaf: bool) {
        if numbers.decided() && !numbers.cut_off {
            let rank = self.decided.len() as u32;
            self.decided.entry(essence).or_insert(Decided {
                proven: numbers.proof == 0,
                rank,
                leaf,
            });
        }
    }

    /// Works below the present state until one of its numbers reaches its threshold.
    fn expand(&mut self, arena: &mut impl Arena<Move = M>, key: u128, proof: u32, disproof: u32) {
        if let Some(known) = self.decided.get(&arena.essence()) {
            let numbers = if known.proven {
                Numbers::PROVEN
            } else {
                Numbers::DISPROVEN
            };
            self.table.insert(key, numbers);
            return;
        }
        if let Some(proven) = arena.recall() {
            let numbers = if proven {
                Numbers::PROVEN
            } else {
                Numbers::DISPROVEN
            };
            self.table.insert(key, numbers);
            self.remember(arena.essence(), numbers, false);
            return;
        }
        self.nodes += 1;
        let (mut moves, mut children) = self.spare.pop().unwrap_or_default();
        arena.moves(&mut moves);
        for &mv in &moves {
            arena.play(mv);
            let child = arena.key();
            self.visit(arena, child);
            arena.undo();
            children.push(Child { mv, key: child });
        }
        let prover = arena.prover_to_move();
        loop {
            let (numbers, best, second) = self.combine(&children, prover);
            self.table.insert(key, numbers);
            if numbers.proof >= proof
                || numbers.disproof >= disproof
                || numbers.decided()
                || self.nodes >= self.limit
            {
                self.remember(arena.essence(), numbers, false);
                if numbers.decided() && !numbers.cut_off {
                    arena.note(numbers.proof == 0);
                }
                break;
            }
            let child = &children[best];
            let at = self.table[&child.key];
            // The child is left when it is no longer the best, or when the parent's bound is reached.
            let (child_proof, child_disproof) = if prover {
                (
                    proof.min(second.saturating_add(1 + second / 4)),
                    (disproof - numbers.disproof).saturating_add(at.disproof),
                )
            } else {
                (
                    (proof - numbers.proof).saturating_add(at.proof),
                    disproof.min(second.saturating_add(1 + second / 4)),
                )
            };
            let (mv, child_key) = (child.mv, child.key);
            arena.play(mv);
            self.expand(
                arena,
                child_key,
                child_proof.min(INFINITE),
                child_disproof.min(INFINITE),
            );
            arena.undo();
        }
        moves.clear();
        children.clear();
        self.spare.push((moves, children));
    }

    /// The numbers of a node from its children's, the child to work on, and the runner-up's number.
    fn combine(&self, children: &[Child<M>], prover: bool) -> (Numbers, usize, u32) {
        // Seen from the side to move: `reach` is what it takes to succeed here, `refute` to fail.
        let (mut least, mut second, mut best, mut sum) = (INFINITE, INFINITE, 0, 0u32);
        let (mut cut_off, mut clean) = (false, false);
        for (i, child) in children.iter().enumerate() {
            let numbers = self.table[&child.key];
            let (reach, refute) = if prover {
                (numbers.proof, numbers.disproof)
            } else {
                (numbers.disproof, numbers.proof)
            };
            if reach < least {
                second = least;
                least = reach;
                best = i;
            } else if reach < second {
                second = reach;
            }
            clean |= reach == 0 && !numbers.cut_off;
            cut_off |= numbers.cut_off;
            sum = sum.saturating_add(refute).min(INFINITE);
        }
        let numbers = if prover {
            Numbers {
                proof: least,
                disproof: sum,
                cut_off: sum == 0 && cut_off,
            }
        } else {
            Numbers {
                proof: sum,
                disproof: least,
                cut_off: least == 0 && !clean,
            }
        };
        (numbers, best, second)
    }
}
