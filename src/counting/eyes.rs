//! Basic eyes: how many a shape of own points gives against an enemy who moves first, and which
//! points a group keeps.

use super::regions::{Group, Region, flood};
use crate::board::Board;
use crate::point::{Point, PointSet};

/// How many of the best candidates for an eye are tried in pairs.
const CANDIDATES: usize = 24;

/// Whether a connected eye space gives two eyes though the enemy moves first in it: four points or
/// more in none of the shapes that a single enemy stone reduces to one eye (three in a line or bent,
/// square and pyramid four, crossed and bulky five, rabbity six).
pub fn makes_two_eyes(space: &PointSet) -> bool {
    let mut degrees: Vec<usize> = space
        .iter()
        .map(|p| {
            p.neighbours()
                .iter()
                .filter(|&&q| space.contains(q))
                .count()
        })
        .collect();
    degrees.sort_unstable();
    let one_eye: [&[usize]; 5] = [
        &[2, 2, 2, 2],
        &[1, 1, 1, 3],
        &[1, 2, 2, 2, 3],
        &[1, 1, 1, 1, 4],
        &[1, 1, 2, 2, 2, 4],
    ];
    degrees.len() >= 4 && !one_eye.contains(&&degrees[..])
}

/// The basic eyes of a group that is not in seki: two of its own points, or as many as it has.
/// Chosen so that the group lives when everything else is filled, where that can be.
pub fn independent_eyes(board: &Board, group: &Group, regions: &[Region]) -> PointSet {
    if group.own.len() <= 2 {
        return group.own;
    }
    let candidates = by_preference(board, group, regions, &group.own);
    let candidates = &candidates[..candidates.len().min(CANDIDATES)];
    let apart = |a: Point, b: Point| !a.neighbours().contains(&b);
    let pairs = || {
        candidates.iter().enumerate().flat_map(|(i, &a)| {
            candidates[i + 1..]
                .iter()
                .filter(move |&&b| apart(a, b))
                .map(move |&b| [a, b])
        })
    };
    // A pair in two regions is what a player would keep; sort such pairs first, else by preference.
    let region_of = |p: Point| regions.iter().position(|r| r.points.contains(p));
    let split = |pair: &[Point; 2]| region_of(pair[0]) != region_of(pair[1]);
    let several = group.enclosed.len() > 1;
    let ordered = || {
        pairs()
            .filter(move |pair| !several || split(pair))
            .chain(pairs().filter(move |pair| several && !split(pair)))
    };
    let mut best: Option<(usize, [Point; 2])> = None;
    for pair in ordered() {
        let hanging = hanging(board, group, &pair).len();
        if best.is_none_or(|(fewest, _)| hanging < fewest) {
            best = Some((hanging, pair));
        }
        if hanging == 0 {
            break;
        }
    }
    match best.map(|(_, pair)| pair) {
        Some(pair) => pair.into_iter().collect(),
        None => candidates.iter().copied().take(2).collect(),
    }
}

/// The eye that a group in seki keeps in one enclosed region.
pub fn eye_in_region(board: &Board, group: &Group, regions: &[Region], region: usize) -> PointSet {
    let points = regions[region].points.intersection(&group.own);
    by_preference(board, group, regions, &points)
        .into_iter()
        .take(1)
        .collect()
}

/// Points in the order in which a player would keep them as eyes: first the smaller region, then
/// the ends of a region, then the better enclosed; ties go to the later point in reading order, as in
/// the figures of essay 001.
fn by_preference(
    board: &Board,
    group: &Group,
    regions: &[Region],
    points: &PointSet,
) -> Vec<Point> {
    let room = |p: Point| {
        let region = regions.iter().find(|r| r.points.contains(p));
        region.map_or(0, |r| r.points.intersection(&group.own).len())
    };
    let mut ordered: Vec<_> = points
        .iter()
        .map(|p| {
            let empty = board.neighbours(p).filter(|&q| board.is_empty(q)).count();
            let own = board
                .neighbours(p)
                .filter(|&q| group.stones.contains(q))
                .count();
            ((room(p), empty, std::cmp::Reverse(own)), p)
        })
        .collect();
    ordered.sort_by(|(a, p), (b, q)| a.cmp(b).then(q.cmp(p)));
    ordered.into_iter().map(|(_, p)| p).collect()
}

/// The points of a group and its territory that, with every own point but these two eyes filled,
/// belong to chains without both eyes as liberties: parts that hang on by a false eye.
pub fn hanging(board: &Board, group: &Group, eyes: &[Point; 2]) -> PointSet {
    let body = group.stones.union(&group.own);
    let solid = |p: Point| body.contains(p) && !eyes.contains(&p);
    let mut seen = PointSet::EMPTY;
    let mut hanging = PointSet::EMPTY;
    for start in body.iter().filter(|&p| solid(p)) {
        if seen.contains(start) {
            continue;
        }
        let chain = flood(board, start, solid);
        seen = seen.union(&chain);
        let touches = |eye: &Point| eye.neighbours().iter().any(|&q| chain.contains(q));
        if !eyes.iter().all(touches) {
            hanging = hanging.union(&chain);
        }
    }
    hanging
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(rows: &[&str]) -> PointSet {
        let cells = rows.iter().enumerate().flat_map(|(y, row)| {
            let full = row.bytes().enumerate().filter(|(_, c)| *c == b'*');
            full.map(move |(x, _)| Point::new(x + 4, y + 4))
        });
        cells.collect()
    }

    #[test]
    fn eye_shapes() {
        let one_eye: [&[&str]; 10] = [
            &["*"],
            &["**"],
            &["***"],
            &["**", "*."],
            &["**", "**"],
            &["***", ".*."],
            &["**", "**", "*."],
            &[".*.", "***", ".*."],
            &[".*.", "***", ".**"],
            &["***", "**."],
        ];
        let two_eyes: [&[&str]; 11] = [
            &["****"],
            &["***", "*.."],
            &["**.", ".**"],
            &["*****"],
            &["***", "*.*"],
            &["***", "*..", "*.."],
            &["***", ".*.", ".*."],
            &["***", "***"],
            &["**.", "**.", ".**"],
            &[".*.", "**.", "***"],
            &["*******"],
        ];
        for shape in one_eye {
            assert!(!makes_two_eyes(&space(shape)), "{shape:#?}");
        }
        for shape in two_eyes {
            assert!(makes_two_eyes(&space(shape)), "{shape:#?}");
        }
    }
}
