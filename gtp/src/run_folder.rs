//! A folder in which a run of many games leaves its record, and from which the same command goes on after
//! a kill: whose folder it is, and which games are done.

use crate::json_lines::{may_replace, whole_text, write_json};
use anyhow::{Context, ensure};
use dunhuang::contest::Shard;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A folder that is locked for a run, and found to be new or the run's own. Nothing in it is changed until
/// [`Claim::describe`].
pub struct Claim<'a, T> {
    lock: File,
    folder: PathBuf,
    /// Name of the file that says what the run is.
    described: String,
    /// What the run is, if the folder must be told.
    write_what: Option<&'a T>,
    /// Which part of it this is, if there are parts and the folder must be told.
    write_shard: Option<Shard>,
    /// Whether there is nothing in the records.
    is_empty: bool,
}

const PART: &str = "shard.json";

impl<'a, T: Serialize + DeserializeOwned + PartialEq> Claim<'a, T> {
    /// Locks the folder at `path` for a run of this `kind`, described by `what` in `KIND.json`, which leaves
    /// these records there; `fits` tells whether an older description may become this one, as any may of a
    /// run that came to nothing.
    ///
    /// # Errors
    /// The folder belongs to another run, is in use, or cannot be read or written.
    pub fn new(
        path: &Path,
        kind: &str,
        records: &[&str],
        what: &'a T,
        fits: &dyn Fn(&T) -> bool,
    ) -> anyhow::Result<Claim<'a, T>> {
        fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = File::create(path.join("lock")).context("cannot write the lock")?;
        ensure!(
            lock.try_lock().is_ok(),
            "{} is in use by another run",
            path.display()
        );
        let described = format!("{kind}.json");
        let has = |name: &str| path.join(name).exists();
        if let Some(record) = records.iter().find(|name| has(name)) {
            ensure!(
                has(&described),
                "{} has {record} but no {described}",
                path.display()
            );
        }
        let mut is_empty = true;
        for record in records {
            is_empty &= whole_text(&path.join(record))?.is_empty();
        }
        let fits = |old: &T| is_empty || fits(old);
        let changed = may_replace(&path.join(&described), what, &fits)?;
        Ok(Claim {
            lock,
            folder: path.into(),
            described,
            write_what: changed.then_some(what),
            write_shard: None,
            is_empty,
        })
    }

    /// The same for one part of the run.
    ///
    /// # Errors
    /// The folder has another part, or cannot be read.
    pub fn part(self, shard: Shard) -> anyhow::Result<Claim<'a, T>> {
        let changed = may_replace(&self.folder.join(PART), &shard, &|_| self.is_empty)?;
        Ok(Claim {
            write_shard: changed.then_some(shard),
            ..self
        })
    }

    /// Makes the folder this run's, once all in it is found to be well. The lock holds as long as the file
    /// is open.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn describe(self) -> anyhow::Result<File> {
        if let Some(what) = self.write_what {
            write_json(&self.folder.join(&self.described), what)?;
        }
        if let Some(shard) = self.write_shard {
            write_json(&self.folder.join(PART), &shard)?;
        }
        Ok(self.lock)
    }
}

/// The games of a run in the order of its record: those recorded, those that are finished and wait for
/// games before them, and those to be played.
pub struct InOrder<T> {
    /// Numbers of all games, in order.
    order: Vec<u64>,
    /// How many of them are in the record.
    recorded: usize,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// The state of a run of games of these numbers, of which the record in `file` has `known` and the
    /// journal had others.
    ///
    /// # Errors
    /// The record has other games, or in another order.
    pub fn new(
        order: Vec<u64>,
        file: &Path,
        known: &[u64],
        journal: impl IntoIterator<Item = (u64, T)>,
    ) -> anyhow::Result<InOrder<T>> {
        for (i, game) in known.iter().enumerate() {
            ensure!(
                order.get(i) == Some(game),
                "{}: line {} should be game {:?}",
                file.display(),
                i + 1,
                order.get(i)
            );
        }
        let mut waiting: BTreeMap<u64, T> = journal.into_iter().collect();
        waiting.retain(|game, _| !known.contains(game));
        Ok(InOrder {
            order,
            recorded: known.len(),
            waiting,
        })
    }

    /// The games that are still to be played.
    pub fn to_play(&self) -> Vec<u64> {
        let left = self.order[self.recorded..].iter().copied();
        left.filter(|game| !self.waiting.contains_key(game))
            .collect()
    }

    /// Number of all games.
    pub fn total(&self) -> usize {
        self.order.len()
    }

    /// Number of games that are done.
    pub fn done(&self) -> usize {
        self.recorded + self.waiting.len()
    }

    /// Numbers of the games in the record.
    pub fn recorded(&self) -> &[u64] {
        &self.order[..self.recorded]
    }

    /// A finished game, which waits for its turn.
    pub fn add(&mut self, number: u64, game: T) {
        self.waiting.insert(number, game);
    }

    /// The next game of the record if it is there; it counts as recorded.
    pub fn take_next(&mut self) -> Option<T> {
        let game = self.waiting.remove(self.order.get(self.recorded)?)?;
        self.recorded += 1;
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_order_whenever_they_end() {
        let file = Path::new("games.jsonl");
        let mut games = InOrder::new(vec![2, 4, 6, 8], file, &[2], [(2, 'a'), (6, 'c')]).unwrap();
        assert_eq!(
            (games.to_play(), games.done(), games.total()),
            (vec![4, 8], 2, 4)
        );
        assert_eq!(games.take_next(), None);
        games.add(4, 'b');
        assert_eq!(
            (games.take_next(), games.take_next(), games.take_next()),
            (Some('b'), Some('c'), None)
        );
        assert_eq!(
            (games.to_play(), games.recorded()),
            (vec![8], &[2, 4, 6][..])
        );
        assert!(InOrder::<char>::new(vec![2, 4], file, &[4], []).is_err());
        assert!(InOrder::<char>::new(vec![2], file, &[2, 4], []).is_err());
    }

    #[test]
    fn a_folder_is_one_runs_at_a_time_and_of_one_description() {
        let folder = tempfile::tempdir().unwrap();
        let claim = |what: &'static u32| {
            Claim::new(folder.path(), "study", &["games.jsonl"], what, &|old| {
                *old < 5
            })?
            .part(Shard::WHOLE)
        };
        let first = claim(&1).unwrap();
        assert!(claim(&1).is_err(), "locked");
        assert!(!folder.path().join("study.json").exists());
        drop(first.describe().unwrap());
        // As long as nothing came of a run, a mended one may take its place; half a line is nothing.
        let other = Shard { index: 1, count: 2 };
        let records = &["games.jsonl"];
        fs::write(folder.path().join("games.jsonl"), "{\"game\":").unwrap();
        let part = Claim::new(folder.path(), "study", records, &9, &|_| false).unwrap();
        drop(part.part(other).unwrap().describe().unwrap());
        drop(claim(&7).unwrap().describe().unwrap());
        fs::write(folder.path().join("games.jsonl"), "1\n").unwrap();
        assert!(claim(&1).is_err(), "of another run");
        let same = Claim::new(folder.path(), "study", records, &7, &|_| false).unwrap();
        assert!(same.part(other).is_err(), "another part");
        fs::write(folder.path().join("games.jsonl"), "").unwrap();
        fs::remove_file(folder.path().join("study.json")).unwrap();
        assert!(claim(&7).is_err(), "games of nobody knows what");
    }
}
