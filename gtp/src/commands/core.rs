//! The board, the moves, and taking them back.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::rules::parse_komi;
use dunhuang::search::Limits;
use dunhuang::{IllegalMove, Move, Size};

/// `boardsize N`; `boardsize W H` is taken too, since a server's bridge sends it.
pub fn boardsize(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let width = side(arguments, 0)?;
    let height = match arguments.optional(1) {
        Some(_) => side(arguments, 1)?,
        None => width,
    };
    resize(front, width, height)
}

/// `rectangular_boardsize W H`
pub fn rectangular_boardsize(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let (width, height) = (side(arguments, 0)?, side(arguments, 1)?);
    resize(front, width, height)
}

/// A side of a board; 0 stands for every whole number that is out of range.
fn side(arguments: Arguments, place: usize) -> Result<usize, Failure> {
    let word = arguments.word(place)?;
    let digits = word.trim_start_matches(['-', '+']);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Failure::syntax_error());
    }
    Ok(word.parse().unwrap_or(0))
}

fn resize(front: &mut Front, width: usize, height: usize) -> Answer {
    let size = Size::new(width, height).ok_or_else(|| Failure::new("unacceptable size"))?;
    front.new_game(size);
    done()
}

/// `clear_board`
pub fn clear_board(front: &mut Front, _: Arguments) -> Answer {
    front.new_game(front.session.game().size());
    done()
}

/// `komi K`
pub fn komi(front: &mut Front, arguments: Arguments) -> Answer {
    if !front.settings.lock_rules {
        arguments.at_most(1)?;
        let komi = parse_komi(arguments.word(0)?).map_err(Failure::new)?;
        front.session.set_komi(komi);
    }
    done()
}

/// `get_komi`
pub fn get_komi(front: &mut Front, _: Arguments) -> Answer {
    Ok(front.session.rules().komi.to_string())
}

/// `play COLOR VERTEX`
pub fn play(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let color = arguments.color(0)?;
    let mv = vertex_to_play(front, arguments.word(1)?)?;
    front.session.play(color, mv).map_err(illegal)?;
    done()
}

/// A move as a client wrote it.
///
/// # Errors
/// `syntax error` for what is no point of this board, `pass` or `resign`.
pub fn vertex(front: &Front, word: &str) -> Result<Move, Failure> {
    let size = front.session.game().size();
    size.parse_move(word).ok_or_else(Failure::syntax_error)
}

/// A move to be made.
///
/// # Errors
/// `illegal move` for a point beyond this board, `syntax error` for what names no point at all.
pub fn vertex_to_play(front: &Front, word: &str) -> Result<Move, Failure> {
    vertex(front, word).map_err(|failure| {
        let row = word.get(1..).unwrap_or_default();
        let column = word.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_point =
            column && (1..=2).contains(&row.len()) && row.bytes().all(|b| b.is_ascii_digit());
        if is_point {
            Failure::new("illegal move")
        } else {
            failure
        }
    })
}

/// The reason is told by `dunhuang-explain_illegal`; clients match this text.
pub fn illegal(_: IllegalMove) -> Failure {
    Failure::new("illegal move")
}

/// `genmove COLOR`
pub fn genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, true, Limits::default())
}

/// `kgs-genmove_cleanup COLOR`: dead stones of the opponent are captured before a pass.
pub fn genmove_cleanup(front: &mut Front, arguments: Arguments) -> Answer {
    let limits = Limits {
        cleanup: true,
        ..Limits::default()
    };
    search(front, arguments, true, limits)
}

/// `reg_genmove COLOR`
pub fn reg_genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, false, Limits::default())
}

fn search(front: &mut Front, arguments: Arguments, play: bool, limits: Limits) -> Answer {
    arguments.at_most(1)?;
    let color = arguments.color(0)?;
    let report = front.search(color, play, limits, &mut |_, _| ())?;
    Ok(front.session.game().size().move_name(report.best))
}

/// `undo`
pub fn undo(front: &mut Front, _: Arguments) -> Answer {
    front.session.undo().map_err(Failure::new)?;
    done()
}

/// `gg-undo [N]`: all or nothing, as GNU Go does.
pub fn gg_undo(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let count: usize = match arguments.optional(0) {
        Some(_) => arguments.number(0)?,
        None => 1,
    };
    if count >= front.session.game().steps().len() {
        return Err(Failure::new("cannot undo"));
    }
    for _ in 0..count {
        front.session.undo().map_err(Failure::new)?;
    }
    done()
}
