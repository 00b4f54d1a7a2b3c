//! The evaluator seam, driven by PUCT and a dummy that answers in batches.

use crate::common::{params, search};
use dunhuang::search::{EvalInput, Evaluation, Evaluator, Params, Search, Selection};
use dunhuang::{Color, Game, Move, Rules, Size};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Likes one point for the first move and knows that whoever has it wins. Counts its batches.
#[derive(Default)]
struct Dummy {
    batches: AtomicUsize,
    inputs: AtomicUsize,
    largest: AtomicUsize,
}

impl Evaluator for Dummy {
    fn evaluate(&self, batch: &[EvalInput], out: &mut [Evaluation]) {
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.inputs.fetch_add(batch.len(), Ordering::Relaxed);
        self.largest.fetch_max(batch.len(), Ordering::Relaxed);
        assert_eq!(batch.len(), out.len());
        for (input, evaluation) in batch.iter().zip(out) {
            let size = input.board.size();
            let key = size.parse_point("B3").unwrap();
            assert!(matches!(input.moves.last(), Some(Move::Pass)));
            assert!(input.recent.len() <= 8);
            let liked = |mv: &Move| mv.point() == Some(key);
            let sum: f32 = input
                .moves
                .iter()
                .map(|m| if liked(m) { 3.0 } else { 1.0 })
                .sum();
            evaluation.policy.clear();
            evaluation.policy.extend(
                input
                    .moves
                    .iter()
                    .map(|m| if liked(m) { 3.0 } else { 1.0 } / sum),
            );
            let win = match input.board.color_at(key) {
                Some(c) if c == input.to_move => 0.9,
                Some(_) => 0.1,
                None => 0.5,
            };
            (evaluation.win, evaluation.draw, evaluation.loss) = (win, 0.0, 1.0 - win);
            evaluation.score = 20.0 * (win - 0.5);
        }
    }
}

#[test]
fn puct_with_a_batched_evaluator_finds_what_the_evaluator_knows() {
    let game = Game::new(Size::square(5), Rules::preset("chinese").unwrap());
    for (mix, batch, threads) in [(1.0, 1, 1), (1.0, 8, 1), (1.0, 4, 2), (0.5, 8, 1)] {
        let evaluator = Arc::new(Dummy::default());
        let mut engine = Search::with_evaluator(
            Params {
                selection: Selection::Puct,
                evaluation_mix: mix,
                expand: 1,
                batch,
                threads,
                ..params(1)
            },
            evaluator.clone(),
        );
        let report = search(&mut engine, &game, Color::Black, 400);
        assert_eq!(
            game.size().move_name(report.best),
            "B3",
            "mix {mix}, batch {batch}"
        );
        assert_eq!(report.visits, 400);
        let inputs = evaluator.inputs.load(Ordering::Relaxed);
        assert!(inputs > 100, "{inputs}");
        assert!(evaluator.largest.load(Ordering::Relaxed) <= batch as usize);
        if batch > 1 {
            assert!(evaluator.batches.load(Ordering::Relaxed) < inputs / 2);
        }
        if mix == 1.0 {
            let best = report.of(report.best).unwrap();
            assert!(best.win > 0.8, "{}", best.win);
        }
    }
}

#[test]
fn priors_of_an_evaluator_steer_rave_too() {
    let game = Game::new(Size::square(5), Rules::preset("chinese").unwrap());
    let mut engine = Search::with_evaluator(params(1), Arc::new(Dummy::default()));
    let report = search(&mut engine, &game, Color::Black, 100);
    let prior = |name: &str| {
        report
            .of(game.size().parse_move(name).unwrap())
            .unwrap()
            .prior
    };
    assert!((prior("B3") / prior("C3") - 3.0).abs() < 1e-4);
}
