//! On a settled board the mean playout is worth the settled count, under every preset (RULES.md §5):
//! what the playout itself fills is held to be balanced.

use dunhuang::counting::{self, Score};
use dunhuang::playout::{self, Local, Rates, Tally, Trace};
use dunhuang::rng::Rng;
use dunhuang::rules::PRESETS;
use dunhuang::{Board, Color, Game, PointSet, Rules};

/// Settled positions: every stone lives, no dame.
const BOARDS: [&str; 2] = [
    ".X.XXO.\n.XXXO.O\n..XOOOO\nXXXXOXO\nOOOXXXX\nO..OOXX\n.OOOOOX",
    ".X.X.OO.O\nXXXXXO.O.\n.X.X.OOOO\nXXXXXO.O.\nXXXXXOOOO\nXXXXXOOOO\n.XXXXOOO.\nX.XXXOOOO\nXXXXXOOOO",
];

fn settled(board: &Board, rules: Rules) -> Score {
    let game = Game::from_board(board.clone(), Color::Black, rules);
    counting::result(&game, &PointSet::EMPTY)
}

#[test]
fn the_mean_playout_is_the_settled_count() {
    let policy = Local::new(Rates::default());
    let mut trace = Trace::new();
    for diagram in BOARDS {
        let start = Board::from_diagram(diagram).unwrap();
        let extra = start.stones(Color::Black) as i32 - start.stones(Color::White) as i32;
        let mut board = start.clone();
        let mut rng = Rng::from_seed(3);
        let mut tallies = Vec::new();
        for i in 0..1000 {
            board.clone_from(&start);
            let first = Color::BOTH[i % 2];
            playout::run(&policy, &mut board, first, 0, &mut rng, &mut trace);
            tallies.push(Tally::of(&board));
        }
        for preset in &PRESETS {
            let rules = Rules {
                komi: 0.0,
                ..preset.rules
            };
            let sum: i32 = tallies.iter().map(|t| t.difference(&rules, extra)).sum();
            let mean = f64::from(sum) / tallies.len() as f64;
            let expected = settled(&start, rules).points();
            assert!(
                (mean - expected).abs() <= 0.5,
                "{}: {mean} against {expected}\n{diagram}",
                preset.name
            );
        }
    }
}
