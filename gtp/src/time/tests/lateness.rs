//! No answer is late, whatever the form of time, the line and the machine, as far as anything can be done.

use super::super::ROUNDING;
use super::referee::Referee;
use super::*;
use dunhuang::Color;
use dunhuang::rng::Rng;

#[test]
fn never_loses_on_time() {
    let mut rng = Rng::from_seed(1);
    for text in CONTROLS {
        for area in [81, 169, 361] {
            for (delay, unseen) in [(ms(1), ms(0)), (ms(5), ms(10)), (ms(20), ms(2))] {
                for (tells, hard) in [(false, 0.5), (true, 0.5), (true, 1.0)] {
                    let mut referee = Referee {
                        delay: (delay, 2 * delay),
                        unseen,
                        tells,
                        ..Referee::new(text)
                    };
                    let played = referee.play(area, area as u32 * 3 / 4, hard, &mut rng);
                    let what = format!("{text} area {area} {delay:?} {unseen:?} {tells} {hard}");
                    assert!(!played.late, "{what}");
                    if matches!(referee.control, Control::ByoYomi { periods: 2.., .. }) {
                        assert!(played.periods >= 2, "{what}: {} left", played.periods);
                    }
                }
            }
        }
    }
}

/// A form of time control with random numbers.
fn random_control(rng: &mut Rng) -> String {
    let mut number = |most: u32| f64::from(1 + rng.below(most * 10)) / 10.0;
    let (main, period, increment, limit) = (number(120), number(30), number(10), number(20));
    // A client that counts in whole seconds and gives a fraction of one cannot be served.
    let period = period.max(0.5);
    let stones = 1 + rng.below(25);
    match rng.below(6) {
        // Less than this a game of so many moves cannot be finished by any means.
        0 => format!("absolute {}", main + 30.0),
        1 => format!("byoyomi {main} {period} {}", 1 + stones % 5),
        // What is left is rounded down to a second: less than that a stone cannot be told.
        2 => format!("canadian {main} {} {stones}", period + f64::from(stones)),
        3 => format!("fischer {main} {increment}"),
        4 => format!(
            "fischer-capped {} {increment} {} {limit}",
            main + 2.0,
            main + 2.0
        ),
        _ => format!("byoyomi 0 {period} 1"),
    }
}

#[test]
fn never_over_for_random_settings_and_delays() {
    let mut rng = Rng::from_seed(2);
    for number in 0..400 {
        let text = random_control(&mut rng);
        let delay = ms(u64::from(rng.below(25)));
        let mut referee = Referee {
            delay: (delay, delay),
            unseen: ms(u64::from(rng.below(12))),
            tells: rng.chance(0.7),
            ..Referee::new(&text)
        };
        let area = [81, 169, 361][rng.below(3) as usize];
        let hard = f64::from(rng.below(11)) / 10.0;
        let played = referee.play(
            area,
            30 + rng.below(area as u32 * 2 / 3),
            hard as f32,
            &mut rng,
        );
        assert!(
            !played.late,
            "{number}: {text} area {area} {delay:?} {:?} tells {}",
            referee.unseen, referee.tells
        );
    }
}

/// Without a word from the client a stone is never taken for one of the period while main time may be left.
#[test]
fn stones_of_a_period_are_not_counted_too_early() {
    let mut rng = Rng::from_seed(8);
    for game in 0..1000 {
        let text = format!(
            "canadian {} {} {}",
            10 + rng.below(90),
            10 + rng.below(40),
            1 + rng.below(25)
        );
        let mut referee = Referee {
            tells: false,
            delay: (ms(3), ms(5)),
            unseen: ms(u64::from(rng.below(12))),
            ..Referee::new(&text)
        };
        let hard = rng.unit();
        let played = referee.play(81, 60, hard, &mut rng);
        assert!(!played.late, "{text}, game {game}, {hard}");
    }
}

/// Whether one late answer need not lose the game.
fn has_a_bank(control: Control) -> bool {
    match control {
        Control::Unlimited => false,
        Control::ByoYomi { main, periods, .. } => periods > 2 || !main.is_zero(),
        Control::Fischer { move_limit, .. } => move_limit.is_none(),
        Control::Canadian { stones, .. } => stones > 1,
        Control::Absolute { .. } => true,
    }
}

