//! What settlement is told besides the stones on the board, and what it cannot vouch for.

use super::picture::PointList;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::point::{Move, PointSet};
use serde::Serialize;

/// What the history of a game adds to its position: numbers of stones per colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// Real moves, preset, handicap and setup stones included: M. Never fewer than the stones on the
    /// board.
    pub real_moves: ByColor<u32>,
    /// Virtual stones: V.
    pub virtual_stones: ByColor<u32>,
    /// Stones handed over for passes where the rules ask for that, White's last one included.
    pub pass_stones: ByColor<u32>,
}

impl Ledger {
    /// The ledger of a game.
    pub fn of_game(game: &Game) -> Ledger {
        let mut pass_stones = ByColor::default();
        if game.rules().pass_stones {
            for (color, mv) in game.moves() {
                if mv == Move::Pass {
                    pass_stones[color] += 1;
                }
            }
            // White makes the last pass, or hands over one stone more.
            if matches!(game.last_move(), Some((Color::Black, _))) {
                pass_stones.white += 1;
            }
        }
        Ledger {
            real_moves: game.real_moves(),
            virtual_stones: game.virtual_stones(),
            pass_stones,
        }
    }

    /// The ledger of a position without a history: every stone is one real move.
    pub fn of_board(board: &Board) -> Ledger {
        Ledger {
            real_moves: ByColor::from_fn(|c| board.stones(c)),
            ..Ledger::default()
        }
    }
}

/// What bounded reading found out. Where it says something, it wins over shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Points in seki that only this side can occupy and live (essay 002 figure 5).
    pub one_sided_dame: ByColor<PointSet>,
    /// Points of shared regions in which neither side gains by moving.
    pub seki: PointSet,
    /// Points of shared regions that are ordinary dame.
    pub dame: PointSet,
    /// Points of shared regions in which stones still live or die by who moves first: counted as dame,
    /// and listed as a doubt.
    pub open: PointSet,
}

/// What is known of a position besides its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// One-sided dame that a player claims and the other does not dispute.
    pub claims: ByColor<PointSet>,
    /// What was read.
    pub reading: Reading,
}

/// What an entry of the list of doubts is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoubtKind {
    /// A group without two sure eyes and outside any seki, or the part of a group that hangs on by a
    /// false eye and must connect when the dame are filled. Counted as alive, eyes and all.
    Group,
    /// A shared region counted as seki by its shape alone: reading did not decide it.
    Seki,
    /// A shared region between groups without two sure eyes, or one that was read to be unfinished;
    /// counted as ordinary dame.
    Region,
    /// A claimed one-sided dame that is no shared empty point, or would take a last liberty: ignored.
    Claim,
    /// A chain whose life the ownership of its points leaves open.
    Life,
}

/// Something that a count cannot vouch for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Doubt {
    /// What is in doubt.
    pub kind: DoubtKind,
    /// Where.
    pub points: PointList,
}
