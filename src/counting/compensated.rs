//! Counts in which whoever made more real moves gives the difference back: both sides are deemed to
//! hold half of all stones, and only empty points are compared (essay 004 article 14; essay 002,
//! preface, for the art version of counting points).

use super::count::{Procedure, Step};
use super::equal_stones::put_back;
use super::picture::{Cell, Picture};
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use crate::rules::{Rules, Tax};

/// Tang: paths, with lost stones put back.
pub(super) fn tang(settlement: &Settlement) -> Procedure {
    count(settlement, settlement.picture(), &[Cell::Path])
}

/// The art version of area: paths and eyes, with lost stones put back, shared points halved.
pub(super) fn area(settlement: &Settlement, rules: &Rules) -> Procedure {
    let mut board = settlement.picture();
    if rules.tax == Tax::Seki {
        super::territory::hide_points_in_seki(settlement, &mut board);
    }
    let shared = HalfPoints(board.count(Cell::Empty) as i32);
    let mut procedure = count(settlement, board, &[Cell::Path, Cell::Eye]);
    for color in Color::BOTH {
        procedure.totals[color] += shared;
    }
    procedure
}

fn count(settlement: &Settlement, mut board: Picture, counted: &[fn(Color) -> Cell]) -> Procedure {
    let mut steps = vec![super::settled_step(settlement)];
    let left = put_lost_stones_back(settlement, &mut board);
    let points = ByColor::from_fn(|c| {
        counted.iter().map(|cell| board.count(cell(c))).sum::<u32>() as i32 - left[c] as i32
    });
    let moves = settlement.ledger.real_moves;
    let half = HalfPoints((moves.black + moves.white) as i32);
    steps.push(Step {
        title: "put lost stones back".into(),
        note: format!(
            "Each side is deemed to hold {half} stones. {}Black has {} empty points to count, White {}.",
            no_room(left),
            points.black,
            points.white
        ),
        board,
    });
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| half + HalfPoints::whole(points[c])),
    }
}

/// Puts lost stones back as far as there is room, and returns how many of each colour find none. Where
/// one side has no room, the other leaves as many out (essay 002 article 15, note), so that only a
/// difference is left over.
pub(super) fn put_lost_stones_back(settlement: &Settlement, board: &mut Picture) -> ByColor<u32> {
    let lost = ByColor::from_fn(|c| settlement.lost(c));
    let room = ByColor::from_fn(|c| board.count(Cell::Path(c)));
    let without = Color::BOTH
        .map(|c| lost[c].saturating_sub(room[c]))
        .into_iter()
        .max()
        .unwrap_or(0);
    let put = ByColor::from_fn(|c| put_back(board, c, lost[c].saturating_sub(without)));
    let left = ByColor::from_fn(|c| lost[c] - put[c]);
    let both = left.black.min(left.white);
    ByColor::from_fn(|c| left[c] - both)
}

/// A sentence about lost stones that found no room, or nothing.
pub(super) fn no_room(left: ByColor<u32>) -> String {
    match (left.black, left.white) {
        (0, 0) => String::new(),
        (black, 0) => format!("{black} more lost black stones find no room. "),
        (_, white) => format!("{white} more lost white stones find no room. "),
    }
}
