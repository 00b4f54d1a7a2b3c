//! Random games under every preset and under mixtures of all axes, compared after every act.

use crate::scale;
use crate::script::{Act, Script, rules};
use dunhuang::rules::PRESETS;
use dunhuang::{Color, Rules, Size};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};

fn act() -> impl Strategy<Value = Act> {
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    prop_oneof![
        60 => any::<u16>().prop_map(Act::Next),
        4 => any::<u16>().prop_map(Act::Again),
        8 => (color, any::<u16>()).prop_map(|(c, n)| Act::Try(c, n)),
        12 => Just(Act::Pass),
        2 => Just(Act::PassAgain),
        1 => Just(Act::Resign),
        4 => (0u8..4).prop_map(Act::Undo),
        1 => any::<u16>().prop_map(Act::Setup),
        4 => Just(Act::Resume),
        1 => Just(Act::AgreeEnd),
        3 => Just(Act::ForceEnd),
    ]
}

/// Acts among which the end is soon taken back: a game that has ended says little.
fn acts(longest: usize) -> impl Strategy<Value = Vec<Act>> {
    prop::collection::vec(act(), 1..longest)
}

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20260701),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

/// Runs random scripts and shrinks the first that fails.
fn hold(size: Size, rules: Rules, cases: u32, acts: impl Strategy<Value = Vec<Act>>) {
    let result = TestRunner::new(config(cases)).run(&acts, |acts| {
        let script = Script { size, rules, acts };
        script.run().map(|_| ()).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, acts)) => panic!("{reason}\nminimal acts: {acts:?}"),
        Err(other) => panic!("{other}"),
    }
}

fn small_sizes() -> impl Iterator<Item = Size> {
    (2..=5).flat_map(|w| (2..=5).map(move |h| Size::new(w, h).expect("small")))
}

#[test]
fn every_preset_on_small_boards() {
    for preset in &PRESETS {
        for size in small_sizes() {
            hold(size, preset.rules, scale(12, 40), acts(120));
        }
    }
}

#[test]
fn mixtures_of_axes_on_small_boards() {
    for (n, size) in small_sizes().enumerate() {
        for seed in 0..u64::from(scale(44, 150)) {
            // Seeds of 11 to 21 modulo 22 are mixtures.
            let seed = (seed * 16 + n as u64) * 22 + 11 + seed % 11;
            hold(size, rules(seed), scale(2, 5), acts(120));
        }
    }
}
