//! What GoGui uses to bring the engine to a position.

use super::core::{illegal, vertex_to_play};
use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::{Color, Move, PointMap};

/// `gogui-setup COLOR VERTEX …`: changes points of the present position; `e` empties one.
pub fn setup(front: &mut Front, arguments: Arguments) -> Answer {
    let mut stones: PointMap<Option<Color>> = PointMap::filled(None);
    for point in front.session.game().size().points() {
        stones[point] = front.session.game().board().color_at(point);
    }
    if arguments.words().is_empty() {
        return Err(Failure::syntax_error());
    }
    for pair in arguments.words().chunks(2) {
        let [color, point] = pair else {
            return Err(Failure::syntax_error());
        };
        let point = front.point(point)?;
        stones[point] = match &color.to_ascii_lowercase()[..] {
            "e" | "empty" => None,
            color => Some(Color::parse(color).ok_or_else(Failure::syntax_error)?),
        };
    }
    let to_move = front.session.game().to_move();
    let done_setup = front.session.setup(|p| stones[p], to_move);
    done_setup.map_err(Failure::new)?;
    done()
}

/// `gogui-setup_player COLOR`: the present position with this side to move, as a setup.
pub fn setup_player(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let color = arguments.color(0)?;
    let board = front.session.game().board().clone();
    let set = front.session.setup(|p| board.color_at(p), color);
    set.map_err(Failure::new)?;
    done()
}

/// `gogui-play_sequence COLOR VERTEX …`: all moves, or none if one is illegal.
pub fn play_sequence(front: &mut Front, arguments: Arguments) -> Answer {
    let mut moves: Vec<(Color, Move)> = Vec::new();
    for pair in arguments.words().chunks(2) {
        let [color, word] = pair else {
            return Err(Failure::syntax_error());
        };
        let color = Color::parse(color).ok_or_else(Failure::syntax_error)?;
        moves.push((color, vertex_to_play(front, word)?));
    }
    let before = front.session.game().steps().len();
    for (color, mv) in moves {
        if let Err(reason) = front.session.play(color, mv) {
            while front.session.game().steps().len() > before {
                front.session.undo().map_err(Failure::new)?;
            }
            return Err(illegal(reason));
        }
    }
    done()
}
