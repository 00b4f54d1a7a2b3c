//! One line of play with its whole history: the referee of small boards.
//!
//! It follows [`crate::Game`] move for move (a test plays both), on words instead of boards.

use super::grid::{Grid, Placed, Stones};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::rng::mix;
use crate::rules::{Repetition, Rules, Suicide};

/// A move of a line: a point as one bit, or 0 for a pass or virtual move.
pub(super) type Bit = u64;

/// The state after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub stones: Stones,
    pub to_move: Color,
    /// Passes in a row.
    pub passes: u32,
    pub virtual_stones: ByColor<u32>,
    /// Black's real moves minus White's since the start of the line.
    pub extra_moves: i32,
    /// Virtual moves made so far while this on-board position stood.
    pub virtual_here: u32,
    /// Whether a whole position came back under simple ko.
    pub cycle: bool,
    ko: u64,
    /// Whether this is a start or the position after a real move.
    real: bool,
    /// Key of the set of earlier positions that can still matter.
    past: u128,
    /// Key of the numbers of virtual moves made at every on-board position.
    virtual_counts: u128,
}

/// A line of play from a start.
pub(super) struct Line {
    pub grid: Grid,
    pub rules: Rules,
    moments: Vec<Moment>,
    /// Numbers of virtual moves at the on-board positions that have any.
    counts: Vec<(Stones, u32)>,
}

fn wide(a: u64, b: u64) -> u128 {
    let high = mix(a ^ mix(b));
    u128::from(high) << 64 | u128::from(mix(high ^ b.rotate_left(32) ^ 0x57AC))
}

fn stones_key(stones: Stones, salt: u64) -> u128 {
    wide(mix(stones.black ^ salt).wrapping_add(salt), stones.white)
}

const PAST: u64 = 0x1000;
const COUNTS: u64 = 0x2000;
const NOW: u64 = 0x3000;

impl Line {
    /// The line that a game has come to, with all of its history.
    ///
    /// `None` if the board has more than 64 points or the game has ended.
    pub fn from_game(game: &Game) -> Option<Line> {
        let grid = Grid::new(game.size())?;
        if game.now().end.is_some() {
            return None;
        }
        let mut line = Line {
            grid,
            rules: *game.rules(),
            moments: Vec::new(),
            counts: Vec::new(),
        };
        for step in game.history() {
            let ko = |c| step.board.ko_ban(c).map_or(0, |p| 1 << game.size().rank(p));
            let now = Moment {
                stones: Stones::from_board(&step.board),
                to_move: step.to_move,
                passes: step.passes,
                virtual_stones: step.virtual_stones,
                extra_moves: step.real_moves.black as i32 - step.real_moves.white as i32,
                virtual_here: step.virtual_here,
                cycle: step.cycle.is_some(),
                ko: ko(step.to_move),
                real: step.is_position_of_a_real_move(),
                past: 0,
                virtual_counts: 0,
            };
            line.push(now);
        }
        Some(line)
    }

    pub fn now(&self) -> &Moment {
        self.moments.last().expect("a line has a start")
    }

    pub fn undo(&mut self) {
        debug_assert!(self.moments.len() > 1);
        let last = self.moments.pop().expect("a move to take back");
        if last.virtual_stones != self.now().virtual_stones {
            let at = self.counts.iter().position(|c| c.0 == last.stones);
            let at = at.expect("a counted virtual move");
            self.counts[at].1 -= 1;
            if self.counts[at].1 == 0 {
                self.counts.swap_remove(at);
            }
        }
    }

    /// Numbers of virtual moves at the on-board positions that have any.
    pub fn counts(&self) -> &[(Stones, u32)] {
        &self.counts
    }

    /// A key of everything that can matter later: position, history and counters.
    pub fn key(&self) -> u128 {
        self.key_without_counts() ^ self.now().virtual_counts.rotate_left(1)
    }

    /// A key of everything that can matter later but the numbers of virtual moves.
    pub fn key_without_counts(&self) -> u128 {
        let now = self.now();
        let mut small = now.to_move as u64 | u64::from(now.passes.min(2)) << 2;
        small |= u64::from(now.cycle) << 5;
        if self.rules.repetition == Repetition::SimpleKo {
            small |= u64::from(now.ko.trailing_zeros()) << 10;
        }
        if self.rules.compensates() {
            small |= u64::from(now.extra_moves as u32) << 32;
        }
        stones_key(now.stones, NOW) ^ wide(small, NOW) ^ now.past
    }

    /// The state after a real move, or `None` if it is illegal.
    fn after(&self, point: Bit) -> Option<Moment> {
        let now = self.now();
        if now.stones.all() & point != 0 {
            return None;
        }
        let Placed {
            stones,
            ko,
            suicide,
            single,
        } = self.grid.place(now.stones, point, now.to_move);
        if suicide && (single || self.rules.suicide == Suicide::None) {
            return None;
        }
        let simple = self.rules.repetition == Repetition::SimpleKo;
        if simple && now.ko == point {
            return None;
        }
        let next = Moment {
            stones,
            to_move: now.to_move.opponent(),
            passes: 0,
            extra_moves: now.extra_moves + now.to_move.sign(),
            virtual_here: 0,
            cycle: false,
            ko,
            real: true,
            ..*now
        };
        if !simple && self.seen(&next) {
            return None;
        }
        Some(next)
    }

