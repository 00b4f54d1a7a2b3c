//! Which moves are legal, and why the others are not.

use super::{Game, Step};
use crate::board::Placement;
use crate::color::Color;
use crate::hash::{turn_key, virtual_key};
use crate::point::{Move, Point, PointSet};
use crate::rules::{Repetition, Suicide};
use std::fmt;

/// Why a move is illegal. The text forms are those of `dunhuang-explain_illegal`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The game has ended.
    Ended,
    /// There is a stone already.
    Occupied,
    /// The point is not on the board.
    OffBoard,
    /// The placed stone alone would have no liberty.
    SingleStoneSuicide,
    /// A chain would lose its last liberty by its own move.
    Suicide,
    /// A ko taken back at once (simple ko only).
    Ko,
    /// The whole position after this move number would come back; 0 is the start or setup.
    Regress(u32),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalMove::Ended => f.write_str("ended"),
            IllegalMove::Occupied => f.write_str("occupied"),
            IllegalMove::OffBoard => f.write_str("not on the board"),
            IllegalMove::SingleStoneSuicide => f.write_str("single-stone suicide"),
            IllegalMove::Suicide => f.write_str("suicide"),
            IllegalMove::Ko => f.write_str("ko"),
            IllegalMove::Regress(number) => write!(f, "regress to move {number}"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Game {
    /// Whether `color` may make this move, as if it were that colour's turn.
    ///
    /// # Errors
    /// The first reason against it, in the order of the variants of [`IllegalMove`].
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let now = self.now();
        if now.end.is_some() {
            return Err(IllegalMove::Ended);
        }
        let Move::Real(point) = mv else {
            return Ok(());
        };
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        match now.board.placement(point, color) {
            Placement::Occupied => return Err(IllegalMove::Occupied),
            Placement::SingleStoneSuicide => return Err(IllegalMove::SingleStoneSuicide),
            Placement::MultiStoneSuicide if self.rules.suicide == Suicide::None => {
                return Err(IllegalMove::Suicide);
            }
            _ => {}
        }
        if self.rules.repetition == Repetition::SimpleKo {
            if now.board.ko_ban(color) == Some(point) {
                return Err(IllegalMove::Ko);
            }
        } else if let Some(number) = self.regress(color, point) {
            return Err(IllegalMove::Regress(number));
        }
        Ok(())
    }

    /// All points where `color` may play.
    pub fn legal_points(&self, color: Color) -> PointSet {
        self.size()
            .points()
            .filter(|&p| self.check(color, Move::Real(p)).is_ok())
            .collect()
    }

    /// The number of the earliest move whose whole position a stone on this empty point would bring
    /// back.
    fn regress(&self, color: Color, point: Point) -> Option<u32> {
        let now = self.now();
        let key = now.board.key_after(point, color);
        let whole = |step: &Step| match self.rules.repetition {
            Repetition::SimpleKo | Repetition::Positional => true,
            Repetition::Situational => step.to_move == color.opponent(),
            Repetition::Virtual => step.virtual_stones == now.virtual_stones,
        };
        // Keys only point at candidates: what decides is the position itself.
        let mut board = None;
        self.history()
            .iter()
            .find(|step| {
                step.board.key() == key
                    && whole(step)
                    && board
                        .get_or_insert_with(|| {
                            let mut board = now.board.clone();
                            board.play_unchecked(point, color);
                            board
                        })
                        .same_stones(&step.board)
            })
            .map(|step| step.move_number)
    }

    /// The number of the move whose whole position a real move brought back under simple ko, with the
    /// same side to move. Only the start and positions after real moves are compared.
    pub(super) fn cycle_closed_by(&self, new: &Step) -> Option<u32> {
        if self.rules.repetition != Repetition::SimpleKo {
            return None;
        }
        self.history()
            .iter()
            .find(|step| {
                step.is_position_of_a_real_move()
                    && step.to_move == new.to_move
                    && step.board.key() == new.board.key()
                    && step.virtual_stones == new.virtual_stones
                    && step.board.same_stones(&new.board)
            })
            .map(|step| step.move_number)
    }

    /// The key of the whole position under the rules in force: the board, and the virtual stones
    /// where the rules have them, and the side to move where repetition asks for it.
    pub fn position_key(&self) -> u64 {
        let now = self.now();
        let turn = match self.rules.repetition {
            Repetition::Situational => turn_key(now.to_move),
            _ => 0,
        };
        let virtual_stones = Color::BOTH
            .iter()
            .fold(0, |key, &c| key ^ virtual_key(c, now.virtual_stones[c]));
        now.board.key() ^ turn ^ virtual_stones
    }
}
