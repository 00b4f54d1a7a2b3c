//! Records of parts put together.

use std::collections::BTreeMap;

/// A game that several parts have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// Its number.
    pub game: u64,
    /// Places of the parts that have it.
    pub parts: Vec<usize>,
    /// Whether their lines are the same.
    pub same: bool,
}

/// Parts put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// One line a game, by number: that of the first part that has it.
    pub lines: BTreeMap<u64, String>,
    /// Games that several parts have.
    pub duplicates: Vec<Duplicate>,
    /// Games of the schedule that no part has.
    pub lost: Vec<u64>,
    /// Games that are not in the schedule.
    pub foreign: Vec<u64>,
}

/// Puts the lines of parts (each with the number of its game) together, `total` games in all.
pub fn merge(parts: &[Vec<(u64, String)>], total: u64) -> Merged {
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut merged = Merged::default();
    let mut differing = Vec::new();
    for (part, lines) in parts.iter().enumerate() {
        for (game, line) in lines {
            owners.entry(*game).or_default().push(part);
            let kept = merged.lines.entry(*game).or_insert_with(|| line.clone());
            if kept != line {
                differing.push(*game);
            }
        }
    }
    for (game, parts) in owners {
        if game == 0 || game > total {
            merged.foreign.push(game);
            merged.lines.remove(&game);
        } else if parts.len() > 1 {
            merged.duplicates.push(Duplicate {
                game,
                parts,
                same: !differing.contains(&game),
            });
        }
    }
    merged.lost = (1..=total)
        .filter(|game| !merged.lines.contains_key(game))
        .collect();
    merged
}
