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
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{GameRecord, Played, Shard, Timing, game_tree};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
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
    /// `each`.
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
        same_or_new(&path.join("contest.json"), config, &|old: &Config| {
            old.may_become(config)
        })?;
        same_or_new(&path.join("shard.json"), &shard, &|old| *old == shard)?;

        let games = path.join("games.jsonl");
        let timing = path.join("timing.jsonl");
        let journal = path.join("journal.jsonl");
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
        keep_lines(&journal, usize::MAX)?;
        keep_lines(&games, recorded)?;
        keep_lines(&timing, recorded)?;
        for (game, timing) in known.into_iter().zip(times) {
            ensure!(
                game.game == timing.game,
                "game {} has no times in {}",
                game.game,
                path.display()
            );
            waiting.remove(&game.game);
            each(&Finished { game, timing });
        }
        let append = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot write {}", path.display()))
        };
        let mut folder = Folder {
            games: append(&games)?,
            timing: append(&timing)?,
            journal: append(&journal)?,
            path: path.to_path_buf(),
            order,
            recorded,
            waiting,
            _lock: lock,
        };
        while let Some(finished) = folder.next_in_order()? {
            each(&finished);
        }
        Ok(folder)
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
        let text = game_tree(&played.record, &played.game).to_sgf();
        // A file is there whole or not at all.
        let unfinished = record.with_extension("tmp");
        fs::write(&unfinished, text)
            .and_then(|()| fs::rename(&unfinished, &record))
            .with_context(|| format!("cannot write {}", record.display()))?;
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
        for number in self.waiting.keys() {
            let _ = fs::remove_file(self.path.join(sgf_name(*number)));
        }
        let _ = fs::remove_file(self.path.join("journal.jsonl"));
        let _ = fs::remove_dir(self.path.join("stderr"));
    }
}

/// The name of a game's record in its folder.
pub fn sgf_name(number: u64) -> PathBuf {
    PathBuf::from(format!("sgf/{number:06}.sgf"))
}

/// Adds a line of JSON to the end of a file.
///
/// # Errors
/// It cannot be written.
pub fn add_line(file: &mut File, value: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes()).context("cannot write")
}

/// Checks that a file of JSON, if it is there, may be replaced by this value, and replaces it.
///
/// # Errors
/// It may not, or it cannot be read or written.
pub fn same_or_new<T: Serialize + DeserializeOwned>(
    path: &Path,
    value: &T,
    fits: &dyn Fn(&T) -> bool,
) -> anyhow::Result<()> {
    if let Ok(text) = fs::read_to_string(path) {
        let old: T = serde_json::from_str(&text)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        ensure!(
            fits(&old),
            "{} is of another contest: use another folder, or the same options",
            path.display()
        );
    }
    write_json(path, value)
}

/// Writes a file of JSON, whole or not at all.
///
/// # Errors
/// It cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    let unfinished = path.with_extension("tmp");
    fs::write(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The lines of a file that were written to their end; none if there is no file.
fn complete_text(path: &Path) -> anyhow::Result<String> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    String::from_utf8(bytes[..whole].to_vec())
        .with_context(|| format!("{} is no text", path.display()))
}

/// Reads the whole lines of a file of JSON lines; what a kill left of another, or what is being written
/// now, is left out.
///
/// # Errors
/// A line that is not JSON of this type, or the file cannot be read.
pub fn whole_lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text = complete_text(path)?;
    let read = |(i, line)| {
        serde_json::from_str(line).with_context(|| format!("{}: line {}", path.display(), i + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// Cuts a file off after so many lines, and what a kill left of another in any case.
///
/// # Errors
/// The file cannot be read or written.
pub fn keep_lines(path: &Path, lines: usize) -> anyhow::Result<()> {
    let text = complete_text(path)?;
    let length: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
    if fs::metadata(path).is_ok_and(|data| data.len() > length as u64) {
        cut(path, length)?;
    }
    Ok(())
}

fn cut(path: &Path, length: usize) -> anyhow::Result<()> {
    OpenOptions::new()
        .write(true)
        .open(path)
        .and_then(|file| file.set_len(length as u64))
        .with_context(|| format!("cannot write {}", path.display()))
}
