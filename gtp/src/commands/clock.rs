//! Time settings.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use crate::time::{Control, KINDS, seconds};
use std::time::Duration;

/// `time_settings MAIN PERIOD STONES`
pub fn time_settings(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(3)?;
    let (main, period) = (time(arguments, 0)?, time(arguments, 1)?);
    let stones = arguments.number(2)?;
    front.clocks.set(Control::from_gtp(main, period, stones));
    done()
}

/// `kgs-time_settings KIND …`, `kata-time_settings KIND …`
pub fn kind_and_numbers(front: &mut Front, arguments: Arguments) -> Answer {
    let control = Control::parse(arguments.words()).ok_or_else(Failure::syntax_error)?;
    front.clocks.set(control);
    done()
}

/// `kata-list_time_settings`
pub fn list_kinds(_: &mut Front, _: Arguments) -> Answer {
    Ok(KINDS.join(" "))
}

/// `time_left COLOR TIME STONES`
pub fn time_left(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(3)?;
    let color = arguments.color(0)?;
    // A server is known to send negative times to a side that is late.
    let late = arguments.number::<f64>(1).is_ok_and(|left| left < 0.0);
    let left = if late {
        Duration::ZERO
    } else {
        time(arguments, 1)?
    };
    let stones = match arguments.optional(2) {
        Some(_) => arguments.number(2)?,
        None => 0,
    };
    front.clocks.time_left(color, left, stones);
    done()
}

fn time(arguments: Arguments, place: usize) -> Result<Duration, Failure> {
    seconds(arguments.word(place)?).ok_or_else(Failure::syntax_error)
}
