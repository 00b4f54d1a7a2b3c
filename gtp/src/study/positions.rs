//! `dunhuang study positions`: how rare positions are whose best move depends on the rules, in the games of
//! a record.
//!
//! ```text
//! FOLDER/positions.json    what, with games.jsonl, decides what is found
//! FOLDER/positions.jsonl   a line a position in order of number
//! FOLDER/third.json        with what the costly ones are looked at again
//! FOLDER/third.jsonl       a line for each of these
//! ```

use super::folder::{games_of, plan_of};
use crate::cli::EngineOptions;
use crate::contest::interrupts;
use crate::json_lines::{add_line, append_to, keep_lines, read_json, whole_lines};
use crate::pool;
use crate::progress::Progress;
use crate::run_folder::Claim;
use anyhow::{Context, bail, ensure};
use clap::Args;
use dunhuang::study::{
    Contrast, Effort, GameLine, Plan, PositionLine, Positions, Rarity, Third, ThirdLine,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// What was found, a line a position.
const RECORD: &str = "positions.jsonl";
/// What the third pass found.
const THIRD: &str = "third.jsonl";
/// Playouts of a search of the first pass if nothing is said.
const PLAYOUTS: u64 = 400;

/// Which positions, and how to look at them.
#[derive(Args, Debug, Clone)]
pub struct Look {
    /// The folder of the study; what is found is kept there, and the same command goes on where it was stopped
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The two rule systems, both of the study
    #[arg(
        long,
        value_name = "A,B",
        value_delimiter = ',',
        num_args = 1,
        default_value = "living-stones,chinese"
    )]
    pub against: Vec<String>,
    /// Positions to draw: one of every game of self-play under either, then a second of every game, and so on
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub sample: u64,
    /// Playouts of a search of the second pass; --playouts is for the first [default there: 400]
    #[arg(long, value_name = "N", default_value_t = 1600, value_parser = clap::value_parser!(u64).range(1..))]
    pub confirm: u64,
    /// Searches of the second pass for each question, each from a seed of its own
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(3..=30))]
    pub searches: u32,
    /// Regrets of fewer points are not spoken of
    #[arg(long, value_name = "POINTS", default_value_t = 1.0, value_parser = threshold)]
    pub threshold: f64,
    /// One position in so many has the second pass whatever the first says, to tell what that overlooks; 0
    /// for none
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub check_every: u64,
    /// Playouts of a search of a third pass, from new seeds, over what the second finds costly, test or control; 0
    /// for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub third: u64,
    /// Positions at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

fn threshold(text: &str) -> Result<f64, String> {
    let points = text.parse::<f64>().ok();
    let points = points.filter(|points| (0.0..=1000.0).contains(points));
    points.ok_or_else(|| "it is a number of points, 0 to 1000".into())
}

/// What a folder says of positions.
pub struct Found {
    /// What was asked.
    pub plan: Positions,
    /// The positions looked at so far.
    pub lines: Vec<PositionLine>,
    /// Those looked at a third time.
    pub third: Vec<ThirdLine>,
    /// What they say.
    pub rarity: Rarity,
}

/// What was found in a folder, if anything was looked for.
///
/// # Errors
/// It cannot be read.
pub fn found_in(folder: &Path) -> anyhow::Result<Option<Found>> {
    let described = folder.join("positions.json");
    if !described.exists() {
        return Ok(None);
    }
    let plan: Positions = read_json(&described)?;
    let lines: Vec<PositionLine> = whole_lines(&folder.join(RECORD))?;
    let described = folder.join("third.json");
    let third: Option<Third> = match described.exists() {
        true => Some(read_json(&described)?),
        false => None,
    };
    let again: Vec<ThirdLine> = whole_lines(&folder.join(THIRD))?;
    // Its shares are of the whole sample, so a part of it, or one of a smaller sample, says nothing yet.
    let costly = lines.iter().filter(|line| plan.is_costly(line)).count();
    let third = third.filter(|_| again.len() == costly);
    let rarity = Rarity::new(&plan, &lines, third.map(|third| (third, &again[..])));
    Ok(Some(Found {
        plan,
        lines,
        third: again,
        rarity,
    }))
}

fn plan_positions(
    look: &Look,
    options: &EngineOptions,
    study: &Plan,
    record: &[GameLine],
) -> anyhow::Result<Positions> {
    let [a, b] = &look.against[..] else {
        bail!("--against takes two rule systems, such as living-stones,chinese");
    };
    let mut plan = Positions {
        program: env!("CARGO_PKG_VERSION").into(),
        systems: [a.clone(), b.clone()],
        games: 0,
        sample: look.sample,
        effort: Effort {
            playouts: options.playouts.unwrap_or(PLAYOUTS),
            confirm: look.confirm,
            searches: look.searches,
            threshold: look.threshold,
        },
        check_every: look.check_every,
        seed: options.seed,
    };
    plan.check(study)?;
    plan.games = record.iter().filter(|game| plan.draws_from(game)).count() as u64;
    ensure!(plan.games > 0, "the record has no game under {a} or {b}");
    Ok(plan)
}

