//! A line of play below the root: the position at its end and all that the rules count on the way.
//! The same steps as [`crate::game::Game`], without history objects and without allocation.

use super::ending::Ending;
use super::evaluator::EvalInput;
use super::root::{RECENT, Root, count_key};
use crate::board::{Board, Placement};
use crate::color::{ByColor, Color};
use crate::hash::turn_key;
use crate::point::{Move, Point};
use crate::rng::mix;
use crate::rules::{Repetition, Suicide};

/// Longest line. A leaf this deep gets no children.
pub(super) const MAX_DEPTH: usize = 1024;

/// How a line ended, if it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Two passes or virtual moves in a row: counted with dead stones taken off.
    Rest,
    /// Every stone as it stands.
    Literal,
    /// A whole position came back under simple ko.
    Cycle,
}

/// The end of a line of play.
pub(super) struct Line {
    pub board: Board,
    pub to_move: Color,
    pub passes: u32,
    pub virtual_stones: ByColor<u32>,
    pub real_moves: ByColor<u32>,
    pub virtual_here: u32,
    pub end: Option<End>,
    depth: usize,
    /// The last moves before the root, then those of the line.
    moves: [Move; RECENT + MAX_DEPTH],
    before: usize,
    /// Whole-position keys after each move of the line; stale where the move does not count.
    keys: [u64; MAX_DEPTH],
    key_count: usize,
    /// On-board positions at which the line made virtual moves, with the number then.
    virtual_counts: [(u64, u32); MAX_DEPTH],
    virtual_count: usize,
    /// Key of the set of earlier positions that can still matter, and of the numbers of virtual moves
    /// made at every position. Kept on tiny boards only.
    past: u64,
    counted: u64,
}

impl Line {
    /// The empty line.
    pub fn new(root: &Root) -> Box<Line> {
        let mut line = Box::new(Line {
            board: root.board.clone(),
            to_move: root.to_move,
            passes: 0,
            virtual_stones: ByColor::default(),
            real_moves: ByColor::default(),
            virtual_here: 0,
            end: None,
            depth: 0,
            moves: [Move::Pass; RECENT + MAX_DEPTH],
            before: 0,
            keys: [0; MAX_DEPTH],
            key_count: 0,
            virtual_counts: [(0, 0); MAX_DEPTH],
            virtual_count: 0,
            past: 0,
            counted: 0,
        });
        line.restart(root);
        line
    }

    /// Back to the root.
    pub fn restart(&mut self, root: &Root) {
        self.board.clone_from(&root.board);
        self.to_move = root.to_move;
        self.passes = root.passes;
        self.virtual_stones = root.virtual_stones;
        self.real_moves = root.real_moves;
        self.virtual_here = root.virtual_here;
        self.end = None;
        self.depth = 0;
        self.before = root.recent.len();
        self.moves[..self.before].copy_from_slice(&root.recent);
        self.key_count = 0;
        self.virtual_count = 0;
        self.past = root.past_key;
        self.counted = root.counted_key;
    }

    /// A key of everything that can matter later: two lines with equal keys have the same future. Only
    /// on tiny boards, where [`Root::tiny`] is set.
    pub fn state(&self, root: &Root) -> u64 {
        debug_assert!(root.tiny);
        let mut counters = u64::from(self.passes.min(3)) | u64::from(self.virtual_here.min(4)) << 2;
        if root.rules.repetition == Repetition::SimpleKo {
            let ko = self.board.ko_ban(self.to_move).map_or(0, Point::index);
            counters |= (ko as u64) << 8;
        }
        if root.rules.compensates() {
            let extra = self.real_moves.black.wrapping_sub(self.real_moves.white);
            counters |= u64::from(extra) << 32;
        }
        let now = mix(self.board.key() ^ turn_key(self.to_move));
        // The highest bit keeps the key from being 0.
        mix(now ^ mix(counters) ^ self.past ^ self.counted.rotate_left(1)) | 1 << 63
    }

    /// Number of moves in the line.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The last moves, the newest last, at most [`RECENT`].
    pub fn recent(&self) -> &[Move] {
        let len = self.before + self.depth;
        &self.moves[len.saturating_sub(RECENT)..len]
    }

    /// The points of the last two moves, the latest first; [`Point::NONE`] for a pass or none.
    pub fn last_two_points(&self) -> [Point; 2] {
        let mut moves = self.recent().iter().rev();
        std::array::from_fn(|_| {
            moves
                .next()
                .and_then(|mv| mv.point())
                .unwrap_or(Point::NONE)
        })
    }

    /// The points of the moves of the line, [`Point::NONE`] for a pass.
    #[inline(always)]
    pub fn point(&self, depth: usize) -> Point {
        self.moves[self.before + depth]
            .point()
            .unwrap_or(Point::NONE)
    }

