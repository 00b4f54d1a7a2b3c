//! The full board (两溢): every path is filled, and the stones are counted (essay 000 article 15).

use super::count::{Procedure, Step};
use super::picture::Cell;
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};

pub(super) fn count(settlement: &Settlement) -> Procedure {
    let mut steps = vec![super::settled_step(settlement)];
    let mut board = settlement.picture();
    let mut filled = ByColor::<u32>::default();
    for color in Color::BOTH {
        for point in settlement.paths(color).iter() {
            board.set(point, Cell::Stone(color));
            filled[color] += 1;
        }
    }
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    steps.push(Step {
        title: "fill every path".into(),
        note: format!(
            "Black fills {}, White {}; Black has {} stones, White {}.",
            filled.black, filled.white, stones.black, stones.white
        ),
        board,
    });
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| HalfPoints::whole(stones[c] as i32)),
    }
}
