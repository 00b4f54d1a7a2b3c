//! The seam through which knowledge enters the tree: a policy over moves and, where there is one, a
//! value. The classical priors are its first implementation; a network is another.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Move, Point};
use crate::rules::Rules;

/// A position to evaluate, with all that the rules make it depend on.
#[derive(Clone, Copy)]
pub struct EvalInput<'a> {
    /// The position, simple-ko ban included.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// The moves to give a policy for; the virtual move or pass is the last.
    pub moves: &'a [Move],
    /// Empty points where `to_move` may not play now because of a ko or a repetition.
    pub banned: &'a [Point],
    /// The last moves, the newest last; at most eight, colours alternating.
    pub recent: &'a [Move],
    /// The rules in force.
    pub rules: &'a Rules,
    /// Points added to White's total: komi and handicap bonus.
    pub white_bonus: f32,
    /// Passes or virtual moves in a row.
    pub passes: u32,
    /// Virtual stones of each colour.
    pub virtual_stones: ByColor<u32>,
    /// Virtual moves made while this on-board position stood.
    pub virtual_here: u32,
    /// Real moves of each colour, M: what compensation is counted from.
    pub real_moves: ByColor<u32>,
}

/// What an evaluator says of a position, for the side to move. Reused: fill, do not rely on its past.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// A probability per move of [`EvalInput::moves`], in its order; the sum is 1.
    pub policy: Vec<f32>,
    /// Probability of a win.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability of a loss.
    pub loss: f32,
    /// Expected points ahead, komi included.
    pub score: f32,
    /// Per point, row by row from the top left: 1 mine, −1 the opponent's. Empty if not known.
    pub ownership: Vec<f32>,
}

/// Something that evaluates positions, several at a time. Called by all search threads at once.
pub trait Evaluator: Send + Sync {
    /// Evaluates each input of `batch` into the element of `out` at the same place; both have one length.
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]);
}
