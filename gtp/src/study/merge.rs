//! Puts the parts of a study together.

use super::folder::{numbers, plan_of};
use crate::json_lines::{numbered_lines, read_json, write_json, write_whole};
use anyhow::{Context, bail, ensure};
use dunhuang::contest::{Merged, Shard, merge as merge_lines};
use dunhuang::study::Plan;
use std::path::{Path, PathBuf};

/// Merges parts into a new folder and says what is lost or there twice.
///
/// # Errors
/// The parts are of different studies, differ in a game that two of them have, or games are lost and
/// that is not allowed.
pub fn merge(
    out: &Path,
    parts: &[PathBuf],
    partial: bool,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let plan = common_plan(parts)?;
    let record = out.join("games.jsonl");
    ensure!(
        !record.exists(),
        "there is a record in {} already",
        out.display()
    );
    let read = |part: &PathBuf| numbered_lines(&part.join("games.jsonl"));
    let lines = parts.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    let merged = merge_lines(&lines, plan.total());
    for duplicate in &merged.duplicates {
        let owners = duplicate.parts.iter();
        let owners: Vec<String> = owners.map(|&p| parts[p].display().to_string()).collect();
        print(&format!(
            "game {} is in {}{}",
            duplicate.game,
            owners.join(" and "),
            if duplicate.same { "" } else { " and differs" },
        ))?;
    }
    if !merged.foreign.is_empty() {
        print(&format!("not of this study: games {:?}", merged.foreign))?;
    }
    if merged.duplicates.iter().any(|duplicate| !duplicate.same) {
        bail!("parts differ in games that they share: nothing was merged");
    }
    if !merged.lost.is_empty() {
        print(&lost(&merged, parts, &plan)?)?;
        if !partial {
            bail!("{} games are lost: nothing was merged", merged.lost.len());
        }
    }
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    write_json(&out.join("study.json"), &plan)?;
    write_json(&out.join("shard.json"), &Shard::WHOLE)?;
    let lines = merged.lines.values();
    let text: String = lines.map(|line| line.clone() + "\n").collect();
    write_whole(&record, &text)
}

/// What the parts agree on.
fn common_plan(parts: &[PathBuf]) -> anyhow::Result<Plan> {
    let mut common: Option<Plan> = None;
    for part in parts {
        let plan = plan_of(part)?;
        ensure!(
            common.as_ref().is_none_or(|common| *common == plan),
            "{} and {} are of different studies",
            parts[0].display(),
            part.display()
        );
        common = Some(plan);
    }
    common.context("there are no parts")
}

/// Which games are lost, and with which part.
fn lost(merged: &Merged, parts: &[PathBuf], plan: &Plan) -> anyhow::Result<String> {
    let mut text = format!("lost games: {:?}", merged.lost);
    let mut given = Vec::new();
    for part in parts {
        given.push(read_json::<Shard>(&part.join("shard.json"))?);
    }
    let count = given[0].count;
    for index in 0..count {
        let shard = Shard { index, count };
        let numbers = numbers(plan, shard).into_iter();
        let missing = numbers.filter(|n| merged.lost.contains(n)).count();
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
