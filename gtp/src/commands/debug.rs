//! What the engine knows about a position.

use super::core::vertex;
use crate::compare::{self as compare_as, POSITION_PLAYOUTS};
use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::Move;
use dunhuang::compare::{self, CompareError, Settings, System};
use dunhuang::search::Params;

/// `dunhuang-explain_illegal COLOR VERTEX`
pub fn explain_illegal(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let color = arguments.color(0)?;
    let mv = vertex(front, arguments.word(1)?)?;
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

/// `dunhuang-params [NAME [VALUE]]`
pub fn params(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(2)?;
    let mut params = front.session.params().clone();
    match arguments.words() {
        [] => Ok(Params::TABLE
            .iter()
            .map(|row| {
                let value = params.get(row.name).unwrap_or_default();
                format!("{}: {value}\n", row.name)
            })
            .collect()),
        [name] => params
            .get(name)
            .ok_or_else(|| Failure::new(format!("there is no setting {name}"))),
        [name, value, ..] => {
            params.set(name, value).map_err(Failure::new)?;
            front.session.set_params(params);
            done()
        }
    }
}

/// `dunhuang-compare SYSTEM… [visits N] [json]`: what `dunhuang compare` prints of the position.
pub fn compare(front: &mut Front, arguments: Arguments) -> Answer {
    let mut names = arguments.words();
    let mut playouts = POSITION_PLAYOUTS;
    let mut json = false;
    if let [rest @ .., key] = names
        && key.eq_ignore_ascii_case("json")
    {
        (names, json) = (rest, true);
    }
    if let [rest @ .., key, number] = names
        && key.eq_ignore_ascii_case("visits")
    {
        names = rest;
        playouts = number.parse().map_err(|_| Failure::syntax_error())?;
    }
    if names.is_empty() {
        return Err(Failure::syntax_error());
    }
    let mut systems = Vec::new();
    for name in names {
        let system = System::parse(name).map_err(Failure::new)?;
        systems.push(System::of(system.rules));
    }
    let settings = Settings {
        // As the command line does: on several threads equal questions would not have equal answers.
        params: Params {
            threads: 1,
            ..front.session.params().clone()
        },
        playouts: playouts.max(1),
        even_komi: false,
    };
    let game = front.session.game().clone();
    let found =
        front.apart(|stop| compare::compare(&game, game.to_move(), &systems, &settings, stop));
    match found {
        Ok(comparison) if json => Ok(compare_as::position_json(&comparison).to_string()),
        Ok(comparison) => Ok(compare_as::position_text(&comparison)),
        Err(CompareError::Search(_)) => Err(Failure::new("internal error")),
        Err(error) => Err(Failure::new(error)),
    }
}
