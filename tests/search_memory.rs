//! The memory setting means what the process takes for a search, within a tenth. A program of its
//! own, so that nothing else allocates meanwhile.
#![cfg(target_os = "linux")]

use dunhuang::search::{Limits, NoClock, Params, Search, StopToken};
use dunhuang::{Color, Game, Rules, Size};

/// Resident memory of this process in MiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
    let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib / 1024.0
}

#[test]
fn a_saturated_search_takes_what_it_may() {
    let mut game = Game::new(Size::square(9), Rules::living_stones());
    let mut engine = Search::new(Params {
        memory: 60,
        expand: 1,
        ..Params::default()
    });
    let run = |engine: &mut Search, game: &Game, color: Color, playouts: u64| {
        let limits = Limits::playouts(playouts);
        engine.run(
            game,
            color,
            &limits,
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        )
    };
    let idle = resident();
    let report = run(&mut engine, &game, Color::White, 500);
    assert!(
        resident() - idle < 30.0,
        "memory is taken before it is needed"
    );
    assert!(!report.saturated);
    let mut color = Color::White;
    for _ in 0..2 {
        let report = run(&mut engine, &game, color, 30_000);
        assert!(report.saturated);
        let taken = resident() - idle;
        assert!((54.0..=66.0).contains(&taken), "{taken} MiB");
        // The next search keeps a part of the tree, without room for a second one.
        game.play(color, report.best).unwrap();
        color = color.opponent();
    }
    engine.forget();
    assert!(resident() - idle < 20.0, "memory is not given back");
}
