//! Commands about the program itself.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use crate::registry;

/// `protocol_version`
pub fn protocol_version(_: &mut Front, _: Arguments) -> Answer {
    Ok("2".into())
}

/// `name`
pub fn name(_: &mut Front, _: Arguments) -> Answer {
    Ok("Dunhuang".into())
}

/// `version`
pub fn version(_: &mut Front, _: Arguments) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").into())
}

/// `known_command NAME`
pub fn known_command(_: &mut Front, arguments: Arguments) -> Answer {
    Ok(registry::find(arguments.word(0)?).is_some().to_string())
}

/// `list_commands`
pub fn list_commands(front: &mut Front, _: Arguments) -> Answer {
    let listed: Vec<&str> = registry::listed(front.settings.extensions, front.settings.ruler)
        .map(|command| command.name)
        .collect();
    Ok(listed.join("\n"))
}

/// `help [COMMAND]`
pub fn help(_: &mut Front, arguments: Arguments) -> Answer {
    if let Some(name) = arguments.optional(0) {
        let command = registry::find(name).ok_or_else(Failure::unknown_command)?;
        return Ok(command.usage());
    }
    let all: Vec<String> = registry::COMMANDS.iter().map(|c| c.usage()).collect();
    Ok(all.join("\n"))
}

/// `quit`, `stop`: what they do happens where the input is read.
pub fn nothing(_: &mut Front, _: Arguments) -> Answer {
    done()
}

/// `echo TEXT`
pub fn echo(_: &mut Front, arguments: Arguments) -> Answer {
    Ok(arguments.words().join(" "))
}

/// `cputime`
pub fn cputime(front: &mut Front, _: Arguments) -> Answer {
    let seconds = process_seconds().unwrap_or_else(|| front.clock.now().as_secs_f64());
    Ok(format!("{seconds:.3}"))
}

/// Processor time of this process, all threads, user and system, where the system tells.
fn process_seconds() -> Option<f64> {
    // Fields 14 and 15 of proc(5) stat, in ticks of 1/100 s; the name in field 2 may hold spaces.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).take(2);
    let user: f64 = ticks.next()?.parse().ok()?;
    let system: f64 = ticks.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}

/// `set_random_seed N`
pub fn set_random_seed(front: &mut Front, arguments: Arguments) -> Answer {
    let mut params = front.session.params().clone();
    params.seed = arguments.number(0)?;
    front.session.set_params(params);
    done()
}

/// `get_random_seed`
pub fn get_random_seed(front: &mut Front, _: Arguments) -> Answer {
    Ok(front.session.params().seed.to_string())
}
