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

/// `dunhuang-end [force] [count]`
pub fn end(front: &mut Front, arguments: Arguments) -> Answer {
    let (mut force, mut count) = (false, false);
    for word in arguments.words() {
        let said = match &word.to_ascii_lowercase()[..] {
            "force" => &mut force,
            "count" => &mut count,
            _ => return Err(Failure::syntax_error()),
        };
        if std::mem::replace(said, true) {
            return Err(Failure::syntax_error());
        }
    }
    let ended = match force {
        true => front.session.force_end(),
        false => front.session.agree_end(),
    };
    ended.map_err(Failure::new)?;
    match count {
        true => super::counting::count(front, Arguments(&[])),
        false => done(),
    }
}

/// `dunhuang-resume`
pub fn resume(front: &mut Front, _: Arguments) -> Answer {
    front.session.resume().map_err(Failure::new)?;
    done()
}
