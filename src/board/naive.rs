//! The slow twin of [`Board`]: plain cells and flood fill. For tests only.
//!
//! Written from the rules and not from the fast board: it shares no table, no key and no neighbour
//! arithmetic with it, so that a mistake in one is not a mistake in both.

use super::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, Size};

/// A position as one cell per point, row by row from the top left, without any history.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NaiveBoard {
    size: Size,
    cells: Vec<Option<Color>>,
}

impl NaiveBoard {
    /// An empty board.
    pub fn new(size: Size) -> NaiveBoard {
        NaiveBoard {
            size,
            cells: vec![None; size.width() * size.height()],
        }
    }

    /// Any set of stones, chains without liberties included.
    pub fn from_stones(size: Size, stones: impl Fn(Point) -> Option<Color>) -> NaiveBoard {
        let mut board = NaiveBoard::new(size);
        for y in 0..size.height() {
            for x in 0..size.width() {
                board.cells[y * size.width() + x] = stones(Point::new(x, y));
            }
        }
        board
    }

    /// The stones of a fast board.
    pub fn from_board(board: &Board) -> NaiveBoard {
        NaiveBoard::from_stones(board.size(), |point| board.color_at(point))
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of the board, if any.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        self.cells[self.cell(point)]
    }

    /// Number of stones of a colour.
    pub fn stones(&self, color: Color) -> u32 {
        self.cells.iter().filter(|&&c| c == Some(color)).count() as u32
    }

    /// The on-board neighbours of a point.
    pub fn neighbours(&self, point: Point) -> Vec<Point> {
        let (x, y) = (point.x(), point.y());
        let mut near = Vec::with_capacity(4);
        if x > 0 {
            near.push(Point::new(x - 1, y));
        }
        if x + 1 < self.size.width() {
            near.push(Point::new(x + 1, y));
        }
        if y > 0 {
            near.push(Point::new(x, y - 1));
        }
        if y + 1 < self.size.height() {
            near.push(Point::new(x, y + 1));
        }
        near
    }

    /// All points joined to this one through points in the same state, itself first.
    pub fn chain(&self, start: Point) -> Vec<Point> {
        let mut chain = vec![start];
        let mut done = 0;
        while done < chain.len() {
            for q in self.neighbours(chain[done]) {
                if self.color_at(q) == self.color_at(start) && !chain.contains(&q) {
                    chain.push(q);
                }
            }
            done += 1;
        }
        chain
    }

    /// The empty points that touch any of these, each once.
    pub fn liberties(&self, chain: &[Point]) -> Vec<Point> {
        let mut liberties = Vec::new();
        for &stone in chain {
            for q in self.neighbours(stone) {
                if self.color_at(q).is_none() && !liberties.contains(&q) {
                    liberties.push(q);
                }
            }
        }
        liberties
    }

    /// Whether every chain has a liberty.
    pub fn is_position(&self) -> bool {
        self.size.points().all(|point| {
            self.color_at(point).is_none() || !self.liberties(&self.chain(point)).is_empty()
        })
    }

    /// Puts a stone on an empty point, takes off the opponent's chains without liberties, then the own
    /// chain if it has none, and returns the number of stones of each colour taken off.
    pub fn play(&mut self, point: Point, color: Color) -> ByColor<u32> {
        assert!(self.color_at(point).is_none(), "a stone on a stone");
        let cell = self.cell(point);
        self.cells[cell] = Some(color);
        let mut taken = ByColor::default();
        for q in self.neighbours(point) {
            if self.color_at(q) == Some(color.opponent()) {
                taken[color.opponent()] += self.take_if_dead(q);
            }
        }
        taken[color] = self.take_if_dead(point);
        taken
    }

    fn take_if_dead(&mut self, stone: Point) -> u32 {
        let chain = self.chain(stone);
        if !self.liberties(&chain).is_empty() {
            return 0;
        }
        for &point in &chain {
            let cell = self.cell(point);
            self.cells[cell] = None;
        }
        chain.len() as u32
    }

    /// The rows from top to bottom, `X` black, `O` white, `.` empty, a line each.
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.size.width()) {
            text.extend(row.iter().map(|cell| match cell {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            }));
            text.push('\n');
        }
        text
    }

    fn cell(&self, point: Point) -> usize {
        assert!(point.x() < self.size.width() && point.y() < self.size.height());
        point.y() * self.size.width() + point.x()
    }
}

impl std::fmt::Debug for NaiveBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.diagram())
    }
}
