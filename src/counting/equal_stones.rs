//! Equal stones (置局子停, 数路): lost and virtual stones go back onto their own side's paths, the side
//! with more stones then lifts its surplus, and the paths decide (essay 001 notes 8 and 11, essay 002
//! article 15). The same procedure without virtual stones, with eyes counted as points, is the
//! equal-stones way of counting area.

use super::count::{Procedure, Step};
use super::picture::{Cell, Picture};
use super::score::HalfPoints;
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use crate::point::Point;

/// Living stones: compare paths.
pub(super) fn count(settlement: &Settlement) -> Procedure {
    let virtual_stones = balanced_virtual_stones(settlement);
    let (mut steps, board) = equal_stones(settlement, virtual_stones);
    let paths = ByColor::from_fn(|c| board.count(Cell::Path(c)));
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    add_to_last(
        &mut steps,
        format!("Black has {} paths, White {}.", paths.black, paths.white),
    );
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| HalfPoints::whole((stones[c] + paths[c]) as i32)),
    }
}

/// Area: compare points, eyes among them; shared points are halved.
pub(super) fn count_area(settlement: &Settlement) -> Procedure {
    let (mut steps, board) = equal_stones(settlement, ByColor::default());
    let points = ByColor::from_fn(|c| board.count(Cell::Path(c)) + board.count(Cell::Eye(c)));
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    let shared = HalfPoints(board.count(Cell::Empty) as i32);
    add_to_last(
        &mut steps,
        format!("Black has {} points, White {}.", points.black, points.white),
    );
    Procedure {
        steps,
        totals: ByColor::from_fn(|c| HalfPoints::whole((stones[c] + points[c]) as i32) + shared),
    }
}

/// The virtual stones of each side once the number of moves, real and virtual, has been balanced by
/// virtual moves of the side that is behind.
fn balanced_virtual_stones(settlement: &Settlement) -> ByColor<u32> {
    let ledger = &settlement.ledger;
    let moves = ByColor::from_fn(|c| ledger.real_moves[c] + ledger.virtual_stones[c]);
    let most = moves.black.max(moves.white);
    ByColor::from_fn(|c| ledger.virtual_stones[c] + (most - moves[c]))
}

fn equal_stones(settlement: &Settlement, virtual_stones: ByColor<u32>) -> (Vec<Step>, Picture) {
    let mut steps = vec![super::settled_step(settlement)];
    let mut board = settlement.picture();

    let due = ByColor::from_fn(|c| settlement.lost(c) + virtual_stones[c]);
    let put = ByColor::from_fn(|c| put_back(&mut board, c, due[c]));
    let stones = ByColor::from_fn(|c| board.count(Cell::Stone(c)));
    steps.push(Step {
        title: "put lost and virtual stones back".into(),
        note: format!(
            "Black has {} lost and {} virtual stones and puts back {}; White {} and {}, puts back {}; \
             Black has {} stones, White {}.",
            settlement.lost(Color::Black),
            virtual_stones.black,
            put.black,
            settlement.lost(Color::White),
            virtual_stones.white,
            put.white,
            stones.black,
            stones.white
        ),
        board: board.clone(),
    });

    let more = if stones.black > stones.white {
        Color::Black
    } else {
        Color::White
    };
    let surplus = stones[more] - stones[more.opponent()];
    if surplus > 0 {
        for point in inner_stones(&board, more)
            .into_iter()
            .take(surplus as usize)
        {
            board.set(point, Cell::Path(more));
        }
        steps.push(Step {
            title: "lift the surplus".into(),
            note: format!(
                "{} lifts {surplus}, each becoming an empty point of its own; both have {} stones.",
                super::capitalised(more),
                board.count(Cell::Stone(more))
            ),
            board: board.clone(),
        });
    }
    (steps, board)
}

/// Fills up to `due` paths of a colour and returns how many.
pub(super) fn put_back(board: &mut Picture, color: Color, due: u32) -> u32 {
    let room: Vec<Point> = board.places(Cell::Path(color)).take(due as usize).collect();
    for &point in &room {
        board.set(point, Cell::Stone(color));
    }
    room.len() as u32
}

/// A colour's stones, those inside its own border first: they touch nothing but their own side.
fn inner_stones(board: &Picture, color: Color) -> Vec<Point> {
    let own = [Cell::Stone(color), Cell::Path(color), Cell::Eye(color)];
    let inner = |p: &Point| board.neighbours(*p).all(|q| own.contains(&board.at(q)));
    let (inside, border): (Vec<Point>, Vec<Point>) =
        board.places(Cell::Stone(color)).partition(inner);
    inside.into_iter().chain(border).collect()
}

fn add_to_last(steps: &mut [Step], text: String) {
    if let Some(last) = steps.last_mut() {
        last.note.push(' ');
        last.note.push_str(&text);
    }
}
