//! Who plays whom; parts; what tuning tries.

use dunhuang::contest::{Pairing, Schedule, Shard, Spsa, Tunable, TuneError, merge};
use std::collections::BTreeMap;

fn schedule(players: usize, pairing: Pairing, games: u64) -> Schedule {
    Schedule {
        players,
        pairing,
        games,
        seed: 7,
    }
}

#[test]
fn everybody_plays_as_often_as_agreed_and_colours_alternate() {
    for pairing in [Pairing::Gauntlet, Pairing::RoundRobin] {
        for (players, games) in [(2, 1), (2, 10), (3, 4), (4, 5), (5, 2)] {
            let schedule = schedule(players, pairing, games);
            let mut met: BTreeMap<(usize, usize), Vec<bool>> = BTreeMap::new();
            let mut seeds = std::collections::BTreeSet::new();
            for number in 1..=schedule.total() {
                let game = schedule.fixture(number).expect("a game");
                assert_eq!(game.number, number);
                assert!(game.seed < 1 << 53 && seeds.insert(game.seed));
                let (a, b) = (game.black.min(game.white), game.black.max(game.white));
                met.entry((a, b)).or_default().push(game.black == a);
            }
            assert_eq!(schedule.fixture(0), None);
            assert_eq!(schedule.fixture(schedule.total() + 1), None);
            assert_eq!(met.keys().copied().collect::<Vec<_>>(), schedule.pairings());
            for colors in met.values() {
                let expected: Vec<bool> = (0..games).map(|i| i % 2 == 0).collect();
                assert_eq!(*colors, expected);
            }
        }
    }
}

#[test]
fn pairs_stay_together_and_parts_are_the_whole() {
    let schedule = schedule(3, Pairing::RoundRobin, 5);
    let mut parts = Vec::new();
    for index in 0..4 {
        let shard = Shard { index, count: 4 };
        let numbers: Vec<u64> = schedule.numbers(shard).collect();
        assert!(numbers.is_sorted());
        for &number in &numbers {
            let game = schedule.fixture(number).expect("a game");
            let partner = (1..=schedule.total())
                .filter_map(|n| schedule.fixture(n))
                .filter(|other| other.pair == game.pair);
            assert!(partner.clone().all(|other| numbers.contains(&other.number)));
            assert!(partner.clone().all(|other| other.round == game.round));
        }
        parts.extend(numbers);
    }
    parts.sort_unstable();
    assert_eq!(parts, (1..=schedule.total()).collect::<Vec<_>>());
    for text in ["", "1", "1/0", "3/3", "-1/3", "a/b"] {
        assert!(Shard::parse(text).is_err(), "{text}");
    }
    assert_eq!(Shard::parse("2/3").map(|s| s.to_string()), Ok("2/3".into()));
}

#[test]
fn merging_finds_what_is_lost_double_or_foreign() {
    let lines = |numbers: &[u64]| -> Vec<(u64, String)> {
        numbers.iter().map(|&n| (n, format!("line {n}"))).collect()
    };
    let merged = merge(&[lines(&[1, 4]), lines(&[2, 5]), lines(&[4, 9])], 5);
    assert_eq!(merged.lost, [3]);
    assert_eq!(merged.foreign, [9]);
    assert_eq!(
        merged.lines.keys().copied().collect::<Vec<_>>(),
        [1, 2, 4, 5]
    );
    assert_eq!(merged.duplicates.len(), 1);
    let double = &merged.duplicates[0];
    assert_eq!(
        (double.game, &double.parts[..], double.same),
        (4, &[0, 2][..], true)
    );
    let merged = merge(&[lines(&[1]), vec![(1, "other".into())]], 1);
    assert!(!merged.duplicates[0].same);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let parse = Tunable::parse;
    assert!(parse("explore=0.1,0,1,0.1").is_ok());
    let start = parse("prior_weight=,1,200,5").expect("the default").start;
    assert!((1.0..=200.0).contains(&start));
    assert!(matches!(parse("explore"), Err(TuneError::Form(_))));
    assert!(matches!(parse("explore=1,2,3"), Err(TuneError::Form(_))));
    assert!(matches!(
        parse("explore=x,0,1,0.1"),
        Err(TuneError::Form(_))
    ));
    assert!(matches!(parse("frob=1,0,2,1"), Err(TuneError::Unknown(_))));
    assert!(matches!(
        parse("ending=1,0,2,1"),
        Err(TuneError::Unknown(_))
    ));
    for text in [
        "2,0,1,0.1",
        "0.5,1,0,0.1",
        "0,-9,1,0.1",
        "0.5,0,1,0",
        "NaN,0,1,0.1",
        "0.5,0,1,inf",
    ] {
        let text = format!("explore={text}");
        assert!(matches!(parse(&text), Err(TuneError::Range(_))), "{text}");
    }
}

/// Sides whose score depends on the distance from a best value, without noise.
#[test]
fn tuning_climbs_to_the_best_value() {
    let tunables = [
        "prior_weight=60,0,200,10",
        "explore=0.9,0,1,0.05",
        "expand=20,1,40,2",
    ];
    let spsa = Spsa {
        tunables: tunables
            .map(|text| Tunable::parse(text).expect("tunable"))
            .into(),
        iterations: 3000,
        rate: 0.3,
        seed: 3,
    };
    let best = [120.0, 0.3, 6.0];
    let loss = |values: &[String]| -> f64 {
        let value = |i: usize| values[i].parse::<f64>().expect("a number");
        (0..3)
            .map(|i| ((value(i) - best[i]) / (10.0 * spsa.tunables[i].step)).powi(2))
            .sum()
    };
    let mut estimate = spsa.start();
    for iteration in 1..=spsa.iterations {
        let tried = spsa.perturb(iteration, &estimate);
        assert_eq!(tried, spsa.perturb(iteration, &estimate));
        assert!(!tried.plus[2].contains('.'), "a whole number");
        let difference = (loss(&tried.minus) - loss(&tried.plus)).clamp(-1.0, 1.0);
        estimate = spsa.update(iteration, &estimate, difference);
    }
    for (i, value) in estimate.iter().enumerate() {
        let steps = (value - best[i]).abs() / spsa.tunables[i].step;
        assert!(steps < 1.5, "{estimate:?}");
    }
}