    /// Whether the whole position of `next` stood before.
    fn seen(&self, next: &Moment) -> bool {
        self.moments.iter().rev().any(|old| {
            old.stones == next.stones
                && match self.rules.repetition {
                    Repetition::Positional => true,
                    Repetition::Situational => old.to_move == next.to_move,
                    Repetition::Virtual => old.virtual_stones == next.virtual_stones,
                    Repetition::SimpleKo => {
                        old.real
                            && next.real
                            && old.to_move == next.to_move
                            && old.virtual_stones == next.virtual_stones
                    }
                }
        })
    }

    /// Appends the legal moves, the pass first: on tiny boards it is often the best.
    pub fn moves(&self, out: &mut Vec<Bit>) {
        out.push(0);
        let mut room = self.grid.points & !self.now().stones.all();
        while room != 0 {
            let point = room & room.wrapping_neg();
            room ^= point;
            if self.after(point).is_some() {
                out.push(point);
            }
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Bit) {
        let mut next = if mv != 0 {
            self.after(mv).expect("a legal move")
        } else {
            let now = *self.now();
            Moment {
                to_move: now.to_move.opponent(),
                passes: now.passes + 1,
                cycle: false,
                ko: 0,
                real: false,
                ..now
            }
        };
        let old = self.now();
        if mv != 0 {
            next.virtual_here = self
                .moments
                .iter()
                .rev()
                .find(|m| m.stones == next.stones)
                .map_or(0, |m| m.virtual_here);
            next.cycle = self.rules.repetition == Repetition::SimpleKo && self.seen(&next);
        } else if self.rules.virtual_moves {
            next.virtual_stones[old.to_move] += 1;
            next.virtual_here += 1;
        }
        self.push(next);
    }

    /// Adds a moment after working out its keys.
    fn push(&mut self, mut next: Moment) {
        let virtual_move = self
            .moments
            .last()
            .is_some_and(|old| old.virtual_stones != next.virtual_stones);
        // No position from before a virtual move can come back where the virtual stones count.
        let forgets = match self.rules.repetition {
            Repetition::Virtual | Repetition::SimpleKo => virtual_move,
            Repetition::Positional | Repetition::Situational => false,
        };
        let counts = self.rules.repetition != Repetition::SimpleKo || next.real;
        let mut past = match self.moments.last() {
            Some(old) if !forgets => old.past,
            _ => 0,
        };
        if counts && !self.seen(&next) {
            let turn = match self.rules.repetition {
                Repetition::Situational | Repetition::SimpleKo => next.to_move as u64,
                Repetition::Positional | Repetition::Virtual => 0,
            };
            past ^= stones_key(next.stones, PAST + turn);
        }
        next.past = past;
        next.virtual_counts = self.moments.last().map_or(0, |old| old.virtual_counts);
        if virtual_move {
            match self.counts.iter_mut().find(|c| c.0 == next.stones) {
                Some(count) => count.1 += 1,
                None => self.counts.push((next.stones, 1)),
            }
        }
        if virtual_move && self.rules.ends_by_force() {
            let before = u64::from(next.virtual_here) - 1;
            if before > 0 {
                next.virtual_counts ^= stones_key(next.stones, COUNTS + before);
            }
            next.virtual_counts ^= stones_key(next.stones, COUNTS + before + 1);
        }
        self.moments.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Move, Size};
    use crate::rng::Rng;
    use crate::rules::PRESETS;

    /// Random games on small boards: the line and the referee allow the same moves and see the same ends.
    #[test]
    fn follows_the_referee() {
        let mut rng = Rng::from_seed(7);
        for (i, preset) in PRESETS.iter().cycle().take(220).enumerate() {
            let size = Size::new(2 + i % 3, 2 + i / 3 % 3).unwrap();
            let mut game = Game::new(size, preset.rules);
            let mut line = Line::from_game(&game).unwrap();
            for _ in 0..60 {
                let mut moves = Vec::new();
                line.moves(&mut moves);
                let mut legal: Vec<Bit> = game
                    .legal_points(game.to_move())
                    .iter()
                    .map(|p| 1 << size.rank(p))
                    .collect();
                legal.push(0);
                legal.sort();
                moves.sort();
                assert_eq!(moves, legal, "{}\n{}", preset.name, game.board().diagram());
                // Passes are rarer than stones, so that games are long.
                let mut mv = moves[rng.below(moves.len() as u32) as usize];
                if mv == 0 && rng.below(3) > 0 {
                    mv = moves[moves.len() - 1];
                }
                line.play(mv);
                let played = match mv {
                    0 => Move::Pass,
                    bit => Move::Real(size.point(bit.trailing_zeros() as usize)),
                };
                game.play(game.to_move(), played).unwrap();
                let (now, step) = (line.now(), game.now());
                assert_eq!(now.stones, Stones::from_board(&step.board));
                assert_eq!(now.to_move, step.to_move);
                assert_eq!(now.passes, step.passes);
                assert_eq!(now.virtual_stones, step.virtual_stones);
                assert_eq!(now.virtual_here, step.virtual_here);
                assert_eq!(now.cycle, step.cycle.is_some());
                let moves = game.real_moves();
                assert_eq!(now.extra_moves, moves.black as i32 - moves.white as i32);
                if step.end.is_some() {
                    break;
                }
                let again = Line::from_game(&game).unwrap();
                assert_eq!(again.key(), line.key(), "{}", preset.name);
            }
        }
    }
}
