//! The fast referee held against the slow one, in everything that both know.

use dunhuang::board::naive::NaiveBoard;
use dunhuang::game::naive::NaiveGame;
use dunhuang::{ByColor, Color, Game, Move, Point, Size};
use std::fmt::Debug;

fn same<T: PartialEq + Debug>(what: &str, fast: T, slow: T) -> Result<(), String> {
    if fast == slow {
        Ok(())
    } else {
        Err(format!("{what}: fast {fast:?}, slow {slow:?}"))
    }
}

/// Compares position, counters, state and every possible move of both colours.
///
/// # Errors
/// The first difference.
pub fn compare(fast: &Game, slow: &NaiveGame) -> Result<(), String> {
    fast.board().check().map_err(|e| e.0)?;
    same("board", &NaiveBoard::from_board(fast.board()), slow.board())?;
    counters(fast, slow)?;
    moves(fast, slow)
}

fn counters(fast: &Game, slow: &NaiveGame) -> Result<(), String> {
    let now = fast.now();
    let slow_moves = slow.moves();
    same("rules", fast.rules(), slow.rules())?;
    same("side to move", fast.to_move(), slow.to_move())?;
    same("moves", fast.moves().collect(), slow_moves.clone())?;
    same("move number", fast.move_number(), slow_moves.len() as u32)?;
    same("last move", fast.last_move(), slow_moves.last().copied())?;
    same("real moves", fast.real_moves(), slow.real_moves())?;
    same("lost stones", fast.lost_stones(), slow.lost_stones())?;
    same(
        "virtual stones",
        fast.virtual_stones(),
        slow.virtual_stones(),
    )?;
    same(
        "virtual stones",
        fast.virtual_stones(),
        slow.position().virtual_stones,
    )?;
    same(
        "virtual moves here",
        fast.virtual_moves_here(),
        slow.virtual_moves_here(),
    )?;
    same("passes", now.passes, slow.passes())?;
    same("end", now.end, slow.end())?;
    same("state", fast.state(), slow.state())?;
    let stones = ByColor::from_fn(|c| fast.board().stones(c));
    same(
        "stones",
        stones,
        ByColor::from_fn(|c| slow.board().stones(c)),
    )?;
    if slow.end().is_none() {
        same("cycle", now.cycle, slow.cycle())?;
        for color in Color::BOTH {
            let ban = fast.board().ko_ban(color).into_iter().collect();
            same("ko ban", ban, slow.ko_ban(color))?;
        }
        if let Some((color, Move::Real(_))) = slow_moves.last() {
            same("captured", now.captured, slow.taken()[color.opponent()])?;
        }
    }
    Ok(())
}

fn moves(fast: &Game, slow: &NaiveGame) -> Result<(), String> {
    let size = fast.size();
    // One row and one column more than there are, where the grid has them.
    let wider = Size::new((size.width() + 1).min(19), (size.height() + 1).min(19));
    let grid: Vec<Point> = wider.expect("a size").points().collect();
    for color in Color::BOTH {
        let points = fast.legal_points(color);
        let mut legal = 0;
        for &point in &grid {
            let mv = Move::Real(point);
            let what = format!("{} at {point:?}", color.name());
            let slow_says = slow.check(color, mv);
            same(&what, fast.check(color, mv), slow_says)?;
            if slow_says.is_ok() {
                legal += 1;
                if !points.contains(point) {
                    return Err(format!("{what} is missing from the legal points"));
                }
            }
            if size.contains(point) && fast.board().is_empty(point) {
                let mut board = fast.board().clone();
                board.play_unchecked(point, color);
                same(
                    "key after a move",
                    fast.board().key_after(point, color),
                    board.key(),
                )?;
            }
        }
        same("legal points", points.len(), legal)?;
        for mv in [Move::Pass, Move::Resign] {
            same(
                "a turn without a stone",
                fast.check(color, mv),
                slow.check(color, mv),
            )?;
        }
    }
    Ok(())
}
