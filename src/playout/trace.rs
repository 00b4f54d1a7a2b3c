//! The moves of one playout.

use crate::color::Color;
use crate::point::{MAX_POINTS, Point};

/// Longest playout, in moves.
pub const MAX_TRACE: usize = 3 * MAX_POINTS + 1;

/// The moves of one playout in order; colours alternate from [`Trace::first`].
pub struct Trace {
    first: Color,
    /// The last two moves before the playout, the latest first.
    before: [Point; 2],
    len: usize,
    moves: [Point; MAX_TRACE],
}

impl Trace {
    /// An empty trace.
    pub const fn new() -> Trace {
        Trace {
            first: Color::Black,
            before: [Point::NONE; 2],
            len: 0,
            moves: [Point::NONE; MAX_TRACE],
        }
    }

    /// Forgets the moves; the next is `first`'s, and nothing was played before.
    #[inline(always)]
    pub fn start(&mut self, first: Color) {
        self.start_after(first, [Point::NONE; 2]);
    }

    /// Forgets the moves; the next is `first`'s, after these two moves, the latest first.
    #[inline(always)]
    pub fn start_after(&mut self, first: Color, before: [Point; 2]) {
        self.first = first;
        self.before = before;
        self.len = 0;
    }

    /// Appends a move; beyond [`MAX_TRACE`] nothing happens.
    #[inline(always)]
    pub fn push(&mut self, point: Point) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = point;
            self.len += 1;
        }
    }

    /// The colour of the first move.
    #[inline(always)]
    pub fn first(&self) -> Color {
        self.first
    }

    /// Number of moves, passes included.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The moves; [`Point::NONE`] for a pass.
    #[inline(always)]
    pub fn moves(&self) -> &[Point] {
        &self.moves[..self.len.min(MAX_TRACE)]
    }

    /// The move `back` places before the end (0 the last), reaching back over the start of the
    /// playout by two moves at most; else [`Point::NONE`].
    #[inline(always)]
    pub fn last(&self, back: usize) -> Point {
        match self.len.checked_sub(back + 1) {
            Some(i) if i < MAX_TRACE => self.moves[i],
            Some(_) => Point::NONE,
            None => *self.before.get(back - self.len).unwrap_or(&Point::NONE),
        }
    }
}

impl Default for Trace {
    fn default() -> Self {
        Trace::new()
    }
}
