//! Play against handicap stones: while every move loses, none is better than another, so at first the
//! engine counts some points as its own that it does not have (linear dynamic komi, as Pachi's).

use crate::color::Color;
use crate::game::Game;
use crate::search::Params;

/// What is lent goes down in steps of so many points, because the tree is searched anew at each.
const STEP: f32 = 5.0;

/// The points that playouts lend to White when `color` thinks: none unless it is White against two or
/// more handicap stones.
pub(super) fn lent(game: &Game, color: Color, params: &Params) -> f32 {
    let stones = game.handicap();
    if color != Color::White || stones < 2 {
        return 0.0;
    }
    let moves = params.handicap_moves * game.size().area() as f32;
    let part = (1.0 - game.move_number() as f32 / moves).max(0.0);
    (part * params.handicap_komi * stones as f32 / STEP).ceil() * STEP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Move, Size, fixed_handicap};
    use crate::rules::Rules;

    fn game(stones: usize) -> Game {
        let size = Size::square(19);
        let mut game = Game::new(size, Rules::preset("chinese").unwrap());
        if let Some(points) = fixed_handicap(size, stones) {
            game.setup(|p| points.contains(p).then_some(Color::Black), Color::White)
                .unwrap();
        }
        game
    }

    #[test]
    fn only_white_against_handicap_stones_is_lent_points() {
        let params = Params::default();
        assert_eq!(lent(&game(0), Color::White, &params), 0.0);
        assert_eq!(lent(&game(4), Color::Black, &params), 0.0);
        let four = lent(&game(4), Color::White, &params);
        assert!(four > 0.0);
        assert!(lent(&game(9), Color::White, &params) > four);
        let off = Params {
            handicap_komi: 0.0,
            ..params
        };
        assert_eq!(lent(&game(9), Color::White, &off), 0.0);
    }

    #[test]
    fn it_goes_down_to_nothing() {
        let params = Params::default();
        let mut game = game(6);
        let mut last = f32::INFINITY;
        let mut steps = 0;
        for number in 0..200 {
            let now = lent(&game, Color::White, &params);
            assert!(now <= last);
            steps += u32::from(now < last);
            last = now;
            let color = game.to_move();
            let point = game.legal_points(color).iter().next().unwrap();
            game.play(color, Move::Real(point)).unwrap();
            assert_eq!(game.move_number(), number + 1);
        }
        assert_eq!(last, 0.0);
        assert!((5..=10).contains(&steps), "{steps}");
    }
}
