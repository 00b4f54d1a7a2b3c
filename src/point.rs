//! Board sizes, points, moves, and the text forms of points.

use crate::color::Color;
use std::fmt;
use std::ops::{Index, IndexMut};

/// Distance between a point and the one below it. One border column is shared by neighbouring rows.
pub const STRIDE: usize = 20;
/// Length of every per-point array. A power of two, so that `index & (CELLS - 1)` proves the bounds.
pub const CELLS: usize = 512;
/// The largest width or height.
pub const MAX_SIDE: usize = 19;
/// The largest number of points.
pub const MAX_POINTS: usize = MAX_SIDE * MAX_SIDE;

const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRST";

/// A place in the padded grid; independent of the board size. Border cells are points too, but no
/// public constructor makes one and no public function returns one unless it says so.
///
/// ```text
/// index = (y + 1) * 20 + x + 1        x from the left, y from the top, both 0-based
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The cell that lies on no board; used where a slot must hold "no point".
    pub const NONE: Point = Point(0);

    /// The point in column `x` from the left and row `y` from the top, both 0-based and below 19.
    #[inline]
    pub const fn new(x: usize, y: usize) -> Point {
        assert!(x < MAX_SIDE && y < MAX_SIDE);
        Point(((y + 1) * STRIDE + x + 1) as u16)
    }

    /// Index into arrays of length [`CELLS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        debug_assert!((self.0 as usize) < CELLS);
        // SAFETY: `new` and `from_index` make values below CELLS; `beside` starts from a point on a
        // board, and those lie far enough from both ends.
        // Benchmark `board`: without this the bounds tests cost a tenth of a light playout.
        unsafe { std::hint::assert_unchecked((self.0 as usize) < CELLS) };
        self.0 as usize
    }

    /// The point with this index.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Point {
        Point((index & (CELLS - 1)) as u16)
    }

    /// Column from the left, 0-based.
    #[inline]
    pub const fn x(self) -> usize {
        (self.0 as usize - 1) % STRIDE
    }

    /// Row from the top, 0-based.
    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize - 1) / STRIDE - 1
    }

    /// The cell at the distance of a neighbour; may be a border cell. Only for points on a board,
    /// whose neighbours all lie in the grid.
    #[inline(always)]
    pub(crate) const fn beside(self, delta: isize) -> Point {
        debug_assert!(self.index() > STRIDE && self.index() < STRIDE * (MAX_SIDE + 1));
        Point((self.0 as isize + delta) as u16)
    }

    /// As [`Point::neighbours`], only for points on a board.
    #[inline(always)]
    pub(crate) const fn near(self) -> [Point; 4] {
        [
            self.beside(ORTHOGONAL[0]),
            self.beside(ORTHOGONAL[1]),
            self.beside(ORTHOGONAL[2]),
            self.beside(ORTHOGONAL[3]),
        ]
    }

    const fn at_distance(self, delta: isize) -> Point {
        Point::from_index((self.0 as isize + delta) as usize)
    }

    /// The cells above, left, right, below; may be border cells. The order is that of [`ORTHOGONAL`].
    pub const fn neighbours(self) -> [Point; 4] {
        [
            self.at_distance(ORTHOGONAL[0]),
            self.at_distance(ORTHOGONAL[1]),
            self.at_distance(ORTHOGONAL[2]),
            self.at_distance(ORTHOGONAL[3]),
        ]
    }

    /// The four diagonal cells; may be border cells.
    pub const fn diagonals(self) -> [Point; 4] {
        [
            self.at_distance(DIAGONAL[0]),
            self.at_distance(DIAGONAL[1]),
            self.at_distance(DIAGONAL[2]),
            self.at_distance(DIAGONAL[3]),
        ]
    }
}

/// Index distances to the orthogonal neighbours: up, left, right, down.
pub const ORTHOGONAL: [isize; 4] = [-(STRIDE as isize), -1, 1, STRIDE as isize];
/// Index distances to the diagonal neighbours: up left, up right, down left, down right.
pub const DIAGONAL: [isize; 4] = [
    -(STRIDE as isize) - 1,
    -(STRIDE as isize) + 1,
    STRIDE as isize - 1,
    STRIDE as isize + 1,
];

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.index() > STRIDE && (self.index() - 1) % STRIDE < MAX_SIDE {
            write!(f, "({},{})", self.x(), self.y())
        } else {
            write!(f, "(border {})", self.0)
        }
    }
}

