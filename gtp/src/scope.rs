//! Which of the engine's options mean something where. The parser offers all of them to every subcommand;
//! what means nothing for one is hidden from its help and refused, so that no option is ever ignored.

use crate::cli::Cli;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};

/// A player in this process, as a place where options are given.
pub const PLAYER: &str = "a player in this process";

/// The options that each place hears: a subcommand, one of a subcommand's own, or a player.
pub const HEARD: &[(&str, &str)] = &[
    (
        GTP,
        "rules size komi time playouts threads memory ending seed ponder no-resign lock-rules extensions ruler \
         live-graphics set config profile level log",
    ),
    ("score", "rules komi config"),
    (
        "selfplay",
        "rules size komi time playouts threads memory ending seed no-resign set config profile level",
    ),
    (
        "compare",
        "rules komi playouts threads memory ending seed set config profile level",
    ),
    ("contest", GAMES),
    ("contest merge", ""),
    ("contest report", ""),
    ("tune", GAMES),
    (
        "study",
        "size komi playouts threads memory ending seed set config profile level",
    ),
    ("study merge", ""),
    ("study report", ""),
    ("study positions", "playouts seed config"),
    (
        "analysis",
        "rules komi time playouts threads memory ending seed set config profile level",
    ),
    ("bench playouts", "size threads seed config"),
    (
        "bench search",
        "rules size komi threads memory ending seed set config profile",
    ),
    (
        "bench latency",
        "rules size komi threads memory config profile",
    ),
    (
        "bench analysis",
        "rules size komi time threads memory ending seed set config profile",
    ),
    (
        "tactics",
        "rules playouts threads memory ending seed set config profile level",
    ),
    (
        "learn games",
        "rules size komi playouts threads memory ending seed set config profile level",
    ),
    ("learn fit", "seed config"),
    ("learn judge", "seed set config"),
    (
        PLAYER,
        "rules time playouts threads memory ending seed no-resign set config profile level",
    ),
];

/// What a program without a subcommand does.
const GTP: &str = "gtp";

/// What matches hear: terms of the games, and defaults of the players in this process.
const GAMES: &str =
    "rules size komi playouts threads memory ending seed no-resign set config profile level";

/// Settings that have an option of their own: to `--set` one is to give that option.
pub const OWN_OPTION: [&str; 5] = ["threads", "memory", "seed", "ending", "ponder"];

/// Those of [`GAMES`] that go to the players; the others decide the games or are put into other words.
const OF_PLAYERS: &str = "threads memory ending no-resign set";

/// Where there is something better to say than which places hear an option.
const HINTS: &[(&str, &str, &str)] = &[
    (
        "contest",
        "time",
        "a contest knows --time-per-move and --time-per-game, not --time",
    ),
    ("tune", "time", "tune knows --time-per-move, not --time"),
    (
        "study",
        "time",
        "a study has fixed playouts and one thread a game, not --time or --threads",
    ),
    (
        "study",
        "rules",
        "a study has rule systems by --system, not --rules",
    ),
];

/// Whether a place hears an option; one that only has subcommands hears what any of them does.
pub fn hears(place: &str, option: &str) -> bool {
    let within = format!("{place} ");
    let own = HEARD.iter().find(|(name, _)| *name == place);
    let all = HEARD.iter().filter(|(name, _)| match own {
        Some((own, _)) => name == own,
        None => name.starts_with(&within),
    });
    all.into_iter().any(|(_, options)| has(options, option))
}

fn has(options: &str, option: &str) -> bool {
    options.split(' ').any(|name| name == option)
}

/// The engine's options, by the names users write.
pub fn options(command: &Command) -> Vec<(String, Arg)> {
    let global = command.get_arguments().filter(|arg| arg.is_global_set());
    global
        .filter_map(|arg| Some((arg.get_long()?.to_string(), arg.clone())))
        .collect()
}

/// The command line, every subcommand with help on what it hears.
pub fn command() -> Command {
    let command = Cli::command();
    let options = options(&command);
    hide_in_parts(command, "", &options)
}

fn hide_in_parts(mut command: Command, place: &str, options: &[(String, Arg)]) -> Command {
    let parts = command.get_subcommands().map(|c| c.get_name().to_string());
    for name in parts.collect::<Vec<_>>() {
        let place = format!("{place} {name}").trim_start().to_string();
        command = command.mut_subcommand(&name, |part| {
            let deaf = options.iter().filter(|(name, _)| !hears(&place, name));
            let part = deaf.fold(part, |part, (_, arg)| part.arg(arg.clone().hide(true)));
            hide_in_parts(part, &place, options)
        });
    }
    command
}

/// The subcommand that was asked for, with its own.
pub fn place(matches: &ArgMatches) -> String {
    let (mut names, mut at) = (Vec::new(), matches);
    while let Some((name, inner)) = at.subcommand() {
        names.push(name);
        at = inner;
    }
    match names.is_empty() {
        true => GTP.into(),
        false => names.join(" "),
    }
}

fn said(matches: &ArgMatches, arg: &Arg) -> bool {
    matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
}

/// That every option given means something at this place.
///
/// # Errors
/// One does not: a sentence that says so.
pub fn check(matches: &ArgMatches, place: &str) -> Result<(), String> {
    // What a level or a profile stands for is complained of under the name that was written.
    let mut options = options(&Cli::command());
    options.sort_by_key(|(name, _)| !["config", "profile", "level"].contains(&&name[..]));
    let deaf = |(name, arg): &&(String, Arg)| said(matches, arg) && !hears(place, name);
    if let Some((name, _)) = options.iter().find(deaf) {
        return Err(refusal(place, name));
    }
    let own = OWN_OPTION.into_iter().filter(|name| !hears(place, name));
    for name in own {
        if settings(matches).any(|(setting, _)| setting == name) {
            return Err(refusal(place, name));
        }
    }
    Ok(())
}

/// The search settings that were said.
fn settings(matches: &ArgMatches) -> impl Iterator<Item = &(String, String)> {
    let found = matches.try_get_many::<(String, String)>("param").ok();
    found.flatten().into_iter().flatten()
}

fn refusal(place: &str, option: &str) -> String {
    let hint = HINTS.iter().find(|(p, o, _)| *p == place && *o == option);
    if let Some((_, _, text)) = hint {
        return text.to_string();
    }
    let places = HEARD.iter().filter(|(_, options)| has(options, option));
    let names: Vec<&str> = places.map(|(name, _)| *name).collect();
    format!("--{option} is for {}, not for {place}", names.join(", "))
}

/// The words of the options given that are defaults of every player in this process.
pub fn words_for_players(matches: &ArgMatches) -> Vec<String> {
    let mut words = Vec::new();
    for (name, arg) in options(&Cli::command()) {
        if !has(OF_PLAYERS, &name) || !said(matches, &arg) {
            continue;
        }
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            words.push(format!("--{name}"));
            continue;
        }
        if name == "set" {
            // The seed decides the games: each player has another in each.
            let settings = settings(matches).filter(|(setting, _)| setting != "seed");
            words.extend(settings.map(|(setting, value)| format!("--set={setting}={value}")));
            continue;
        }
        let values = matches.get_raw(arg.get_id().as_str());
        let values = values.into_iter().flatten();
        words.extend(values.map(|value| format!("--{name}={}", value.to_string_lossy())));
    }
    words
}
