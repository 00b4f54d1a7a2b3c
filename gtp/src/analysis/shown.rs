//! Which moves of a report are shown, and what of their figures is the same in every form.

use dunhuang::Color;
use dunhuang::search::{MoveReport, Report};

/// Moves of fewer visits than one in so many of the most searched move's are left out: their winrates
/// are mostly chance, and clients draw the highest winrate they see.
const SHARE: u64 = 100;
/// And so are moves of fewer visits than this, once the most searched has twice as many.
const FEW: u64 = 10;

/// The moves to show, the best first: those searched often enough, `least` of them if there are as
/// many, and never more than `most`. There is always one if a move was considered at all.
pub fn shown(report: &Report, least: usize, most: usize) -> Vec<&MoveReport> {
    let top = report.moves.iter().map(|m| m.visits).max().unwrap_or(0);
    let enough = (top / SHARE).max(FEW.min(top / 2)).max(1);
    let mut moves: Vec<&MoveReport> = Vec::new();
    let mut rest = Vec::new();
    for found in &report.moves {
        match moves.is_empty() || found.visits >= enough {
            true => moves.push(found),
            false => rest.push(found),
        }
    }
    let missing = least.saturating_sub(moves.len());
    moves.extend(rest.into_iter().take(missing));
    moves.truncate(most.max(1));
    moves
}

/// Ownership after a move. One that only searches before this one looked at is taken to leave things as
/// they are.
pub fn ownership_after<'a>(report: &'a Report, found: &'a MoveReport) -> &'a [f32] {
    match found.ownership.is_empty() {
        true => &report.ownership,
        false => &found.ownership,
    }
}

/// Winning as KataGo's utility counts it: −1 lost, 1 won.
pub fn utility(win: f32) -> f32 {
    2.0 * win - 1.0
}

/// Ownership as `color` sees it: +1 its own.
pub fn ownership_for(color: Color, ownership: &[f32]) -> impl Iterator<Item = f32> + '_ {
    let sign = color.sign() as f32;
    ownership.iter().map(move |&owned| sign * owned)
}
