//! Asking the engine.

use super::case::{Answer, Case, CaseError, Status, Wanted};
use crate::color::Color;
use crate::point::{Move, Point};
use crate::search::{Clock, Limits, Params, StopToken};
use crate::session::Session;

/// What the engine says of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It would make this move.
    Move(Move),
    /// It takes the group for this.
    Status(Status),
}

impl Said {
    /// Whether that is right.
    pub fn is(self, wanted: &Wanted) -> bool {
        match (self, wanted) {
            (Said::Move(mv), Wanted::Moves(moves)) => moves.contains(&mv),
            (Said::Status(said), Wanted::Status(_, status)) => said == *status,
            _ => false,
        }
    }
}

/// Asks a fresh engine for its move at so many playouts, or for its judgement of a group at rest.
///
/// # Errors
/// A move of the history is illegal under the rules of this answer.
pub fn solve(
    case: &Case,
    answer: &Answer,
    params: &Params,
    playouts: u64,
    clock: &dyn Clock,
) -> Result<Said, CaseError> {
    let mut session = Session::new(case.start.size(), answer.rules, params.clone());
    session.adopt(case.game(&answer.rules)?);
    Ok(match answer.wanted {
        Wanted::Status(stone, _) => Said::Status(status(&mut session, stone, clock)),
        Wanted::Moves(_) => {
            let (limits, stop) = (Limits::playouts(playouts), StopToken::new());
            let report = session.analyse(case.to_move, &limits, clock, &stop, &mut |_| {});
            Said::Move(report.best)
        }
    })
}

/// What the final judgement makes of a stone's chain.
fn status(session: &mut Session, stone: Point, clock: &dyn Clock) -> Status {
    let settlement = session.settlement(clock);
    let seki = |c| settlement.seki_stones[c].contains(stone);
    if settlement.dead.contains(stone) {
        Status::Dead
    } else if Color::BOTH.into_iter().any(seki) {
        Status::Seki
    } else {
        Status::Alive
    }
}