/// The size of a board: 2 to 19 points wide and high.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A size, or `None` if a side is not in 2..=19.
    pub const fn new(width: usize, height: usize) -> Option<Size> {
        if width < 2 || width > MAX_SIDE || height < 2 || height > MAX_SIDE {
            return None;
        }
        Some(Size {
            width: width as u8,
            height: height as u8,
        })
    }

    /// A square size. Panics unless the side is in 2..=19; for sizes written in the code.
    pub const fn square(side: usize) -> Size {
        match Size::new(side, side) {
            Some(size) => size,
            None => panic!("a board is 2 to 19 points wide"),
        }
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the point lies on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.index() > STRIDE && point.x() < self.width() && point.y() < self.height()
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| Point::new(x, y)))
    }

    /// Rank of a point in [`Size::points`].
    #[inline]
    pub const fn rank(self, point: Point) -> usize {
        point.y() * self.width() + point.x()
    }

    /// The point of a rank below [`Size::area`].
    #[inline]
    pub const fn point(self, rank: usize) -> Point {
        Point::new(rank % self.width(), rank / self.width())
    }

    /// Reads a point as GTP writes it (`D4`, no column I, rows from the bottom); `None` if it is not
    /// one of this board.
    pub fn parse_point(self, text: &str) -> Option<Point> {
        let (&column, row) = text.as_bytes().split_first()?;
        let x = COLUMNS
            .iter()
            .position(|&c| c == column.to_ascii_uppercase())?;
        if row.is_empty() || row.len() > 2 || !row.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let row: usize = text[1..].parse().ok()?;
        if x >= self.width() || row < 1 || row > self.height() {
            return None;
        }
        Some(Point::new(x, self.height() - row))
    }

    /// Reads a move as GTP writes it: a point, `pass` or `resign` in any case.
    pub fn parse_move(self, text: &str) -> Option<Move> {
        match text.to_ascii_lowercase().as_str() {
            "pass" => Some(Move::Pass),
            "resign" => Some(Move::Resign),
            _ => self.parse_point(text).map(Move::Real),
        }
    }

    /// A point as GTP writes it, such as `D4`.
    pub fn name(self, point: Point) -> String {
        format!(
            "{}{}",
            COLUMNS[point.x()] as char,
            self.height() - point.y()
        )
    }

    /// A move as GTP writes it: `D4`, `pass` or `resign`.
    pub fn move_name(self, mv: Move) -> String {
        match mv {
            Move::Real(point) => self.name(point),
            Move::Pass => "pass".into(),
            Move::Resign => "resign".into(),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// What a player may do in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A real move: a stone on an empty point.
    Real(Point),
    /// A virtual move under rules that have them, else a pass.
    Pass,
    /// Giving up the game.
    Resign,
}

impl Move {
    /// The point of a real move.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Real(point) => Some(point),
            _ => None,
        }
    }
}

/// A value for every cell of the grid, indexed by [`Point`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointMap<T>([T; CELLS]);

impl<T: Copy> PointMap<T> {
    /// The same value everywhere.
    pub const fn filled(value: T) -> Self {
        PointMap([value; CELLS])
    }

    /// Copies the first `cells` values of another map.
    #[inline(always)]
    pub(crate) fn copy_prefix(&mut self, from: &Self, cells: usize) {
        self.0[..cells].copy_from_slice(&from.0[..cells]);
    }
}

impl<T: Copy + Default> Default for PointMap<T> {
    fn default() -> Self {
        PointMap::filled(T::default())
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

/// A set of points, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; CELLS / 64]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; CELLS / 64]);

    /// Adds a point; true if it was not there.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point out; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1 << (point.index() % 64));
        let there = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        there
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] & (1 << (point.index() % 64)) != 0
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points in order of index: row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)))
                .take_while(|&w| w != 0)
                .map(move |w| Point::from_index(i * 64 + w.trailing_zeros() as usize))
        })
    }

    /// Points in either set.
    pub fn union(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Points in both sets.
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Whether the sets have a point in common.
    pub fn contains_any(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Points of this set that are not in the other.
    pub fn difference(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One of the eight symmetries of the square; those that swap the axes change a rectangular size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The size of the transformed board.
    pub const fn size(self, size: Size) -> Size {
        if self.0 & 4 != 0 {
            Size {
                width: size.height,
                height: size.width,
            }
        } else {
            size
        }
    }

    /// Where a point of a board of `size` goes.
    pub const fn apply(self, size: Size, point: Point) -> Point {
        let (mut x, mut y) = (point.x(), point.y());
        if self.0 & 1 != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & 2 != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & 4 != 0 {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }
}

/// The four corner star points of boards of 9 and more on both sides, for the preset stones of essay
/// 004 article 5: Black upper left and lower right, White the other two. Empty for smaller boards.
pub fn preset_stones(size: Size) -> Vec<(Point, Color)> {
    if size.width() < 9 || size.height() < 9 {
        return Vec::new();
    }
    let edge = |side: usize| if side < 13 { 2 } else { 3 };
    let (dx, dy) = (edge(size.width()), edge(size.height()));
    let (right, bottom) = (size.width() - 1 - dx, size.height() - 1 - dy);
    vec![
        (Point::new(dx, dy), Color::Black),
        (Point::new(right, bottom), Color::Black),
        (Point::new(right, dy), Color::White),
        (Point::new(dx, bottom), Color::White),
    ]
}

/// The traditional points of 2 to 9 handicap stones (GTP 2 draft 2, section 4.1.1): `None` on boards
/// below 7 on a side, and for more than 4 where a side is even or 7.
pub fn fixed_handicap(size: Size, count: usize) -> Option<PointSet> {
    let (width, height) = (size.width(), size.height());
    let has_middle = |side: usize| side % 2 == 1 && side >= 9;
    let most = match (width.min(height), has_middle(width) && has_middle(height)) {
        (0..7, _) => 0,
        (_, true) => 9,
        (_, false) => 4,
    };
    if !(2..=most).contains(&count) {
        return None;
    }
    let edge = |side: usize| if side < 13 { 2 } else { 3 };
    let (left, top) = (edge(width), edge(height));
    let (right, bottom) = (width - 1 - left, height - 1 - top);
    let (middle, centre) = (width / 2, height / 2);
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let mut points: Vec<(usize, usize)> = corners.into_iter().take(count).collect();
    if count >= 6 {
        points.extend([(left, centre), (right, centre)]);
    }
    if count >= 8 {
        points.extend([(middle, top), (middle, bottom)]);
    }
    if count % 2 == 1 && count >= 5 {
        points.push((middle, centre));
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}
