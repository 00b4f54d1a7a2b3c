//! A counting position as a picture: stones, paths, eyes, and lists of points by name.

use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointMap, PointSet, Size};
use serde::{Serialize, Serializer};
use std::fmt;

/// What stands on a point of a counting position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cell {
    /// An empty point that neither side owns: a public liberty or an unfilled dame.
    #[default]
    Empty,
    /// A stone.
    Stone(Color),
    /// A stone agreed to be dead, before it is taken off.
    Dead(Color),
    /// A path: an empty point of this side's that could hold a living stone.
    Path(Color),
    /// A basic eye, or a one-sided liberty, which this side keeps empty.
    Eye(Color),
    /// A stone that counts half for each side.
    HalfStone,
}

impl Cell {
    /// `X O` stones, `# @` dead black and white ones, `b w` paths, `x o` eyes, `%` half a stone for
    /// each side, `.` empty.
    pub const fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Stone(color) => color.stone(),
            Cell::Dead(Color::Black) => '#',
            Cell::Dead(Color::White) => '@',
            Cell::Path(Color::Black) => 'b',
            Cell::Path(Color::White) => 'w',
            Cell::Eye(Color::Black) => 'x',
            Cell::Eye(Color::White) => 'o',
            Cell::HalfStone => '%',
        }
    }
}

/// The position of one step of a count. Serialised as its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    size: Size,
    cells: PointMap<Cell>,
}

impl Picture {
    /// The stones of a board; those of the set are shown as dead.
    pub fn of_board(board: &Board, dead: &PointSet) -> Picture {
        let mut picture = Picture {
            size: board.size(),
            cells: PointMap::default(),
        };
        for point in board.size().points() {
            picture.cells[point] = match board.color_at(point) {
                Some(color) if dead.contains(point) => Cell::Dead(color),
                Some(color) => Cell::Stone(color),
                None => Cell::Empty,
            };
        }
        picture
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What stands on a point.
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// Puts something on a point.
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.cells[point] = cell;
    }

    /// Number of points that show this.
    pub fn count(&self, cell: Cell) -> u32 {
        self.places(cell).count() as u32
    }

    /// The points that show this, row by row from the top left.
    pub fn places(&self, cell: Cell) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(move |&p| self.cells[p] == cell)
    }

    /// The on-board neighbours of a point.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let size = self.size;
        point
            .neighbours()
            .into_iter()
            .filter(move |&q| size.contains(q))
    }

    /// The rows from top to bottom in the letters of [`Cell::letter`].
    pub fn rows(&self) -> Vec<String> {
        (0..self.size.height())
            .map(|y| {
                (0..self.size.width())
                    .map(|x| self.cells[Point::new(x, y)].letter())
                    .collect()
            })
            .collect()
    }
}

impl fmt::Display for Picture {
    /// The rows, a line each.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

/// Points of a board that know its size. Printed and serialised as GTP names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointList {
    size: Size,
    points: PointSet,
}

impl PointList {
    /// These points of a board of this size.
    pub const fn new(size: Size, points: PointSet) -> PointList {
        PointList { size, points }
    }

    /// The points.
    pub const fn points(&self) -> &PointSet {
        &self.points
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}

impl fmt::Display for PointList {
    /// `A1 B2 C3`, row by row from the top left; nothing for no points.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, point) in self.points.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&self.size.name(point))?;
        }
        Ok(())
    }
}

impl Serialize for PointList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.points.iter().map(|p| self.size.name(p)))
    }
}
