//! The exact value of whole games on tiny boards, with the full history: the judge of the search.
//!
//! Every rule of repetition, the forced end, cycles and compensation are played as [`crate::Game`]
//! plays them. A state of the search is position + history + counters, so no state ever comes back
//! and a remembered result never depends on anything but the state.

mod grid;
mod line;
mod noted;
mod value;

pub use value::plain_value;

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::hash::HashMap;
use crate::reading::proof::{Arena, Proof, Prover, Verdict};
use crate::rules::Rules;
use grid::Stones;
use line::{Bit, Line};
use noted::{Noted, Split};

/// What ends a game for the solver besides a forced end and a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopping {
    /// Two passes or virtual moves in a row, at the settled value.
    TwoPasses,
    /// Only the forced end, at the literal value. Without a forced end the same as `TwoPasses`.
    Natural,
}

/// How a final position is to be counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Finish {
    /// Play was paused: own points and basic eyes count as the rules say.
    Settled,
    /// The game ended for ever: every stone on the board lives.
    Literal,
}

/// A position at the end of a line of play.
pub struct Final<'a> {
    /// The position.
    pub board: &'a Board,
    /// Real moves of each colour. Only the difference is exact; each is the least that fits the stones.
    pub real_moves: ByColor<u32>,
    /// How to count.
    pub finish: Finish,
}

/// What the solver found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Solution {
    /// The value of the game with best play: Black minus White, komi included; a cycle is worth 0.
    Exact(f32),
    /// The node limit was hit; the value lies within these bounds, both included.
    Between(f32, f32),
}

/// Solves the game from where it stands.
///
/// `value` gives the result of a final position, Black minus White with komi, in multiples of a half
/// (as komi must be); it is asked once per position. Without compensation nobody wins by more than the
/// whole board, komi apart. `None` if the board has more than 64 points or
/// the game has ended. `node_limit` bounds the work; a node is one expanded state.
pub fn solve(
    game: &Game,
    stopping: Stopping,
    node_limit: u64,
    value: impl FnMut(&Final, &Rules) -> f32,
) -> Option<(Solution, u64)> {
    let line = Line::from_game(game)?;
    let mut arena = Whole {
        line,
        natural: stopping == Stopping::Natural && game.rules().ends_by_force(),
        at_least: 0,
        value,
        values: HashMap::default(),
        noted: Noted::default(),
    };
    let rules = game.rules();
    let points = game.size().area() as i32;
    // Prisoners and compensation may be worth more than the board.
    let most = 2 * points * if rules.compensates() { 3 } else { 1 };
    let komi = (2.0 * rules.komi).round() as i32;
    // The value, doubled, is at least `low` and below `high`; a cycle is worth 0.
    let (mut low, mut high) = ((-most - komi).min(0), (most - komi).max(0) + 1);
    let mut nodes = 0;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        arena.at_least = middle;
        arena.noted.clear();
        let mut prover = Prover::new();
        let proof = prover.prove(&mut arena, node_limit.saturating_sub(nodes));
        nodes += prover.nodes();
        match proof {
            Proof::Proven => low = middle,
            Proof::Disproven => high = middle,
            Proof::Unknown | Proof::CutOff => {
                let half = |v: i32| v as f32 / 2.0;
                return Some((Solution::Between(half(low), half(high - 1)), nodes));
            }
        }
    }
    Some((Solution::Exact(low as f32 / 2.0), nodes))
}

/// The question "can Black get at least this much?" on a line of play.
struct Whole<V> {
    line: Line,
    natural: bool,
    /// Doubled.
    at_least: i32,
    value: V,
    /// Doubled values of final positions.
    values: HashMap<(Stones, Finish, i32), i32>,
    /// Outcomes by the key without the numbers of virtual moves, with those numbers.
    noted: Noted,
}

impl<V: FnMut(&Final, &Rules) -> f32> Whole<V> {
    /// The doubled value, if the line has ended.
    fn terminal(&mut self) -> Option<i32> {
        let now = self.line.now();
        let rules = &self.line.rules;
        let finish = if rules.ends_by_force() && now.virtual_here >= 4 && now.passes > 0 {
            Finish::Literal
        } else if now.passes >= 2 && !self.natural {
            Finish::Settled
        } else if now.cycle {
            return Some(0);
        } else {
            return None;
        };
        let (stones, extra) = (now.stones, now.extra_moves);
        Some(self.count(stones, finish, extra))
    }

    /// The doubled value of a final position.
    fn count(&mut self, stones: Stones, finish: Finish, extra: i32) -> i32 {
        let rules = &self.line.rules;
        let counts = if rules.compensates() { extra } else { 0 };
        let value = &mut self.value;
        let size = self.line.grid.size;
        *self
            .values
            .entry((stones, finish, counts))
            .or_insert_with(|| {
                let board = stones.to_board(size).expect("a played position");
                let white = (board.stones(Color::White) as i32)
                    .max(board.stones(Color::Black) as i32 - extra);
                let real_moves = ByColor {
                    black: (white + extra) as u32,
                    white: white as u32,
                };
                let end = Final {
                    board: &board,
                    real_moves,
                    finish,
                };
                (2.0 * value(&end, rules)).round() as i32
            })
    }

    /// Whether numbers of virtual moves matter, and only by the ends they force.
    fn counts_virtual_moves(&self) -> bool {
        self.line.rules.ends_by_force() && !self.line.rules.compensates()
    }

    /// The numbers of virtual moves, by what an end there is worth to Black.
    fn split(&mut self) -> Split {
        let mut split = Split::default();
        for i in 0..self.line.counts().len() {
            let (stones, count) = self.line.counts()[i];
            let good = self.count(stones, Finish::Literal, 0) >= self.at_least;
            let side = if good {
                &mut split.good
            } else {
                &mut split.bad
            };
            side.push((stones, count));
        }
        split
    }
}

impl<V: FnMut(&Final, &Rules) -> f32> Arena for Whole<V> {
    type Move = Bit;

    fn key(&self) -> u128 {
        self.line.key()
    }

    fn prover_to_move(&self) -> bool {
        self.line.now().to_move == Color::Black
    }

    fn verdict(&mut self) -> Verdict {
        match self.terminal() {
            Some(value) if value >= self.at_least => Verdict::Proven,
            Some(_) => Verdict::Disproven,
            None => Verdict::Open,
        }
    }

    fn recall(&mut self) -> Option<bool> {
        if !self.counts_virtual_moves() {
            return None;
        }
        let split = self.split();
        self.noted.recall(self.line.key_without_counts(), &split)
    }

    fn note(&mut self, proven: bool) {
        if self.counts_virtual_moves() {
            let split = self.split();
            self.noted
                .note(self.line.key_without_counts(), split, proven);
        }
    }

    fn moves(&mut self, out: &mut Vec<Bit>) {
        self.line.moves(out);
    }

    fn play(&mut self, mv: Bit) {
        self.line.play(mv);
    }

    fn undo(&mut self) {
        self.line.undo();
    }
}
