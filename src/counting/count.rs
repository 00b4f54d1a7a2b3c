//! What a count says: the result, the figures behind it, and a position per step.

use super::evidence::Doubt;
use super::method::Method;
use super::picture::{Picture, PointList};
use super::score::{HalfPoints, Score};
use super::settled::Settlement;
use crate::color::{ByColor, Color};
use serde::Serialize;

/// The figures of one colour in a settled position (letters as in RULES.md §5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Figures {
    /// Stones on the board: S.
    pub stones: u32,
    /// Own points: T, one-sided liberties included, one-sided dame not.
    pub own_points: u32,
    /// One-sided dame: O.
    pub one_sided_dame: u32,
    /// One-sided liberties, a part of T and of E.
    pub one_sided_liberties: u32,
    /// Basic eyes: E.
    pub eyes: u32,
    /// Paths: R = T + O − E.
    pub paths: u32,
    /// Living stones: L = S + R.
    pub living: u32,
    /// Area: A = S + T + O + D/2.
    pub area: HalfPoints,
    /// Stones lost by capture, suicide or death: P = M − S.
    pub lost: u32,
    /// Virtual stones: V.
    pub virtual_stones: u32,
    /// Real moves: M.
    pub real_moves: u32,
    /// Groups: G.
    pub groups: u32,
}

impl Figures {
    /// The figures of a colour.
    pub fn of(settlement: &Settlement, color: Color) -> Figures {
        let s = settlement;
        let own_points = s.own[color].len() as u32;
        let one_sided_dame = s.one_sided_dame[color].len() as u32;
        let paths = s.paths(color).len() as u32;
        let stones = s.stones(color);
        Figures {
            stones,
            own_points,
            one_sided_dame,
            one_sided_liberties: s.one_sided_liberties[color].len() as u32,
            eyes: s.eyes[color].len() as u32,
            paths,
            living: stones + paths,
            area: HalfPoints::whole((stones + own_points + one_sided_dame) as i32)
                + HalfPoints(s.shared.len() as i32),
            lost: s.lost(color),
            virtual_stones: s.ledger.virtual_stones[color],
            real_moves: s.ledger.real_moves[color],
            groups: s.groups.iter().filter(|g| g.color == color).count() as u32,
        }
    }
}

/// One step of a counting procedure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// What was done, in a few words.
    pub title: String,
    /// The position after it.
    pub board: Picture,
    /// Numbers that go with it, as a sentence.
    pub note: String,
}

/// What a way of counting hands back: its steps, and the totals recounted from the last of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The steps in order, the settled position first.
    pub steps: Vec<Step>,
    /// Each side's total, komi left out.
    pub totals: ByColor<HalfPoints>,
}

/// A complete count of one position by one method.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Count {
    /// How it was counted.
    pub method: Method,
    /// The result, komi and handicap bonus included.
    pub result: Score,
    /// Each side's total before komi, in what the method counts.
    pub totals: ByColor<HalfPoints>,
    /// What is added to White's total: komi and handicap bonus.
    pub to_white: HalfPoints,
    /// The figures of the settled position.
    pub figures: ByColor<Figures>,
    /// Shared empty points: D.
    pub public: u32,
    /// Those of them outside seki, which could still be filled.
    pub dame: u32,
    /// Dead stones that were taken off.
    pub dead: PointList,
    /// The one-sided dame of each side.
    pub one_sided_dame: ByColor<PointList>,
    /// The one-sided liberties of each side.
    pub one_sided_liberties: ByColor<PointList>,
    /// What the count cannot vouch for; empty if nothing.
    pub in_doubt: Vec<Doubt>,
    /// The position step by step, the first as it stood.
    pub steps: Vec<Step>,
}
