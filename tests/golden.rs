//! Numbers that must not move: seeded playouts, replayed on the slow twin, and what they average.
//!
//! A change that means to alter the playouts says so in its message and changes the numbers here.

use dunhuang::board::naive::NaiveBoard;
use dunhuang::playout::{self, Tally, Trace, Uniform};
use dunhuang::rng::{Rng, derive_seed, mix};
use dunhuang::{Board, Color, Point, Rules, Size};

/// Side, digest of the final boards of 100 playouts.
const DIGESTS: [(usize, u64); 3] = [
    (9, 0xb48a_2fd9_9178_2ef1),
    (13, 0x96a9_2f51_b6d6_87ba),
    (19, 0x4b50_1e8a_c20c_6c54),
];

/// Side, mean length, share of Black's wins by area at komi 7.5: from 10^6 playouts of a plain C
/// program with pseudo-liberties (docs/BOARD.md).
const AVERAGES: [(usize, f64, f64); 3] =
    [(9, 111.0, 0.420), (13, 219.4, 0.447), (19, 455.3, 0.461)];

fn playout_of(side: usize, seed: u64, trace: &mut Trace) -> Board {
    let mut board = Board::new(Size::square(side));
    let mut rng = Rng::from_seed(seed);
    playout::run(&Uniform, &mut board, Color::Black, 0, &mut rng, trace);
    board
}

/// The final board, made of the trace by the slow twin.
fn replay(side: usize, trace: &Trace) -> NaiveBoard {
    let mut board = NaiveBoard::new(Size::square(side));
    let mut color = trace.first();
    for &point in trace.moves() {
        if point != Point::NONE {
            board.play(point, color);
        }
        color = color.opponent();
    }
    board
}

#[test]
fn seeded_playouts_end_as_recorded_and_as_the_slow_twin_says() {
    let mut trace = Trace::new();
    for (side, expected) in DIGESTS {
        let mut digest = 0;
        for number in 0..100 {
            let board = playout_of(side, derive_seed(1, number), &mut trace);
            let slow = replay(side, &trace);
            for point in board.size().points() {
                assert_eq!(board.color_at(point), slow.color_at(point), "game {number}");
                digest = mix(digest ^ board.color_at(point).map_or(0, |c| c as u64));
            }
        }
        assert_eq!(digest, expected, "digest of {side}x{side}: {digest:#018x}");
    }
}

#[test]
fn light_playouts_average_what_the_field_reports() {
    let rules = Rules::preset("chinese").unwrap();
    let mut trace = Trace::new();
    for (side, length, wins) in AVERAGES {
        let games = if side == 9 {
            20_000
        } else {
            200_000 / side as u64 / 10
        };
        let (mut moves, mut won) = (0, 0);
        for number in 0..games {
            let board = playout_of(side, derive_seed(2, number), &mut trace);
            moves += trace.len();
            won += u64::from(Tally::of(&board).difference(&rules, 0) as f32 > rules.komi);
        }
        let mean = moves as f64 / games as f64;
        assert!(
            (mean - length).abs() < 0.01 * length,
            "{side}x{side}: {mean}"
        );
        let share = won as f64 / games as f64;
        // Three standard errors, or the hundredth that is asked where there are games enough for it.
        let allowed = (3.0 * (0.25 / games as f64).sqrt()).max(0.01);
        assert!((share - wins).abs() < allowed, "{side}x{side}: {share}");
    }
}