/// Whether what was asked before may become this: it is the same, or this has more positions.
fn goes_on(old: &Positions, new: &Positions) -> bool {
    let same = Positions {
        sample: new.sample,
        ..old.clone()
    };
    same == *new && new.sample > old.sample
}

/// Looks at the positions that are still to be looked at.
///
/// # Errors
/// Options that make no sense, files that cannot be read or written, a failed search, an interrupt.
pub fn look(look: &Look, options: &EngineOptions) -> anyhow::Result<()> {
    let folder = &look.folder;
    let study = plan_of(folder)?;
    let record = games_of(folder, &study)?;
    let plan = plan_positions(look, options, &study, &record)?;
    let fits = |old: &Positions| goes_on(old, &plan);
    let claim = Claim::new(folder, "positions", &[RECORD], &plan, &fits)?;
    let places = plan.places(&record);
    let threshold = plan.effort.threshold;
    let run = Run {
        file: folder.join(RECORD),
        jobs: usize::from(look.jobs),
        numbers: places.iter().map(|place| place.position).collect(),
    };
    run.go_on(
        claim,
        ("positions", |line: &PositionLine| line.position),
        &|place| {
            let found = plan.examine(&study, &record, &places[place]);
            found.with_context(|| format!("position {}", places[place].position))
        },
        &|line| {
            format!(
                "game {} move {} {} control {}",
                line.game,
                line.move_number + 1,
                line.test.outcome(threshold).name(),
                line.control.outcome(threshold).name(),
            )
        },
    )?;
    match look.third {
        0 => Ok(()),
        playouts => {
            let third = Third {
                playouts,
                searches: look.searches,
            };
            look_again(look, third, &plan, &study, &record)
        }
    }
}

/// Looks a third time at what was found costly.
fn look_again(
    look: &Look,
    third: Third,
    plan: &Positions,
    study: &Plan,
    record: &[GameLine],
) -> anyhow::Result<()> {
    let folder = &look.folder;
    let claim = Claim::new(folder, "third", &[THIRD], &third, &|_| false)?;
    let lines: Vec<PositionLine> = whole_lines(&folder.join(RECORD))?;
    let costly: Vec<&PositionLine> = lines.iter().filter(|line| plan.is_costly(line)).collect();
    let run = Run {
        file: folder.join(THIRD),
        jobs: usize::from(look.jobs),
        numbers: costly.iter().map(|line| line.position).collect(),
    };
    let threshold = plan.effort.threshold;
    run.go_on(
        claim,
        ("third looks", |line: &ThirdLine| line.position),
        &|place| {
            let found = plan.examine_again(study, record, costly[place], third);
            found.with_context(|| format!("position {}", costly[place].position))
        },
        &|line| {
            let holds = |found: &Option<Contrast>| match found {
                None => "was not costly",
                Some(found) if found.depends_on_rules(threshold) => "depends on the rules",
                Some(_) => "does not depend on the rules",
            };
            let (test, control) = (holds(&line.test), holds(&line.control));
            format!("position {} {test}, its control {control}", line.position)
        },
    )
}

/// A run over positions that leaves a line for each, in order.
struct Run {
    /// Where the lines go.
    file: PathBuf,
    /// Positions at once.
    jobs: usize,
    /// The numbers of the positions.
    numbers: Vec<u64>,
}

impl Run {
    /// Goes on after the lines that are there. `work` is given the place of a position among the numbers;
    /// what the run is called, the number in a line, and what is told of a line are the others.
    fn go_on<
        T: Serialize + DeserializeOwned + Send,
        P: Serialize + DeserializeOwned + PartialEq,
    >(
        &self,
        claim: Claim<P>,
        (name, number): (&'static str, fn(&T) -> u64),
        work: &(dyn Fn(usize) -> anyhow::Result<T> + Sync),
        told: &dyn Fn(&T) -> String,
    ) -> anyhow::Result<()> {
        let known: Vec<T> = whole_lines(&self.file)?;
        let total = self.numbers.len();
        for (place, line) in known.iter().enumerate() {
            ensure!(
                self.numbers.get(place) == Some(&number(line)),
                "{}: line {} should be position {:?}",
                self.file.display(),
                place + 1,
                self.numbers.get(place)
            );
        }
        let _lock = claim.describe()?;
        keep_lines(&self.file, known.len())?;
        let mut file = append_to(&self.file)?;
        let interrupted = interrupts();
        let mut progress = Progress::new(name, total, known.len());
        let mut done = known.len();
        pool::each_in_order(self.jobs, known.len()..total, work, &mut |line: T| {
            add_line(&mut file, &line)?;
            progress.done(&told(&line));
            done += 1;
            ensure!(
                done == total || !interrupted.load(Ordering::Relaxed),
                "stopped after {done} of {total} {name}; the same command goes on"
            );
            Ok(())
        })
    }
}
