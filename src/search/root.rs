//! What every descent of one search starts from: the position, the counters, and what may not come back.

use super::TINY;
use super::ending::Ending;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::counting::to_white;
use crate::game::{Action, Game, repetition_key};
use crate::hash::{turn_key, virtual_key};
use crate::point::Move;
use crate::rng::mix;
use crate::rules::{ForcedEnd, Repetition, Rules};

/// The opponent's last moves among which the rests that it offered are counted.
const OFFERS_AMONG: usize = 8;

/// Past moves that evaluators see.
pub(super) const RECENT: usize = 8;

/// The state of a game, ready for fast descents.
pub(super) struct Root {
    pub rules: Rules,
    pub ending: Ending,
    /// Komi and handicap bonus.
    pub white_bonus: f32,
    /// Points that playouts lend to White.
    pub lent: f32,
    pub board: Board,
    pub to_move: Color,
    pub passes: u32,
    /// How many of the opponent's last eight moves were passes or virtual moves.
    pub offers: usize,
    pub virtual_stones: ByColor<u32>,
    pub real_moves: ByColor<u32>,
    pub virtual_here: u32,
    /// Keys of the whole positions of the game so far ([`Root::whole_key`]).
    pub past: KeySet,
    /// On-board positions at which virtual moves were made, with their number.
    pub virtual_counts: Vec<(u64, u32)>,
    /// The last moves, the newest last.
    pub recent: Vec<Move>,
    /// Whether the board is so small that states are told apart ([`super::TINY`]).
    pub tiny: bool,
    /// Where [`Line::state`](super::line::Line::state) starts from.
    pub past_key: u64,
    pub counted_key: u64,
}

impl Root {
    /// The state of `game` with `color` to move.
    pub fn new(game: &Game, color: Color, ending: Ending, lent: f32) -> Root {
        let rules = *game.rules();
        let now = game.now();
        let history = game.history();
        let mut root = Root {
            rules,
            ending,
            white_bonus: to_white(&rules, game.handicap()).points() as f32,
            lent,
            board: now.board.clone(),
            to_move: color,
            passes: now.passes,
            offers: offers(game, color.opponent()),
            virtual_stones: now.virtual_stones,
            real_moves: now.real_moves,
            virtual_here: now.virtual_here,
            past: KeySet::with_room(history.len()),
            virtual_counts: Vec::new(),
            recent: game.moves().map(|(_, mv)| mv).collect(),
            tiny: game.size().area() <= TINY,
            past_key: 0,
            counted_key: 0,
        };
        let surplus = root.recent.len().saturating_sub(RECENT);
        root.recent.drain(..surplus);
        for step in history {
            let of_real_move = !matches!(
                step.action,
                Action::Move(_, Move::Pass) | Action::End | Action::Resume
            );
            if of_real_move || rules.repetition != Repetition::SimpleKo {
                let key = root.whole_key(step.board.key(), step.virtual_stones, step.to_move);
                if root.tiny
                    && !root.past.contains(key)
                    && root.can_return_after(step.virtual_stones)
                {
                    root.past_key ^= root.past_part(step.board.key(), step.to_move);
                }
                root.past.insert(key);
            }
            if root.counts_virtual_moves() && step.virtual_here > 0 {
                let key = step.board.key();
                root.virtual_counts.retain(|&(k, _)| k != key);
                root.virtual_counts.push((key, step.virtual_here));
            }
        }
        let counts = root.virtual_counts.iter();
        root.counted_key = counts.fold(0, |keys, &(board, count)| {
            (1..=count).fold(keys, |keys, c| {
                keys ^ count_key(board, c) ^ count_key(board, c - 1)
            })
        });
        root
    }

    /// Whether no position from before a virtual move can come back.
    pub fn forgets_at_virtual_moves(&self) -> bool {
        self.rules.virtual_moves
            && matches!(
                self.rules.repetition,
                Repetition::Virtual | Repetition::SimpleKo
            )
    }

    fn can_return_after(&self, virtual_stones: ByColor<u32>) -> bool {
        !self.forgets_at_virtual_moves() || virtual_stones == self.virtual_stones
    }

    /// What one earlier position adds to the key of all of them.
    pub fn past_part(&self, board: u64, to_move: Color) -> u64 {
        mix(board
            ^ match self.rules.repetition {
                Repetition::Situational | Repetition::SimpleKo => turn_key(to_move),
                Repetition::Positional | Repetition::Virtual => 0,
            }
            ^ PAST)
    }

    /// The key of what is compared: for legality under a superko, for cycles under simple ko.
    #[inline]
    pub fn whole_key(&self, board: u64, virtual_stones: ByColor<u32>, to_move: Color) -> u64 {
        board
            ^ match self.rules.repetition {
                Repetition::SimpleKo => {
                    turn_key(to_move)
                        ^ virtual_key(Color::Black, virtual_stones.black)
                        ^ virtual_key(Color::White, virtual_stones.white)
                }
                superko => repetition_key(superko, virtual_stones, to_move),
            }
    }

    /// Whether two virtual moves in a row end nothing because the engine ends naturally. Where passes
    /// are made, or nothing forces an end, two in a row must do.
    #[inline(always)]
    pub fn goes_natural(&self) -> bool {
        self.ending == Ending::Natural && self.counts_virtual_moves()
    }

    /// Whether the number of virtual moves at a position can end the game. Where the end must be
    /// demanded it is as good as automatic: one of the two gains by it, or neither loses.
    #[inline(always)]
    pub fn counts_virtual_moves(&self) -> bool {
        self.rules.virtual_moves && self.rules.forced_end != ForcedEnd::Off
    }
}

/// How many of the last moves of `side` were passes or virtual moves.
fn offers(game: &Game, side: Color) -> usize {
    let moves = game
        .history()
        .iter()
        .rev()
        .filter_map(|step| match step.action {
            Action::Move(color, mv) if color == side => Some(mv),
            _ => None,
        });
    let last = moves.take(OFFERS_AMONG);
    last.filter(|&mv| mv == Move::Pass).count()
}

const PAST: u64 = 0x5041_5354;

/// What "this many virtual moves were made at this on-board position" adds to the key of all counts.
pub(super) fn count_key(board: u64, count: u32) -> u64 {
    match count {
        0 => 0,
        _ => mix(mix(board) ^ u64::from(count)),
    }
}

/// A set of keys for look-ups in the descent: open addressing, at most half full.
pub(super) struct KeySet {
    slots: Vec<u64>,
}

/// Stands for the key 0, which marks an empty slot.
const ZERO: u64 = 0x9E37_79B9_7F4A_7C15;

impl KeySet {
    fn with_room(keys: usize) -> KeySet {
        KeySet {
            slots: vec![0; (2 * keys.max(1)).next_power_of_two()],
        }
    }

    fn insert(&mut self, key: u64) {
        let slot = self.slot(key);
        self.slots[slot] = if key == 0 { ZERO } else { key };
    }

    /// Whether the key is in the set.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)] != 0
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        let key = if key == 0 { ZERO } else { key };
        let mask = self.slots.len() - 1;
        let mut i = key as usize & mask;
        while self.slots[i] != 0 && self.slots[i] != key {
            i = (i + 1) & mask;
        }
        i
    }
}
