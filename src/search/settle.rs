//! What a rest is worth: two passes or virtual moves in a row, dead stones taken off.
//!
//! Passing must not be valued as if dead stones lived, nor as if play went on. So a position at which
//! a line comes to rest is *judged*: a fixed number of playouts from it, their chance taken from the
//! position itself, say for each chain whether it mostly lives, and [`crate::counting`] settles what is
//! left, by the same rules as any count. The judgement depends on nothing but the stones and the rules,
//! so it is remembered by position, in one table for all threads. Before a position has come up a few
//! times its playouts' own results stand in for the judgement, because most never come up again.
//!
//! On the tiniest boards nothing is taken for dead: the search reads them out, so who thinks stones
//! dead can show it, and results are exact.

use super::TINY;
use super::root::Root;
use super::value;
use crate::board::Board;
use crate::color::Color;
use crate::counting::{DeadStones, Evidence, Ledger, Settlement, Thresholds, dead_stones, settle};
use crate::playout::{self, Local, Rates, Trace};
use crate::point::{PointMap, PointSet};
use crate::rng::{Rng, derive_seed};
use crate::rules::{Rules, Scoring, Suicide, Tax};
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};

const RELAXED: Ordering = Ordering::Relaxed;

/// A resting position judged.
pub struct Judged {
    /// What is dead, and how sure that is.
    pub dead: DeadStones,
    /// The position without them, every point accounted for.
    pub settlement: Settlement,
}

/// Chains surer than this, on the scale of [`DeadStones::confidence`], are not in doubt.
const CLEAR: f32 = 0.75;

impl Judged {
    /// Whether no chain's life is in doubt.
    pub fn is_clear(&self) -> bool {
        self.dead.confidence >= CLEAR
    }
}

/// Judges resting positions. A judge is scratch space; equal positions get equal judgements.
pub struct Judge {
    playouts: u32,
    board: Board,
    trace: Trace,
    ownership: PointMap<f32>,
    policy: Local,
}

impl Judge {
    /// A judge that looks at this many playouts a position, half of them with either side first.
    pub fn new(board: &Board, playouts: u32) -> Judge {
        Judge {
            playouts: playouts.max(1),
            board: board.clone(),
            trace: Trace::new(),
            ownership: PointMap::filled(0.0),
            policy: Local::new(Rates::default()),
        }
    }

    /// Judges a position.
    pub fn judge(&mut self, board: &Board, rules: &Rules) -> Judged {
        let size = board.size();
        if size.area() <= TINY {
            return Judged {
                dead: DeadStones {
                    dead: PointSet::EMPTY,
                    confidence: 1.0,
                    doubts: Vec::new(),
                },
                settlement: settle_without(board, &PointSet::EMPTY, rules),
            };
        }
        // The same stones must give the same list of empty points, however they came there.
        let start = Board::from_stones(size, |p| board.color_at(p))
            .expect("every chain of a position has a liberty");
        let mut rng = Rng::from_seed(derive_seed(SEED, start.key()));
        self.ownership = PointMap::filled(0.0);
        for i in 0..self.playouts {
            self.board.clone_from(&start);
            let first = Color::BOTH[(i % 2) as usize];
            playout::run(
                &self.policy,
                &mut self.board,
                first,
                0,
                &mut rng,
                &mut self.trace,
            );
            for point in size.points() {
                self.ownership[point] += value::owner(&self.board, point) as f32;
            }
        }
        for point in size.points() {
            self.ownership[point] /= self.playouts as f32;
        }
        let suicide = rules.suicide != Suicide::None;
        let dead = dead_stones(&start, &self.ownership, suicide, Thresholds::default());
        let settlement = settle_without(&start, &dead.dead, rules);
        Judged { dead, settlement }
    }
}

/// Any number will do; it keeps these playouts apart from all others.
const SEED: u64 = 0x5E77_1E00;

/// The position settled without these dead stones. Moves and virtual stones are kept elsewhere.
pub(super) fn settle_without(board: &Board, dead: &PointSet, rules: &Rules) -> Settlement {
    let ledger = Ledger::of_board(board);
    settle(
        board,
        dead,
        ledger,
        rules.touch_points,
        &Evidence::default(),
    )
}

