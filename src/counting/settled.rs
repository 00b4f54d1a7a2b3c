//! Settlement: what every point of a resting position is. The only definition of territory, eyes and
//! paths; all ways of counting start from it and none of them recomputes it.

use super::evidence::{Doubt, DoubtKind, Evidence, Ledger};
use super::eyes::{eye_in_region, hanging, independent_eyes};
use super::picture::{Cell, Picture, PointList};
use super::regions::{Group, Region, empty_regions, flood, groups};
use super::seki::{Status, judge_regions, one_sided_liberties, points_of, two_eyed};
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointSet};

/// A resting position with every point accounted for (RULES.md §5).
#[derive(Clone, Debug)]
pub struct Settlement {
    /// The board before the dead stones were taken off.
    pub before: Board,
    /// The board without them.
    pub board: Board,
    /// The dead stones.
    pub dead: PointSet,
    /// Real moves and virtual stones.
    pub ledger: Ledger,
    /// All groups.
    pub groups: Vec<Group>,
    /// Own points T: enclosed points and one-sided liberties.
    pub own: ByColor<PointSet>,
    /// The one-sided liberties among the own points.
    pub one_sided_liberties: ByColor<PointSet>,
    /// One-sided dame O.
    pub one_sided_dame: ByColor<PointSet>,
    /// Basic eyes E.
    pub eyes: ByColor<PointSet>,
    /// Stones of the groups in seki.
    pub seki_stones: ByColor<PointSet>,
    /// Own points of groups in seki, one-sided dame included; a part of T and O.
    pub seki_points: ByColor<PointSet>,
    /// Shared empty points D.
    pub shared: PointSet,
    /// Those of them outside seki: dame that could still be filled.
    pub dame: PointSet,
    /// What the settlement cannot vouch for.
    pub doubts: Vec<Doubt>,
}

/// Settles a position: takes off every chain with a stone in `dead` and says what each empty point
/// is. With `touch_points`, an empty point of a seki that touches stones of one side only is its own.
///
/// Every stone left counts as alive, whatever its liberties. Without reading, a shared region is held
/// to be a seki if it is small, every point of it touches a stone, and no group around it has two
/// eyes; such regions are listed as doubts. Where some group around has two eyes, shared points are
/// ordinary dame.
pub fn settle(
    board: &Board,
    dead: &PointSet,
    ledger: Ledger,
    touch_points: bool,
    evidence: &Evidence,
) -> Settlement {
    let before = board.clone();
    let (board, dead) = take_off(board, dead);
    let regions = empty_regions(&board);
    let enclosed = ByColor::from_fn(|c| {
        let own = regions.iter().filter(|r| r.owner() == Some(c));
        own.fold(PointSet::EMPTY, |all, r| all.union(&r.points))
    });
    // Groups are joined through own points, and those of a seki depend on which groups have two eyes:
    // enclosed points come first.
    let first_groups = groups(&board, &regions, &enclosed);
    let sure = two_eyed(&board, &first_groups, &regions);
    let status = judge_regions(&board, &first_groups, &sure, &regions, &evidence.reading);
    let liberties = if touch_points {
        one_sided_liberties(&board, &regions, &status, &evidence.reading)
    } else {
        ByColor::default()
    };
    let own = ByColor::from_fn(|c| enclosed[c].union(&liberties[c]));
    let shared = points_of(&regions, &status, |_| true)
        .difference(&own.black)
        .difference(&own.white);
    let sure_stones = first_groups
        .iter()
        .zip(&sure)
        .filter(|(_, sure)| **sure)
        .fold(PointSet::EMPTY, |all, (g, _)| all.union(&g.stones));

    let mut settlement = Settlement {
        before,
        groups: groups(&board, &regions, &own),
        board,
        dead,
        ledger,
        own,
        one_sided_liberties: liberties,
        one_sided_dame: ByColor::default(),
        eyes: liberties,
        seki_stones: ByColor::default(),
        seki_points: ByColor::default(),
        shared,
        dame: PointSet::EMPTY,
        doubts: Vec::new(),
    };
    settlement.keep_eyes(&regions, &status, &sure_stones);
    settlement.doubt_regions(&regions, &status);
    settlement.take_one_sided_dame(evidence);
    let sekis = points_of(&regions, &status, Status::is_seki);
    settlement.dame = settlement.shared.difference(&sekis);
    settlement
}

impl Settlement {
    /// Stones on the board: S.
    pub fn stones(&self, color: Color) -> u32 {
        self.board.stones(color)
    }

    /// Paths R: own points and one-sided dame that are not basic eyes.
    pub fn paths(&self, color: Color) -> PointSet {
        self.own[color]
            .union(&self.one_sided_dame[color])
            .difference(&self.eyes[color])
    }

