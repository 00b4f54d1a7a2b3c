//! Every move the tree holds is one that the referee allows, under every rule system.

use crate::common::{params, random_move, search};
use dunhuang::rng::Rng;
use dunhuang::rules::PRESETS;
use dunhuang::search::{Params, Search};
use dunhuang::{Color, Game, Move, PointSet, Size};

/// Replays every line of the tree with the referee and compares the moves of each node with the
/// legal ones: none illegal, and none missing but fillings of own eyes.
fn compare_tree_with_referee(engine: &Search, game: &Game, color: Color, nodes: &mut usize) {
    let mut replay = game.clone();
    let mut made: Vec<Move> = Vec::new();
    engine.walk(&mut |line, children| {
        let common = made.iter().zip(line).take_while(|(a, b)| a == b).count();
        while made.len() > common {
            replay.undo().unwrap();
            made.pop();
        }
        for &mv in &line[common..] {
            let mover = if made.len().is_multiple_of(2) {
                color
            } else {
                color.opponent()
            };
            replay.play(mover, mv).unwrap();
            made.push(mv);
        }
        let mover = if line.len() % 2 == 0 {
            color
        } else {
            color.opponent()
        };
        let have: PointSet = children.iter().filter_map(|(mv, _)| mv.point()).collect();
        let legal = replay.legal_points(mover);
        assert!(have.difference(&legal).is_empty(), "{:?}", replay.board());
        for missing in legal.difference(&have).iter() {
            assert!(replay.board().is_eye(missing, mover));
        }
        assert!(children.iter().any(|(mv, _)| *mv == Move::Pass));
        *nodes += 1;
    });
}

#[test]
fn the_tree_holds_the_legal_moves_and_no_others() {
    let mut rng = Rng::from_seed(11);
    for preset in &PRESETS {
        let mut nodes = 0;
        for (size, playouts) in [((2, 2), 300), ((3, 2), 300), ((3, 3), 300), ((4, 4), 200)] {
            let size = Size::new(size.0, size.1).unwrap();
            let mut engine = Search::new(Params {
                expand: 1,
                ..params(rng.next_u64())
            });
            let mut game = Game::new(size, preset.rules);
            // Crowded small boards are full of repetitions.
            for number in 0..24 {
                let color = game.to_move();
                if number % 3 == 2 {
                    let report = search(&mut engine, &game, color, playouts);
                    compare_tree_with_referee(&engine, &game, color, &mut nodes);
                    game.play(color, report.best).unwrap();
                } else {
                    let mv = random_move(&game, color, &mut rng);
                    game.play(color, mv).unwrap();
                }
                if game.now().end.is_some() {
                    break;
                }
            }
        }
        println!("{}: {nodes} nodes", preset.name);
        assert!(nodes > 1000);
    }
}
