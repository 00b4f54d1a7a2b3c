//! Settlement: what every point of a resting position is. The only definition of territory, eyes and
//! paths; all ways of counting start from it and none of them recomputes it.

use super::eyes::{eye_in_region, independent_eyes, makes_two_eyes};
use super::life::unconditional_life;
use super::picture::{Cell, Picture, PointList};
use super::regions::{Group, Region, empty_regions, flood, groups};
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::point::{Move, Point, PointSet};
use serde::Serialize;

/// Shared regions larger than this are never taken for a seki by their shape alone.
const SEKI_MAX: usize = 8;

/// What the history of a game adds to its position: numbers of stones per colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// Real moves, preset, handicap and setup stones included: M.
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
    /// Points of shared regions in which some side gains by moving: ordinary dame, or unfinished.
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
    /// A group without two sure eyes and outside any seki, counted as alive.
    Group,
    /// A shared region counted as seki by its shape alone: it was not read.
    Seki,
    /// A shared region between groups without two sure eyes, counted as ordinary dame.
    Region,
    /// A claimed one-sided dame that is no shared empty point, or would take a last liberty: ignored.
    Claim,
    /// A chain whose life the ownership of its points leaves open.
    Life,
}

/// Something that the count cannot vouch for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Doubt {
    /// What is in doubt.
    pub kind: DoubtKind,
    /// Where.
    pub points: PointList,
}

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
    /// Own points of groups in seki, one-sided dame included; a part of T and O.
    pub in_seki: ByColor<PointSet>,
    /// Shared empty points D.
    pub shared: PointSet,
    /// Those of them outside seki: dame that could still be filled.
    pub dame: PointSet,
    /// What the settlement cannot vouch for.
    pub doubts: Vec<Doubt>,
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
    let size = board.size();
    let (board_after, dead) = take_off(board, dead);
    let board_before = board.clone();
    let board = board_after;
    let regions = empty_regions(&board);
    let mut own = ByColor::from_fn(|c| {
        regions
            .iter()
            .filter(|r| r.owner() == Some(c))
            .fold(PointSet::EMPTY, |all, r| all.union(&r.points))
    });

    let first_groups = groups(&board, &regions, &own);
    let sure = two_eyed(&board, &first_groups, &regions);
    let seki = seki_regions(&board, &first_groups, &sure, &regions, &evidence.reading);
    let shared_all: PointSet = regions
        .iter()
        .filter(|r| r.owner().is_none())
        .fold(PointSet::EMPTY, |all, r| all.union(&r.points));

    let mut liberties = ByColor::<PointSet>::default();
    if touch_points {
        for (region, _) in regions
            .iter()
            .zip(&seki)
            .filter(|(_, status)| status.is_seki())
        {
            for point in region.points.iter() {
                let touch = |c| board.neighbours(point).any(|q| board.has_stone(q, c));
                for color in Color::BOTH {
                    let read = evidence.reading.one_sided_dame[color].contains(point);
                    if touch(color) && !touch(color.opponent()) && !read {
                        liberties[color].insert(point);
                        own[color].insert(point);
                    }
                }
            }
        }
    }

    let all_groups = groups(&board, &regions, &own);
    let mut eyes = liberties;
    let mut in_seki = ByColor::<PointSet>::default();
    let mut doubts = Vec::new();
    for group in &all_groups {
        let two_eyes = first_groups
            .iter()
            .zip(&sure)
            .any(|(g, &sure)| sure && group.stones.contains_any(&g.stones));
        let seki_group = !two_eyes && group.shared.iter().any(|&r| seki[r].is_seki());
        let color = group.color;
        if seki_group {
            in_seki[color] = in_seki[color].union(&group.own);
            for &region in group.enclosed.iter().take(2) {
                let eye = eye_in_region(&board, group, &regions, region);
                eyes[color] = eyes[color].union(&eye);
            }
        } else {
            eyes[color] = eyes[color].union(&independent_eyes(&board, group, &regions));
            if !two_eyes {
                doubts.push((DoubtKind::Group, group.stones));
            }
        }
    }

    let seki_points = regions
        .iter()
        .zip(&seki)
        .filter(|(_, status)| status.is_seki())
        .fold(PointSet::EMPTY, |all, (r, _)| all.union(&r.points));
    for (region, status) in regions.iter().zip(&seki) {
        match status {
            Status::SekiByShape => doubts.push((DoubtKind::Seki, region.points)),
            Status::Unclear => doubts.push((DoubtKind::Region, region.points)),
            _ => {}
        }
    }
    let mut settlement = Settlement {
        before: board_before,
        shared: shared_all.difference(&own.black).difference(&own.white),
        board,
        dead,
        ledger,
        groups: all_groups,
        own,
        one_sided_liberties: liberties,
        one_sided_dame: ByColor::default(),
        eyes,
        in_seki,
        dame: PointSet::EMPTY,
        doubts: Vec::new(),
    };
    for color in Color::BOTH {
        let claimed = evidence.claims[color];
        let wanted = evidence.reading.one_sided_dame[color].union(&claimed);
        for point in wanted.iter() {
            if !settlement.take_one_sided_dame(color, point) && claimed.contains(point) {
                doubts.push((DoubtKind::Claim, PointSet::from_iter([point])));
            }
        }
    }
    settlement.dame = settlement.shared.difference(&seki_points);
    settlement.doubts = doubts
        .into_iter()
        .map(|(kind, points)| Doubt {
            kind,
            points: PointList::new(size, points),
        })
        .collect();
    settlement
}

