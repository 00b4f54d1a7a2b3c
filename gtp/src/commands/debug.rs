//! What the engine knows about a position.

use super::core::vertex;
use crate::front::{Arguments, Front};
use crate::protocol::{Answer, Failure};
use dunhuang::Move;

/// `dunhuang-explain_illegal COLOR VERTEX`
pub fn explain_illegal(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let color = arguments.color(0)?;
    let mv = vertex(front, arguments.word(1)?).map_err(|_| Failure::syntax_error())?;
    if mv == Move::Resign {
        return Err(Failure::syntax_error());
    }
    Ok(match front.session.game().check(color, mv) {
        Ok(()) => "legal".into(),
        Err(reason) => reason.to_string(),
    })
}

/// `dunhuang-position_key`
pub fn position_key(front: &mut Front, _: Arguments) -> Answer {
    Ok(format!("{:016x}", front.session.game().position_key()))
}
