//! What there is to use is used, and a late answer does not end the thinking.

use super::referee::{Played, Referee};
use super::*;
use dunhuang::rng::Rng;
use std::ops::RangeInclusive;

/// Forms of time with a board and the own moves of a long game on it.
const GAMES: [(&str, usize, u32); 12] = [
    ("absolute 30", 81, 35),
    ("absolute 300", 81, 35),
    ("absolute 600", 169, 70),
    ("absolute 1800", 361, 130),
    ("fischer 10 1", 81, 35),
    ("fischer 300 5", 361, 130),
    ("byoyomi 0 1 1", 81, 35),
    ("byoyomi 0 10 1", 361, 130),
    ("byoyomi 300 10 1", 361, 130),
    ("canadian 0 1 1", 81, 35),
    ("canadian 0 60 10", 81, 40),
    ("canadian 300 60 10", 361, 130),
];

/// A game in time that used such a part of what there was.
#[track_caller]
fn assert_uses(played: Played, part: RangeInclusive<f64>, game: &str) {
    assert!(!played.late, "{game}");
    assert!(part.contains(&played.used), "{game}: {:.3}", played.used);
}

/// Where two moves stay close in every search, the search's own pacer uses 90 to 100 % of what there is. A period
/// that the game does not play to its end may have given more than its part.
#[test]
fn hard_games_use_what_there_is() {
    let mut rng = Rng::from_seed(3);
    for (text, area, moves) in GAMES {
        let mut clocks = Clocks::new();
        for game in 0..2 {
            let played = Referee::new(text).play_on(&mut clocks, area, moves, 1.0, &mut rng);
            assert_uses(
                played,
                0.9..=1.02,
                &format!("{text} on {area}, game {game}"),
            );
        }
    }
}

/// A game of the usual length in which a search in four is hard and the others end early where that saves time.
#[test]
fn ordinary_games_leave_little() {
    let mut rng = Rng::from_seed(4);
    for (text, area, moves) in [
        ("absolute 30", 81, 27),
        ("absolute 600", 169, 55),
        ("fischer 10 1", 81, 27),
        ("fischer 60 3", 169, 55),
    ] {
        let played = Referee::new(text).play(area, moves, 0.25, &mut rng);
        assert_uses(played, 0.8..=1.0, &format!("{text} on {area}"));
    }
}

/// After one late answer, of whatever length and whenever, at least half is used of what would have been used
/// without it and is still there.
#[test]
fn one_late_answer_does_not_stop_the_thinking() {
    for text in CONTROLS {
        for (area, moves) in [(81, 35), (361, 130)] {
            for hard in [0.0, 1.0] {
                let play = |lags| {
                    let mut referee = Referee {
                        lags,
                        ..Referee::new(text)
                    };
                    referee.play(area, moves, hard, &mut Rng::from_seed(5))
                };
                let without = play(Vec::new()).thought;
                for lag in [ms(100), ms(500), ms(1500), ms(2500), ms(5000)] {
                    for number in [0, 1, 2, 3, 5, 10, 20] {
                        for seen in [true, false] {
                            let with = play(vec![(number, lag, seen)]).thought;
                            assert!(
                                with >= without.saturating_sub(lag) / 2,
                                "{text} area {area} hard {hard}: {with:?} of {without:?} after \
                                 {lag:?} at {number}, seen {seen}"
                            );
                        }
                    }
                }
            }
        }
    }
}
