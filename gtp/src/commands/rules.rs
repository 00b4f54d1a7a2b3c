//! The rules in force.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::Rules;

/// `dunhuang-rules [PRESET]`
pub fn dunhuang_rules(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let Some(name) = arguments.optional(0) else {
        return Ok(format!("{:?}", front.session.rules()));
    };
    let rules = Rules::preset(name).ok_or_else(|| Failure::new(format!("no preset {name}")))?;
    if !front.settings.lock_rules {
        front.session.set_rules(rules);
    }
    done()
}
