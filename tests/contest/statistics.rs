//! Intervals, Elo and the sequential test: reference values, and simulations of what they promise.

use dunhuang::contest::{
    Decision, Model, Pairs, Results, Sprt, SprtError, elo_of_score, ratings, score_of_elo, wilson,
};
use dunhuang::rng::Rng;
use serde::Deserialize;

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

/// Cases of fastchess: results of games or of pairs, and what it says of them, in its decimals.
#[derive(Deserialize)]
struct Reference {
    elo: Vec<EloCase>,
    ratio: Vec<RatioCase>,
}

#[derive(Deserialize)]
struct Seen {
    wins_losses_draws: Option<[u64; 3]>,
    pairs: Option<[u64; 5]>,
}

#[derive(Deserialize)]
struct EloCase {
    #[serde(flatten)]
    seen: Seen,
    elo: Option<[String; 2]>,
    normalised: [String; 2],
    superiority: Option<String>,
    score: String,
}

#[derive(Deserialize)]
struct RatioCase {
    #[serde(flatten)]
    seen: Seen,
    model: Model,
    bounds: [f64; 2],
    ratio: String,
    /// Where theirs is less exact.
    ours: Option<String>,
}

impl Seen {
    /// One of the two.
    fn results(&self) -> Result<Results, Pairs> {
        match (self.wins_losses_draws, self.pairs) {
            (Some([wins, losses, draws]), None) => Ok(Results {
                wins,
                draws,
                losses,
            }),
            (None, Some(pairs)) => Err(Pairs(pairs)),
            _ => panic!("games or pairs"),
        }
    }
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../data/fastchess.json")).expect("cases")
}

#[test]
fn elo_is_that_of_fastchess_to_its_last_decimal() {
    let cases = reference().elo;
    assert_eq!(cases.len(), 6);
    for case in cases {
        let (elo, superiority, score) = match case.seen.results() {
            Ok(games) => (games.elo(), games.superiority(), games.score()),
            Err(pairs) => (pairs.elo(), pairs.superiority(), pairs.score()),
        };
        let printed = |(value, half): (f64, f64)| [format!("{value:.2}"), format!("{half:.2}")];
        let [logistic, normalised] = elo.expect("an interval").map(printed);
        if let Some(expected) = case.elo {
            assert_eq!(logistic, expected);
        }
        assert_eq!(normalised, case.normalised);
        if let Some(expected) = case.superiority {
            let found = 100.0 * superiority.expect("an interval");
            assert_eq!(format!("{found:.2}"), expected);
        }
        assert_eq!(format!("{score:.3}"), case.score);
    }
    assert!(near(score_of_elo(elo_of_score(0.83)), 0.83, 1e-12));
    assert_eq!(Pairs([0, 0, 5, 0, 0]).elo(), None);
    assert_eq!(Pairs([0, 0, 5, 0, 0]).superiority(), None);
    assert_eq!(Pairs::default().superiority(), None);
}

#[test]
fn superiority_is_even_at_even_scores_and_certain_far_from_them() {
    let of = |counts| Pairs(counts).superiority().expect("an interval");
    assert_eq!(of([3, 2, 7, 2, 3]), 0.5);
    assert!(near(of([1, 0, 4, 5, 1]) + of([1, 5, 4, 0, 1]), 1.0, 1e-15));
    assert_eq!(of([0, 0, 0, 1, 500]), 1.0);
    assert_eq!(of([500, 1, 0, 0, 0]), 0.0);
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

#[test]
fn ratios_are_those_of_fastchess_to_its_last_decimal() {
    let cases = reference().ratio;
    assert_eq!(cases.len(), 10);
    for case in cases {
        let test = sprt(case.bounds[0], case.bounds[1], case.model);
        let ratio = match case.seen.results() {
            Ok(games) => test.of_games(&games),
            Err(pairs) => test.of_pairs(&pairs),
        };
        assert_eq!(format!("{ratio:.2}"), case.ours.unwrap_or(case.ratio));
    }
    // Its bounds at these errors, as it prints them.
    let (low, high) = sprt(0.0, 2.0, Model::Logistic).bounds();
    assert_eq!(format!("({low:.2}, {high:.2})"), "(-2.94, 2.94)");
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
