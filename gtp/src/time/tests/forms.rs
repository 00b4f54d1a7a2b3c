//! Every form of time settings is read, and gives a move a sensible share.

use super::super::KINDS;
use super::*;
use dunhuang::Color;

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
