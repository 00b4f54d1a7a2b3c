use super::*;
use dunhuang::rng::Rng;
use dunhuang::search::{Pace, Params, Spent, Standing};

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn parse(text: &str) -> Option<Control> {
    let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    Control::parse(&words)
}

#[test]
fn every_form_is_read() {
    assert_eq!(
        Control::from_gtp(s(0), s(1), 0),
        Control::Unlimited,
        "0 1 0"
    );
    assert_eq!(
        Control::from_gtp(s(1), s(1), 0),
        Control::Unlimited,
        "1 1 0"
    );
    assert_eq!(
        Control::from_gtp(s(300), s(0), 0),
        Control::Absolute { main: s(300) }
    );
    let canadian = Control::Canadian {
        main: s(60),
        period: s(30),
        stones: 5,
    };
    assert_eq!(Control::from_gtp(s(60), s(30), 5), canadian);
    assert_eq!(parse("canadian 60 30 5"), Some(canadian));
    assert_eq!(parse("none"), Some(Control::Unlimited));
    assert_eq!(
        parse("absolute 7.5"),
        Some(Control::Absolute { main: ms(7500) })
    );
    assert_eq!(
        parse("byoyomi 60 30 3"),
        Some(Control::ByoYomi {
            main: s(60),
            period: s(30),
            periods: 3
        })
    );
    let fischer = |main_limit, move_limit| {
        Some(Control::Fischer {
            main: s(60),
            increment: s(3),
            main_limit,
            move_limit,
        })
    };
    assert_eq!(parse("fischer 60 3"), fischer(None, None));
    assert_eq!(
        parse("fischer-capped 60 3 90 10"),
        fischer(Some(s(90)), Some(s(10)))
    );
    assert_eq!(parse("fischer-capped 60 3 -1 -1"), fischer(None, None));
    for kind in KINDS {
        assert!(
            ["", " 9", " 9 9", " 9 9 9", " 9 9 9 9"]
                .iter()
                .any(|numbers| parse(&format!("{kind}{numbers}")).is_some()),
            "{kind}"
        );
    }
    for bad in [
        "",
        "hourglass 3",
        "absolute",
        "absolute -1",
        "absolute NaN",
        "absolute inf",
        "absolute 1 2",
        "byoyomi 1 2",
        "byoyomi 1 2 3.5",
        "canadian 1 2 -3",
        "fischer-capped 1 2 nan 3",
    ] {
        assert_eq!(parse(bad), None, "{bad:?}");
    }
    assert!(parse("absolute 1e300").is_some());
}

/// New visits in a second of the searches here.
const SPEED: f64 = 3000.0;

/// When the search's own pacer ends a search with this budget in which two moves stay close (hard), or the first
/// has three times the visits of the second all along.
fn searched(budget: Budget, hard: bool) -> Duration {
    let pace = Pace {
        wish: budget.wish,
        saves: budget.saves,
    };
    let params = Params::default();
    let step = (budget.most / 400).max(ms(1));
    let mut used = Duration::ZERO;
    loop {
        used += step;
        if used >= budget.most {
            return budget.most;
        }
        let visits = (used.as_secs_f64() * SPEED) as u64;
        let second = if hard { visits * 2 / 5 } else { visits / 5 };
        let standing = Standing {
            moves: 30,
            first: (visits * 3 / 5, 0.55),
            second,
            best: 0.55,
        };
        let spent = Spent { time: used, visits };
        if pace.ends(spent, &standing, &params) {
            return used;
        }
    }
}

/// A client's clock and a line with delays, on a fake clock.
struct Referee {
    control: Control,
    side: Side,
    /// The delay of every move, and what chance adds to it at most.
    delay: (Duration, Duration),
    /// What of it the engine cannot see.
    unseen: Duration,
    /// Whether the client says what is left before each move.
    tells: bool,
    /// Answers that are late: the number of the move, by how much, and whether the engine sees it.
    lags: Vec<(u32, Duration, bool)>,
    /// How far a processor may be taken away about the end of a search.
    slice: Duration,
}

/// What a game on the clock came to.
struct Played {
    /// Whether time ran out.
    late: bool,
    /// What was used, by the client's clock but without late answers, of what there was to use.
    used: f64,
    /// What the searches took.
    thought: Duration,
    /// Periods left at the end.
    periods: u32,
}

impl Referee {
    fn new(text: &str) -> Referee {
        let control = parse(text).unwrap();
        let mut clocks = Clocks::new();
        clocks.set(control);
        Referee {
            control,
            side: clocks.sides[Color::Black],
            delay: (ms(2), ms(4)),
            unseen: ms(1),
            tells: true,
            lags: Vec::new(),
            slice: Duration::ZERO,
        }
    }

