//! How the engine likes games to end, and what it finally plays.

use super::params::Params;
use super::report::MoveReport;
use crate::point::Move;

/// The engine's way of ending, whatever the rules of ending are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Two virtual moves or passes in a row are a rest: dead stones are taken off, then it is counted.
    Rest,
    /// Nobody rests: every path is filled, dead stones are captured, and what stands is counted.
    Natural,
}

impl Ending {
    pub(super) const WORDS: &'static [&'static str] = &["rest", "natural"];

    /// The name users write.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rest => "rest",
            Ending::Natural => "natural",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Ending> {
        [Ending::Rest, Ending::Natural]
            .into_iter()
            .find(|e| e.name().eq_ignore_ascii_case(text))
    }
}

/// Puts the moves in order, the best first, numbers them, and returns what to play.
///
/// Most visits win; among moves of many visits the one with the highest lower bound does.
pub(super) fn choose(params: &Params, moves: &mut [MoveReport]) -> Move {
    moves.sort_by(|a, b| {
        let by_visits = b.visits.cmp(&a.visits);
        by_visits.then(b.prior.total_cmp(&a.prior))
    });
    if let Some(first) = moves.first() {
        let enough = (params.lcb_share * first.visits as f32).max(1.0) as u64;
        let best = (0..moves.len())
            .filter(|&i| i == 0 || moves[i].visits >= enough)
            .reduce(|a, b| if moves[b].lcb > moves[a].lcb { b } else { a });
        moves[..=best.unwrap_or(0)].rotate_right(1);
    }
    for (order, report) in moves.iter_mut().enumerate() {
        report.order = order;
    }
    moves.first().map_or(Move::Pass, |report| report.mv)
}
