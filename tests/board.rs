//! The fast board against itself computed from scratch, along playouts on boards of all shapes.

use dunhuang::playout::{Policy, Trace, Uniform};
use dunhuang::rng::Rng;
use dunhuang::{Board, Color, Point, Size};

#[test]
fn random_games_stay_consistent() {
    let mut rng = Rng::from_seed(7);
    for (width, height) in [(2, 2), (2, 5), (5, 3), (7, 7), (9, 9), (19, 2), (19, 19)] {
        let mut board = Board::new(Size::new(width, height).unwrap());
        let trace = Trace::new();
        let mut color = Color::Black;
        for turn in 0..3 * width * height {
            let point = Uniform.choose(&mut board, color, &trace, &mut rng);
            let key = (point != Point::NONE).then(|| board.key_after(point, color));
            if let Some(key) = key {
                board.play_unchecked(point, color);
                assert_eq!(board.key(), key);
            }
            if turn % (1 + width * height / 50) == 0 {
                board.check().unwrap();
            }
            color = color.opponent();
        }
    }
}

#[test]
fn suicides_are_removed() {
    let mut board = Board::from_diagram(".XO\nXXO\nOO.").unwrap();
    assert_eq!(board.play_unchecked(Point::new(0, 0), Color::Black), 0);
    assert_eq!(board.diagram(), "..O\n..O\nOO.\n");
    board.check().unwrap();
    let mut board = Board::from_diagram(".O.\nO..\n...").unwrap();
    board.play_unchecked(Point::new(0, 0), Color::Black);
    assert_eq!(board.diagram(), ".O.\nO..\n...\n");
    board.check().unwrap();
}