    /// Plays so many moves of which a share is hard.
    fn play(&mut self, area: usize, moves: u32, hard: f32, rng: &mut Rng) -> Played {
        self.play_on(&mut Clocks::new(), area, moves, hard, rng)
    }

    /// The same in a process that may have played before.
    fn play_on(
        &mut self,
        clocks: &mut Clocks,
        area: usize,
        moves: u32,
        hard: f32,
        rng: &mut Rng,
    ) -> Played {
        clocks.set(self.control);
        let (mut late, mut used, mut given) = (false, Duration::ZERO, self.control.main());
        let mut thought = Duration::ZERO;
        for number in 0..moves {
            let periods = self.control.has_periods() && self.side.main.is_zero();
            if self.tells {
                let (left, count) = match periods {
                    true => (self.side.period, self.side.count),
                    false => (self.side.main, 0),
                };
                // Clients round down to whole seconds or not at all.
                let left = if rng.chance(0.5) {
                    s(left.as_secs())
                } else {
                    left
                };
                clocks.time_left(Color::Black, left, count);
            }
            let stage = Stage {
                area,
                moves: 2 * number,
            };
            let budget = clocks.budget(Color::Black, stage);
            let asked = budget.map_or(s(5), |b| searched(b, rng.chance(hard)));
            let some = |most: Duration, rng: &mut Rng| most.mul_f64(rng.unit().into());
            let jitter = some(self.delay.1, rng) + some(self.slice, rng);
            let (mut seen, mut unseen) = (asked + self.delay.0 + jitter, self.unseen);
            used += seen + unseen;
            for &(_, lag, is_seen) in self.lags.iter().filter(|lag| lag.0 == number) {
                *(if is_seen { &mut seen } else { &mut unseen }) += lag;
            }
            let real = seen + unseen;
            late |= !self.move_took(real);
            thought += asked;
            given += self.given_by_a_move(self.side.main.is_zero());
            clocks.spent(Color::Black, seen, budget.map(|_| asked));
        }
        Played {
            late,
            used: used.as_secs_f64() / given.as_secs_f64().max(1e-9),
            thought,
            periods: self.side.count,
        }
    }

    /// What a move adds to what there is to use.
    fn given_by_a_move(&self, in_period: bool) -> Duration {
        match self.control {
            Control::Fischer { increment, .. } => increment,
            Control::ByoYomi { period, .. } if in_period => period,
            Control::Canadian { period, stones, .. } if in_period => period / stones,
            _ => Duration::ZERO,
        }
    }

    /// Takes a move off the clock; false if time ran out. Written from the rules of the clocks, not from
    /// the engine's own counting.
    fn move_took(&mut self, real: Duration) -> bool {
        let side = &mut self.side;
        let over = real.saturating_sub(side.main);
        let in_main = over.is_zero();
        match self.control {
            Control::Unlimited => return true,
            Control::Absolute { .. } => {}
            Control::Fischer {
                increment,
                main_limit,
                move_limit,
                ..
            } => {
                if !in_main || move_limit.is_some_and(|limit| real > limit) {
                    return false;
                }
                let grown = side.main - real + increment;
                side.main = main_limit.map_or(grown, |limit| grown.min(limit));
                return true;
            }
            Control::Canadian { period, stones, .. } if !in_main => {
                side.main = Duration::ZERO;
                if over > side.period {
                    return false;
                }
                side.period -= over;
                side.count -= 1;
                if side.count == 0 {
                    (side.period, side.count) = (period, stones);
                }
                return true;
            }
            Control::ByoYomi { period, .. } if !in_main => {
                side.main = Duration::ZERO;
                let lost = (over.as_nanos().saturating_sub(1) / period.as_nanos()) as u32;
                if lost >= side.count {
                    return false;
                }
                side.count -= lost;
                side.period = period;
                return true;
            }
            _ => {}
        }
        if !in_main {
            return false;
        }
        side.main -= real;
        true
    }
}

const CONTROLS: [&str; 16] = [
    "none",
    "absolute 60",
    "absolute 600",
    "absolute 30",
    "canadian 0 1 1",
    "canadian 0 30 10",
    "canadian 60 30 10",
    "canadian 10 5 1",
    "byoyomi 0 1 1",
    "byoyomi 60 10 3",
    "byoyomi 1 1 5",
    "byoyomi 30 3 5",
    "fischer 10 1",
    "fischer 60 0.2",
    "fischer-capped 60 5 60 7",
    "fischer-capped 5 1 -1 1.5",
];

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
    // Shorter than this no margin is enough for the first move on the slowest of these lines.
    let limit = limit.max(0.3);
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

