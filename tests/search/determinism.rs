//! Equal seeds give equal reports; several threads give sensible ones.

use crate::common::{params, search};
use dunhuang::search::{Params, Report, Search};
use dunhuang::{Color, Game, Move, Rules, Size};

fn played(seed: u64, rules: Rules, moves: usize) -> Vec<Report> {
    let mut game = Game::new(Size::square(7), rules);
    let mut engine = Search::new(params(seed));
    (0..moves)
        .map(|_| {
            let color = game.to_move();
            let report = search(&mut engine, &game, color, 150);
            game.play(color, report.best).unwrap();
            report
        })
        .collect()
}

#[test]
fn equal_seeds_give_equal_reports_tree_reuse_included() {
    for rules in [Rules::living_stones(), Rules::preset("chinese").unwrap()] {
        let first = played(5, rules, 12);
        assert_eq!(first, played(5, rules, 12));
        assert_ne!(first, played(6, rules, 12));
    }
}

/// A number that changes whenever the search does anything else than before. A change that is meant
/// to change the search puts the new number here and says so.
#[test]
fn signature() {
    let mut signature = 0xcbf2_9ce4_8422_2325u64;
    let mut mix = |value: u64| {
        signature = (signature ^ value).wrapping_mul(0x0000_0100_0000_01B3);
    };
    for name in ["living-stones", "tang", "chinese", "japanese"] {
        for report in played(1, Rules::preset(name).unwrap(), 10) {
            for mv in &report.moves {
                let point = match mv.mv {
                    Move::Real(point) => point.index() as u64,
                    _ => 0,
                };
                mix(point);
                mix(mv.visits);
                mix(u64::from(mv.win.to_bits()));
            }
        }
    }
    println!("search signature: {signature:016x}");
    assert_eq!(format!("{signature:016x}"), SIGNATURE);
}

const SIGNATURE: &str = "7288b8b2d7cceada";

#[test]
fn two_threads_share_a_tree() {
    let game = Game::new(Size::square(9), Rules::preset("chinese").unwrap());
    let mut engine = Search::new(Params {
        threads: 2,
        ..params(3)
    });
    let report = search(&mut engine, &game, Color::Black, 3000);
    assert_eq!(report.visits, 3000);
    // Every visit of the root went on to a child, and none is still under way.
    let below: u64 = report.moves.iter().map(|m| m.visits).sum();
    assert!((2990..=3000).contains(&below), "{below}");
    assert!(game.check(Color::Black, report.best).is_ok());
    assert!((0.0..=1.0).contains(&report.win));
}
