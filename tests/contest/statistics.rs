//! Intervals, Elo and the sequential test: reference values, and simulations of what they promise.

use dunhuang::contest::{
    Decision, Model, Pairs, Results, Sprt, SprtError, elo_of_score, ratings, score_of_elo, wilson,
};
use dunhuang::rng::Rng;

fn near(found: f64, expected: f64, relative: f64) -> bool {
    (found - expected).abs() <= relative * (1.0 + expected.abs())
}

#[test]
fn wilson_intervals() {
    // Newcombe 1998, table I, method 3, for 81/263, 15/148, 0/20 and 1/29.
    for (won, games, low, high) in [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
    ] {
        let found = wilson(won, games);
        assert!((found.low - low).abs() < 6e-5, "{found:?}");
        assert!((found.high - high).abs() < 6e-5, "{found:?}");
    }
    assert_eq!((wilson(0.0, 0.0).low, wilson(0.0, 0.0).high), (0.0, 1.0));
}

/// The reference values of fastchess (app/tests/elo_test.cpp), to its tolerance.
#[test]
fn elo_is_that_of_fastchess() {
    let games = [
        ([76, 89, 123], None, (-20.76, 40.13), 0.477),
        ([136, 96, 111], Some((40.70, 30.43)), (49.77, 36.77), 0.558),
        ([34, 356, 0], None, (-508.44, 34.48), 0.087),
    ];
    for ([wins, losses, draws], elo, normalised, score) in games {
        let results = Results {
            wins,
            draws,
            losses,
        };
        assert!(near(results.score(), score, 0.01));
        let [found, found_normalised] = results.elo().expect("an interval");
        let expected = [(found, elo), (found_normalised, Some(normalised))];
        for (found, expected) in expected {
            let Some(expected) = expected else { continue };
            assert!(near(found.0, expected.0, 0.01), "{found:?} {expected:?}");
            assert!(near(found.1, expected.1, 0.01), "{found:?} {expected:?}");
        }
    }
    let pairs = [
        ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28), 0.579),
        (
            [332, 433, 498, 333, 334],
            (-8.64, 10.33),
            (-9.17, 10.96),
            0.488,
        ),
        (
            [7895, 8757, 5685, 568, 9999],
            (-21.04, 2.95),
            (-19.01, 2.65),
            0.470,
        ),
    ];
    for (counts, elo, normalised, score) in pairs {
        let pairs = Pairs(counts);
        assert!(near(pairs.score(), score, 0.01));
        let found = pairs.elo().expect("an interval");
        for (found, expected) in found.into_iter().zip([elo, normalised]) {
            assert!(near(found.0, expected.0, 0.01), "{found:?} {expected:?}");
            assert!(near(found.1, expected.1, 0.01), "{found:?} {expected:?}");
        }
    }
    assert!(near(score_of_elo(elo_of_score(0.83)), 0.83, 1e-12));
    assert_eq!(Pairs([0, 0, 5, 0, 0]).elo(), None);
}

#[test]
fn intervals_cover_at_the_nominal_rate() {
    let mut rng = Rng::from_seed(95);
    let runs = 4000;
    for p in [0.5, 0.7, 0.9] {
        let (mut wilson, mut paired) = (0, 0);
        for _ in 0..runs {
            let (mut results, mut pairs) = (Results::default(), Pairs::default());
            for _ in 0..60 {
                // What an opening is worth to both games of a pair alike.
                let swing = if rng.chance(0.5) { 0.09 } else { -0.09 };
                let mut win = |p: f32| f64::from(u8::from(rng.chance(p)));
                let (first, second) = (win(p + swing), win(p - swing));
                pairs.add(first + second);
                results.add(win(p));
                results.add(win(p));
            }
            let covers = |low: f64, high: f64| (low..=high).contains(&f64::from(p));
            let range = results.interval();
            wilson += u32::from(covers(range.low, range.high));
            let range = pairs.interval().expect("pairs that differ");
            paired += u32::from(covers(range.low, range.high));
        }
        let share = |n: u32| f64::from(n) / f64::from(runs);
        assert!(
            (0.935..=0.965).contains(&share(wilson)),
            "{p} {}",
            share(wilson)
        );
        // The normal approximation is a little narrow near the ends.
        assert!(
            (0.92..=0.965).contains(&share(paired)),
            "{p} {}",
            share(paired)
        );
    }
}

