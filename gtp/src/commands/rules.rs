//! The rules in force. Under `--lock-rules` what would change them answers and does nothing.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::Rules;

/// `dunhuang-rules [PRESET]`
pub fn dunhuang_rules(front: &mut Front, arguments: Arguments) -> Answer {
    let Some(name) = arguments.optional(0) else {
        return Ok(front.session.rules().axes_text());
    };
    change(front, |_| {
        arguments.at_most(1)?;
        Rules::named(name).map_err(Failure::new)
    })
}

/// `kata-get-rules`
pub fn get(front: &mut Front, _: Arguments) -> Answer {
    Ok(front.session.rules().katago_json())
}

/// `kata-set-rules RULES`
pub fn set_all(front: &mut Front, arguments: Arguments) -> Answer {
    let text = arguments.words().join(" ");
    change(front, |old| {
        Rules::parse_katago(&text, old.komi).map_err(Failure::new)
    })
}

/// `kata-set-rule KEY VALUE`
pub fn set_one(front: &mut Front, arguments: Arguments) -> Answer {
    change(front, |mut rules| {
        arguments.at_most(2)?;
        let set = rules.set_katago(arguments.word(0)?, arguments.word(1)?);
        set.map_err(Failure::new)?;
        Ok(rules)
    })
}

fn change(front: &mut Front, new: impl Fn(Rules) -> Result<Rules, Failure>) -> Answer {
    if !front.settings.lock_rules {
        let rules = new(*front.session.rules())?;
        front.session.set_rules(rules);
    }
    done()
}
