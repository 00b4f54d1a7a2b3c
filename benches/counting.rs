//! Counting. Unit: time of one settlement, of one count by each method, and of one judgement of dead
//! stones, on a played-out board.
//!
//! The number to beat is 2 milliseconds on 19x19: `final_score` has two seconds, and a search judges
//! thousands of resting positions.

use criterion::{Criterion, criterion_group, criterion_main};
use dunhuang::counting::{
    Evidence, HalfPoints, Ledger, Method, count_settled, dead_stones, settle,
};
use dunhuang::playout::{self, Trace, Uniform};
use dunhuang::point::{PointMap, PointSet};
use dunhuang::rng::Rng;
use dunhuang::{Board, Color, Rules, Size};
use std::hint::black_box;

fn counting(c: &mut Criterion) {
    let rules = Rules::living_stones();
    for side in [9, 19] {
        let mut board = Board::new(Size::square(side));
        let (mut trace, mut rng) = (Trace::new(), Rng::from_seed(1));
        playout::run(&Uniform, &mut board, Color::Black, 0, &mut rng, &mut trace);
        let settled = |board: &Board| {
            let ledger = Ledger::of_board(board);
            settle(board, &PointSet::EMPTY, ledger, true, &Evidence::default())
        };
        c.bench_function(&format!("settle {side}x{side}"), |b| {
            b.iter(|| settled(black_box(&board)))
        });
        let settlement = settled(&board);
        for method in Method::ALL {
            c.bench_function(&format!("{method} {side}x{side}"), |b| {
                b.iter(|| count_settled(black_box(&settlement), method, &rules, HalfPoints::ZERO))
            });
        }
        let ownership = PointMap::filled(0.1);
        c.bench_function(&format!("dead stones {side}x{side}"), |b| {
            b.iter(|| dead_stones(black_box(&board), &ownership, true, Default::default()))
        });
    }
}

criterion_group!(benches, counting);
criterion_main!(benches);
