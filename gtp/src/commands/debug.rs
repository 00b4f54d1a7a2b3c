//! What the engine knows about a position.

use super::core::vertex;
use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::search::{Params, Report};
use dunhuang::{Move, Rules};

/// Visits per preset where `dunhuang-compare` is not told, and moves shown of each.
const COMPARED: (u64, usize) = (1000, 3);

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

/// `dunhuang-compare PRESET PRESET… [visits N]`
pub fn compare(front: &mut Front, arguments: Arguments) -> Answer {
    let mut names = arguments.words();
    let mut visits = COMPARED.0;
    if let [rest @ .., key, number] = names
        && key.eq_ignore_ascii_case("visits")
    {
        names = rest;
        visits = number.parse().map_err(|_| Failure::syntax_error())?;
    }
    if names.is_empty() {
        return Err(Failure::syntax_error());
    }
    let mut systems = Vec::new();
    for name in names {
        systems.push((name, Rules::named(name).map_err(Failure::new)?));
    }
    let mut lines = String::new();
    for (name, rules) in systems {
        let report = front.look_under(rules, visits)?;
        lines += &compared(&name.to_ascii_lowercase(), &report);
    }
    Ok(lines)
}

fn compared(name: &str, report: &Report) -> String {
    let size = report.size;
    let mut lines = String::new();
    for found in report.moves.iter().take(COMPARED.1) {
        let pv: Vec<String> = found.pv.iter().map(|&mv| size.move_name(mv)).collect();
        lines += &format!(
            "{name} move {} visits {} winrate {:.4} score {:.2} pv {}\n",
            size.move_name(found.mv),
            found.visits,
            found.win,
            found.score_mean,
            pv.join(" ")
        );
    }
    lines
}
