//! Which shared regions are sekis, which groups surely live by their own eyes, and which points of a
//! seki belong to one side by touch.

use super::evidence::Reading;
use super::eyes::makes_two_eyes;
use super::life::unconditional_life;
use super::regions::{Group, Region};
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::PointSet;

/// Shared regions larger than this are never taken for a seki by their shape alone.
const LARGEST_BY_SHAPE: usize = 8;

/// What a region is held to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Enclosed by one side, touched by nobody, or ordinary dame.
    Plain,
    /// A seki, and read to be so.
    SekiRead,
    /// A seki by its shape.
    SekiByShape,
    /// Shared between groups none of which surely lives, and neither reading nor shape decides; or read
    /// to be unfinished.
    Unclear,
}

impl Status {
    pub(super) fn is_seki(self) -> bool {
        matches!(self, Status::SekiRead | Status::SekiByShape)
    }
}

/// Which groups surely live by eyes of their own: two separate eye spaces, one that gives two eyes
/// whoever moves first, or unconditional life.
pub(super) fn two_eyed(board: &Board, groups: &[Group], regions: &[Region]) -> Vec<bool> {
    let alive = ByColor::from_fn(|c| unconditional_life(board, c, true).alive);
    groups
        .iter()
        .map(|group| {
            group.enclosed.len() >= 2
                || group.stones.contains_any(&alive[group.color])
                || group
                    .enclosed
                    .iter()
                    .any(|&r| makes_two_eyes(&regions[r].points))
        })
        .collect()
}

/// Judges every region. What was read decides. Else a shared region next to a group that surely lives
/// is ordinary dame: that group may fill it at leisure. Else small regions in which every point touches
/// a stone are sekis, since all sides live only by them.
pub(super) fn judge_regions(
    board: &Board,
    groups: &[Group],
    two_eyed: &[bool],
    regions: &[Region],
    reading: &Reading,
) -> Vec<Status> {
    let judge = |(i, region): (usize, &Region)| {
        if !(region.touches.black && region.touches.white) {
            return Status::Plain;
        }
        if region.points.contains_any(&reading.seki) {
            return Status::SekiRead;
        }
        let touches_sure_life = groups
            .iter()
            .zip(two_eyed)
            .any(|(group, &sure)| sure && group.shared.contains(&i));
        if region.points.contains_any(&reading.open) {
            return Status::Unclear;
        }
        if touches_sure_life || region.points.contains_any(&reading.dame) {
            return Status::Plain;
        }
        let touches_stone = |p| board.neighbours(p).any(|q| !board.is_empty(q));
        if region.points.len() <= LARGEST_BY_SHAPE && region.points.iter().all(touches_stone) {
            Status::SekiByShape
        } else {
            Status::Unclear
        }
    };
    regions.iter().enumerate().map(judge).collect()
}

/// The one-sided liberties of sekis: their points whose neighbouring stones are all of one colour
/// (essay 002 figure 6), but for those that reading found to be one-sided dame.
pub(super) fn one_sided_liberties(
    board: &Board,
    regions: &[Region],
    status: &[Status],
    reading: &Reading,
) -> ByColor<PointSet> {
    let sekis = points_of(regions, status, Status::is_seki);
    ByColor::from_fn(|color| {
        let touches = |p, c: Color| board.neighbours(p).any(|q| board.has_stone(q, c));
        sekis
            .iter()
            .filter(|&p| touches(p, color) && !touches(p, color.opponent()))
            .filter(|&p| !reading.one_sided_dame[color].contains(p))
            .collect()
    })
}

/// All points of the regions whose status is wanted.
pub(super) fn points_of(
    regions: &[Region],
    status: &[Status],
    wanted: impl Fn(Status) -> bool,
) -> PointSet {
    regions
        .iter()
        .zip(status)
        .filter(|(_, status)| wanted(**status))
        .fold(PointSet::EMPTY, |all, (r, _)| all.union(&r.points))
}
