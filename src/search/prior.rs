//! The classical priors: what shape, tactics and distance say of a move before it is searched.

use super::evaluator::{EvalInput, Evaluation, Evaluator};
use crate::patterns::{MoveModel, Sight};

/// The probabilities of the learned move model. Symmetric in colour, rotation and mirroring.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classical;

impl Classical {
    /// The evaluator, with the model's tables made now and not in the time of the first move.
    pub fn new() -> Classical {
        MoveModel::shared();
        Classical
    }
}

impl Evaluator for Classical {
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
        let model = MoveModel::shared();
        for (input, evaluation) in batch.iter().zip(out) {
            weigh(model, input, evaluation);
        }
    }
}

fn weigh(model: &MoveModel, input: &EvalInput, out: &mut Evaluation) {
    let back = |n: usize| input.recent.iter().rev().nth(n).and_then(|mv| mv.point());
    let sight = Sight::new(input.board, input.to_move, back(0), back(1));
    out.policy.clear();
    out.policy
        .extend(input.moves.iter().map(|&mv| model.log_weight(&sight, mv)));
    let top = out.policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for p in &mut out.policy {
        *p = (*p - top).exp();
        sum += *p;
    }
    out.policy.iter_mut().for_each(|p| *p /= sum);
    (out.win, out.draw, out.loss) = (0.5, 0.0, 0.5);
    out.score = 0.0;
    out.ownership.clear();
}
