//! Puts the parts of a study together.

use super::folder::{numbers, plan_of};
use crate::json_lines::write_whole;
use crate::parts::{Merge, Parts, describe, text_of};

/// Merges parts into a new folder and says what is lost or there twice.
///
/// # Errors
/// The parts are of different studies, differ in a game that two of them have, or games are lost and
/// that is not allowed.
pub fn merge(
    asked: &Merge,
    print: &mut dyn FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let parts = Parts::new(asked, ("study", "studies"))?;
    let plan = parts.common(&plan_of)?;
    let games = parts.lines("games.jsonl", plan.total())?;
    parts.check(&games, &|shard| numbers(&plan, shard), print)?;
    describe(&asked.out, "study.json", &plan)?;
    write_whole(&asked.out.join("games.jsonl"), text_of(&games))
}
