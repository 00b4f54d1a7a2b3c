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
use crate::json_lines::{add_line, append_to, keep_lines, whole_lines, write_whole};
use crate::run_folder::{Claim, InOrder};
use anyhow::{Context, ensure};
use dunhuang::contest::{GameRecord, Played, Shard, Timing, game_tree};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
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

const RECORDS: [&str; 3] = ["games.jsonl", "timing.jsonl", "journal.jsonl"];

/// An open folder.
pub struct Folder {
    path: PathBuf,
    record: File,
    timing: File,
    journal: File,
    games: InOrder<Finished>,
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
        let fits = |old: &Config| old.may_become(config);
        let claim = Claim::new(path, "contest", &RECORDS, config, &fits)?.part(shard)?;
        for folder in ["sgf", "stderr"] {
            fs::create_dir_all(path.join(folder))
                .with_context(|| format!("cannot make {}", path.display()))?;
        }
        let [record, timing, journal] = RECORDS.map(|name| path.join(name));
        let mut known: Vec<GameRecord> = whole_lines(&record)?;
        let times: Vec<Timing> = whole_lines(&timing)?;
        // Killed between the two lines of a game: what the journal has is written again.
        known.truncate(times.len());
        for (game, timing) in known.iter().zip(&times) {
            ensure!(
                game.game == timing.game,
                "game {} has no times in {}",
                game.game,
                path.display()
            );
        }
        let numbers: Vec<u64> = known.iter().map(|game| game.game).collect();
        let finished = whole_lines::<Finished>(&journal)?;
        let finished = finished.into_iter().map(|game| (game.game.game, game));
        let order = config.schedule.numbers(shard).collect();
        let games = InOrder::new(order, &record, &numbers, finished)?;
        let lock = claim.describe()?;
        keep_lines(&record, known.len())?;
        keep_lines(&timing, known.len())?;
        for (game, timing) in known.into_iter().zip(times) {
            each(&Finished { game, timing });
        }
        Ok(Folder {
            record: append_to(&record)?,
            timing: append_to(&timing)?,
            journal: append_to(&journal)?,
            path: path.to_path_buf(),
            games,
            _lock: lock,
        })
    }

    /// Which games are done and which are not.
    pub fn games(&self) -> &InOrder<Finished> {
        &self.games
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
        write_whole(&record, game_tree(&played.record, &played.game).to_sgf())?;
        let finished = Finished {
            game: played.record.clone(),
            timing: played.timing.clone(),
        };
        add_line(&mut self.journal, &finished)?;
        self.games.add(number, finished);
        Ok(())
    }

    /// Writes the next game of the record if it is there.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn next_in_order(&mut self) -> anyhow::Result<Option<Finished>> {
        let Some(finished) = self.games.take_next() else {
            return Ok(None);
        };
        add_line(&mut self.record, &finished.game)?;
        add_line(&mut self.timing, &finished.timing)?;
        Ok(Some(finished))
    }

    /// Clears away what only an unfinished contest needs, games beyond the record among it.
    pub fn finish(self) {
        let recorded = self.games.recorded().iter();
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