    /// Stones lost by capture, suicide or death: P = M − S.
    pub fn lost(&self, color: Color) -> u32 {
        self.ledger.real_moves[color].saturating_sub(self.stones(color))
    }

    /// The settled position as a picture, dead stones taken off.
    pub fn picture(&self) -> Picture {
        let mut picture = Picture::of_board(&self.board, &PointSet::EMPTY);
        for color in Color::BOTH {
            for point in self.paths(color).iter() {
                picture.set(point, Cell::Path(color));
            }
            for point in self.eyes[color].iter() {
                picture.set(point, Cell::Eye(color));
            }
        }
        picture
    }

    /// Fixes the basic eyes of every group.
    fn keep_eyes(&mut self, regions: &[Region], status: &[Status], sure: &PointSet) {
        let (board, size) = (&self.board, self.board.size());
        for group in &self.groups {
            let color = group.color;
            let lives = group.stones.contains_any(sure);
            let in_seki = !lives && group.shared.iter().any(|&r| status[r].is_seki());
            if in_seki {
                self.seki_stones[color] = self.seki_stones[color].union(&group.stones);
                self.seki_points[color] = self.seki_points[color].union(&group.own);
                // One eye an enclosed region, and at most two.
                for &region in group.enclosed.iter().take(2) {
                    let eye = eye_in_region(board, group, regions, region);
                    self.eyes[color] = self.eyes[color].union(&eye);
                }
                continue;
            }
            let eyes = independent_eyes(board, group, regions);
            self.eyes[color] = self.eyes[color].union(&eyes);
            let doubtful = match eyes.iter().collect::<Vec<_>>()[..] {
                [first, second] if lives => hanging(board, group, &[first, second]),
                _ if lives => PointSet::EMPTY,
                _ => group.stones,
            };
            let doubtful = doubtful.intersection(&group.stones);
            if !doubtful.is_empty() {
                self.doubts.push(Doubt {
                    kind: DoubtKind::Group,
                    points: PointList::new(size, doubtful),
                });
            }
        }
    }

    fn doubt_regions(&mut self, regions: &[Region], status: &[Status]) {
        let size = self.board.size();
        for (region, status) in regions.iter().zip(status) {
            let kind = match status {
                Status::SekiByShape => DoubtKind::Seki,
                Status::Unclear => DoubtKind::Region,
                Status::Plain | Status::SekiRead => continue,
            };
            self.doubts.push(Doubt {
                kind,
                points: PointList::new(size, region.points),
            });
        }
    }

    /// Takes over the one-sided dame that were read or claimed, as far as they make sense.
    fn take_one_sided_dame(&mut self, evidence: &Evidence) {
        for color in Color::BOTH {
            let claimed = evidence.claims[color];
            let wanted = evidence.reading.one_sided_dame[color].union(&claimed);
            for point in wanted.iter() {
                if self.shared.contains(point) {
                    self.shared.remove(point);
                    self.one_sided_dame[color].insert(point);
                    if self.every_chain_breathes_when_filled() {
                        self.seki_points[color].insert(point);
                        continue;
                    }
                    self.one_sided_dame[color].remove(point);
                    self.shared.insert(point);
                }
                if claimed.contains(point) {
                    self.doubts.push(Doubt {
                        kind: DoubtKind::Claim,
                        points: PointList::new(self.board.size(), PointSet::from_iter([point])),
                    });
                }
            }
        }
    }

    /// Whether every chain has a liberty once all paths of both sides are filled.
    fn every_chain_breathes_when_filled(&self) -> bool {
        let filled = ByColor::from_fn(|c| self.paths(c));
        let holds = |q: Point, c: Color| self.board.has_stone(q, c) || filled[c].contains(q);
        let empty = |q: Point| Color::BOTH.iter().all(|&c| !holds(q, c));
        Color::BOTH.iter().all(|&color| {
            let mut seen = PointSet::EMPTY;
            self.board.size().points().all(|start| {
                if !holds(start, color) || seen.contains(start) {
                    return true;
                }
                let chain = flood(&self.board, start, |q| holds(q, color));
                seen = seen.union(&chain);
                chain
                    .iter()
                    .any(|stone| self.board.neighbours(stone).any(empty))
            })
        })
    }
}

/// The board without every chain that has a stone in the set, and the stones taken off.
fn take_off(board: &Board, dead: &PointSet) -> (Board, PointSet) {
    let dead: PointSet = dead
        .iter()
        .filter(|&p| board.size().contains(p) && !board.is_empty(p))
        .flat_map(|p| board.chain_stones(p))
        .collect();
    let after = Board::from_stones(board.size(), |p| {
        board.color_at(p).filter(|_| !dead.contains(p))
    });
    match after {
        Ok(after) => (after, dead),
        // Cannot be: taking chains off takes no liberty from the others.
        Err(_) => (board.clone(), PointSet::EMPTY),
    }
}
