//! Options from a file, a profile and a level: each becomes words of the command line before those that
//! the user wrote, so that every option has one meaning, one check and one text of help.
//!
//! What comes later goes first: profile, level, file, command line.

use crate::cli::Cli;
use clap::{Arg, ArgAction, CommandFactory, ValueEnum};
use dunhuang::search::Params;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// A set of options for a purpose.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// A second a move
    Fast,
    /// Fifteen seconds a move and a large tree
    Strong,
    /// A large tree for long analysis
    Analysis,
}

impl Profile {
    fn words(self) -> &'static [&'static str] {
        match self {
            Profile::Fast => &["--time=1"],
            Profile::Strong => &["--time=15", "--memory=2048"],
            Profile::Analysis => &["--memory=2048"],
        }
    }
}

/// What level 1 has besides few playouts, which alone hardly weaken what the priors prefer.
const WEAKEST: &str = "--set=prior_weight=20";
/// Playouts a move of the levels 1 to 10.
pub const LEVELS: [u64; 10] = [10, 25, 50, 100, 200, 400, 800, 1600, 3200, 6400];

/// Why a configuration was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// The file cannot be read: file, reason.
    Unreadable(PathBuf, String),
    /// The file is no TOML: file, reason.
    NoToml(PathBuf, String),
    /// There is no such key: key, the nearest there is, all there are.
    Unknown(String, Option<String>, Vec<String>),
    /// A key's value is of no kind it takes: key.
    Kind(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ConfigError::Unreadable(path, reason) => {
                write!(f, "cannot read {}: {reason}", path.display())
            }
            ConfigError::NoToml(path, reason) => {
                let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
                write!(f, "{} is no TOML: {reason}", path.display())
            }
            ConfigError::Unknown(key, Some(near), _) => {
                write!(f, "there is no key {key:?}; the nearest is {near:?}")
            }
            ConfigError::Unknown(key, None, all) => {
                write!(
                    f,
                    "there is no key {key:?}; the keys are {}",
                    all.join(", ")
                )
            }
            ConfigError::Kind(key) => write!(f, "the key {key:?} cannot have such a value"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// The command line with what a file, a profile and a level add to it.
///
/// # Errors
/// The file cannot be read, or has a key that there is not.
pub fn expand(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, ConfigError> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let task = task_of(&arguments);
    let (file, of_task) = match value_of(&arguments, "--config") {
        Some(path) => words_of_file(Path::new(&path), task.map(|(_, task)| task))?,
        None => Default::default(),
    };
    let said = |name| value_of(&arguments, name).or_else(|| value_of(&file, name));
    let profile = said("--profile").and_then(|name| Profile::from_str(name.to_str()?, true).ok());
    let level = said("--level").and_then(|text| text.to_str()?.parse::<usize>().ok());
    let playouts = level.and_then(|level| LEVELS.get(level.checked_sub(1)?));
    let mut words = Vec::new();
    let (program, own) = arguments.split_at(arguments.len().min(1));
    words.extend(program.iter().cloned());
    let of_profile = profile.map_or(&[][..], Profile::words);
    words.extend(of_profile.iter().map(OsString::from));
    words.extend(playouts.map(|playouts| format!("--playouts={playouts}").into()));
    words.extend((level == Some(1)).then(|| WEAKEST.into()));
    words.extend(file);
    // Options of a subcommand stand behind its name, before those the user wrote there.
    let (before, after) = own.split_at(task.map_or(0, |(place, _)| place));
    let own: Vec<OsString> = [before, &of_task[..], after].concat();
    words.extend(settings_first(&own));
    Ok(words)
}

/// The subcommand whose own options a file may have too, and how many of the user's words end with its name.
fn task_of(arguments: &[OsString]) -> Option<(usize, &'static str)> {
    const ANALYSIS: &str = "analysis";
    let place = arguments.iter().skip(1).position(|word| word == ANALYSIS)?;
    Some((place + 1, ANALYSIS))
}

/// The words with every `--set` before the rest: the parser forgets those given before a subcommand, as those
/// of a file are, where there are others after it.
fn settings_first(words: &[OsString]) -> Vec<OsString> {
    let (mut settings, mut others) = (Vec::new(), Vec::new());
    let mut words = words.iter().cloned().peekable();
    while let Some(word) = words.next() {
        let joined = word.to_str().is_some_and(|w| w.starts_with("--set="));
        if word == "--" {
            others.push(word);
            break;
        } else if joined || word == "--set" && words.peek().is_some() {
            settings.push(word);
            settings.extend(if joined { None } else { words.next() });
        } else {
            others.push(word);
        }
    }
    settings.extend(others);
    settings.extend(words);
    settings
}

/// The last value of an option in either form.
fn value_of(words: &[OsString], name: &str) -> Option<OsString> {
    let mut found = None;
    let mut words = words.iter().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if word == name {
            found = words.next().cloned();
        } else if let Some(value) = word.to_str().and_then(|w| w.strip_prefix(name)) {
            found = value.strip_prefix('=').map(OsString::from).or(found);
        }
    }
    found
}

/// Words of the program's options, and of those of a subcommand.
type Words = (Vec<OsString>, Vec<OsString>);

fn words_of_file(path: &Path, task: Option<&str>) -> Result<Words, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigError::Unreadable(path.into(), error.to_string()))?;
    let table: Table = text
        .parse()
        .map_err(|error: toml::de::Error| ConfigError::NoToml(path.into(), error.to_string()))?;
    words_of(&table, task)
}

