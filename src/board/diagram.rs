//! Boards as text, and boards from stones.

use super::{Board, Placement};
use crate::color::Color;
use crate::point::{Point, Size};
use std::fmt;

/// Why a text or a set of stones is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiagramError {
    /// The rows do not make a board of 2 to 19 points a side.
    Shape,
    /// A character that is none of `X`, `O`, `.`.
    Character(char),
    /// A chain without liberties.
    NoLiberty(String),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DiagramError::Shape => write!(f, "not a board of 2 to 19 rows of equal length"),
            DiagramError::Character(c) => write!(f, "a board has no {c:?}"),
            DiagramError::NoLiberty(point) => write!(f, "the stone at {point} has no liberty"),
        }
    }
}

impl std::error::Error for DiagramError {}

impl Board {
    /// A board with these stones, and no ko ban.
    ///
    /// # Errors
    /// A chain without liberties.
    pub fn from_stones(
        size: Size,
        stones: impl Fn(Point) -> Option<Color>,
    ) -> Result<Board, DiagramError> {
        let mut board = Board::new(size);
        for point in size.points() {
            if let Some(color) = stones(point) {
                // In a position where every chain has a liberty, so does every part of it on the way.
                if board.placement(point, color) != Placement::Stays {
                    return Err(DiagramError::NoLiberty(size.name(point)));
                }
                if board.play_unchecked(point, color) != 0 {
                    let enemy = point
                        .neighbours()
                        .into_iter()
                        .find(|&q| board.size.contains(q) && stones(q) == Some(color.opponent()));
                    return Err(DiagramError::NoLiberty(size.name(enemy.unwrap_or(point))));
                }
            }
        }
        board.lift_ko();
        Ok(board)
    }

    /// Reads rows from top to bottom, `X` black, `O` white, `.` empty; spaces do not count.
    ///
    /// # Errors
    /// Rows of unequal length, other characters, a chain without liberties.
    pub fn from_diagram(text: &str) -> Result<Board, DiagramError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        let size = Size::new(width, rows.len()).ok_or(DiagramError::Shape)?;
        if rows.iter().any(|row| row.len() != width) {
            return Err(DiagramError::Shape);
        }
        if let Some(&c) = rows.iter().flatten().find(|c| !"XO.".contains(**c)) {
            return Err(DiagramError::Character(c));
        }
        Board::from_stones(size, |p| match rows[p.y()][p.x()] {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        })
    }

    /// The rows from top to bottom, `X` black, `O` white, `.` empty, a line each.
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                text.push(self.color_at(Point::new(x, y)).map_or('.', Color::stone));
            }
            text.push('\n');
        }
        text
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.diagram())
    }
}
