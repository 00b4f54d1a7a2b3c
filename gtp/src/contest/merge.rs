//! Puts the parts of a contest together.

use super::config::Config;
use super::folder::sgf_name;
use super::report;
use crate::json_lines::{read_json, write_whole};
use crate::parts::{Merge, Parts, describe, text_of};
use anyhow::Context;
use std::fs;

/// Merges parts into a new folder and says what is lost or there twice.
///
/// # Errors
/// The parts are of different contests, differ in a game that two of them have, or games are lost and
/// that is not allowed.
pub fn merge(
    asked: &Merge,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let parts = Parts::new(asked, ("contest", "contests"))?;
    let config: Config = parts.common(&|part| read_json(&part.join("contest.json")))?;
    let schedule = &config.schedule;
    let games = parts.lines("games.jsonl", schedule.total())?;
    let times = parts.lines("timing.jsonl", schedule.total())?;
    let numbers = |shard| schedule.numbers(shard).collect();
    parts.check(&games, &numbers, print)?;
    let out = &asked.out;
    describe(out, "contest.json", &config)?;
    let records = out.join("sgf");
    fs::create_dir_all(&records).with_context(|| format!("cannot make {}", records.display()))?;
    for number in games.lines.keys() {
        let name = sgf_name(*number);
        let mut from = asked.parts.iter().map(|part| part.join(&name));
        if let Some(from) = from.find(|path| path.exists()) {
            fs::copy(&from, out.join(&name))
                .with_context(|| format!("cannot copy {}", from.display()))?;
        }
    }
    // The list of games comes last: a merge that was killed leaves no record behind.
    write_whole(&out.join("timing.jsonl"), text_of(&times))?;
    write_whole(&out.join("games.jsonl"), text_of(&games))?;
    print(report::of_folder(out, false)?.trim_end())
}