/// The words of a table: its keys are the long options, those of `[search]` the search settings.
fn words_of(table: &Table, task: Option<&str>) -> Result<Words, ConfigError> {
    let command = Cli::command();
    let named = |option: &Arg| {
        let flag = matches!(option.get_action(), ArgAction::SetTrue);
        Some((option.get_long()?.to_string(), flag))
    };
    let options: Vec<(String, bool)> = command
        .get_arguments()
        .filter(|option| option.is_global_set())
        .filter_map(named)
        .filter(|(name, _)| name != "config" && name != "set")
        .collect();
    let task = task.and_then(|name| command.find_subcommand(name));
    let of_task: Vec<(String, bool)> = task.map_or(Vec::new(), |task| {
        task.get_arguments().filter_map(named).collect()
    });
    let mut words = Words::default();
    for (key, value) in table {
        if let (SEARCH, Value::Table(settings)) = (&key[..], value) {
            for (name, value) in settings {
                let known = || Params::TABLE.iter().map(|row| row.name);
                if !known().any(|n| n == name) {
                    return Err(unknown(name, known()));
                }
                let text = text_of(value).ok_or_else(|| ConfigError::Kind(name.clone()))?;
                words.0.push(format!("--set={name}={text}").into());
            }
            continue;
        }
        let name = key.replace('_', "-");
        let all = options.iter().chain(&of_task);
        let Some((_, flag)) = all.clone().find(|(long, _)| *long == name) else {
            let names = all.map(|(long, _)| &long[..]);
            return Err(unknown(key, names.chain([SEARCH])));
        };
        let word = match (value, flag) {
            (Value::Boolean(true), true) => format!("--{name}"),
            (Value::Boolean(false), true) => continue,
            (value, false) => {
                let text = text_of(value).ok_or_else(|| ConfigError::Kind(key.clone()))?;
                format!("--{name}={text}")
            }
            (_, true) => return Err(ConfigError::Kind(key.clone())),
        };
        match options.iter().any(|(long, _)| *long == name) {
            true => words.0.push(word.into()),
            false => words.1.push(word.into()),
        }
    }
    Ok(words)
}

/// The table of search settings.
const SEARCH: &str = "search";

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Keys less alike than this are no help.
const ALIKE: f64 = 0.6;

/// The name most like this one, if one is like it at all.
pub fn nearest<'a>(key: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let like = |name: &str| strsim::normalized_damerau_levenshtein(&key.replace('_', "-"), name);
    let near = names
        .map(|name| (like(name), name))
        .filter(|(like, _)| *like >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    near.map(|(_, name)| name)
}

