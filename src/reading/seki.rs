//! Shared regions: dame, seki, or an unfinished fight; and what each side can afford to add in seki.

use super::problem::{Goal, Problem, Reader, Unknown, with_capturable};
use crate::board::{Board, Placement};
use crate::color::{ByColor, Color};
use crate::counting::{
    Doubt, DoubtKind, Evidence, Ledger, Reading, Region, empty_regions, settle, unconditional_life,
};
use crate::game::Game;
use crate::point::{Move, Point, PointSet};
use crate::rules::{Rules, Suicide};

/// A group with this many own points or more is not read: it cannot be in seki.
const PLENTY: usize = 8;

/// More empty points than this around one seki are not read.
const MOST_EMPTY: usize = 16;

/// What shared empty points that hang together through weak groups were found to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Ordinary dame: nobody is hurt by filling them, or the only question is who fills the last one.
    Dame,
    /// Neither side gains by moving first, and some side loses by moving.
    Seki {
        /// Stones each side can add for good, whoever moves first: one-sided dame O.
        affords: ByColor<u32>,
        /// Shared points where the side may play its next stone without loss, if it affords one.
        places: ByColor<PointSet>,
    },
    /// Stones live or die: the values of the fight with each side moving first differ from what the
    /// board shows by more than dame.
    Fight {
        /// The balance as the board stands, Black minus White.
        now: i32,
        /// The value with Black, and with White, to move.
        first: ByColor<i32>,
    },
    /// Not read to the end.
    Unknown(Unknown),
}

/// Shared empty points that belong to one fight.
#[derive(Clone, Copy, Debug)]
pub struct SharedRegion {
    /// The shared empty points; several empty regions if weak groups tie them together.
    pub shared: PointSet,
    /// Where moves were read: the shared points, eye spaces of the weak groups, and stones that could be taken.
    pub region: PointSet,
    /// What it is.
    pub finding: Finding,
}

/// Reads every shared region of a resting position from which the dead stones were taken off.
/// `node_limit` is for each question of each region.
pub fn shared_regions(board: &Board, rules: &Rules, node_limit: u64) -> Vec<SharedRegion> {
    shared_regions_within(board, rules, &mut |_| node_limit)
}

/// As [`shared_regions`], with a limit of its own for each region, chosen by its shared points; where
/// it is 0 the region is not read.
pub fn shared_regions_within(
    board: &Board,
    rules: &Rules,
    node_limit: &mut dyn FnMut(&PointSet) -> u64,
) -> Vec<SharedRegion> {
    let regions = empty_regions(board);
    let scene = Scene::new(board, &regions, rules.suicide != Suicide::None);
    let mut done = PointSet::EMPTY;
    let mut found = Vec::new();
    for region in regions.iter().filter(|r| is_shared(r)) {
        if done.contains_any(&region.points) {
            continue;
        }
        let (space, fragile) = scene.fight_around(region);
        let shared: PointSet = regions
            .iter()
            .filter(|r| is_shared(r) && r.points.contains_any(&space))
            .fold(PointSet::EMPTY, |all, r| all.union(&r.points));
        done = done.union(&shared);
        let all = with_capturable(board, space);
        let finding = if !fragile {
            Finding::Dame
        } else if space.len() > MOST_EMPTY {
            Finding::Unknown(Unknown::Region)
        } else {
            match node_limit(&shared) {
                0 => Finding::Unknown(Unknown::NodeLimit),
                limit => judge(board, &shared, all, rules, limit).unwrap_or_else(Finding::Unknown),
            }
        };
        found.push(SharedRegion {
            shared,
            region: all,
            finding,
        });
    }
    found
}

/// What counting wants to know of the shared regions, from [`shared_regions`]. The places of one-sided
/// dame that are equally good are chosen by convention: the point that touches most enemy stones, then
/// the first from the top left.
pub fn read_seki(board: &Board, rules: &Rules, node_limit: u64) -> Reading {
    let areas = shared_regions(board, rules, node_limit);
    reading_of(board, rules, &areas, node_limit)
}

