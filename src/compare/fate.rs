//! What a move does to a position that is counted as it stands: the arithmetic behind reasons.

use crate::board::{Board, Placement};
use crate::color::{ByColor, Color};
use crate::counting::{Evidence, Figures, Ledger, Settlement, settle};
use crate::point::{Point, PointSet};

/// A position settled with the figures of both sides.
pub(super) struct Fate {
    pub settlement: Settlement,
    pub figures: ByColor<Figures>,
}

impl Fate {
    /// A board settled without these dead stones and without reading, so that before and after compare.
    pub fn of(board: &Board, dead: &PointSet, touch_points: bool) -> Fate {
        let ledger = Ledger::of_board(board);
        let settlement = settle(board, dead, ledger, touch_points, &Evidence::default());
        Fate {
            figures: ByColor::from_fn(|c| Figures::of(&settlement, c)),
            settlement,
        }
    }

    /// The same once `color` has played there; none if no rules let it.
    pub fn after(
        board: &Board,
        dead: &PointSet,
        touch: bool,
        point: Point,
        color: Color,
    ) -> Option<Fate> {
        match board.placement(point, color) {
            Placement::Occupied | Placement::SingleStoneSuicide | Placement::MultiStoneSuicide => {
                return None;
            }
            _ => {}
        }
        let mut dead = *dead;
        // A stone that is joined to is no longer taken for dead.
        for neighbour in board.neighbours(point) {
            if board.has_stone(neighbour, color) {
                dead = dead.difference(&board.chain_stones(neighbour).collect());
            }
        }
        let mut board = board.clone();
        board.play_unchecked(point, color);
        let dead = dead.iter().filter(|&p| !board.is_empty(p)).collect();
        Some(Fate::of(&board, &dead, touch))
    }

    /// Basic eyes of a side.
    pub fn eyes(&self, color: Color) -> i32 {
        self.figures[color].eyes as i32
    }

    /// Groups of a side.
    pub fn groups(&self, color: Color) -> i32 {
        self.figures[color].groups as i32
    }
}
