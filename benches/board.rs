//! The board. Unit: light playouts a second from the empty board; time of a copy and of a tally.
//!
//! The number to beat is 1.5 times the yardstick of docs/BOARD.md (pseudo-liberties, plain C), measured
//! in turn on the same machine; `dunhuang bench playouts` prints the same figure in one line.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dunhuang::playout::{self, Tally, Trace, Uniform};
use dunhuang::rng::Rng;
use dunhuang::{Board, Color, Size};
use std::hint::black_box;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("light playout");
    group.throughput(Throughput::Elements(1));
    for side in [9, 13, 19] {
        let start = Board::new(Size::square(side));
        let (mut board, mut trace, mut rng) = (start.clone(), Trace::new(), Rng::from_seed(1));
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter(|| {
                board.clone_from(&start);
                playout::run(&Uniform, &mut board, Color::Black, 0, &mut rng, &mut trace);
                black_box(trace.len())
            })
        });
    }
}

fn parts(c: &mut Criterion) {
    for side in [9, 19] {
        let mut board = Board::new(Size::square(side));
        let (mut trace, mut rng) = (Trace::new(), Rng::from_seed(1));
        playout::run(&Uniform, &mut board, Color::Black, 0, &mut rng, &mut trace);
        let mut copy = board.clone();
        c.bench_function(&format!("copy {side}x{side}"), |b| {
            b.iter(|| copy.clone_from(black_box(&board)))
        });
        c.bench_function(&format!("tally {side}x{side}"), |b| {
            b.iter(|| Tally::of(black_box(&board)))
        });
    }
}

criterion_group!(benches, playouts, parts);
criterion_main!(benches);
