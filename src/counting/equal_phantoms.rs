//! Equal phantoms (设虚子均, returning heads): phantom stones are imagined on the basic eyes, and the
//! side with more of them returns stones until they are equal; then one side is counted, and the other
//! has the rest of the board (essay 001 note 12).

use super::count::{Procedure, Step};
use super::picture::{Cell, Picture};
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use crate::point::Point;

pub(super) fn count(settlement: &Settlement) -> Procedure {
    let mut steps = vec![super::settled_step(settlement)];
    let mut board = settlement.picture();
    let eyes = ByColor::from_fn(|c| board.count(Cell::Eye(c)));
    let more = if eyes.black > eyes.white {
        Color::Black
    } else {
        Color::White
    };
    let surplus = eyes[more] - eyes[more.opponent()];
    // Outside seki the surplus is even, two for each group more.
    let heads = returnable(&board, more);
    let mut returned = heads.into_iter();
    for point in returned.by_ref().take(surplus as usize / 2) {
        board.set(point, Cell::Stone(more.opponent()));
    }
    if surplus % 2 == 1
        && let Some(point) = returned.next()
    {
        board.set(point, Cell::HalfStone);
    }
    let totals = recount(&board);
    steps.push(Step {
        title: "return heads".into(),
        note: format!(
            "Black has {} phantom stones on its eyes, White {}; {} returns {}. Black then has {}, the \
             rest of the board, {}, is White's.",
            eyes.black,
            eyes.white,
            super::capitalised(more),
            HalfPoints(surplus as i32),
            totals.black,
            totals.white
        ),
        board,
    });
    Procedure { steps, totals }
}

/// Black's stones and own points, half of every public liberty and half stone; White has the rest.
fn recount(board: &Picture) -> ByColor<HalfPoints> {
    let whole = [
        Cell::Stone(Color::Black),
        Cell::Path(Color::Black),
        Cell::Eye(Color::Black),
    ];
    let halves = [Cell::Empty, Cell::HalfStone];
    let number = |cells: &[Cell]| cells.iter().map(|&c| board.count(c)).sum::<u32>() as i32;
    let black = HalfPoints(2 * number(&whole) + number(&halves));
    ByColor {
        black,
        white: HalfPoints::whole(board.size().area() as i32) - black,
    }
}

/// What a colour may return, in order: its border stones that touch no empty point, as the essay does,
/// the later in reading order first, then any other stones, then (where it has more eyes to even out than stones) its own points.
fn returnable(board: &Picture, color: Color) -> Vec<Point> {
    let enemy = Cell::Stone(color.opponent());
    let is_stone = |cell| matches!(cell, Cell::Stone(_));
    let rank = |p: &Point| {
        let near: Vec<Cell> = board.neighbours(*p).map(|q| board.at(q)).collect();
        let full = near.iter().all(|&cell| is_stone(cell));
        match (full, near.contains(&enemy)) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    };
    let mut stones: Vec<Point> = board.places(Cell::Stone(color)).collect();
    stones.reverse();
    stones.sort_by_key(rank);
    stones.extend(board.places(Cell::Path(color)));
    stones.extend(board.places(Cell::Eye(color)));
    stones
}
