//! Puts the parts of a contest together.

use super::config::Config;
use super::folder::sgf_name;
use super::report;
use crate::json_lines::{numbered_lines, read_json, write_json, write_whole};
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{Merged, Shard, merge as merge_lines};
use std::fs;
use std::path::{Path, PathBuf};

/// The two files of lines in every folder.
const FILES: [&str; 2] = ["games.jsonl", "timing.jsonl"];

/// Merges parts into a new folder and says what is lost or there twice.
///
/// # Errors
/// The parts are of different contests, differ in a game that two of them have, or games are lost and
/// that is not allowed.
pub fn merge(
    out: &Path,
    parts: &[PathBuf],
    partial: bool,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let config = common_config(parts)?;
    let total = config.schedule.total();
    ensure!(
        !out.join(FILES[0]).exists(),
        "there is a record in {} already",
        out.display()
    );
    let read = |file: &str| -> anyhow::Result<Merged> {
        let lines = parts.iter().map(|part| numbered_lines(&part.join(file)));
        Ok(merge_lines(
            &lines.collect::<anyhow::Result<Vec<_>>>()?,
            total,
        ))
    };
    let games = read(FILES[0])?;
    let times = read(FILES[1])?;
    for duplicate in &games.duplicates {
        let owners: Vec<String> = duplicate
            .parts
            .iter()
            .map(|&part| parts[part].display().to_string())
            .collect();
        print(&format!(
            "game {} is in {}{}",
            duplicate.game,
            owners.join(" and "),
            if duplicate.same { "" } else { " and differs" },
        ))?;
    }
    if !games.foreign.is_empty() {
        print(&format!("not of this contest: games {:?}", games.foreign))?;
    }
    if games.duplicates.iter().any(|duplicate| !duplicate.same) {
        bail!("parts differ in games that they share: nothing was merged");
    }
    if !games.lost.is_empty() {
        print(&lost(&games, parts, &config)?)?;
        if !partial {
            bail!("{} games are lost: nothing was merged", games.lost.len());
        }
    }
    fs::create_dir_all(out.join("sgf"))
        .with_context(|| format!("cannot make {}", out.display()))?;
    write_json(&out.join("contest.json"), &config)?;
    write_json(&out.join("shard.json"), &Shard::WHOLE)?;
    for number in games.lines.keys() {
        let name = sgf_name(*number);
        let from = parts.iter().map(|part| part.join(&name));
        let from = from.filter(|path| path.exists()).collect::<Vec<_>>();
        if let Some(from) = from.first() {
            fs::copy(from, out.join(&name))
                .with_context(|| format!("cannot copy {}", from.display()))?;
        }
    }
    // The list of games comes last: a merge that was killed leaves no record behind.
    for (file, merged) in [(FILES[1], &times), (FILES[0], &games)] {
        let text: String = merged
            .lines
            .values()
            .map(|line| line.clone() + "\n")
            .collect();
        write_whole(&out.join(file), &text)?;
    }
    print(report::of_folder(out, false)?.trim_end())
}

/// What the parts agree on.
fn common_config(parts: &[PathBuf]) -> anyhow::Result<Config> {
    let mut common: Option<Config> = None;
    for part in parts {
        let config: Config = read_json(&part.join("contest.json"))?;
        if let Some(common) = &common {
            ensure!(
                *common == config,
                "{} and {} are of different contests",
                parts[0].display(),
                part.display()
            );
        }
        common = Some(config);
    }
    common.context("there are no parts")
}

/// Which games are lost, and with which part.
fn lost(games: &Merged, parts: &[PathBuf], config: &Config) -> anyhow::Result<String> {
    let mut text = format!("lost games: {:?}", games.lost);
    let mut given = Vec::new();
    for part in parts {
        given.push(read_json::<Shard>(&part.join("shard.json"))?);
    }
    let count = given[0].count;
    for index in 0..count {
        let shard = Shard { index, count };
        let numbers = config.schedule.numbers(shard);
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