/// What counting wants to know of shared regions that were read; see [`read_seki`].
pub fn reading_of(
    board: &Board,
    rules: &Rules,
    areas: &[SharedRegion],
    node_limit: u64,
) -> Reading {
    let mut reading = Reading::default();
    for area in areas {
        match area.finding {
            Finding::Seki { affords, places } => {
                reading.seki = reading.seki.union(&area.shared);
                for color in Color::BOTH {
                    let chosen = choose_places(
                        board,
                        area,
                        color,
                        affords[color],
                        places[color],
                        rules,
                        node_limit,
                    );
                    reading.one_sided_dame[color] = reading.one_sided_dame[color].union(&chosen);
                }
            }
            Finding::Dame => reading.dame = reading.dame.union(&area.shared),
            Finding::Fight { .. } => reading.open = reading.open.union(&area.shared),
            Finding::Unknown(_) => {}
        }
    }
    reading
}

/// Reads what the settlement of a rest without these `dead` stones leaves open, with `node_limit` for
/// all of it together. Nothing is read where the settlement has no doubts about shared points.
pub fn read_rest(game: &Game, dead: &PointSet, node_limit: u64) -> Reading {
    let (ledger, touch) = (Ledger::of_game(game), game.rules().touch_points);
    let settlement = settle(game.board(), dead, ledger, touch, &Evidence::default());
    let open = |doubt: &&Doubt| matches!(doubt.kind, DoubtKind::Seki | DoubtKind::Region);
    let questions = settlement.doubts.iter().filter(open).count() as u64;
    if questions == 0 {
        return Reading::default();
    }
    read_seki(&settlement.board, game.rules(), node_limit / questions)
}

fn is_shared(region: &Region) -> bool {
    region.touches.black && region.touches.white
}

/// A board with what a glance tells about its groups.
struct Scene<'a> {
    board: &'a Board,
    regions: &'a [Region],
    alive: ByColor<PointSet>,
}

impl<'a> Scene<'a> {
    fn new(board: &'a Board, regions: &'a [Region], suicide: bool) -> Scene<'a> {
        Scene {
            board,
            regions,
            alive: ByColor::from_fn(|c| unconditional_life(board, c, suicide).alive),
        }
    }

    /// The empty points of the fight that a shared region is part of, and whether stones are at stake.
    fn fight_around(&self, start: &Region) -> (PointSet, bool) {
        let mut space = start.points;
        let mut looked_at = PointSet::EMPTY;
        let mut fragile = false;
        loop {
            let Some(stone) = self.next_stone(&space, &looked_at) else {
                return (space, fragile);
            };
            let (group, own) = self.group(stone);
            looked_at = looked_at.union(&group);
            let color = self.board.color_at(stone).expect("a stone");
            if group.contains_any(&self.alive[color]) || own.len() >= PLENTY {
                continue;
            }
            fragile = true;
            // A weak group brings its eye space and every other region it shares into the fight.
            let near: PointSet = group
                .iter()
                .flat_map(|p| self.board.neighbours(p))
                .filter(|&q| self.board.is_empty(q))
                .collect();
            for region in self.regions {
                if region.points.contains_any(&near) {
                    space = space.union(&region.points);
                }
            }
            if space.len() > MOST_EMPTY {
                return (space, fragile);
            }
        }
    }

    /// A stone next to shared points of the space whose group was not looked at.
    fn next_stone(&self, space: &PointSet, looked_at: &PointSet) -> Option<Point> {
        space
            .iter()
            .flat_map(|p| self.board.neighbours(p))
            .find(|&q| !self.board.is_empty(q) && !looked_at.contains(q))
    }

    /// The stones joined to a stone through own stones and own points, and those points.
    fn group(&self, stone: Point) -> (PointSet, PointSet) {
        let color = self.board.color_at(stone).expect("a stone");
        let mut stones = PointSet::from_iter([stone]);
        let mut own = PointSet::EMPTY;
        let mut todo = vec![stone];
        while let Some(point) = todo.pop() {
            for q in self.board.neighbours(point) {
                let new = if self.board.is_empty(q) {
                    self.regions
                        .iter()
                        .any(|r| r.owner() == Some(color) && r.points.contains(q))
                        && own.insert(q)
                } else {
                    self.board.has_stone(q, color) && stones.insert(q)
                };
                if new {
                    todo.push(q);
                }
            }
        }
        (stones, own)
    }
}