impl Settlement {
    /// Makes a shared point a one-sided dame, unless that filled it would leave a chain without
    /// liberties once all paths are filled.
    fn take_one_sided_dame(&mut self, color: Color, point: Point) -> bool {
        if !self.shared.contains(point) {
            return false;
        }
        self.shared.remove(point);
        self.one_sided_dame[color].insert(point);
        let full = ByColor::from_fn(|c| self.paths(c));
        let solid = |q, c: Color| self.board.has_stone(q, c) || full[c].contains(q);
        let breathes = Color::BOTH.iter().all(|&c| {
            let mut seen = PointSet::EMPTY;
            self.board.size().points().all(|p| {
                if !solid(p, c) || seen.contains(p) {
                    return true;
                }
                let chain = flood(&self.board, p, |q| solid(q, c));
                seen = seen.union(&chain);
                chain.iter().any(|s| {
                    self.board.neighbours(s).any(|q| {
                        self.board.is_empty(q) && !full.black.contains(q) && !full.white.contains(q)
                    })
                })
            })
        });
        if breathes {
            self.in_seki[color].insert(point);
        } else {
            self.one_sided_dame[color].remove(point);
            self.shared.insert(point);
        }
        breathes
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
        // Taking stones off never takes a liberty; a board that already had a chain without one stays.
        Err(_) => (board.clone(), PointSet::EMPTY),
    }
}

/// Which groups surely have two eyes of their own.
fn two_eyed(board: &Board, groups: &[Group], regions: &[Region]) -> Vec<bool> {
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

/// What a region is held to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// Enclosed by one side, or ordinary dame.
    Plain,
    /// Seki, and read to be so.
    SekiRead,
    /// Seki by its shape.
    SekiByShape,
    /// Neither reading nor shape decides.
    Unclear,
}

impl Status {
    fn is_seki(self) -> bool {
        matches!(self, Status::SekiRead | Status::SekiByShape)
    }
}

fn seki_regions(
    board: &Board,
    groups: &[Group],
    two_eyed: &[bool],
    regions: &[Region],
    reading: &Reading,
) -> Vec<Status> {
    let status = |(i, region): (usize, &Region)| {
        if region.owner().is_some() || !(region.touches.black && region.touches.white) {
            return Status::Plain;
        }
        if region.points.contains_any(&reading.seki) {
            return Status::SekiRead;
        }
        let touches_sure_life = groups
            .iter()
            .zip(two_eyed)
            .any(|(group, &sure)| sure && group.shared.contains(&i));
        if touches_sure_life || region.points.contains_any(&reading.open) {
            return Status::Plain;
        }
        let tight = region.points.len() <= SEKI_MAX
            && region
                .points
                .iter()
                .all(|p| board.neighbours(p).any(|q| !board.is_empty(q)));
        if tight {
            Status::SekiByShape
        } else {
            Status::Unclear
        }
    };
    regions.iter().enumerate().map(status).collect()
}