    /// What an evaluator is told of the position; `moves` and `banned` are those of the side to move.
    pub fn input<'a>(
        &'a self,
        root: &'a Root,
        moves: &'a [Move],
        banned: &'a [Point],
    ) -> EvalInput<'a> {
        EvalInput {
            board: &self.board,
            to_move: self.to_move,
            moves,
            banned,
            recent: self.recent(),
            rules: &root.rules,
            white_bonus: root.white_bonus,
            passes: self.passes,
            virtual_stones: self.virtual_stones,
            virtual_here: self.virtual_here,
            real_moves: self.real_moves,
        }
    }

    /// Whether a stone on this empty point is legal, and if not, whether only a ko or a repetition
    /// forbids it.
    pub fn judge(&self, root: &Root, point: Point) -> Legality {
        let fits = match self.board.placement(point, self.to_move) {
            Placement::Stays => true,
            Placement::MultiStoneSuicide => root.rules.suicide != Suicide::None,
            Placement::SingleStoneSuicide | Placement::Occupied => false,
        };
        if !fits {
            return Legality::Suicide;
        }
        let banned = if root.rules.repetition == Repetition::SimpleKo {
            self.board.ko_ban(self.to_move) == Some(point)
        } else {
            let after = self.board.key_after(point, self.to_move);
            self.was(
                root,
                root.whole_key(after, self.virtual_stones, self.to_move.opponent()),
            )
        };
        if banned {
            Legality::Banned
        } else {
            Legality::Legal
        }
    }

    /// Whether a whole position stood before, in the game or in the line.
    #[inline]
    fn was(&self, root: &Root, key: u64) -> bool {
        self.keys[..self.key_count].contains(&key) || root.past.contains(key)
    }

    /// Makes a legal move ([`Point::NONE`] a virtual move or pass).
    #[inline]
    pub fn play(&mut self, root: &Root, point: Point) {
        debug_assert!(self.depth < MAX_DEPTH && self.end.is_none());
        debug_assert!(point == Point::NONE || self.judge(root, point) == Legality::Legal);
        let color = self.to_move;
        self.to_move = color.opponent();
        self.moves[self.before + self.depth] = match point {
            Point::NONE => Move::Pass,
            _ => Move::Real(point),
        };
        self.depth += 1;
        if point == Point::NONE {
            self.play_pass(root, color);
        } else {
            self.play_real(root, color, point);
        }
    }

    fn play_real(&mut self, root: &Root, color: Color, point: Point) {
        self.board.play_unchecked(point, color);
        self.real_moves[color] += 1;
        self.passes = 0;
        let key = root.whole_key(self.board.key(), self.virtual_stones, self.to_move);
        if root.rules.repetition == Repetition::SimpleKo && self.was(root, key) {
            self.end = Some(End::Cycle);
        }
        self.push_key(root, key);
        if root.counts_virtual_moves() {
            self.virtual_here = self.virtual_moves_at(root, self.board.key());
        }
    }

    fn play_pass(&mut self, root: &Root, color: Color) {
        self.board.lift_ko();
        self.passes += 1;
        if root.rules.virtual_moves {
            self.virtual_stones[color] += 1;
        }
        if root.tiny && root.forgets_at_virtual_moves() {
            self.past = 0;
        }
        if root.rules.repetition != Repetition::SimpleKo {
            let key = root.whole_key(self.board.key(), self.virtual_stones, self.to_move);
            self.push_key(root, key);
        }
        if root.counts_virtual_moves() {
            if root.tiny {
                let board = self.board.key();
                self.counted ^= count_key(board, self.virtual_here);
                self.counted ^= count_key(board, self.virtual_here + 1);
            }
            self.virtual_here += 1;
            self.virtual_counts[self.virtual_count] = (self.board.key(), self.virtual_here);
            self.virtual_count += 1;
            if self.virtual_here >= 4 {
                self.end = Some(End::Literal);
                return;
            }
        }
        if self.passes >= 2 && !root.goes_natural() {
            self.end = Some(match root.ending {
                // With virtual moves and no forced end, a natural end is an agreed one.
                Ending::Natural if root.rules.virtual_moves => End::Literal,
                _ => End::Rest,
            });
        }
    }

    fn push_key(&mut self, root: &Root, key: u64) {
        if root.tiny && !self.was(root, key) {
            self.past ^= root.past_part(self.board.key(), self.to_move);
        }
        self.keys[self.key_count] = key;
        self.key_count += 1;
    }

    /// How many virtual moves were made while this on-board position stood.
    fn virtual_moves_at(&self, root: &Root, board: u64) -> u32 {
        let line = &self.virtual_counts[..self.virtual_count];
        line.iter()
            .rev()
            .chain(&root.virtual_counts)
            .find(|&&(key, _)| key == board)
            .map_or(0, |&(_, count)| count)
    }
}

/// What the rules say of a stone on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Legality {
    Legal,
    /// A suicide that the rules do not allow.
    Suicide,
    /// A ko or a repetition.
    Banned,
}