/// Half points of Black minus White with every stone alive as it stands, as [`settled_halves`]. Where
/// living stones are counted these are the stones alone, for nobody will fill a path any more.
pub(super) fn literal_halves(board: &Board, rules: &Rules) -> i32 {
    if counts_stones_alone(rules) {
        let stones = |c| board.stones(c) as i32;
        2 * (stones(Color::Black) - stones(Color::White))
    } else {
        settled_halves(&settle_without(board, &PointSet::EMPTY, rules), rules)
    }
}

fn counts_stones_alone(rules: &Rules) -> bool {
    (rules.scoring, rules.tax) == (Scoring::Area, Tax::All)
}

/// Half points of Black minus White in a settled position, before komi and before extra moves are
/// given back.
pub(super) fn settled_halves(settlement: &Settlement, rules: &Rules) -> i32 {
    let total = |c: Color| {
        let own = settlement.own[c].union(&settlement.one_sided_dame[c]);
        let taxed = match rules.tax {
            Tax::None => 0,
            Tax::Seki => settlement.seki_points[c].len(),
            Tax::All => settlement.eyes[c].len(),
        };
        // Shared points go by halves to both sides.
        settlement.stones(c) as i32 + own.len() as i32 - taxed as i32
    };
    2 * (total(Color::Black) - total(Color::White))
}

/// The result of a rest at this position: Black minus White, komi included. `extra_moves` is M of
/// Black minus M of White, given back where the rules say so.
pub fn rest_value(
    judge: &mut Judge,
    board: &Board,
    rules: &Rules,
    extra_moves: i32,
    white_bonus: f32,
) -> f32 {
    let halves = settled_halves(&judge.judge(board, rules).settlement, rules);
    0.5 * halves as f32 - given_back(rules, extra_moves) - white_bonus
}

/// What the side of more real moves gives back.
pub(super) fn given_back(rules: &Rules, extra_moves: i32) -> f32 {
    if rules.compensation || rules.scoring == Scoring::Territory {
        extra_moves as f32
    } else {
        0.0
    }
}

/// What a rest was judged to be worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// As [`settled_halves`].
    pub halves: i32,
    /// Whether no chain's life is in doubt.
    pub clear: bool,
}

impl Verdict {
    const fn pack(self) -> i32 {
        2 * self.halves + self.clear as i32
    }

    const fn unpack(word: i32) -> Verdict {
        Verdict {
            halves: word >> 1,
            clear: word & 1 != 0,
        }
    }
}

/// Judgements by position, shared by all threads.
///
/// ```text
/// slot: key u64 (0 free) | times asked u32 | verdict i32 (i32::MIN none yet), packed, or half points
/// ```
pub(super) struct Rests {
    slots: Box<[Slot]>,
}

struct Slot {
    key: AtomicU64,
    asked: AtomicU32,
    halves: AtomicI32,
}

const SLOTS: usize = 1 << 14;
const PROBES: usize = 16;
/// How often a position comes up before it is judged.
const ASKED_ENOUGH: u32 = 3;
const OPEN: i32 = i32::MIN;
/// Keeps literal counts apart from judgements, whose keys have the highest bit.
const LITERAL: u64 = 0x4C49_5445_5241_4C00 >> 1;

impl Rests {
    pub fn new() -> Rests {
        let free = || Slot {
            key: AtomicU64::new(0),
            asked: AtomicU32::new(0),
            halves: AtomicI32::new(OPEN),
        };
        Rests {
            slots: (0..SLOTS).map(|_| free()).collect(),
        }
    }

    /// Forgets everything if the table has become crowded.
    pub fn make_room(&mut self) {
        let taken = self.slots.iter().filter(|s| s.key.load(RELAXED) != 0);
        if taken.count() > SLOTS / 2 {
            *self = Rests::new();
        }
    }

    /// The verdict on a rest at this position, or none while playouts stand in for it.
    pub fn verdict(&self, root: &Root, board: &Board, judge: &mut Judge) -> Option<Verdict> {
        let slot = self.slot(board.key() | 1 << 63)?;
        let known = slot.halves.load(RELAXED);
        if known != OPEN {
            return Some(Verdict::unpack(known));
        }
        if slot.asked.fetch_add(1, RELAXED) + 1 < ASKED_ENOUGH && !root.tiny {
            return None;
        }
        // Two threads may both judge: they find the same.
        let judged = judge.judge(board, &root.rules);
        let verdict = Verdict {
            halves: settled_halves(&judged.settlement, &root.rules),
            clear: judged.is_clear(),
        };
        slot.halves.store(verdict.pack(), RELAXED);
        Some(verdict)
    }

