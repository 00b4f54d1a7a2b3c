//! Handicap stones: points, and who chooses them.

use crate::front::{Arguments, Front, done};
use crate::protocol::{Answer, Failure};
use dunhuang::point::fixed_handicap as fixed_handicap_points;
use dunhuang::{Color, Point, PointSet, Size};

/// `fixed_handicap N`
pub fn fixed_handicap(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let count = arguments.number(0)?;
    let points = fixed_handicap_points(front.session.game().size(), count)
        .ok_or_else(|| Failure::new("invalid number of stones"))?;
    place(front, points)
}

/// `place_free_handicap N`: the fixed points as far as they go, then the points farthest from the
/// stones there are.
pub fn place_free_handicap(front: &mut Front, arguments: Arguments) -> Answer {
    arguments.at_most(1)?;
    let count: usize = arguments.number(0)?;
    let size = front.session.game().size();
    // White needs a point to play on, and the stones a liberty.
    if count < 2 || count > size.area() - 2 {
        return Err(Failure::new("invalid number of stones"));
    }
    place(front, free(size, count))
}

/// `set_free_handicap VERTEX…`
pub fn set_free_handicap(front: &mut Front, arguments: Arguments) -> Answer {
    let mut points = PointSet::EMPTY;
    for word in arguments.words() {
        let point = front.point(word).map_err(|_| bad_list())?;
        if !points.insert(point) {
            return Err(bad_list());
        }
    }
    if points.is_empty() {
        return Err(bad_list());
    }
    place(front, points)?;
    done()
}

fn bad_list() -> Failure {
    Failure::new("bad vertex list")
}

fn place(front: &mut Front, points: PointSet) -> Answer {
    if front.session.game().board().empty_count() < front.session.game().size().area() {
        return Err(Failure::new("board not empty"));
    }
    let stones = |p| points.contains(p).then_some(Color::Black);
    let placed = front.session.setup(stones, Color::White);
    placed.map_err(|_| bad_list())?;
    Ok(front.names(points.iter()))
}

fn free(size: Size, count: usize) -> PointSet {
    let mut points = (2..=count.min(9))
        .rev()
        .find_map(|n| fixed_handicap_points(size, n))
        .unwrap_or_default();
    while points.len() < count {
        let room = |p: Point| {
            let distance = |q: Point| p.x().abs_diff(q.x()) + p.y().abs_diff(q.y());
            let border = [
                p.x(),
                p.y(),
                size.width() - 1 - p.x(),
                size.height() - 1 - p.y(),
            ];
            let nearest = points.iter().map(distance).min().unwrap_or(usize::MAX);
            // The border counts like a stone two lines beyond it.
            nearest.min(2 + border.into_iter().min().unwrap_or(0))
        };
        let next = size
            .points()
            .filter(|&p| !points.contains(p))
            .max_by_key(|&p| (room(p), usize::MAX - size.rank(p)))
            .expect("fewer stones than points");
        points.insert(next);
    }
    points
}
