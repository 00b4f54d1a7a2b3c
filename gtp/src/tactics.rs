//! `dunhuang tactics`: how many of the tactical problems the engine solves at so many playouts.

use crate::cli::EngineOptions;
use crate::run::WallClock;
use anyhow::{Context, bail, ensure};
use clap::Args;
use dunhuang::search::Params;
use dunhuang::tactics::{Case, Said, Wanted, solve};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Playouts of a problem if nothing is said.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// Which problems, and how to print.
#[derive(Args, Debug, Clone)]
pub struct Tactics {
    /// The folder of the problems: a folder for each category, a file for each case
    #[arg(long, value_name = "FOLDER", default_value = "tests/data/tactics")]
    pub dir: PathBuf,
    /// Only this category
    #[arg(long, value_name = "NAME")]
    pub category: Option<String>,
    /// Print one JSON value instead of text
    #[arg(long)]
    pub json: bool,
}

/// A question: a case under one rule system.
struct Asked {
    category: String,
    name: String,
    size: String,
    preset: String,
    wanted: String,
    said: String,
    solved: bool,
    known_failure: bool,
}

/// Solved and all of some kind.
#[derive(Default, Clone, Copy)]
struct Share {
    solved: u32,
    all: u32,
}

impl Share {
    fn add(&mut self, solved: bool) {
        self.all += 1;
        self.solved += u32::from(solved);
    }

    fn text(self) -> String {
        let percent = 100.0 * f64::from(self.solved) / f64::from(self.all.max(1));
        format!("{}/{} {percent:.0}%", self.solved, self.all)
    }

    fn json(self) -> Value {
        json!({"solved": self.solved, "all": self.all})
    }
}

/// Asks the engine every question and prints what came of it.
///
/// # Errors
/// A file that is no case, no case at all, or a failure that is not marked as known.
pub fn run(
    what: &Tactics,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cases = load(&what.dir, what.category.as_deref())?;
    let playouts = options.playouts.unwrap_or(DEFAULT_PLAYOUTS);
    let params = Params {
        threads: options.threads.unwrap_or(1),
        ..options.params()
    };
    let only = options.rules.as_ref().and_then(|rules| rules.preset_name());
    ensure!(
        only.is_some() || options.rules.is_none(),
        "--rules takes a named rule system here"
    );
    let mut asked = Vec::new();
    for (category, name, case) in &cases {
        for answer in &case.answers {
            if only.is_some_and(|only| only != answer.preset) {
                continue;
            }
            let said = solve(case, answer, &params, playouts, &WallClock::start())
                .with_context(|| format!("{category}/{name}"))?;
            let size = case.start.size();
            asked.push(Asked {
                category: category.clone(),
                name: name.clone(),
                size: size.to_string(),
                preset: answer.preset.clone(),
                wanted: match &answer.wanted {
                    Wanted::Moves(moves) => {
                        let names: Vec<_> = moves.iter().map(|&m| size.move_name(m)).collect();
                        names.join(" ")
                    }
                    Wanted::Status(stone, status) => {
                        format!("{} {}", size.name(*stone), status.name())
                    }
                },
                said: match said {
                    Said::Move(mv) => size.move_name(mv),
                    Said::Status(status) => status.name().into(),
                },
                solved: said.is(&answer.wanted),
                known_failure: answer.known_failure,
            });
        }
    }
    ensure!(!asked.is_empty(), "there is no such case");
    let text = if what.json {
        as_json(&asked, playouts).to_string()
    } else {
        as_text(&asked, playouts)
    };
    print(text.trim_end())?;
    let new = asked
        .iter()
        .filter(|a| !a.solved && !a.known_failure)
        .count();
    if new > 0 {
        bail!("{new} failures are not marked as known");
    }
    Ok(())
}

fn load(dir: &Path, category: Option<&str>) -> anyhow::Result<Vec<(String, String, Case)>> {
    let mut cases = Vec::new();
    for folder in entries(dir)? {
        if !folder.is_dir() || category.is_some_and(|c| c != stem(&folder)) {
            continue;
        }
        for file in entries(&folder)? {
            if file.extension().is_none_or(|e| e != "txt") {
                continue;
            }
            let path = file.display();
            let text =
                std::fs::read_to_string(&file).with_context(|| format!("cannot read {path}"))?;
            let case = Case::parse(&text).with_context(|| format!("{path}"))?;
            cases.push((stem(&folder), stem(&file), case));
        }
    }
    Ok(cases)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read =
        || -> std::io::Result<Vec<PathBuf>> { folder.read_dir()?.map(|e| Ok(e?.path())).collect() };
    let mut paths = read().with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Shares by a property.
fn shares(asked: &[Asked], by: impl Fn(&Asked) -> &str) -> BTreeMap<String, Share> {
    let mut shares: BTreeMap<String, Share> = BTreeMap::new();
    for a in asked {
        shares.entry(by(a).into()).or_default().add(a.solved);
    }
    shares
}

fn total(asked: &[Asked]) -> Share {
    let mut total = Share::default();
    asked.iter().for_each(|a| total.add(a.solved));
    total
}

fn as_text(asked: &[Asked], playouts: u64) -> String {
    let mut text = format!("playouts {playouts}\n");
    for a in asked {
        let state = match (a.solved, a.known_failure) {
            (true, false) => continue,
            (true, true) => "now passes",
            (false, true) => "known failure",
            (false, false) => "FAILS",
        };
        text += &format!(
            "{state}: {}/{} {} {}: wants {}, says {}\n",
            a.category, a.name, a.size, a.preset, a.wanted, a.said
        );
    }
    type By = fn(&Asked) -> &str;
    let tables: [(&str, By); 3] = [
        ("category", |a| &a.category),
        ("size", |a| &a.size),
        ("rules", |a| &a.preset),
    ];
    for (title, by) in tables {
        for (name, share) in shares(asked, by) {
            text += &format!("{title} {name}: {}\n", share.text());
        }
    }
    text + &format!("all: {}\n", total(asked).text())
}

fn as_json(asked: &[Asked], playouts: u64) -> Value {
    let table = |by: fn(&Asked) -> &str| -> Value {
        shares(asked, by)
            .into_iter()
            .map(|(name, share)| (name, share.json()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let questions: Vec<Value> = asked
        .iter()
        .map(|a| {
            json!({
                "category": a.category, "name": a.name, "size": a.size, "rules": a.preset,
                "wanted": a.wanted, "said": a.said,
                "solved": a.solved, "known_failure": a.known_failure,
            })
        })
        .collect();
    json!({
        "playouts": playouts,
        "categories": table(|a| &a.category),
        "sizes": table(|a| &a.size),
        "rules": table(|a| &a.preset),
        "all": total(asked).json(),
        "questions": questions,
    })
}
