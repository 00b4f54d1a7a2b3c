//! Territory: own points, less the stones lost. Points in seki do not count where the rules tax them.

use super::compensated::{no_room, put_lost_stones_back};
use super::count::{Procedure, Step};
use super::picture::{Cell, Picture};
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use crate::rules::{Rules, Scoring, Tax};

/// Points less prisoners. Under rules that count area the tax is that of the Japanese rules.
pub(super) fn count(settlement: &Settlement, rules: &Rules) -> Procedure {
    let mut steps = vec![super::settled_step(settlement)];
    let mut board = settlement.picture();
    if rules.scoring == Scoring::Area && !rules.pass_stones || rules.tax == Tax::Seki {
        hide_points_in_seki(settlement, &mut board);
    }
    let left = put_lost_stones_back(settlement, &mut board);
    let points = ByColor::from_fn(|c| board.count(Cell::Path(c)) + board.count(Cell::Eye(c)));
    let passes = settlement.ledger.pass_stones;
    let mut note = format!(
        "{}Black has {} points left, White {}.",
        no_room(left),
        points.black,
        points.white
    );
    if passes != ByColor::default() {
        note.push_str(&format!(
            " Black handed over {} stones for passes, White {}.",
            passes.black, passes.white
        ));
    }
    steps.push(Step {
        title: "put prisoners back".into(),
        board,
        note,
    });
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| {
            HalfPoints::whole(points[c] as i32 - left[c] as i32 - passes[c] as i32)
        }),
    }
}

/// Shows the own points of groups in seki as nobody's.
pub(super) fn hide_points_in_seki(settlement: &Settlement, board: &mut Picture) {
    for color in Color::BOTH {
        for point in settlement.seki_points[color].iter() {
            board.set(point, Cell::Empty);
        }
    }
}
