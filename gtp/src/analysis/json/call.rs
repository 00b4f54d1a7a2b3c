//! How the analysis is called: our flags, and KataGo's call form with what means something here.

use super::query::{Defaults, Side};
use crate::cli::EngineOptions;
use anyhow::{Context, bail};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

/// Visits of a position where nobody says; the number of KataGo's example.
const DEFAULT_VISITS: u64 = 500;

/// Answer queries in KataGo's JSON, many positions at once.
#[derive(Args, Debug, Clone, Default)]
pub struct Analysis {
    /// Positions analysed at once, each on one thread [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub analysis_threads: Option<u32>,
    /// At the end of the input, stop instead of finishing what is queued
    #[arg(long)]
    pub quit_without_waiting: bool,
    /// Whose chances are told: black, white or sidetomove [default: black]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub winrates_as: Option<Side>,
    /// A KataGo configuration, also as -config: what has a meaning here is heard. Several times: the later goes first
    #[arg(long, value_name = "FILE")]
    pub katago_config: Vec<PathBuf>,
    /// A network, also as -model: there is none here, so it is ignored
    #[arg(long, value_name = "FILE")]
    pub katago_model: Vec<PathBuf>,
    /// KataGo settings as KEY=VALUE,…, also as -override-config, any number of times
    #[arg(long, value_name = "SETTINGS")]
    pub katago_override: Vec<String>,
}

fn side(text: &str) -> Result<Side, String> {
    Side::parse(text).ok_or_else(|| "it is black, white or sidetomove".into())
}

/// What the analysis runs with.
#[derive(Clone, Debug)]
pub struct Config {
    /// What holds where a query says nothing.
    pub defaults: Defaults,
    /// Positions analysed at once.
    pub threads: u32,
    /// Whether the end of the input stops everything.
    pub quit_without_waiting: bool,
    /// What was accepted and means nothing here, for people to read.
    pub remarks: Vec<String>,
}

/// KataGo writes its options with one dash.
const FORMS: [(&str, &str); 6] = [
    ("-config", "--katago-config"),
    ("-model", "--katago-model"),
    ("-human-model", "--katago-model"),
    ("-override-config", "--katago-override"),
    ("-quit-without-waiting", "--quit-without-waiting"),
    ("-analysis-threads", "--analysis-threads"),
];

/// The command line with KataGo's options for `analysis` in our form.
pub fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if !arguments.iter().skip(1).any(|word| word == "analysis") {
        return arguments;
    }
    for word in &mut arguments {
        let Some(text) = word.to_str() else { continue };
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if let Some((_, ours)) = FORMS.iter().find(|(theirs, _)| *theirs == name) {
            let equals = if text.contains('=') { "=" } else { "" };
            *word = format!("{ours}{equals}{value}").into();
        }
    }
    arguments
}

impl Config {
    /// What flags, KataGo's configuration and its overrides make together; flags go first.
    ///
    /// # Errors
    /// A value that means something here and cannot be read.
    pub fn new(analysis: &Analysis, options: &EngineOptions) -> anyhow::Result<Config> {
        let settings = options.settings();
        let mut params = settings.params;
        params.threads = 1;
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut config = Config {
            defaults: Defaults {
                rules: settings.rules,
                visits: DEFAULT_VISITS,
                time: None,
                side: Side::Of(dunhuang::Color::Black),
                params,
                pv_length: None,
            },
            threads: processors as u32,
            quit_without_waiting: analysis.quit_without_waiting,
            remarks: Vec::new(),
        };
        for path in &analysis.katago_config {
            let name = path.display();
            match std::fs::read_to_string(path) {
                Ok(text) => {
                    let lines = text
                        .lines()
                        .map(|line| line.split('#').next().unwrap_or(""));
                    config.hear_all(lines, &name.to_string())?;
                }
                Err(error) => {
                    config.remark(format!("the configuration {name} is ignored: {error}"));
                }
            }
        }
        for path in &analysis.katago_model {
            let name = path.display();
            config.remark(format!("the network {name} is ignored: there is none here"));
        }
        for settings in &analysis.katago_override {
            config.hear_all(settings.split(','), "-override-config")?;
        }
        if let Some(playouts) = settings.playouts {
            config.defaults.visits = playouts;
        }
        config.defaults.time = settings.time.or(config.defaults.time);
        config.defaults.side = analysis.winrates_as.unwrap_or(config.defaults.side);
        let threads = analysis.analysis_threads.or(options.threads);
        config.threads = threads.unwrap_or(config.threads);
        Ok(config)
    }

    /// Takes settings of the form KEY = VALUE, and remarks which of them, from `place`, mean nothing here.
    fn hear_all<'a>(
        &mut self,
        settings: impl Iterator<Item = &'a str>,
        place: &str,
    ) -> anyhow::Result<()> {
        let mut ignored = Vec::new();
        for (key, value) in settings.filter_map(|setting| setting.split_once('=')) {
            let key = key.trim();
            if !self.hear(key, value.trim())? {
                ignored.push(key);
            }
        }
        if !ignored.is_empty() {
            self.remark(format!("ignored in {place}: {}", ignored.join(", ")));
        }
        Ok(())
    }

    /// Takes a setting; whether it means something here.
    fn hear(&mut self, key: &str, value: &str) -> anyhow::Result<bool> {
        let value = value.trim_matches('"');
        let number = || -> anyhow::Result<u64> {
            let number = value.parse::<f64>().ok().filter(|&n| n >= 1.0);
            Ok(number.with_context(|| format!("{key} cannot be {value}"))? as u64)
        };
        match key {
            "maxVisits" => self.defaults.visits = number()?,
            "analysisPVLen" => self.defaults.pv_length = Some(number()?.min(1000) as usize),
            "numAnalysisThreads" => self.threads = number()?.min(512) as u32,
            "maxTime" => {
                let time = crate::time::seconds(value).filter(|time| !time.is_zero());
                self.defaults.time = Some(time.with_context(|| format!("{key}: {value}"))?);
            }
            "reportAnalysisWinratesAs" => match Side::parse(value) {
                Some(side) => self.defaults.side = side,
                None => bail!("{key} cannot be {value}"),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }
}
