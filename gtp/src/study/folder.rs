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

use crate::json_lines::{
    add_line, append_to, keep_lines, may_replace, read_json, whole_lines, write_json,
};
use anyhow::{Context, bail, ensure};
use dunhuang::contest::Shard;
use dunhuang::study::{GameLine, Plan};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// An open folder.
pub struct Folder {
    games: File,
    journal: File,
    journal_path: PathBuf,
    /// Numbers of all games of this part, in order.
    order: Vec<u64>,
    /// How many of them are in the record.
    recorded: usize,
    /// Games that wait for those before them.
    waiting: BTreeMap<u64, GameLine>,
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

/// The games of a folder.
///
/// # Errors
/// They cannot be read.
pub fn games_of(folder: &Path) -> anyhow::Result<Vec<GameLine>> {
    whole_lines(&folder.join("games.jsonl"))
}

impl Folder {
    /// Opens the folder of a study, which may be new.
    ///
    /// # Errors
    /// It belongs to another study, is in use, or cannot be read or written.
    pub fn open(path: &Path, plan: &Plan, shard: Shard) -> anyhow::Result<Folder> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = File::create(path.join("lock")).context("cannot write the lock")?;
        if lock.try_lock().is_err() {
            bail!("another study runs in {}", path.display());
        }
        let [described, part] = ["study.json", "shard.json"].map(|name| path.join(name));
        let [games, journal] = ["games.jsonl", "journal.jsonl"].map(|name| path.join(name));
        ensure!(
            described.exists() || !games.exists() && !journal.exists(),
            "{} has games but no study.json",
            path.display()
        );
        let write_plan = may_replace(&described, plan, &|old: &Plan| old.may_become(plan))?;
        let write_shard = may_replace(&part, &shard, &|_| false)?;
        let order = numbers(plan, shard);
        let known: Vec<GameLine> = whole_lines(&games)?;
        for (i, game) in known.iter().enumerate() {
            ensure!(
                order.get(i) == Some(&game.game),
                "{}: line {} should be game {:?}",
                games.display(),
                i + 1,
                order.get(i)
            );
        }
        let mut waiting = BTreeMap::new();
        for game in whole_lines::<GameLine>(&journal)? {
            waiting.insert(game.game, game);
        }
        for game in &known {
            waiting.remove(&game.game);
        }
        // All is well: from here on the folder is this study's.
        if write_plan {
            write_json(&described, plan)?;
        }
        if write_shard {
            write_json(&part, &shard)?;
        }
        keep_lines(&games, known.len())?;
        let mut folder = Folder {
            games: append_to(&games)?,
            journal: append_to(&journal)?,
            journal_path: journal,
            order,
            recorded: known.len(),
            waiting,
            _lock: lock,
        };
        folder.write_in_order()?;
        Ok(folder)
    }

    /// The games that are still to be played.
    pub fn to_play(&self) -> Vec<u64> {
        let left = self.order[self.recorded..].iter().copied();
        left.filter(|game| !self.waiting.contains_key(game))
            .collect()
    }

    /// Number of games of this part.
    pub fn total(&self) -> usize {
        self.order.len()
    }

    /// Number of games that are done.
    pub fn done(&self) -> usize {
        self.recorded + self.waiting.len()
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, game: GameLine) -> anyhow::Result<()> {
        add_line(&mut self.journal, &game)?;
        self.waiting.insert(game.game, game);
        self.write_in_order()
    }

    fn write_in_order(&mut self) -> anyhow::Result<()> {
        while let Some(number) = self.order.get(self.recorded)
            && let Some(game) = self.waiting.remove(number)
        {
            add_line(&mut self.games, &game)?;
            self.recorded += 1;
        }
        Ok(())
    }

    /// Clears away what only an unfinished study needs.
    pub fn finish(self) {
        let _ = fs::remove_file(&self.journal_path);
    }
}
