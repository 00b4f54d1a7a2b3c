//! The folder of a contest: what is in it, and how a contest goes on after it was killed.
//!
//! ```text
//! contest.json   what decides the games; the same command must have made it
//! shard.json     which part of the contest this folder has
//! games.jsonl    a line a game in order of number; nothing in it depends on the clock
//! timing.jsonl   a line a game in the same order: seconds
//! sgf/           a record a game
//! stderr/        what engines wrote there, if anything
//! journal.jsonl  games that were finished out of order; removed at the end
//! lock           held while a contest runs here
//! ```

use super::config::Config;
use crate::json_lines::{
    add_line, append_to, keep_lines, may_replace, whole_lines, write_json, write_whole,
};
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{GameRecord, Played, Shard, Timing, game_tree};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A finished game as the journal has it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Finished {
    /// The game.
    pub game: GameRecord,
    /// Its times.
    pub timing: Timing,
}

/// An open folder.
pub struct Folder {
    path: PathBuf,
    games: File,
    timing: File,
    journal: File,
    /// Numbers of all games of this part, in order.
    order: Vec<u64>,
    /// How many of them are in the record.
    recorded: usize,
    /// Games that wait for those before them.
    waiting: BTreeMap<u64, Finished>,
    _lock: File,
}

impl Folder {
    /// Opens the folder of a contest, which may be new, and hands the games already in the record to
    /// `each`. Games that were finished out of order wait for [`Folder::next_in_order`].
    ///
    /// # Errors
    /// It belongs to another contest, is in use, or cannot be read or written.
    pub fn open(
        path: &Path,
        config: &Config,
        shard: Shard,
        each: &mut dyn FnMut(&Finished),
    ) -> anyhow::Result<Folder> {
        for folder in ["sgf", "stderr"] {
            fs::create_dir_all(path.join(folder))
                .with_context(|| format!("cannot make {}", path.display()))?;
        }
        let lock = File::create(path.join("lock")).context("cannot write the lock")?;
        if lock.try_lock().is_err() {
            bail!("another contest runs in {}", path.display());
        }
        let [games, timing, journal] =
            ["games.jsonl", "timing.jsonl", "journal.jsonl"].map(|name| path.join(name));
        let [described, part] = ["contest.json", "shard.json"].map(|name| path.join(name));
        ensure!(
            described.exists() || !games.exists() && !journal.exists(),
            "{} has games but no contest.json",
            path.display()
        );
        let write_contest = may_replace(&described, config, &|old| old.may_become(config))?;
        let write_shard = may_replace(&part, &shard, &|_| false)?;

        let order: Vec<u64> = config.schedule.numbers(shard).collect();
        let known: Vec<GameRecord> = whole_lines(&games)?;
        let times: Vec<Timing> = whole_lines(&timing)?;
        let mut waiting: BTreeMap<u64, Finished> = BTreeMap::new();
        for finished in whole_lines::<Finished>(&journal)? {
            waiting.insert(finished.game.game, finished);
        }
        // Killed between the two lines of a game: what the journal has is written again.
        let recorded = known.len().min(times.len());
        for (i, game) in known.iter().enumerate() {
            ensure!(
                order.get(i) == Some(&game.game),
                "{}: line {} should be game {:?}",
                games.display(),
                i + 1,
                order.get(i)
            );
        }
        for (game, timing) in known.iter().zip(&times) {
            ensure!(
                game.game == timing.game,
                "game {} has no times in {}",
                game.game,
                path.display()
            );
        }
        // All is well: from here on the folder is this contest's.
        if write_contest {
            write_json(&described, config)?;
        }
        if write_shard {
            write_json(&part, &shard)?;
        }
        keep_lines(&games, recorded)?;
        keep_lines(&timing, recorded)?;
        for (game, timing) in known.into_iter().zip(times) {
            waiting.remove(&game.game);
            each(&Finished { game, timing });
        }
        Ok(Folder {
            games: append_to(&games)?,
            timing: append_to(&timing)?,
            journal: append_to(&journal)?,
            path: path.to_path_buf(),
            order,
            recorded,
            waiting,
            _lock: lock,
        })
    }

    /// The games that are still to be played.
    pub fn to_play(&self) -> Vec<u64> {
        let left = self.order[self.recorded..].iter().copied();
        left.filter(|number| !self.waiting.contains_key(number))
            .collect()
    }

    /// Number of games of this part.
    pub fn total(&self) -> usize {
        self.order.len()
    }

    /// The folder for what engines write on stderr.
    pub fn stderr(&self) -> PathBuf {
        self.path.join("stderr")
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, played: &Played) -> anyhow::Result<()> {
        let number = played.record.game;
        let record = self.path.join(sgf_name(number));
        write_whole(&record, &game_tree(&played.record, &played.game).to_sgf())?;
        let finished = Finished {
            game: played.record.clone(),
            timing: played.timing.clone(),
        };
        add_line(&mut self.journal, &finished)?;
        self.waiting.insert(number, finished);
        Ok(())
    }

    /// Writes the next game of the record if it is there.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn next_in_order(&mut self) -> anyhow::Result<Option<Finished>> {
        let next = self.order.get(self.recorded);
        let Some(finished) = next.and_then(|number| self.waiting.remove(number)) else {
            return Ok(None);
        };
        add_line(&mut self.games, &finished.game)?;
        add_line(&mut self.timing, &finished.timing)?;
        self.recorded += 1;
        Ok(Some(finished))
    }

    /// Clears away what only an unfinished contest needs, games beyond the record among it.
    pub fn finish(self) {
        let recorded = self.order[..self.recorded].iter();
        let kept: HashSet<PathBuf> = recorded
            .map(|number| self.path.join(sgf_name(*number)))
            .collect();
        let files = fs::read_dir(self.path.join("sgf")).into_iter().flatten();
        for file in files.flatten().map(|file| file.path()) {
            if !kept.contains(&file) {
                let _ = fs::remove_file(file);
            }
        }
        let _ = fs::remove_file(self.path.join("journal.jsonl"));
        let _ = fs::remove_dir(self.path.join("stderr"));
    }
}

/// The name of a game's record in its folder.
pub fn sgf_name(number: u64) -> PathBuf {
    PathBuf::from(format!("sgf/{number:06}.sgf"))
}
