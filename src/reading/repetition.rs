//! Whether a solved problem stays solved under the rules of repetition.
//!
//! The search itself knows only simple ko, and no success of it rests on a line that never ends.
//! Afterwards the winner's strategy is walked through. If the
//! winner never brings back a position that stood earlier on a line of it, no superko ever stops the
//! winner (and what it takes from the loser does not matter): the answer holds under all of them.

use super::local::Local;
use super::proof::{Arena, Prover};
use crate::color::Color;
use crate::hash::{HashMap, HashSet, turn_key};
use crate::point::Move;
use crate::rules::Repetition;

/// A state of the winner's strategy.
struct State {
    /// Key of what the rules compare.
    position: u64,
    /// Falls along every line of the strategy.
    rank: u32,
    /// Whether the state counts as bringing its position back.
    brings_back: bool,
    /// Successors; the flag says that a pass leads there.
    next: Vec<(usize, bool)>,
}

/// Work allowed to the search for repetitions, per state of the strategy.
const STEPS_PER_STATE: usize = 200;

struct Strategy<'a> {
    prover: &'a Prover<Move>,
    winner: Color,
    repetition: Repetition,
    states: Vec<State>,
    index: HashMap<u128, usize>,
}

/// Whether the winner's strategy may bring a position back, on any line of it.
pub(super) fn rests_on_repetition(
    arena: &mut Local,
    prover: &Prover<Move>,
    winner: Color,
    repetition: Repetition,
) -> bool {
    let mut strategy = Strategy {
        prover,
        winner,
        repetition,
        states: Vec::new(),
        index: HashMap::default(),
    };
    if let Some((board, to_move)) = arena.start() {
        // The question is asked after a move: the position before it stood as well.
        strategy.states.push(State {
            position: board.key() ^ strategy.turn(to_move),
            rank: u32::MAX,
            brings_back: false,
            next: vec![(1, false)],
        });
    }
    strategy.walk(arena, None);
    strategy.repeats()
}

impl Strategy<'_> {
    /// What the side to move adds to the key of a position.
    fn turn(&self, to_move: Color) -> u64 {
        match self.repetition {
            Repetition::SimpleKo | Repetition::Situational => turn_key(to_move),
            Repetition::Positional | Repetition::Virtual => 0,
        }
    }

    /// Adds the present state and all that follows from it; returns its number.
    fn walk(&mut self, arena: &mut Local, last: Option<Move>) -> usize {
        let key = arena.essence();
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let real = matches!(last, Some(Move::Real(_)));
        let by_winner = arena.to_move() != self.winner;
        let number = self.states.len();
        self.index.insert(key, number);
        self.states.push(State {
            position: arena.board().key() ^ self.turn(arena.to_move()),
            rank: self.prover.outcome(key).map_or(0, |(_, rank)| rank),
            // A cycle under simple ko is closed by either side.
            brings_back: real && (by_winner || self.repetition == Repetition::SimpleKo),
            next: Vec::new(),
        });
        if self.prover.is_leaf(key) {
            return number;
        }
        let mut moves = Vec::new();
        arena.moves(&mut moves);
        let mut next = Vec::new();
        if arena.to_move() == self.winner {
            let best = self.best_move(arena, &moves);
            moves.clear();
            moves.extend(best);
        }
        for mv in moves {
            arena.make(mv);
            next.push((self.walk(arena, Some(mv)), mv == Move::Pass));
            arena.take_back();
        }
        debug_assert!(!next.is_empty(), "a solved state has a solved successor");
        self.states[number].next = next;
        number
    }

    /// The winner's move to the outcome that was decided first. Ranks fall along the strategy, so it
    /// never comes back to a state of the search.
    fn best_move(&self, arena: &mut Local, moves: &[Move]) -> Option<Move> {
        let wanted = arena.prover() == self.winner;
        let rank = |mv: Move| {
            arena.make(mv);
            let outcome = self.prover.outcome(arena.essence());
            arena.take_back();
            outcome
                .filter(|&(proven, _)| proven == wanted)
                .map(|(_, rank)| (rank, mv))
        };
        moves
            .iter()
            .copied()
            .filter_map(rank)
            .min_by_key(|&(rank, _)| rank)
            .map(|(_, mv)| mv)
    }

    fn repeats(&self) -> bool {
        let mut by_position: HashMap<u64, Vec<usize>> = HashMap::default();
        for (i, state) in self.states.iter().enumerate() {
            by_position.entry(state.position).or_default().push(i);
        }
        let mut steps = STEPS_PER_STATE * self.states.len();
        self.states.iter().enumerate().any(|(late, state)| {
            state.brings_back
                && by_position[&state.position]
                    .iter()
                    .any(|&early| self.leads(early, late, &mut steps))
        })
    }

    /// Whether one state can follow another. A virtual move makes every position new. Says yes when
    /// `steps` run out.
    fn leads(&self, early: usize, late: usize, steps: &mut usize) -> bool {
        let above = |state: usize| self.states[state].rank > self.states[late].rank;
        if early == late || !above(early) {
            return false;
        }
        let mut seen = HashSet::default();
        let mut todo = vec![early];
        while let Some(at) = todo.pop() {
            for &(next, pass) in &self.states[at].next {
                if pass && self.repetition == Repetition::Virtual {
                    continue;
                }
                if next == late || *steps == 0 {
                    return true;
                }
                *steps -= 1;
                if above(next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        false
    }
}