#[test]
fn the_sequential_test_errs_no_more_than_agreed() {
    let test = Sprt {
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
        model: Model::Logistic,
    };
    let test = test.checked().expect("a test");
    let mut rng = Rng::from_seed(60);
    for (elo, wrong) in [(0.0, Decision::H1), (60.0, Decision::H0)] {
        let p = score_of_elo(elo) as f32;
        let mut mistakes = 0;
        let runs = 300;
        for _ in 0..runs {
            let mut pairs = Pairs::default();
            let decision = loop {
                let mut win = || f64::from(u8::from(rng.chance(p)));
                pairs.add(win() + win());
                let decision = test.decide(test.of_pairs(&pairs));
                if decision != Decision::Open {
                    break decision;
                }
                assert!(pairs.count() < 10_000, "it does not end");
            };
            mistakes += u32::from(decision == wrong);
        }
        // 5 % of 300 is 15; 28 is more than three standard deviations above.
        assert!(mistakes <= 28, "{mistakes} mistakes at {elo} Elo");
    }
}

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

/// The reference values of fastchess, to its tolerance of one per cent.
#[test]
fn ratios_are_those_of_fastchess() {
    use Model::{Logistic, Normalised};
    let games = [
        (Normalised, 0.0, 2.0, [36433, 36027, 68692], 0.92),
        (Normalised, -1.75, 0.25, [10871, 10650, 20431], 2.30),
        (Normalised, 0.0, 10.0, [4250, 0, 0], 120.56),
        (Logistic, 0.5, 2.5, [21404, 21184, 40708], -1.57),
        (Logistic, 0.0, 2.0, [57433, 57030, 106593], -2.59),
    ];
    for (model, elo0, elo1, [wins, losses, draws], expected) in games {
        let results = Results {
            wins,
            draws,
            losses,
        };
        let ratio = sprt(elo0, elo1, model).of_games(&results);
        assert!(near(ratio, expected, 0.01), "{ratio} for {expected}");
    }
    let pairs = [
        (Normalised, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
        (Normalised, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
        (Normalised, 0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
        (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
    ];
    for (model, elo0, elo1, counts, expected) in pairs {
        let ratio = sprt(elo0, elo1, model).of_pairs(&Pairs(counts));
        assert!(near(ratio, expected, 0.01), "{ratio} for {expected}");
    }
}

#[test]
fn nonsense_is_refused() {
    assert_eq!(
        sprt(5.0, 5.0, Model::Logistic).checked(),
        Err(SprtError::Bounds)
    );
    let test = Sprt {
        alpha: 0.6,
        beta: 0.4,
        ..sprt(0.0, 5.0, Model::Logistic)
    };
    assert_eq!(test.checked(), Err(SprtError::Errors));
    let test = sprt(0.0, 5.0, Model::Logistic);
    assert_eq!(
        test.decide(test.of_pairs(&Pairs::default())),
        Decision::Open
    );
}

#[test]
fn ratings_expect_the_scores_that_were_made() {
    let results = |wins, losses| Results {
        wins,
        draws: 0,
        losses,
    };
    // 3:1 is 190.8 Elo; twice that is 9:1.
    let matches = [
        (0, 1, results(75_000, 25_000)),
        (1, 2, results(75_000, 25_000)),
        (0, 2, results(90_000, 10_000)),
    ];
    let found = ratings(3, &matches);
    let expected = [190.8, 0.0, -190.8];
    for (rating, expected) in found.iter().zip(expected) {
        assert!((rating.elo - expected).abs() < 0.2, "{found:?}");
    }
    let swept = ratings(2, &[(0, 1, results(10, 0))]);
    assert!(swept[0].elo.is_finite() && swept[0].elo > 100.0);
}
