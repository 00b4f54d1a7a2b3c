//! Players as the command line names them.

use super::client::Process;
use super::inside::Inside;
use super::starts::Answered;
use super::stop::Stop;
use crate::cli::{Cli, EngineOptions};
use crate::config;
use crate::front::Settings;
use crate::run::WallClock;
use anyhow::{Context, ensure};
use dunhuang::contest::{Channel, Claims, Fixture, Player, Terms, TimeControl};
use dunhuang::search::{Clock, NoClock};
use dunhuang::{Rules, Size};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
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
    /// What starts it, as it was given; `@` and options for our own engine in this process.
    pub command: String,
    /// The words of that; for our own engine with what a file, a profile or a level adds.
    pub words: Vec<String>,
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

/// The players from the options `--player`, `--init`, `--no-clock`, `--other-rules`; those in this process
/// have the engine's options of the command line as defaults.
///
/// # Errors
/// A name that is none, is taken or is unknown, a command that cannot be read, or options for players in
/// this process where there are none.
pub fn specs(
    options: &EngineOptions,
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
        specs.push(PlayerSpec::new(name, command, options)?);
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
    somebody_hears(options, &specs)?;
    Ok(specs)
}

/// That options for players in this process find one.
///
/// # Errors
/// There is none.
pub fn somebody_hears(options: &EngineOptions, specs: &[PlayerSpec]) -> anyhow::Result<()> {
    let playouts = options.playouts.map(|n| format!("--playouts={n}"));
    if let Some(word) = playouts.iter().chain(&options.for_players).next() {
        ensure!(
            specs.iter().any(|spec| spec.words[0] == INSIDE),
            "{word} is for players in this process (NAME=@), and there is none"
        );
    }
    Ok(())
}

