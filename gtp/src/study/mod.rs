//! `dunhuang study`: populations of games under several rule systems, and what tells them apart.
//!
//! ```text
//! options ─▶ Plan ─▶ worker threads: dunhuang::study::play ─▶ folder (games.jsonl)
//!                                                                │ Summary
//!                                                                ▼
//!                                             tables (CSV, JSON), report.md, report.html
//! ```

mod findings;
mod folder;
mod merge;
mod page;
mod positions;
mod rarity;
mod tables;
mod text;

use crate::cli::EngineOptions;
use crate::contest::interrupts;
use crate::json_lines::write_whole;
use crate::parts::Merge;
use crate::pictures::write_beside;
use crate::pool;
use crate::progress::Progress;
use crate::scope::OWN_OPTION;
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use dunhuang::Rules;
use dunhuang::contest::Shard;
use dunhuang::search::Params;
use dunhuang::study::{Plan, Summary, System, play};
use folder::{Folder, games_of, plan_of};
use positions::Look;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The rule systems of a study that names none.
const SYSTEMS: [&str; 5] = [
    "living-stones",
    "tang",
    "point-counting",
    "point-counting-art",
    "chinese",
];
/// Komi of a study that names none, the same under every rule system.
const KOMI: f32 = 6.5;
/// Playouts a move of a study that names none.
const PLAYOUTS: u64 = 400;

/// Which study.
#[derive(Args, Debug, Clone)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Study {
    /// Merge or report instead of playing.
    #[command(subcommand)]
    pub task: Option<StudyTask>,
    /// A rule system, as often as there are some; the others are compared with the first
    /// [default: living-stones, tang, point-counting, point-counting-art, chinese]
    #[arg(long, value_name = "RULES")]
    pub system: Vec<String>,
    /// Rounds: in each, one game of self-play under every rule system, from one opening and one seed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub rounds: u64,
    /// Rounds, from the first, which also have cross-play: players that play for different counts
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub cross_rounds: u64,
    /// Random moves at the beginning
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening_moves: usize,
    /// The folder for the record; the same command goes on where it was stopped
    #[arg(long, value_name = "FOLDER", required = true)]
    pub out: Option<PathBuf>,
    /// Games at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// Play one part of the study: I of N parts, from 0/N to N-1/N
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Write every picture of the report as PNG too: report-01-TITLE.png and so on
    #[arg(long)]
    pub png: bool,
}

/// What else can be done with a record.
#[derive(Subcommand, Debug, Clone)]
pub enum StudyTask {
    /// Put the parts of a study together and say what is lost or there twice
    Merge(Merge),
    /// Write the tables and the report of a record anew, as far as it goes, and print the report
    Report {
        /// The folder
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// Write every picture of the report as PNG too: report-01-TITLE.png and so on
        #[arg(long)]
        png: bool,
    },
    /// Tell how rare positions are in the games of a record whose best move depends on the rules, and what
    /// it costs not to know them; then as `report`
    Positions(Look),
}

/// Does what was asked for; results go to `print`, progress to stderr.
///
/// # Errors
/// Options that make no sense, files that cannot be read or written, a failed search, an interrupt.
pub fn run(
    study: &Study,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    match &study.task {
        None => games(study, options, print),
        Some(StudyTask::Merge(asked)) => {
            merge::merge(asked, print)?;
            print(write_results(&asked.out, false)?.trim_end())
        }
        Some(StudyTask::Report { folder, png }) => print(write_results(folder, *png)?.trim_end()),
        Some(StudyTask::Positions(asked)) => {
            positions::look(asked, options)?;
            write_results(&asked.folder, false)?;
            let found = positions::found_in(&asked.folder)?;
            print(found.as_ref().map_or(String::new(), rarity::text).trim())
        }
    }
}

