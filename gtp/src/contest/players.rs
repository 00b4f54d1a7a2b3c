//! Players as the command line names them.

use super::client::Process;
use super::inside::Inside;
use super::stop::Stop;
use crate::cli::{Cli, EngineOptions};
use crate::front::Settings;
use crate::run::WallClock;
use anyhow::{Context, bail, ensure};
use clap::Parser;
use dunhuang::contest::{Channel, Claims, Fixture, Player, Terms, TimeControl};
use dunhuang::search::{Clock, NoClock};
use dunhuang::{Rules, Size};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// The first word of the command of a player in this process.
const INSIDE: &str = "@";
/// What the seed of a game is put in place of.
const SEED: &str = "{seed}";
/// Playouts a move of a player in this process where nothing limits it.
const DEFAULT_PLAYOUTS: u64 = 1000;

/// A player of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerSpec {
    /// Its name: letters, digits, `.`, `_`, `-`.
    pub name: String,
    /// What starts it; `@` and options for our own engine in this process.
    pub command: String,
    /// GTP commands that it is sent before each game.
    pub init: Vec<String>,
    /// Whether it is told the time and must keep to it.
    pub on_clock: bool,
    /// What its own opinion of the result is worth.
    pub claims: Claims,
}

/// `NAME=TEXT`, the name in use.
fn named<'a>(text: &'a str, specs: &mut [PlayerSpec]) -> anyhow::Result<(usize, &'a str)> {
    let (name, rest) = text.split_once('=').unwrap_or((text, ""));
    let place = specs.iter().position(|spec| spec.name == name.trim());
    let place = place.with_context(|| format!("there is no player {:?}", name.trim()))?;
    Ok((place, rest.trim()))
}

/// The players from the options `--player`, `--init`, `--no-clock`, `--other-rules`.
///
/// # Errors
/// A name that is none, is taken or is unknown, or a command that cannot be read.
pub fn specs(
    players: &[String],
    init: &[String],
    no_clock: &[String],
    other_rules: &[String],
) -> anyhow::Result<Vec<PlayerSpec>> {
    let mut specs: Vec<PlayerSpec> = Vec::new();
    for text in players {
        let (name, command) = text
            .split_once('=')
            .with_context(|| format!("a player is NAME=COMMAND, not {text:?}"))?;
        let (name, command) = (name.trim(), command.trim());
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        ensure!(
            !name.is_empty() && name.chars().all(plain),
            "the name {name:?} of a player is not made of letters, digits, '.', '_', '-'"
        );
        ensure!(
            specs.iter().all(|spec| spec.name != name),
            "there are two players {name:?}"
        );
        let spec = PlayerSpec {
            name: name.into(),
            command: command.into(),
            init: Vec::new(),
            on_clock: true,
            claims: Claims::Checked,
        };
        spec.check()?;
        specs.push(spec);
    }
    for text in init {
        let (place, command) = named(text, &mut specs)?;
        ensure!(!command.is_empty(), "--init is NAME=COMMAND, not {text:?}");
        specs[place].init.push(command.into());
    }
    for name in no_clock {
        let (place, _) = named(name, &mut specs)?;
        specs[place].on_clock = false;
    }
    for name in other_rules {
        let (place, _) = named(name, &mut specs)?;
        specs[place].claims = Claims::Recorded;
    }
    ensure!(specs.len() > 1, "a contest needs two players or more");
    Ok(specs)
}

impl PlayerSpec {
    /// That the command can be read.
    ///
    /// # Errors
    /// It cannot.
    pub fn check(&self) -> anyhow::Result<()> {
        self.inside_options(0).map(drop)
    }

    /// The words of the command for a game with this seed.
    fn words(&self, seed: u64) -> anyhow::Result<Vec<String>> {
        let text = self.command.replace(SEED, &seed.to_string());
        match shlex::split(&text) {
            Some(words) if !words.is_empty() => Ok(words),
            _ => bail!("the command of player {} cannot be read", self.name),
        }
    }

    /// The options of a player in this process; `None` if it is a program.
    fn inside_options(&self, seed: u64) -> anyhow::Result<Option<EngineOptions>> {
        let mut words = self.words(seed)?;
        if words[0] != INSIDE {
            return Ok(None);
        }
        words[0] = "dunhuang".into();
        let cli = Cli::try_parse_from(&words).map_err(|error| {
            let text = error.to_string();
            let reason = text.split("\n\n").next().unwrap_or_default();
            anyhow::anyhow!("player {}: {}", self.name, reason)
        })?;
        ensure!(
            cli.command.is_none(),
            "player {} takes options only",
            self.name
        );
        Ok(Some(cli.engine))
    }
}

/// What all players in this process have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Common {
    /// The board.
    pub size: Size,
    /// The rules of the game.
    pub rules: Rules,
    /// Playouts a move, where a player says nothing else.
    pub playouts: Option<u64>,
}

/// Starts a player for one game.
///
/// # Errors
/// It cannot be started.
pub fn start(
    spec: &PlayerSpec,
    place: usize,
    fixture: &Fixture,
    common: &Common,
    terms: &Terms,
    folder: &Path,
    stop: &Arc<Stop>,
) -> anyhow::Result<Player<'static>> {
    let seed = fixture.player_seed(place);
    let options = spec.inside_options(seed)?;
    let own_rules = options.as_ref().and_then(|options| options.rules);
    let claims = match own_rules.is_some_and(|own| counts_otherwise(own, common.rules)) {
        true => Claims::Recorded,
        false => spec.claims,
    };
    let channel: Box<dyn Channel> = match &options {
        Some(options) => Box::new(inside(spec, options, seed, common, terms, stop)),
        None => {
            let stderr = folder.join(format!("{:06}-{}.txt", fixture.number, spec.name));
            let process = Process::start(&spec.words(seed)?, &stderr, stop.clone())
                .with_context(|| format!("player {}", spec.name))?;
            Box::new(process)
        }
    };
    let init = spec.init.iter();
    Ok(Player {
        name: spec.name.clone(),
        channel,
        commands: init
            .map(|line| line.replace(SEED, &seed.to_string()))
            .collect(),
        on_clock: spec.on_clock,
        claims,
    })
}

/// Whether a player with rules of its own may come to another result than the game's rules do.
fn counts_otherwise(own: Rules, game: Rules) -> bool {
    let own = Rules {
        komi: game.komi,
        first: game.first,
        ..own
    };
    own != game
}

fn inside(
    spec: &PlayerSpec,
    options: &EngineOptions,
    seed: u64,
    common: &Common,
    terms: &Terms,
    stop: &Arc<Stop>,
) -> Inside {
    let mut settings = Settings {
        size: common.size,
        rules: options.rules.unwrap_or(common.rules),
        ..options.settings()
    };
    settings.params.threads = options.threads.unwrap_or(1);
    if !spec.command.contains("--seed") {
        settings.params.seed = seed;
    }
    let timed = settings.time.is_some() || (spec.on_clock && terms.time != TimeControl::None);
    settings.playouts = settings.playouts.or(common.playouts);
    if !timed {
        settings.playouts.get_or_insert(DEFAULT_PLAYOUTS);
    }
    // Without a clock in the game nothing that such a player says may depend on one.
    let clock: Arc<dyn Clock> = if timed {
        Arc::new(WallClock::start())
    } else {
        Arc::new(NoClock)
    };
    Inside::new(settings, clock, stop.clone())
}