/// Late answers that come about every thirteen moves lose no game that has time for them.
#[test]
fn late_answers_that_come_again_do_not_lose_on_time() {
    let mut rng = Rng::from_seed(6);
    for text in CONTROLS {
        let control = parse(text).unwrap();
        if !has_a_bank(control) {
            continue;
        }
        // Within a period a client's clock does not tell what we do not see.
        let (period, told) = match control {
            Control::Canadian { period, .. } | Control::ByoYomi { period, .. } => {
                (period / 8, false)
            }
            // What is less than the client's rounding cannot be told from it.
            Control::Absolute { main } => (LATEST, main / 40 > ROUNDING),
            _ => (LATEST, true),
        };
        let lag = (control.main() / 20).max(ms(100)).min(period).min(LATEST);
        for game in 0..60 {
            // Of what it does not see the engine takes a second for the client's rounding.
            let seen = !told || game % 2 == 0;
            let (mut lags, mut number) = (Vec::new(), 3 + rng.below(4));
            while number < 50 {
                lags.push((number, if seen { lag } else { lag / 2 }, seen));
                number += 10 + rng.below(7);
            }
            let mut referee = Referee {
                lags,
                ..Referee::new(text)
            };
            let hard = f32::from(game as u8 % 3) / 2.0;
            let played = referee.play(81, 50, hard, &mut rng);
            assert!(
                !played.late,
                "{text} {lag:?} game {game} hard {hard} {seen}"
            );
        }
    }
}

/// The longest late answer of these tests.
const LATEST: Duration = Duration::from_secs(4);

/// On a machine that takes the processor away for up to a tenth of a second whenever it will, not one move of a
/// second takes longer; nor one of the longer times.
#[test]
fn a_lost_slice_of_the_processor_is_not_late() {
    let mut rng = Rng::from_seed(7);
    for text in [
        "byoyomi 0 1 1",
        "canadian 0 1 1",
        "fischer-capped 5 1 -1 1",
        "byoyomi 0 2 1",
        "byoyomi 0 10 1",
        "absolute 30",
        "fischer 10 1",
    ] {
        for game in 0..100 {
            let mut referee = Referee {
                slice: ms(98),
                delay: (ms(1), ms(1)),
                unseen: ms(0),
                tells: rng.chance(0.5),
                ..Referee::new(text)
            };
            let played = referee.play(81, 40, 0.5, &mut rng);
            assert!(!played.late, "{text}, game {game}");
        }
    }
    // What is left for the search of a short time is little before anything was measured, and most of it later.
    for (text, first, later) in [("byoyomi 0 0.1 1", 10, 75), ("byoyomi 0 0.2 1", 110, 175)] {
        let mut clocks = Clocks::new();
        clocks.set(parse(text).unwrap());
        let wish = |clocks: &Clocks| clocks.budget(Color::Black, MIDDLE).unwrap().wish;
        assert!(wish(&clocks) >= ms(first), "{text}");
        for _ in 0..5 {
            let asked = wish(&clocks);
            clocks.spent(Color::Black, asked + ms(3), Some(asked));
        }
        assert!(wish(&clocks) >= ms(later), "{text}: {:?}", wish(&clocks));
    }
}

#[test]
fn a_slow_line_is_noticed_from_what_the_client_says() {
    let mut clocks = Clocks::new();
    clocks.set(Control::Absolute { main: s(100) });
    let before = clocks.overhead().typical();
    let guard = |clocks: &Clocks| clocks.overhead().worst(s(95), s(95));
    let guarded = guard(&clocks);
    let mut left = s(100);
    for moves in 0..4 {
        clocks.spent(Color::Black, s(2), Some(s(2)));
        left -= s(5);
        clocks.time_left(Color::Black, left, 0);
        // The first is enough to be on one's guard, for it may come again; it is not what every move costs.
        assert!(guard(&clocks) >= guarded + s(2) - ms(20));
        assert!(moves > 0 || clocks.overhead().typical() == before);
    }
    // Three seconds a move go by that we do not see; one of them may be the client's rounding.
    let margin = clocks.overhead().typical();
    assert!(
        margin >= before + s(2) - ms(20) && margin <= before + s(2),
        "{margin:?}"
    );
    // The opponent's clock says nothing about our own delay.
    clocks.time_left(Color::White, s(3), 0);
    assert_eq!(clocks.overhead().typical(), margin);
}