fn unknown<'a>(key: &str, names: impl Iterator<Item = &'a str>) -> ConfigError {
    let names: Vec<&str> = names.collect();
    let near = nearest(key, names.iter().copied()).map(Into::into);
    ConfigError::Unknown(
        key.into(),
        near,
        names.into_iter().map(Into::into).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn words(text: &str) -> Result<Vec<String>, String> {
        let table: Table = text.parse().expect("TOML");
        let words = words_of(&table, None).map_err(|error| error.to_string())?;
        Ok(words
            .0
            .into_iter()
            .map(|w| w.into_string().unwrap())
            .collect())
    }

    #[test]
    fn every_key_becomes_its_option() {
        let text = "rules = \"tang\"\nsize = 9\nkomi = -3.5\nlock_rules = true\nextensions = false\n\
            time = 2.5\n[search]\npuct = 1.5\nselection = \"puct\"\n";
        let mut found = words(text).unwrap();
        found.sort();
        let expected = [
            "--komi=-3.5",
            "--lock-rules",
            "--rules=tang",
            "--set=puct=1.5",
            "--set=selection=puct",
            "--size=9",
            "--time=2.5",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn unknown_keys_name_the_nearest() {
        for (text, expected) in [
            (
                "ruels = \"tang\"",
                "there is no key \"ruels\"; the nearest is \"rules\"",
            ),
            (
                "lock_rule = true",
                "there is no key \"lock_rule\"; the nearest is \"lock-rules\"",
            ),
            (
                "threds = 2",
                "there is no key \"threds\"; the nearest is \"threads\"",
            ),
            (
                "[serach]\npuct = 1",
                "there is no key \"serach\"; the nearest is \"search\"",
            ),
            (
                "[search]\npcut = 1",
                "there is no key \"pcut\"; the nearest is \"puct\"",
            ),
            (
                "lock-rules = 3",
                "the key \"lock-rules\" cannot have such a value",
            ),
            ("size = [9]", "the key \"size\" cannot have such a value"),
        ] {
            assert_eq!(words(text).unwrap_err(), expected);
        }
        // Where none is near, all are named.
        for (text, among) in [("zzz = 2", "rules"), ("[search]\nzzz = 2", "puct")] {
            let error = words(text).unwrap_err();
            assert!(
                error.starts_with("there is no key \"zzz\"; the keys are "),
                "{error}"
            );
            assert!(error.split([' ', ',']).any(|word| word == among), "{error}");
        }
    }

    fn cli(arguments: &[&str]) -> Cli {
        let words = arguments.iter().map(OsString::from);
        Cli::try_parse_from(expand(words).expect("a configuration")).expect("options")
    }

    #[test]
    fn what_comes_later_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dunhuang.toml");
        let text =
            "profile = \"strong\"\nsize = 9\nthreads = 2\nmemory = 64\n[search]\npuct = 2.0\n";
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let options = cli(&["dunhuang", "--config", path]).engine;
        assert_eq!(options.time.map(|t| t.as_secs()), Some(15));
        assert_eq!((options.memory, options.threads), (64, Some(2)));
        assert_eq!(options.params().puct, 2.0);
        let config = format!("--config={path}");
        let options = cli(&["dunhuang", "gtp", &config, "--size", "5", "--set", "puct=3"]).engine;
        assert_eq!(options.size.width(), 5);
        assert_eq!(options.params().puct, 3.0);
        let options = cli(&[
            "dunhuang",
            "--profile",
            "fast",
            "--level",
            "3",
            "--time",
            "9",
        ])
        .engine;
        assert_eq!(options.time.map(|t| t.as_secs()), Some(9));
        assert_eq!(options.playouts, Some(LEVELS[2]));
        let weight = |words: &[&str]| cli(words).engine.params().prior_weight;
        let weakest = weight(&["dunhuang", "--level", "1"]);
        assert!(weakest < weight(&["dunhuang", "--level", "2"]));
        let set = ["dunhuang", "--level", "1", "--set", "prior_weight=7"];
        assert_eq!(weight(&set), 7.0);
        for bad in [
            ["--level", "0"],
            ["--level", "11"],
            ["--profile", "slow"],
            ["--set", "x=1"],
        ] {
            let words = ["dunhuang", bad[0], bad[1]].map(OsString::from);
            assert!(
                Cli::try_parse_from(expand(words).unwrap()).is_err(),
                "{bad:?}"
            );
        }
        // Options of a subcommand are its own.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("analysis.toml");
        std::fs::write(
            &path,
            "analysis_threads = 3\nquit-without-waiting = true\nsize = 7\n",
        )
        .unwrap();
        let config = format!("--config={}", path.to_str().unwrap());
        for (words, threads) in [
            (&["analysis", &config[..]][..], 3),
            (&[&config, "analysis"], 3),
            (&["analysis", &config, "--analysis-threads", "2"], 2),
        ] {
            let cli = cli(&[&["dunhuang"], words].concat());
            let Some(crate::cli::Task::Analysis(analysis)) = cli.command else {
                panic!("{words:?}")
            };
            assert_eq!(analysis.analysis_threads, Some(threads), "{words:?}");
            assert!(analysis.quit_without_waiting);
            assert_eq!(cli.engine.size.width(), 7);
        }
        let elsewhere = expand(["dunhuang", "gtp", &config].map(OsString::from));
        assert!(matches!(elsewhere, Err(ConfigError::Unknown(..))));
        let missing = expand(["dunhuang", "--config", "/nowhere.toml"].map(OsString::from));
        assert!(matches!(missing, Err(ConfigError::Unreadable(..))));
    }
}
