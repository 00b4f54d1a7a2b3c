//! What a played-out board is worth under every way of counting (RULES.md §5, as a short cut that
//! holds where no dame is left: every stone lives and every empty point is an eye or shared).

use crate::board::{Board, neighbours3x3};
use crate::color::{ByColor, Color};
use crate::point::{CELLS, Point, PointMap};
use crate::rules::{Rules, Tax};

/// Stones, own points and basic eyes of a played-out board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Stones on the board: S.
    pub stones: ByColor<u32>,
    /// Empty points all of whose neighbours are of one colour: T.
    pub own_points: ByColor<u32>,
    /// Basic eyes: at most two a group: E.
    pub eyes: ByColor<u32>,
    /// Own points of groups that also touch a shared point.
    pub seki_points: ByColor<u32>,
    /// Shared empty points: D.
    pub shared: u32,
    /// Those of them that touch stones of one colour only: its own by touch, where rules have that.
    pub touched: ByColor<u32>,
}

impl Tally {
    /// Reads a played-out board.
    pub fn of(board: &Board) -> Tally {
        Tally::read(board, |_, _, _| ())
    }

    /// As [`Tally::of`], and tells of every own point: whose it is and how many its group has.
    pub fn read(board: &Board, mut own: impl FnMut(Point, Color, u32)) -> Tally {
        let mut tally = Tally {
            stones: ByColor::from_fn(|c| board.stones(c)),
            ..Tally::default()
        };
        // Heads of chains joined by a common eye; a root points at itself.
        let mut parent: PointMap<Point> = PointMap::filled(Point::NONE);
        let mut roots = [(Point::NONE, Color::Black); CELLS];
        let mut root_count = 0;
        for &point in board.empties() {
            let around = board.around(point);
            let owner = Color::BOTH
                .into_iter()
                .find(|&c| neighbours3x3::enclosed_by(around, c));
            let Some(color) = owner else {
                tally.shared += 1;
                let touches = |c: Color| neighbours3x3::stones(around, c) != 0;
                match (touches(Color::Black), touches(Color::White)) {
                    (true, false) => tally.touched.black += 1,
                    (false, true) => tally.touched.white += 1,
                    _ => {}
                }
                continue;
            };
            tally.own_points[color] += 1;
            let mut joined = Point::NONE;
            for q in point.neighbours() {
                let head = board.chain_head(q);
                if head == Point::NONE {
                    continue;
                }
                if parent[head] == Point::NONE {
                    parent[head] = head;
                    roots[root_count % CELLS] = (head, color);
                    root_count += 1;
                }
                let root = find(&parent, head);
                if joined == Point::NONE {
                    joined = root;
                } else {
                    parent[root] = joined;
                }
            }
        }
        let mut points: PointMap<u16> = PointMap::filled(0);
        let mut root_of: PointMap<Point> = PointMap::filled(Point::NONE);
        let mut in_seki: PointMap<bool> = PointMap::filled(false);
        for &point in board.empties() {
            let around = board.around(point);
            let shared = !Color::BOTH
                .into_iter()
                .any(|c| neighbours3x3::enclosed_by(around, c));
            for q in point.neighbours() {
                let head = board.chain_head(q);
                if head == Point::NONE || parent[head] == Point::NONE {
                    continue;
                }
                let root = find(&parent, head);
                if shared {
                    in_seki[root] = true;
                } else {
                    points[root] += 1;
                    root_of[point] = root;
                    break;
                }
            }
        }
        for &point in board.empties() {
            let root = root_of[point];
            if root != Point::NONE
                && let Some(color) = board.color_at(root)
            {
                own(point, color, points[root].into());
            }
        }
        for &(root, color) in &roots[..root_count] {
            if parent[root] == root {
                tally.eyes[color] += u32::from(points[root].min(2));
                if in_seki[root] {
                    tally.seki_points[color] += u32::from(points[root]);
                }
            }
        }
        tally
    }

    /// Black minus White under these rules, without komi. `extra_moves` is the number of real moves
    /// that Black made more than White (M_B − M_W); it counts only where it is given back.
    pub fn difference(&self, rules: &Rules, extra_moves: i32) -> i32 {
        let total = |c: Color| {
            let taxed = match rules.tax {
                Tax::None => 0,
                Tax::Seki => self.seki_points[c],
                Tax::All => self.eyes[c],
            };
            // A tax takes these back: they are eyes, and of a seki.
            let touched = match rules.touch_points && rules.tax == Tax::None {
                true => self.touched[c],
                false => 0,
            };
            (self.stones[c] + self.own_points[c] + touched) as i32 - taxed as i32
        };
        let given_back = if rules.compensates() { extra_moves } else { 0 };
        total(Color::Black) - total(Color::White) - given_back
    }
}

fn find(parent: &PointMap<Point>, head: Point) -> Point {
    let mut root = head;
    while parent[root] != root {
        root = parent[root];
    }
    root
}
