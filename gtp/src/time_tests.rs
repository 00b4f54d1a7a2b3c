use super::*;

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

/// Plays a game with a client whose clock shows `delay` more for every move than the engine can see.
/// Returns whether it gets through a game of one and a half moves for every point.
fn survives(control: Control, area: usize, delay: Duration, tells: bool) -> bool {
    let mut clocks = Clocks::new();
    clocks.set(control);
    let mut referee = Clocks::new();
    referee.set(control);
    for number in 0..area as u32 * 3 / 4 {
        if tells {
            let side = referee.sides[Color::Black];
            let (left, count) = match control {
                Control::Canadian { .. } | Control::ByoYomi { .. } if side.main.is_zero() => {
                    (side.period, side.count)
                }
                _ => (side.main, 0),
            };
            clocks.time_left(Color::Black, s(left.as_secs()), count);
        }
        let budget = clocks.budget(Color::Black, moves_left(area, 2 * number));
        let seen = budget.unwrap_or(s(5)) + ms(4);
        let real = seen + delay;
        let side = referee.sides[Color::Black];
        let all = match control {
            Control::Unlimited => AGES,
            Control::Absolute { .. } | Control::Fischer { .. } => side.main,
            Control::Canadian { .. } => side.main + side.period,
            Control::ByoYomi { .. } => side.main + side.period * side.count,
        };
        if real > all {
            return false;
        }
        if let Control::Fischer {
            move_limit: Some(limit),
            ..
        } = control
        {
            assert!(real <= limit);
        }
        clocks.spent(Color::Black, seen, budget);
        referee.spent(Color::Black, real.saturating_sub(TRANSPORT), budget);
        if let Control::ByoYomi { periods, .. } = control {
            assert_eq!(
                referee.sides[Color::Black].count,
                periods,
                "a period was lost"
            );
        }
    }
    true
}

#[test]
fn never_loses_on_time() {
    let controls = [
        "none",
        "absolute 60",
        "absolute 600",
        "absolute 30",
        "canadian 0 30 10",
        "canadian 60 30 10",
        "canadian 10 5 1",
        "byoyomi 0 3 1",
        "byoyomi 60 10 3",
        "byoyomi 1 1 5",
        "fischer 10 1",
        "fischer 60 0.2",
        "fischer-capped 60 5 60 7",
        "fischer-capped 5 1 -1 1.5",
    ];
    for text in controls {
        let control = parse(text).unwrap();
        for area in [81, 361] {
            for (delay, tells) in [(ms(0), false), (ms(10), false), (ms(10), true)] {
                assert!(
                    survives(control, area, delay, tells),
                    "{text} area {area} delay {delay:?} tells {tells}"
                );
            }
        }
    }
}

#[test]
fn a_slow_line_is_noticed_from_what_the_client_says() {
    let mut clocks = Clocks::new();
    clocks.set(Control::Absolute { main: s(100) });
    let before = clocks.margin();
    clocks.spent(Color::Black, s(2), Some(s(2)));
    clocks.time_left(Color::Black, s(95), 0);
    let margin = clocks.margin();
    assert!(
        margin >= before + s(2) - ms(20) && margin <= before + s(2),
        "{margin:?}"
    );
    // The opponent's clock says nothing about our own delay.
    clocks.time_left(Color::White, s(3), 0);
    assert_eq!(clocks.margin(), margin);
}

#[test]
fn the_share_of_a_move_is_sensible() {
    let mut clocks = Clocks::new();
    assert_eq!(clocks.budget(Color::Black, 40), None);
    clocks.set(Control::Unlimited);
    assert_eq!(clocks.budget(Color::Black, 40), None);
    clocks.set(Control::Absolute { main: s(400) });
    let budget = clocks.budget(Color::White, 40).unwrap();
    assert!(budget > s(8) && budget < s(10), "{budget:?}");
    clocks.set(Control::Absolute { main: s(0) });
    assert_eq!(clocks.budget(Color::White, 40), Some(s(0)));
    clocks.set(parse("byoyomi 0 10 3").unwrap());
    let budget = clocks.budget(Color::White, 40).unwrap();
    assert!(budget > s(9) && budget < s(10), "{budget:?}");
}

#[test]
fn clocks_follow_the_client_without_settings() {
    let mut clocks = Clocks::new();
    clocks.time_left(Color::Black, s(30), 0);
    assert!(clocks.budget(Color::Black, 10).unwrap() <= s(3));
    let mut clocks = Clocks::new();
    clocks.time_left(Color::Black, s(30), 3);
    assert!(clocks.budget(Color::Black, 10).unwrap() <= s(10));
}
