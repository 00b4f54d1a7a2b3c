//! Equal paths (令路相等, 停道): the side with more paths fills its surplus; then the stones decide
//! (essay 001 note 10).

use super::count::{Procedure, Step};
use super::picture::{Cell, Picture};
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use crate::point::Point;

pub(super) fn count(settlement: &Settlement) -> Procedure {
    let mut steps = vec![super::settled_step(settlement)];
    let mut board = settlement.picture();
    let paths = |board: &Picture| ByColor::from_fn(|c| board.count(Cell::Path(c)));
    let before = paths(&board);
    let more = if before.black > before.white {
        Color::Black
    } else {
        Color::White
    };
    let surplus = before[more] - before[more.opponent()];
    let filled: Vec<Point> = board
        .places(Cell::Path(more))
        .take(surplus as usize)
        .collect();
    for point in filled {
        board.set(point, Cell::Stone(more));
    }
    let after = paths(&board);
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    steps.push(Step {
        title: "make the paths equal".into(),
        note: format!(
            "{} fills {surplus}; both have {} paths; Black has {} stones, White {}.",
            super::capitalised(more),
            after[more],
            stones.black,
            stones.white
        ),
        board,
    });
    // The paths are equal, so the totals differ by the stones alone.
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| HalfPoints::whole((stones[c] + after[c]) as i32)),
    }
}
