//! Whether a group lives, whoever moves first and whoever has the ko threats.

use super::problem::{Answer, Goal, Outcome, Problem, Unknown};
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::rules::Rules;

/// The state of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It lives, in seki if need be, though its enemy moves first and has all ko threats.
    Alive,
    /// It can be taken though its owner moves first and has all ko threats.
    Dead,
    /// Whoever moves first has his way, whatever the ko threats.
    FirstMove,
    /// It depends on ko threats, at least for one side to move.
    Ko,
    /// Not read to the end.
    Unknown(Unknown),
}

/// Reads the state of the chain of `stone` with moves in `region` (see [`Problem`]). `node_limit` is
/// for each of up to four questions.
pub fn life(board: &Board, region: PointSet, stone: Point, rules: &Rules, node_limit: u64) -> Life {
    let on_board = board.size().contains(stone);
    let Some(owner) = on_board.then(|| board.color_at(stone)).flatten() else {
        return Life::Unknown(Unknown::Region);
    };
    let lives = |first: Color, master: Color| {
        let problem = Problem {
            ko_master: Some(master),
            node_limit,
            ..Problem::new(board, region, first, Goal::Live(stone), rules)
        };
        match problem.solve() {
            Outcome::Solved(answer) => Ok(answer == Answer::Yes),
            Outcome::Unknown(why) => Err(why),
        }
    };
    // With each side first: whether it lives, or nothing if threats decide.
    let with_first = |first: Color| {
        if lives(first, owner.opponent())? {
            Ok(Some(true))
        } else if !lives(first, owner)? {
            Ok(Some(false))
        } else {
            Ok(None)
        }
    };
    let result = || {
        let enemy_first = with_first(owner.opponent())?;
        if enemy_first == Some(true) {
            return Ok(Life::Alive);
        }
        let owner_first = with_first(owner)?;
        Ok(match (owner_first, enemy_first) {
            (Some(false), _) => Life::Dead,
            (Some(true), Some(false)) => Life::FirstMove,
            _ => Life::Ko,
        })
    };
    result().unwrap_or_else(Life::Unknown)
}