fn problem(board: &Board, region: PointSet, rules: &Rules, limit: u64) -> Problem {
    Problem {
        node_limit: limit,
        ..Problem::new(board, region, Color::Black, Goal::Balance, rules)
    }
}

fn judge(
    board: &Board,
    shared: &PointSet,
    region: PointSet,
    rules: &Rules,
    limit: u64,
) -> Result<Finding, Unknown> {
    let problem = problem(board, region, rules, limit);
    let mut reader = Reader::new(&problem);
    let now = problem.balance_now();
    let black = reader.balance(Color::Black, now)?;
    let white = reader.balance(Color::White, black)?;
    let first = ByColor { black, white };
    let dame = shared.len() as i32;
    if (first.black - now).abs() > dame || (first.white - now).abs() > dame {
        return Ok(Finding::Fight { now, first });
    }
    if first.black != first.white {
        return Ok(Finding::Dame);
    }
    let gain = first.black - now;
    let mut places = ByColor::<PointSet>::default();
    let mut costs = false;
    for color in Color::BOTH {
        let affords = gain * color.sign() > 0;
        for point in shared.iter() {
            // One costly point is enough, unless the side may choose where to play.
            if costs && !affords {
                break;
            }
            if harmless(&mut reader, board, point, color, first[color], rules)? {
                places[color].insert(point);
            } else {
                costs = true;
            }
        }
        if !affords {
            places[color] = PointSet::EMPTY;
        }
    }
    if !costs {
        return Ok(Finding::Dame);
    }
    let affords = ByColor::from_fn(|c| (gain * c.sign()).max(0) as u32);
    Ok(Finding::Seki { affords, places })
}

/// Whether a side may play here first and still get `value` (Black minus White).
fn harmless(
    reader: &mut Reader,
    board: &Board,
    point: Point,
    color: Color,
    value: i32,
    rules: &Rules,
) -> Result<bool, Unknown> {
    match board.placement(point, color) {
        Placement::Stays => {}
        Placement::MultiStoneSuicide if rules.suicide != Suicide::None => {}
        _ => return Ok(false),
    }
    let first = Some(Move::Real(point));
    match color {
        Color::Black => reader.at_least(value, color, first),
        Color::White => Ok(!reader.at_least(value + 1, color, first)?),
    }
}

/// Chooses as many places as a side affords, one after the other.
fn choose_places(
    board: &Board,
    area: &SharedRegion,
    color: Color,
    affords: u32,
    first_places: PointSet,
    rules: &Rules,
    limit: u64,
) -> PointSet {
    let mut chosen = PointSet::EMPTY;
    let mut board = board.clone();
    let mut places = first_places;
    while (chosen.len() as u32) < affords {
        let enemies = |p: Point| {
            board
                .neighbours(p)
                .filter(|&q| board.has_stone(q, color.opponent()))
                .count()
        };
        let best = places
            .iter()
            .max_by_key(|&p| (enemies(p), std::cmp::Reverse(p)));
        let Some(best) = best else {
            return chosen;
        };
        chosen.insert(best);
        board.play_unchecked(best, color);
        if (chosen.len() as u32) < affords {
            match next_places(&board, area, &chosen, color, rules, limit) {
                Ok(next) => places = next,
                Err(_) => return chosen,
            }
        }
    }
    chosen
}

/// Where the next stone can be added after some were.
fn next_places(
    board: &Board,
    area: &SharedRegion,
    chosen: &PointSet,
    color: Color,
    rules: &Rules,
    limit: u64,
) -> Result<PointSet, Unknown> {
    let problem = problem(board, area.region, rules, limit);
    let mut reader = Reader::new(&problem);
    let value = reader.balance(color, problem.balance_now())?;
    let mut places = PointSet::EMPTY;
    for point in area.shared.difference(chosen).iter() {
        if harmless(&mut reader, board, point, color, value, rules)? {
            places.insert(point);
        }
    }
    Ok(places)
}
