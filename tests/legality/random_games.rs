//! Random games under every preset and under mixtures of all axes, compared after every act.

use crate::scale;
use crate::script::{Act, Script, rules};
use dunhuang::game::naive::NaiveGame;
use dunhuang::rng::mix;
use dunhuang::rules::PRESETS;
use dunhuang::{Color, Game, IllegalMove, Move, Rules, Size};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;

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
pub fn acts(longest: usize) -> impl Strategy<Value = Vec<Act>> {
    prop::collection::vec(act(), 1..longest)
}

/// Every board and every set of rules has games of its own, the same in every run.
fn config(size: Size, rules: Rules, cases: u32) -> Config {
    let name = format!("{size} {rules:?} {cases}");
    let seed = name
        .bytes()
        .fold(0, |seed, byte| mix(seed ^ u64::from(byte)));
    Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

/// Runs random scripts and shrinks the first that fails.
fn hold(size: Size, rules: Rules, cases: u32, acts: impl Strategy<Value = Vec<Act>>) {
    hold_with(size, rules, cases, acts, |_, _| Ok(()));
}

/// As [`hold`], with a further check after every act.
pub fn hold_with(
    size: Size,
    rules: Rules,
    cases: u32,
    acts: impl Strategy<Value = Vec<Act>>,
    further: impl Fn(&Game, &NaiveGame) -> Result<(), String>,
) {
    let result = TestRunner::new(config(size, rules, cases)).run(&acts, |acts| {
        let script = Script { size, rules, acts };
        let result = script.run_with(&further);
        result.map(|_| ()).map_err(TestCaseError::fail)
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
            hold(size, preset.rules, scale(5, 40), acts(120));
        }
    }
}

#[test]
fn mixtures_of_axes_on_small_boards() {
    for (n, size) in small_sizes().enumerate() {
        for seed in 0..u64::from(scale(24, 150)) {
            // Seeds of 11 to 21 modulo 22 are mixtures.
            let seed = (seed * 16 + n as u64) * 22 + 11 + seed % 11;
            hold(size, rules(seed), scale(3, 5), acts(120));
        }
    }
}

/// Games that start from a crowded position, where stones die at once.
fn crowded(longest: usize) -> impl Strategy<Value = Vec<Act>> {
    (any::<u16>(), acts(longest)).prop_map(|(seed, mut acts)| {
        acts.insert(0, Act::Setup(seed & !1));
        acts
    })
}

#[test]
fn larger_boards() {
    for (n, preset) in PRESETS.iter().enumerate() {
        let mixed = rules(n as u64 * 22 + 11 + n as u64);
        for rules in [preset.rules, mixed] {
            hold(Size::square(7), rules, scale(1, 8), acts(250));
            hold(Size::square(7), rules, scale(1, 8), crowded(100));
            hold(Size::square(9), rules, scale(1, 4), crowded(150));
        }
        for (width, height) in [(2, 19), (19, 2), (13, 6)] {
            let size = Size::new(width, height).expect("a size");
            hold(size, preset.rules, scale(1, 4), crowded(80));
        }
        if cfg!(debug_assertions) && n % 4 > 0 {
            continue;
        }
        hold(Size::square(9), preset.rules, 1, acts(400));
        hold(Size::square(19), preset.rules, scale(1, 2), crowded(60));
        hold(Size::square(19), mixed, 1, acts(scale(40, 500) as usize));
    }
}

/// The random games are worth something only if everything happens in them.
#[test]
fn random_games_meet_every_reason_and_every_state() {
    let seen = RefCell::new(BTreeMap::<String, u32>::new());
    for preset in &PRESETS {
        hold_with(Size::square(3), preset.rules, 40, acts(120), |game, _| {
            let mut seen = seen.borrow_mut();
            let mut see = |what: String| *seen.entry(what).or_default() += 1;
            see(format!("{:?}", game.state()));
            for point in game.size().points() {
                if let Err(reason) = game.check(game.to_move(), Move::Real(point)) {
                    see(match reason {
                        IllegalMove::Regress(0) => "Regress to the start".into(),
                        IllegalMove::Regress(_) => "Regress".into(),
                        other => format!("{other:?}"),
                    });
                }
            }
            let now = game.now();
            let returned = now.virtual_here > now.passes;
            see(format!("virtual moves here from earlier: {returned}"));
            Ok(())
        });
    }
    let seen = seen.into_inner();
    for what in [
        "Playing",
        "Rest",
        "Cycle",
        "EndedForced",
        "EndedAgreed",
        "Ended",
        "Occupied",
        "SingleStoneSuicide",
        "Suicide",
        "Ko",
        "Regress to the start",
        "Regress",
        "virtual moves here from earlier: true",
    ] {
        assert!(seen.get(what) > Some(&20), "{what} is rare: {seen:?}");
    }
}
