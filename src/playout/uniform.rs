//! The light policy: any move that is not suicide, ko or the filling of an own eye, all equally likely.

use super::{Policy, Trace};
use crate::board::{Board, neighbours3x3};
use crate::color::Color;
use crate::point::Point;
use crate::rng::Rng;

/// Uniform random moves that never fill a one-point eye (libego's eye rule).
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Uniform {
    /// Whether the policy may play here.
    #[inline(always)]
    pub(crate) fn accepts(board: &Board, point: Point, color: Color) -> bool {
        let around = board.around(point);
        if neighbours3x3::touches_empty(around) {
            return true;
        }
        // One branch for the three: each alone is hard to predict.
        !neighbours3x3::is_eye(around, color)
            & (board.ko_ban(color) != Some(point))
            & board.stays_on_empty(point, color)
    }
}

impl Policy for Uniform {
    #[inline(always)]
    fn choose(&self, board: &mut Board, color: Color, _: &Trace, rng: &mut Rng) -> Point {
        // Rejected points are set aside behind the rest, so every acceptable one is equally likely.
        let mut candidates = board.empty_count();
        while candidates > 0 {
            let i = rng.below(candidates as u32) as usize;
            let point = board.empty_at(i);
            if Uniform::accepts(board, point, color) {
                return point;
            }
            candidates -= 1;
            board.swap_empties(i, candidates);
        }
        Point::NONE
    }
}
