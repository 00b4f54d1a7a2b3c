//! The folder of a study.
//!
//! ```text
//! study.json      what decides the games; the same command must have made it
//! shard.json      which part of the study this folder has
//! games.jsonl     a line a game in order of number; nothing in it depends on the clock
//! journal.jsonl   games that were finished out of order; removed at the end
//! lock            held while a study runs here
//! *.csv, summary.json, report.md, report.html   what the games say; written anew whenever the study is done
//! ```

use crate::json_lines::{add_line, append_to, keep_lines, read_json, whole_lines};
use crate::run_folder::{Claim, InOrder};
use anyhow::Context;
use dunhuang::contest::Shard;
use dunhuang::study::{GameLine, Plan, recount_kos};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const RECORDS: [&str; 2] = ["games.jsonl", "journal.jsonl"];

/// An open folder.
pub struct Folder {
    record: File,
    journal: File,
    journal_path: PathBuf,
    games: InOrder<GameLine>,
    _lock: File,
}

/// Numbers of the games that a part plays: whole rounds, in order.
pub fn numbers(plan: &Plan, shard: Shard) -> Vec<u64> {
    let of_part = |game: &u64| plan.task(*game).is_some_and(|task| shard.plays(task.round));
    (1..=plan.total()).filter(of_part).collect()
}

/// The plan of a folder.
///
/// # Errors
/// There is none that can be read.
pub fn plan_of(folder: &Path) -> anyhow::Result<Plan> {
    let plan: Plan = read_json(&folder.join("study.json"))
        .with_context(|| format!("{} has no study", folder.display()))?;
    plan.check()?;
    Ok(plan)
}

/// The games of a folder, which are of this plan.
///
/// # Errors
/// They cannot be read or replayed.
pub fn games_of(folder: &Path, plan: &Plan) -> anyhow::Result<Vec<GameLine>> {
    let record = folder.join("games.jsonl");
    let mut games: Vec<GameLine> = whole_lines(&record)?;
    for game in &mut games {
        let counted = recount_kos(plan, game);
        counted.with_context(|| format!("{} is no record of this study", record.display()))?;
    }
    Ok(games)
}

impl Folder {
    /// Opens the folder of a study, which may be new.
    ///
    /// # Errors
    /// It belongs to another study, is in use, or cannot be read or written.
    pub fn open(path: &Path, plan: &Plan, shard: Shard) -> anyhow::Result<Folder> {
        let fits = |old: &Plan| old.may_become(plan);
        let claim = Claim::new(path, "study", &RECORDS, plan, &fits)?.part(shard)?;
        let [record, journal] = RECORDS.map(|name| path.join(name));
        let known = whole_lines::<GameLine>(&record)?;
        let known: Vec<u64> = known.iter().map(|game| game.game).collect();
        let finished = whole_lines::<GameLine>(&journal)?;
        let finished = finished.into_iter().map(|game| (game.game, game));
        let games = InOrder::new(numbers(plan, shard), &record, &known, finished)?;
        let lock = claim.describe()?;
        keep_lines(&record, known.len())?;
        let mut folder = Folder {
            record: append_to(&record)?,
            journal: append_to(&journal)?,
            journal_path: journal,
            games,
            _lock: lock,
        };
        folder.write_in_order()?;
        Ok(folder)
    }

    /// Which games are done and which are not.
    pub fn games(&self) -> &InOrder<GameLine> {
        &self.games
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, game: GameLine) -> anyhow::Result<()> {
        add_line(&mut self.journal, &game)?;
        self.games.add(game.game, game);
        self.write_in_order()
    }

    fn write_in_order(&mut self) -> anyhow::Result<()> {
        while let Some(game) = self.games.take_next() {
            add_line(&mut self.record, &game)?;
        }
        Ok(())
    }

    /// Clears away what only an unfinished study needs.
    pub fn finish(self) {
        let _ = fs::remove_file(&self.journal_path);
    }
}
