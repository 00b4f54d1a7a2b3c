//! Records that were made in parts, each in a folder of its own: what they agree on, and what they are
//! together.

use crate::json_lines::{numbered_lines, read_json, write_json};
use anyhow::{Context, bail, ensure};
use clap::Args;
use dunhuang::contest::{Merged, Shard, merge};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What to put together.
#[derive(Args, Debug, Clone)]
pub struct Merge {
    /// The new folder
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The folders of the parts
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Keep what there is even if games are lost
    #[arg(long)]
    pub partial: bool,
}

/// The folders of the parts of one run.
pub struct Parts<'a> {
    asked: &'a Merge,
    /// What one run is called, and several.
    kind: &'static str,
    plural: &'static str,
}

impl<'a> Parts<'a> {
    /// The parts of a run of this kind (what one is called, and several), to be put together in a folder
    /// that has no record yet.
    ///
    /// # Errors
    /// It has one.
    pub fn new(
        asked: &'a Merge,
        (kind, plural): (&'static str, &'static str),
    ) -> anyhow::Result<Self> {
        ensure!(
            !asked.out.join("games.jsonl").exists(),
            "there is a record in {} already",
            asked.out.display()
        );
        Ok(Parts {
            asked,
            kind,
            plural,
        })
    }

    /// The description that all parts have, read from each.
    ///
    /// # Errors
    /// They have different ones, or one cannot be read.
    pub fn common<T: PartialEq>(
        &self,
        read: &dyn Fn(&Path) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let (first, others) = self
            .asked
            .parts
            .split_first()
            .context("there are no parts")?;
        let common = read(first)?;
        for part in others {
            ensure!(
                read(part)? == common,
                "{} and {} are of different {}",
                first.display(),
                part.display(),
                self.plural
            );
        }
        Ok(common)
    }

    /// The lines of a file of all parts, `total` of them if none is lost.
    ///
    /// # Errors
    /// A part cannot be read.
    pub fn lines(&self, file: &str, total: u64) -> anyhow::Result<Merged> {
        let of_part = |part: &PathBuf| numbered_lines(&part.join(file));
        let lines = self.asked.parts.iter().map(of_part);
        Ok(merge(&lines.collect::<anyhow::Result<Vec<_>>>()?, total))
    }

    /// Says what is there twice, foreign or lost. `numbers` tells the games of a part.
    ///
    /// # Errors
    /// Parts differ in a game that they share, or games are lost and that is not allowed.
    pub fn check(
        &self,
        games: &Merged,
        numbers: &dyn Fn(Shard) -> Vec<u64>,
        print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for duplicate in &games.duplicates {
            let owners = duplicate.parts.iter();
            let owners: Vec<String> = owners
                .map(|&part| self.asked.parts[part].display().to_string())
                .collect();
            print(&format!(
                "game {} is in {}{}",
                duplicate.game,
                owners.join(" and "),
                if duplicate.same { "" } else { " and differs" },
            ))?;
        }
        if !games.foreign.is_empty() {
            let kind = self.kind;
            print(&format!("not of this {kind}: games {:?}", games.foreign))?;
        }
        if games.duplicates.iter().any(|duplicate| !duplicate.same) {
            bail!("parts differ in games that they share: nothing was merged");
        }
        if !games.lost.is_empty() {
            print(&self.lost(games, numbers)?)?;
            if !self.asked.partial {
                bail!("{} games are lost: nothing was merged", games.lost.len());
            }
        }
        Ok(())
    }

    /// Which games are lost, and with which part.
    fn lost(&self, games: &Merged, numbers: &dyn Fn(Shard) -> Vec<u64>) -> anyhow::Result<String> {
        let mut text = format!("lost games: {:?}", games.lost);
        let shard = |part: &PathBuf| read_json::<Shard>(&part.join("shard.json"));
        let given: Vec<Shard> = self
            .asked
            .parts
            .iter()
            .map(shard)
            .collect::<anyhow::Result<_>>()?;
        let count = given.first().map_or(0, |shard| shard.count);
        for index in 0..count {
            let shard = Shard { index, count };
            let numbers = numbers(shard).into_iter();
            let missing = numbers.filter(|n| games.lost.contains(n)).count();
            if missing > 0 {
                let absent = if given.contains(&shard) {
                    "unfinished"
                } else {
                    "absent"
                };
                text += &format!("\npart {shard} is {absent}: {missing} games");
            }
        }
        Ok(text)
    }
}

/// Writes what a merged folder is: the description, and that it is the whole.
///
/// # Errors
/// The folder cannot be made or written.
pub fn describe(out: &Path, file: &str, value: &impl Serialize) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    write_json(&out.join(file), value)?;
    write_json(&out.join("shard.json"), &Shard::WHOLE)
}

/// The lines of a merged file.
pub fn text_of(merged: &Merged) -> String {
    merged
        .lines
        .values()
        .fold(String::new(), |text, line| text + line + "\n")
}
