//! The board, the moves, and taking them back.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::rules::parse_komi;
use dunhuang::{IllegalMove, Move, Size};

/// `boardsize N`; `boardsize W H` is taken too, since a server's bridge sends it.
pub fn boardsize(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let width: i64 = arguments.number(0)?;
    let height = match arguments.optional(1) {
        Some(_) => arguments.number(1)?,
        None => width,
    };
    resize(front, width, height)
}

/// `rectangular_boardsize W H`
pub fn rectangular_boardsize(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let (width, height) = (arguments.number(0)?, arguments.number(1)?);
    resize(front, width, height)
}

fn resize(front: &mut Front, width: i64, height: i64) -> Answer {
    let side = |n: i64| usize::try_from(n).unwrap_or(0);
    let size =
        Size::new(side(width), side(height)).ok_or_else(|| Failure::new("unacceptable size"))?;
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
    let mv = vertex(front, arguments.word(1)?)?;
    front.session.play(color, mv).map_err(illegal)?;
    done()
}

/// A move as a client wrote it.
///
/// # Errors
/// `illegal move` for a point beyond this board, `syntax error` for what names no point at all.
pub fn vertex(front: &Front, word: &str) -> Result<Move, Failure> {
    let size = front.session.game().size();
    size.parse_move(word).ok_or_else(|| {
        let mut rest = word.chars();
        let column = rest.next().is_some_and(|c| c.is_ascii_alphabetic());
        let row = rest.as_str();
        if column && !row.is_empty() && row.len() <= 2 && row.bytes().all(|b| b.is_ascii_digit()) {
            Failure::new("illegal move")
        } else {
            Failure::syntax_error()
        }
    })
}

/// The reason is told by `dunhuang-explain_illegal`; clients match this text.
pub fn illegal(_: IllegalMove) -> Failure {
    Failure::new("illegal move")
}

/// `genmove COLOR`
pub fn genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, true)
}

/// `reg_genmove COLOR`
pub fn reg_genmove(front: &mut Front, arguments: Arguments) -> Answer {
    search(front, arguments, false)
}

fn search(front: &mut Front, arguments: Arguments, play: bool) -> Answer {
    arguments.at_most(1)?;
    let color = arguments.color(0)?;
    let report = front.search(color, play, &mut |_| ())?;
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