    /// The half points of this position with every stone alive.
    pub fn literal_halves(&self, root: &Root, board: &Board) -> i32 {
        if counts_stones_alone(&root.rules) {
            return literal_halves(board, &root.rules);
        }
        let slot = self.slot(board.key() & !(1 << 63) ^ LITERAL);
        let known = slot.map_or(OPEN, |slot| slot.halves.load(RELAXED));
        if known != OPEN {
            return known;
        }
        let halves = literal_halves(board, &root.rules);
        if let Some(slot) = slot {
            slot.halves.store(halves, RELAXED);
        }
        halves
    }

    fn slot(&self, key: u64) -> Option<&Slot> {
        for i in 0..PROBES {
            let slot = &self.slots[(key as usize).wrapping_add(i) % SLOTS];
            let found = slot.key.load(RELAXED);
            if found == key {
                return Some(slot);
            }
            if found == 0 {
                match slot.key.compare_exchange(0, key, RELAXED, RELAXED) {
                    Ok(_) => return Some(slot),
                    Err(other) if other == key => return Some(slot),
                    Err(_) => {}
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{Method, count_settled, to_white};
    use crate::game::Game;
    use crate::point::{Move, Point, Size};
    use crate::rules::PRESETS;

    /// Rests and ends are worth in the search what counting makes of them, under every preset, finished
    /// or not.
    #[test]
    fn values_are_those_of_counting() {
        let mut rng = Rng::from_seed(21);
        for preset in &PRESETS {
            for number in 0..12 {
                let mut game = Game::new(Size::square(3 + number % 5), preset.rules);
                let moves = 10 + rng.below(60);
                for _ in 0..moves {
                    let color = game.to_move();
                    let points: Vec<Point> = game
                        .legal_points(color)
                        .iter()
                        .filter(|&p| !game.board().is_eye(p, color))
                        .collect();
                    if game.now().end.is_some() || points.is_empty() {
                        break;
                    }
                    let point = points[rng.below(points.len() as u32) as usize];
                    game.play(color, Move::Real(point)).unwrap();
                }
                let board = game.board();
                let real = game.real_moves();
                let extra = real.black as i32 - real.white as i32;
                let rules = game.rules();
                let bonus = to_white(rules, 0).points() as f32;
                let mut judge = Judge::new(board, 20);
                let judged = judge.judge(board, rules);
                let count = |dead: &PointSet, method| {
                    let settlement = settle(
                        board,
                        dead,
                        Ledger::of_game(&game),
                        rules.touch_points,
                        &Evidence::default(),
                    );
                    let count = count_settled(&settlement, method, rules, to_white(rules, 0));
                    count.result.points() as f32
                };
                assert_eq!(
                    rest_value(&mut judge, board, rules, extra, bonus),
                    count(&judged.dead.dead, Method::of_rules(rules)),
                    "{}\n{board:?}",
                    preset.name
                );
                // Without virtual moves only an agreed end is counted, and never by the search.
                if rules.virtual_moves {
                    assert_eq!(
                        0.5 * literal_halves(board, rules) as f32
                            - given_back(rules, extra)
                            - bonus,
                        count(&PointSet::EMPTY, Method::of_end(rules)),
                        "{}\n{board:?}",
                        preset.name
                    );
                }
            }
        }
    }

    /// The judgement hangs on the stones alone, not on how they came there.
    #[test]
    fn equal_positions_get_equal_judgements() {
        let size = Size::square(5);
        let at = |name: &str| size.parse_point(name).unwrap();
        let rules = Rules::living_stones();
        let order = ["B2", "D4", "C3", "A1"].map(at);
        let (mut one, mut two) = (Board::new(size), Board::new(size));
        for i in 0..4 {
            one.play_unchecked(order[i], Color::BOTH[i % 2]);
            two.play_unchecked(order[3 - i], Color::BOTH[(3 - i) % 2]);
        }
        let mut judge = Judge::new(&one, 30);
        let first = judge.judge(&one, &rules);
        assert_eq!(first.dead, judge.judge(&two, &rules).dead);
    }
}
