//! Virtual moves, rest and end.

use super::show::state_name;
use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::Move;

/// `dunhuang-virtual COLOR`
pub fn virtual_move(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let color = arguments.color(0)?;
    if !front.session.rules().virtual_moves {
        return Err(Failure::new(
            "the rules in force have passes, not virtual moves",
        ));
    }
    let played = front.session.play(color, Move::Pass);
    played.map_err(super::core::illegal)?;
    done()
}

/// `dunhuang-virtual_stones`
pub fn virtual_stones(front: &mut Front, _: Arguments) -> Answer {
    let stones = front.session.game().virtual_stones();
    Ok(format!("black {} white {}", stones.black, stones.white))
}

/// `dunhuang-game_state`
pub fn game_state(front: &mut Front, _: Arguments) -> Answer {
    Ok(state_name(front.session.game().state()).into())
}

/// `dunhuang-end [force]`
pub fn end(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let ended = match arguments.optional(0) {
        None => front.session.agree_end(),
        Some(word) if word.eq_ignore_ascii_case("force") => front.session.force_end(),
        Some(_) => return Err(Failure::syntax_error()),
    };
    ended.map_err(Failure::new)?;
    done()
}

/// `dunhuang-resume`
pub fn resume(front: &mut Front, _: Arguments) -> Answer {
    front.session.resume().map_err(Failure::new)?;
    done()
}