impl PlayerSpec {
    /// A player that keeps to the time and whose claims are checked. In this process the engine's options of
    /// the command line come first and its own words after them, and the last word counts. A configuration
    /// file is read now and never again, so that all games have the same.
    ///
    /// # Errors
    /// The command or the file cannot be read.
    pub fn new(name: &str, command: &str, options: &EngineOptions) -> anyhow::Result<PlayerSpec> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let mut words =
            words.with_context(|| format!("the command of player {name} cannot be read"))?;
        if words[0] == INSIDE {
            let given = words.into_iter().map(OsString::from);
            let expanded = config::expand(given).with_context(|| format!("player {name}"))?;
            let text = |word: OsString| word.into_string().ok();
            let all = expanded.into_iter().map(text).collect::<Option<_>>();
            words = all.with_context(|| format!("an option of player {name} is no text"))?;
            words.splice(1..1, options.for_players.iter().cloned());
        }
        let spec = PlayerSpec {
            name: name.into(),
            command: command.into(),
            words,
            init: Vec::new(),
            on_clock: true,
            claims: Claims::Checked,
        };
        spec.inside_options(0)?;
        Ok(spec)
    }

    /// The words of the command for a game with this seed.
    fn words(&self, seed: u64) -> Vec<String> {
        let words = self.words.iter();
        let seed = seed.to_string();
        words.map(|word| word.replace(SEED, &seed)).collect()
    }

    /// The options of a player in this process in a game with this seed; `None` if it is a program.
    /// It has that seed and one thread unless the command says otherwise: what comes later goes first.
    fn inside_options(&self, seed: u64) -> anyhow::Result<Option<EngineOptions>> {
        let mut words = self.words(seed);
        if words[0] != INSIDE {
            return Ok(None);
        }
        let unless_said = [
            "dunhuang".into(),
            format!("--seed={seed}"),
            "--threads=1".into(),
        ];
        words.splice(..1, unless_said);
        let cli = Cli::read_player(&words).map_err(|error| {
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

/// What the games of one run share.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The folder for what engines write on stderr.
    pub stderr: &'a Path,
    /// Who has answered anything.
    pub answered: &'a Answered,
    /// What stops it.
    pub stop: &'a Arc<Stop>,
}

/// The file in this folder for what a player writes on stderr in a game.
pub fn stderr_file(folder: &Path, game: u64, player: &str) -> PathBuf {
    folder.join(format!("{game:06}-{player}.txt"))
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
    run: Run,
) -> anyhow::Result<Player<'static>> {
    let seed = fixture.player_seed(place);
    let options = spec.inside_options(seed)?;
    let own_rules = options.as_ref().and_then(|options| options.rules);
    let claims = match own_rules.is_some_and(|own| counts_otherwise(own, common.rules)) {
        true => Claims::Recorded,
        false => spec.claims,
    };
    let channel: Box<dyn Channel> = match &options {
        Some(options) => Box::new(inside(spec, options, common, terms, run.stop)),
        None => {
            let stderr = stderr_file(run.stderr, fixture.number, &spec.name);
            let answered = run.answered.mark(place);
            let process = Process::start(&spec.words(seed), &stderr, answered, run.stop.clone())
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
    common: &Common,
    terms: &Terms,
    stop: &Arc<Stop>,
) -> Inside {
    let mut settings = Settings {
        size: common.size,
        rules: options.rules.unwrap_or(common.rules),
        ..options.settings()
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The options of the command line.
    fn said(words: &str) -> EngineOptions {
        let words = format!("dunhuang contest --player a=@ --player b=@ --out x {words}");
        let words = words.split_whitespace().map(OsString::from);
        let words = config::expand(words).unwrap();
        Cli::read(words).unwrap().engine
    }

    fn spec(command: &str) -> anyhow::Result<PlayerSpec> {
        PlayerSpec::new("us", command, &said(""))
    }

    fn options(command: &str) -> EngineOptions {
        spec(command).unwrap().inside_options(77).unwrap().unwrap()
    }

    #[test]
    fn a_player_here_has_every_option_the_program_has_and_the_last_one_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("player.toml");
        std::fs::write(
            &path,
            "seed = 5\nthreads = 3\nlevel = 2\n[search]\npuct = 2.5\n",
        )
        .unwrap();
        let config = format!("@ --config '{}'", path.display());
        // What is looked at: seed, threads, playouts, seconds, a setting.
        let found = |command: &str| {
            let options = options(command);
            let params = options.params();
            let time = options.time.map(|time| time.as_secs());
            (
                params.seed,
                params.threads,
                options.playouts,
                time,
                params.puct,
            )
        };
        let plain = dunhuang::search::Params::default().puct;
        assert_eq!(found("@"), (77, 1, None, None, plain));
        assert_eq!(found("@ --level 3"), (77, 1, Some(50), None, plain));
        assert_eq!(found("@ --profile fast"), (77, 1, None, Some(1), plain));
        let both = "@ --profile fast --level=3 --playouts 7 --time 2 --threads 2 --seed=9";
        assert_eq!(found(both), (9, 2, Some(7), Some(2), plain));
        assert_eq!(
            found("@ --seed {seed} --threads=4"),
            (77, 4, None, None, plain)
        );
        assert_eq!(found(&config), (5, 3, Some(25), None, 2.5));
        let more = format!("{config} --seed 6 --level 1 --set puct=3");
        assert_eq!(found(&more), (6, 3, Some(10), None, 3.0));

        // The file is read once.
        let before = spec(&config).unwrap();
        std::fs::write(&path, "seed = 6\n").unwrap();
        let options = before.inside_options(77).unwrap().unwrap();
        assert_eq!(options.seed, 5);
        assert_ne!(before, spec(&config).unwrap());
        for wrong in [
            "@ --config /no/such/file",
            "@ --level 11",
            "@ --profile x",
            "",
            "'",
            "@ gtp",
        ] {
            assert!(spec(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_the_command_line_says_holds_where_a_player_says_nothing() {
        let all = "--no-resign --ending natural --set puct=2 --set rave_skip=3 --threads 2 --memory 64 --seed 5";
        let found = |command: &str, words: &str| {
            let spec = PlayerSpec::new("us", command, &said(words)).unwrap();
            let params = spec.inside_options(77).unwrap().unwrap().params();
            let numbers = (params.threads, params.memory, params.seed);
            let settings = (params.puct, params.rave_skip, params.resign < 0.0);
            (numbers, settings, params.ending)
        };
        use dunhuang::search::Ending;
        assert_eq!(
            found("@", all),
            ((2, 64, 77), (2.0, 3, true), Ending::Natural)
        );
        assert_eq!(
            found("@ --set puct=3 --threads 1 --memory=32 --ending rest", all),
            ((1, 32, 77), (3.0, 3, true), Ending::Rest)
        );
        let (numbers, ..) = found("@", "--set seed=4 --profile analysis");
        assert_eq!(numbers, (1, 2048, 77));
    }

    #[test]
    fn no_option_of_a_player_is_ignored() {
        for idle in [
            "--ruler",
            "--extensions",
            "--live-graphics",
            "--lock-rules",
            "--ponder",
            "--log x",
            "--size 9",
            "--komi 3",
            "--set ponder=1",
        ] {
            let error = spec(&format!("@ {idle}")).unwrap_err().to_string();
            let name = idle.trim_start_matches("--set ").trim_start_matches('-');
            let name = name.split([' ', '=']).next().unwrap();
            let wanted = format!("player us: error: --{name} is for ");
            assert!(error.starts_with(&wanted), "{error}");
        }
        let outside = ["a=gnugo".to_string(), "b=gnugo".to_string()];
        for words in ["--threads 2", "--no-resign", "--playouts 5", "--set puct=2"] {
            let error = specs(&said(words), &outside, &[], &[], &[]).unwrap_err();
            assert!(error.to_string().contains("in this process"), "{error}");
            let mixed = ["a=@".to_string(), "b=gnugo".to_string()];
            assert!(specs(&said(words), &mixed, &[], &[], &[]).is_ok());
        }
        assert!(specs(&said("--seed 3 --size 9"), &outside, &[], &[], &[]).is_ok());
    }
}