/// The plan that the options ask for.
fn plan(study: &Study, options: &EngineOptions) -> anyhow::Result<Plan> {
    ensure!(
        options.threads.is_none_or(|threads| threads == 1),
        "a study has one thread a game"
    );
    let fixed = ["resign", "resign_turns"];
    let idle = options
        .param
        .iter()
        .find(|(name, _)| fixed.contains(&&name[..]));
    ensure!(idle.is_none(), "nobody resigns in a study");
    let named = |name: &str| -> anyhow::Result<System> {
        Ok(System {
            name: name.to_string(),
            axes: Rules::named(name)?.axes_text(),
        })
    };
    let systems: Vec<&str> = match &study.system[..] {
        [] => SYSTEMS.to_vec(),
        given => given.iter().map(String::as_str).collect(),
    };
    let plan = Plan {
        program: env!("CARGO_PKG_VERSION").into(),
        size: (options.size.width(), options.size.height()),
        systems: systems
            .into_iter()
            .map(named)
            .collect::<anyhow::Result<_>>()?,
        komi: options.komi.unwrap_or(KOMI),
        rounds: study.rounds,
        cross_rounds: study.cross_rounds,
        playouts: options.playouts.unwrap_or(PLAYOUTS),
        opening_moves: study.opening_moves,
        move_cap: 4 * options.size.area() as u32,
        seed: options.seed,
        settings: settings(options),
    };
    plan.check()?;
    Ok(plan)
}

/// The search settings that were asked for, by `--set` or an option of their own; the seed and the threads
/// are the plan's.
fn settings(options: &EngineOptions) -> Vec<(String, String)> {
    let memory = (options.memory != Params::default().memory)
        .then(|| ("memory".into(), options.memory.to_string()));
    let ending = options.ending;
    let ending = ending.map(|ending| ("ending".into(), ending.name().into()));
    let set = options
        .param
        .iter()
        .filter(|(name, _)| !OWN_OPTION.contains(&&name[..]));
    memory
        .into_iter()
        .chain(ending)
        .chain(set.cloned())
        .collect()
}

fn games(
    study: &Study,
    options: &EngineOptions,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let plan = plan(study, options)?;
    let path = study.out.as_ref().context("--out is missing")?;
    let mut folder = Folder::open(path, &plan, study.shard)?;
    let interrupted = interrupts();
    let (total, before) = (folder.games().total(), folder.games().done());
    let mut progress = Progress::new("games", total, before);
    let mut failure = None;
    pool::each_done(
        usize::from(study.jobs),
        folder.games().to_play(),
        &|number| {
            let task = plan.task(number).context("there is no such game")?;
            play(&plan, &task).with_context(|| format!("game {number}"))
        },
        &mut || match interrupted.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        },
        &mut |game| {
            let kept = game.and_then(|game| {
                let line = text::of_game(&game);
                folder.keep(game)?;
                progress.done(&line);
                Ok(())
            });
            match kept {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    if let Some(error) = failure {
        return Err(error);
    }
    if folder.games().done() < total {
        bail!(
            "stopped after {} of {total} games; the same command goes on",
            folder.games().done()
        );
    }
    folder.finish();
    print(write_results(path, study.png)?.trim_end())
}

/// Writes the tables and the report of a folder, with its pictures as PNG if they are wanted; the report.
fn write_results(folder: &Path, png: bool) -> anyhow::Result<String> {
    let plan = plan_of(folder)?;
    let games = games_of(folder, &plan)?;
    ensure!(
        !games.is_empty(),
        "{} has no finished game",
        folder.display()
    );
    let summary = Summary::new(&plan, &games);
    let mut files = Vec::new();
    for (name, table) in tables::all(&plan, &games, &summary) {
        write_whole(&folder.join(name), &table)?;
        files.push(name.to_string());
    }
    let json = serde_json::to_string_pretty(&summary)? + "\n";
    write_whole(&folder.join("summary.json"), &json)?;
    files.extend(["summary.json", "games.jsonl", "study.json"].map(String::from));
    let found = positions::found_in(folder)?;
    if let Some(found) = &found {
        let table = rarity::table(found.plan.effort.threshold, &found.lines);
        write_whole(&folder.join("positions.csv"), &table)?;
        let json = serde_json::to_string_pretty(&found.rarity)? + "\n";
        write_whole(&folder.join("rarity.json"), &json)?;
        let names = [
            "positions.csv",
            "rarity.json",
            "positions.jsonl",
            "positions.json",
        ];
        files.extend(names.map(String::from));
        if found.rarity.third.is_some() {
            files.extend(["third.jsonl", "third.json"].map(String::from));
        }
    }
    let page = page::page(&plan, &summary, found.as_ref(), &files);
    let html = folder.join("report.html");
    if png {
        write_beside(&html, &page)?;
    }
    write_whole(&html, page.to_html())?;
    let report =
        text::report(&plan, &summary) + &found.as_ref().map_or(String::new(), rarity::text);
    write_whole(&folder.join("report.md"), &report)?;
    Ok(report)
}
