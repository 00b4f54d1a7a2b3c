//! No side and no direction of the board is preferred.

use crate::common::{params, random_move, search};
use dunhuang::point::Symmetry;
use dunhuang::rng::Rng;
use dunhuang::search::{Classical, EvalInput, Evaluation, Evaluator, Search};
use dunhuang::{Board, ByColor, Color, Game, Move, Point, Rules, Size};

/// A game and its image under a symmetry, colours swapped or not.
fn image(game: &Game, symmetry: Symmetry, swap: bool) -> Game {
    let size = game.size();
    let color = |c: Color| if swap { c.opponent() } else { c };
    let mut rules = *game.rules();
    if swap {
        rules.komi = -rules.komi;
    }
    let mut image = Game::new(symmetry.size(size), rules);
    for (mover, mv) in game.moves() {
        let mv = match mv {
            Move::Real(point) => Move::Real(symmetry.apply(size, point)),
            other => other,
        };
        image.play(color(mover), mv).unwrap();
    }
    image
}

fn random_game(size: Size, moves: usize, rng: &mut Rng) -> Game {
    let mut game = Game::new(size, Rules::living_stones());
    for _ in 0..moves {
        let color = game.to_move();
        let mv = random_move(&game, color, rng);
        game.play(color, mv).unwrap();
    }
    game
}

fn policy(board: &Board, to_move: Color, recent: &[Move], rules: &Rules) -> Vec<(Move, f32)> {
    let mut moves: Vec<Move> = board
        .size()
        .points()
        .filter(|&p| board.is_empty(p))
        .map(Move::Real)
        .collect();
    moves.push(Move::Pass);
    let input = EvalInput {
        board,
        to_move,
        moves: &moves,
        banned: &[],
        recent,
        rules,
        white_bonus: 0.0,
        passes: 0,
        virtual_stones: ByColor::default(),
        virtual_here: 0,
        real_moves: ByColor::default(),
    };
    let mut out = [Evaluation::default()];
    Classical.evaluate(&[input], &mut out);
    moves
        .into_iter()
        .zip(out[0].policy.iter().copied())
        .collect()
}

#[test]
fn priors_turn_with_the_board_and_do_not_see_colours() {
    let mut rng = Rng::from_seed(3);
    for (w, h) in [(5, 5), (9, 9), (7, 10), (19, 19)] {
        let size = Size::new(w, h).unwrap();
        for _ in 0..10 {
            let moves = 3 + rng.below((w * h) as u32) as usize;
            let game = random_game(size, moves, &mut rng);
            let recent = |g: &Game| g.moves().map(|(_, mv)| mv).collect::<Vec<_>>();
            let last = |g: &Game| {
                recent(g)
                    .into_iter()
                    .rev()
                    .take(8)
                    .rev()
                    .collect::<Vec<_>>()
            };
            let here = policy(game.board(), game.to_move(), &last(&game), game.rules());
            let sum: f32 = here.iter().map(|m| m.1).sum();
            assert!((sum - 1.0).abs() < 1e-3);
            for symmetry in Symmetry::all() {
                for swap in [false, true] {
                    let other = image(&game, symmetry, swap);
                    let there =
                        policy(other.board(), other.to_move(), &last(&other), other.rules());
                    for &(mv, p) in &here {
                        let mv = match mv {
                            Move::Real(point) => Move::Real(symmetry.apply(size, point)),
                            other => other,
                        };
                        let q = there.iter().find(|m| m.0 == mv).unwrap().1;
                        assert!((p - q).abs() <= 1e-4 * p, "{mv:?} {p} {q}");
                    }
                }
            }
        }
    }
}

/// Mean share of visits per point, over several seeds, in the coordinates of `size`.
fn shares(game: &Game, map: impl Fn(Point) -> usize, seeds: u64) -> Vec<f64> {
    let mut shares = vec![0.0; game.size().area()];
    for seed in 0..seeds {
        let mut engine = Search::new(params(seed));
        let report = search(&mut engine, game, game.to_move(), 200);
        for m in &report.moves {
            if let Move::Real(point) = m.mv {
                shares[map(point)] += m.visits as f64 / (200 * seeds) as f64;
            }
        }
    }
    shares
}

#[test]
fn searches_turn_with_the_board_and_do_not_see_colours() {
    let size = Size::square(5);
    let game = random_game(size, 6, &mut Rng::from_seed(8));
    let seeds = 40;
    let here = shares(&game, |p| size.rank(p), seeds);
    for symmetry in Symmetry::all() {
        for swap in [false, true] {
            let other = image(&game, symmetry, swap);
            let back = |p: Point| {
                size.points()
                    .position(|q| symmetry.apply(size, q) == p)
                    .unwrap()
            };
            let there = shares(&other, back, seeds);
            for (a, b) in here.iter().zip(&there) {
                // The share of a move varies by some 0.2 from seed to seed.
                assert!(
                    (a - b).abs() < 0.15,
                    "{here:.2?}\n{there:.2?}\n{:?}",
                    game.board()
                );
            }
        }
    }
}