/// Where two moves stay close in every search, the search's own pacer uses 90 to 100 % of what there is. A period
/// that the game does not play to its end may have given more than its part.
#[test]
fn hard_games_use_what_there_is() {
    let mut rng = Rng::from_seed(3);
    for (text, area, moves) in GAMES {
        let mut clocks = Clocks::new();
        for game in 0..2 {
            let played = Referee::new(text).play_on(&mut clocks, area, moves, 1.0, &mut rng);
            assert!(!played.late, "{text}");
            // The first moves of a process keep more of a second.
            let least = if game == 0 { 0.89 } else { 0.9 };
            assert!(
                played.used >= least && played.used <= 1.02,
                "{text} on {area}, game {game}: {:.3}",
                played.used
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
        assert!(
            played.used >= 0.8 && played.used <= 1.0,
            "{text} on {area}: {:.3}",
            played.used
        );
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
    for (text, first, later) in [("byoyomi 0 0.1 1", 50, 75), ("byoyomi 0 0.2 1", 100, 150)] {
        let mut clocks = Clocks::new();
        clocks.set(parse(text).unwrap());
        let wish = |clocks: &Clocks| clocks.budget(Color::Black, MIDDLE).unwrap().wish;
        assert!(wish(&clocks) >= ms(first), "{text}");
        for _ in 0..10 {
            let asked = wish(&clocks);
            clocks.spent(Color::Black, asked + ms(3), Some(asked));
        }
        assert!(wish(&clocks) >= ms(later), "{text}: {:?}", wish(&clocks));
    }
}

/// The middle game gets most on big boards, and every move of the first hundred a fair part.
#[test]
fn the_middle_game_gets_most() {
    let mut clocks = Clocks::new();
    clocks.set(Control::Absolute { main: s(1800) });
    let mut wishes = Vec::new();
    for number in 0..130 {
        let stage = Stage {
            area: 361,
            moves: 2 * number,
        };
        let budget = clocks.budget(Color::Black, stage).unwrap();
        assert!(budget.wish <= budget.most && budget.saves);
        wishes.push(budget.wish);
        clocks.spent(Color::Black, budget.wish + ms(3), Some(budget.wish));
    }
    let most = (0..130).max_by_key(|&i| wishes[i]).unwrap();
    assert!((15..=60).contains(&most), "{most}");
    assert!(wishes[most] > wishes[0] * 5 / 4);
    assert!(wishes[100] * 8 > wishes[0]);
}

#[test]
fn a_slow_line_is_noticed_from_what_the_client_says() {
    let mut clocks = Clocks::new();
    clocks.set(Control::Absolute { main: s(100) });
    let before = clocks.overhead().typical();
    let mut left = s(100);
    for _ in 0..4 {
        clocks.spent(Color::Black, s(2), Some(s(2)));
        left -= s(5);
        clocks.time_left(Color::Black, left, 0);
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

const MIDDLE: Stage = Stage {
    area: 81,
    moves: 20,
};

#[test]
fn the_share_of_a_move_is_sensible() {
    let mut clocks = Clocks::new();
    assert_eq!(clocks.budget(Color::Black, MIDDLE), None);
    clocks.set(Control::Unlimited);
    assert_eq!(clocks.budget(Color::Black, MIDDLE), None);
    clocks.set(Control::Absolute { main: s(400) });
    let budget = clocks.budget(Color::White, MIDDLE).unwrap();
    assert!(budget.wish > s(15) && budget.most < s(45), "{budget:?}");
    clocks.set(Control::Absolute { main: s(0) });
    let budget = clocks.budget(Color::White, MIDDLE).unwrap();
    assert_eq!(budget.most, s(0));
    clocks.set(parse("byoyomi 0 10 2").unwrap());
    let budget = clocks.budget(Color::White, MIDDLE).unwrap();
    assert!(budget.wish > s(9) && budget.most < s(10), "{budget:?}");
    // With periods to spare a hard move may cost one.
    clocks.set(parse("byoyomi 0 10 3").unwrap());
    let budget = clocks.budget(Color::White, MIDDLE).unwrap();
    assert!(budget.wish < s(10) && budget.most > s(19) && budget.most < s(20));
    // What would grow beyond the cap is used.
    clocks.set(parse("fischer-capped 20 10 20 -1").unwrap());
    let budget = clocks.budget(Color::White, MIDDLE).unwrap();
    assert!(budget.wish >= s(10), "{budget:?}");
}

#[test]
fn clocks_follow_the_client_without_settings() {
    let mut clocks = Clocks::new();
    clocks.time_left(Color::Black, s(30), 0);
    assert!(clocks.budget(Color::Black, MIDDLE).unwrap().most <= s(4));
    let mut clocks = Clocks::new();
    clocks.time_left(Color::Black, s(30), 3);
    assert!(clocks.budget(Color::Black, MIDDLE).unwrap().wish <= s(10));
}
