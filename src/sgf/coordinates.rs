//! Points and moves as SGF writes them: two letters from the top left.

use crate::point::{MAX_SIDE, Move, Point, Size};

/// The letters of a point.
pub fn name(point: Point) -> String {
    [point.x(), point.y()]
        .into_iter()
        .map(|line| char::from(b'a' + line as u8))
        .collect()
}

/// Reads a point: two letters; capital ones, and a point as GTP writes it, are taken too, since no
/// board here is as large as would make them ambiguous. `None` if it is not one of this board.
pub fn point(size: Size, text: &str) -> Option<Point> {
    let text = text.trim();
    if let &[x, y] = text.as_bytes() {
        let line = |letter: u8| {
            letter
                .is_ascii_alphabetic()
                .then(|| usize::from(letter.to_ascii_lowercase() - b'a'))
                .filter(|&line| line < MAX_SIDE)
        };
        if let (Some(x), Some(y)) = (line(x), line(y)) {
            return Some(Point::new(x, y)).filter(|&point| size.contains(point));
        }
    }
    size.parse_point(text)
}

/// Reads a move: a point, or nothing, `tt` or `pass` for a virtual move or pass.
pub fn read_move(size: Size, text: &str) -> Option<Move> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "tt" | "pass" => Some(Move::Pass),
        text => point(size, text).map(Move::Real),
    }
}

/// A move as SGF writes it; a virtual move or pass is empty.
pub fn move_name(mv: Move) -> String {
    mv.point().map(name).unwrap_or_default()
}

/// Reads an entry of a list of points: a point, or a rectangle by two corners such as `aa:cc`.
pub fn points(size: Size, text: &str) -> Option<Vec<Point>> {
    let Some((first, second)) = text.split_once(':') else {
        return point(size, text).map(|point| vec![point]);
    };
    let (a, b) = (point(size, first)?, point(size, second)?);
    let (left, right) = (a.x().min(b.x()), a.x().max(b.x()));
    let (top, bottom) = (a.y().min(b.y()), a.y().max(b.y()));
    let row = |y| (left..=right).map(move |x| Point::new(x, y));
    Some((top..=bottom).flat_map(row).collect())
}

/// Reads the size of a board: `19`, or `7:5` for seven columns and five rows; nothing is 19.
pub fn size(text: &str) -> Option<Size> {
    let text = text.trim();
    if text.is_empty() {
        return Size::new(19, 19);
    }
    let side = |text: &str| text.trim().parse::<usize>().ok();
    match text.split_once([':', 'x', 'X', '*', ',']) {
        Some((width, height)) => Size::new(side(width)?, side(height)?),
        None => Size::new(side(text)?, side(text)?),
    }
}

/// A size as SGF writes it: one number where both sides are equal.
pub fn size_name(size: Size) -> String {
    if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}
