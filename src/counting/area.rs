//! Area: stones and own points, half of what is shared to each (essay 002 article 17, basic way); and
//! the literal count, where nothing but stones counts (essay 000 articles 16 and 17).

use super::count::{Procedure, Step};
use super::picture::Cell;
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::ByColor;
use crate::rules::{Rules, Tax};

pub(super) fn count(settlement: &Settlement, rules: &Rules) -> Procedure {
    let mut step = super::settled_step(settlement);
    if rules.tax == Tax::Seki {
        super::territory::hide_points_in_seki(settlement, &mut step.board);
    }
    let board = &step.board;
    let total = |c| {
        let cells = [Cell::Stone(c), Cell::Path(c), Cell::Eye(c)];
        HalfPoints::whole(cells.iter().map(|&cell| board.count(cell)).sum::<u32>() as i32)
            + HalfPoints(board.count(Cell::Empty) as i32)
    };
    let totals = ByColor::from_fn(total);
    step.note = format!("Black has {}, White {}.", totals.black, totals.white);
    Procedure {
        steps: vec![step],
        totals,
    }
}

/// Stones as they stand. Where extra moves are compensated, the stones of both sides are balanced to
/// half of all real moves first, so that what is left to compare are the stones lost.
pub(super) fn literal(settlement: &Settlement, rules: &Rules) -> Procedure {
    let board = super::Picture::of_board(&settlement.before, &Default::default());
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    let moves = settlement.ledger.real_moves;
    let mut totals = ByColor::from_fn(|c| HalfPoints::whole(stones[c] as i32));
    let mut note = format!("Black has {} stones, White {}.", stones.black, stones.white);
    if rules.compensates() {
        let extra = moves.black as i32 - moves.white as i32;
        totals.black += HalfPoints(-extra);
        totals.white += HalfPoints(extra);
        note.push_str(&format!(
            " Black made {} real moves, White {}: with the difference given back, {} and {}.",
            moves.black, moves.white, totals.black, totals.white
        ));
    }
    Procedure {
        steps: vec![Step {
            title: "stones as they stand".into(),
            board,
            note,
        }],
        totals,
    }
}
