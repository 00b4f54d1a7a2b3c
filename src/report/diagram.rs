//! Board diagrams: stones, labels, what counting makes of points, and heat maps.

use super::markup::{Markup, finish, picture, short};
use crate::color::Color;
use crate::counting::{Cell, Picture};
use crate::point::{Point, PointMap, Size};

/// Something drawn on a point.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// A few letters.
    Label(String),
    /// A ring, as on the last move.
    Ring,
    /// Whose the point will be, −1 White's to +1 Black's: a square, the larger the surer.
    Owner(f32),
    /// A difference of ownership, −2 to +2: a square, blue towards Black and red towards White.
    Shift(f32),
    /// A share of all visits, 0 to 1: a green disc with the percentage.
    Share(f64),
    /// A path of this side: an own point that could hold a living stone.
    Path(Color),
    /// A basic eye, which this side keeps empty.
    Eye(Color),
    /// A cross, as on a dead stone.
    Cross,
}

/// A board to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram {
    size: Size,
    title: String,
    stones: PointMap<Option<Color>>,
    half: Vec<Point>,
    marks: Vec<(Point, Mark)>,
}

/// The distance between lines, and the room for coordinates.
const STEP: f64 = 24.0;
const MARGIN: f64 = 30.0;

impl Diagram {
    /// An empty board. The title is for those who cannot see it.
    pub fn new(size: Size, title: &str) -> Diagram {
        Diagram {
            size,
            title: title.into(),
            stones: PointMap::filled(None),
            half: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Puts these stones on it.
    pub fn stones(mut self, stones: impl Fn(Point) -> Option<Color>) -> Diagram {
        for point in self.size.points() {
            self.stones[point] = stones(point);
        }
        self
    }

    /// Draws something on a point; points off the board are left out.
    pub fn mark(mut self, point: Point, mark: Mark) -> Diagram {
        if self.size.contains(point) {
            self.marks.push((point, mark));
        }
        self
    }

    /// A step of a count: stones, dead stones, paths and eyes.
    pub fn of_picture(picture: &Picture, title: &str) -> Diagram {
        let size = picture.size();
        let mut diagram = Diagram::new(size, title).stones(|p| match picture.at(p) {
            Cell::Stone(color) | Cell::Dead(color) => Some(color),
            _ => None,
        });
        for point in size.points() {
            match picture.at(point) {
                Cell::Dead(_) => diagram.marks.push((point, Mark::Cross)),
                Cell::Path(color) => diagram.marks.push((point, Mark::Path(color))),
                Cell::Eye(color) => diagram.marks.push((point, Mark::Eye(color))),
                Cell::HalfStone => diagram.half.push(point),
                Cell::Empty | Cell::Stone(_) => {}
            }
        }
        diagram
    }

    /// Rings what differs from another picture of the same board.
    pub fn ring_changes(mut self, before: &Picture, after: &Picture) -> Diagram {
        for point in self.size.points() {
            if before.at(point) != after.at(point) {
                self.marks.push((point, Mark::Ring));
            }
        }
        self
    }

    /// The picture.
    pub fn to_svg(&self) -> String {
        let (w, h) = (self.size.width(), self.size.height());
        let width = 2.0 * MARGIN + STEP * (w - 1) as f64;
        let height = 2.0 * MARGIN + STEP * (h - 1) as f64;
        let mut svg = picture(width, height, "board", &self.title);
        svg.element("title", &[], &self.title);
        svg.empty(
            "rect",
            &[
                ("class", &"wood"),
                ("width", &short(width)),
                ("height", &short(height)),
                ("rx", &4),
                ("fill", &"#e8c98f"),
            ],
        );
        self.grid(&mut svg);
        for point in self.size.points() {
            if let Some(color) = self.stones[point] {
                self.stone(&mut svg, point, color);
            }
        }
        for &point in &self.half {
            self.half_stone(&mut svg, point);
        }
        for (point, mark) in &self.marks {
            self.draw(&mut svg, *point, mark);
        }
        finish(svg)
    }

    fn place(&self, point: Point) -> (f64, f64) {
        let at = |i: usize| MARGIN + STEP * i as f64;
        (at(point.x()), at(point.y()))
    }

    fn grid(&self, svg: &mut Markup) {
        let (w, h) = (self.size.width(), self.size.height());
        let at = |i: usize| short(MARGIN + STEP * i as f64);
        let mut path = String::new();
        for x in 0..w {
            path += &format!("M{} {}V{}", at(x), at(0), at(h - 1));
        }
        for y in 0..h {
            path += &format!("M{} {}H{}", at(0), at(y), at(w - 1));
        }
        svg.empty(
            "path",
            &[
                ("class", &"line"),
                ("d", &path),
                ("stroke", &"#5b4420"),
                ("fill", &"none"),
            ],
        );
        for point in self.stars() {
            let (x, y) = self.place(point);
            svg.empty(
                "circle",
                &[
                    ("class", &"star"),
                    ("cx", &short(x)),
                    ("cy", &short(y)),
                    ("r", &2.5),
                    ("fill", &"#5b4420"),
                ],
            );
        }
        for x in 0..w {
            let name = self.size.name(Point::new(x, 0));
            let letter = &name[..1];
            for y in [MARGIN - 14.0, MARGIN + STEP * (h - 1) as f64 + 22.0] {
                self.coordinate(svg, MARGIN + STEP * x as f64, y, letter);
            }
        }
        for y in 0..h {
            let name = self.size.name(Point::new(0, y));
            for x in [MARGIN - 19.0, MARGIN + STEP * (w - 1) as f64 + 19.0] {
                self.coordinate(svg, x, MARGIN + STEP * y as f64 + 3.5, &name[1..]);
            }
        }
    }

    fn coordinate(&self, svg: &mut Markup, x: f64, y: f64, text: &str) {
        svg.element(
            "text",
            &[
                ("class", &"coordinate"),
                ("x", &short(x)),
                ("y", &short(y)),
                ("font-size", &10),
                ("text-anchor", &"middle"),
                ("fill", &"#5b4420"),
            ],
            text,
        );
    }

    /// The star points of square boards of odd size.
    fn stars(&self) -> Vec<Point> {
        let (w, h) = (self.size.width(), self.size.height());
        if w != h || w % 2 == 0 || w < 7 {
            return Vec::new();
        }
        let edge = if w >= 13 { 3 } else { 2 };
        let lines = if w >= 15 {
            vec![edge, w / 2, w - 1 - edge]
        } else {
            vec![edge, w - 1 - edge]
        };
        let mut stars: Vec<Point> = lines
            .iter()
            .flat_map(|&y| lines.iter().map(move |&x| Point::new(x, y)))
            .collect();
        if w < 15 {
            stars.push(Point::new(w / 2, w / 2));
        }
        stars
    }

    fn stone(&self, svg: &mut Markup, point: Point, color: Color) {
        let (x, y) = self.place(point);
        let (class, fill) = paint(color);
        svg.empty(
            "circle",
            &[
                ("class", &class),
                ("cx", &short(x)),
                ("cy", &short(y)),
                ("r", &11),
                ("fill", &fill),
                ("stroke", &"#333"),
            ],
        );
    }

    /// A stone that counts half for each side.
    fn half_stone(&self, svg: &mut Markup, point: Point) {
        self.stone(svg, point, Color::White);
        let (x, y) = self.place(point);
        let path = format!("M{} {}a11 11 0 0 1 0 22z", short(x), short(y - 11.0));
        svg.empty(
            "path",
            &[("class", &"black"), ("d", &path), ("fill", &"#111")],
        );
    }

    fn draw(&self, svg: &mut Markup, point: Point, mark: &Mark) {
        let (x, y) = self.place(point);
        match mark {
            Mark::Label(text) => self.letters(svg, point, text, self.stones[point]),
            Mark::Ring => svg.empty(
                "circle",
                &[
                    ("class", &"ring"),
                    ("cx", &short(x)),
                    ("cy", &short(y)),
                    ("r", &6.5),
                    ("fill", &"none"),
                    ("stroke", &"#c2185b"),
                    ("stroke-width", &2),
                ],
            ),
            Mark::Owner(owner) if owner.is_finite() && owner.abs() >= 0.05 => {
                let color = if *owner > 0.0 {
                    Color::Black
                } else {
                    Color::White
                };
                let (class, fill) = paint(color);
                self.square(
                    svg,
                    point,
                    f64::from(owner.abs().min(1.0)) * 11.0,
                    class,
                    fill,
                );
            }
            Mark::Shift(shift) if shift.is_finite() && shift.abs() >= 0.1 => {
                let (class, fill) = match *shift > 0.0 {
                    true => ("more-black", "#1f5fbf"),
                    false => ("more-white", "#d1401f"),
                };
                let side = 5.0 + 13.0 * f64::from((shift.abs() / 2.0).min(1.0));
                self.square(svg, point, side, class, fill);
            }
            Mark::Share(share) if share.is_finite() => {
                let share = share.clamp(0.0, 1.0);
                // No line shines through.
                svg.empty(
                    "circle",
                    &[
                        ("class", &"wood"),
                        ("cx", &short(x)),
                        ("cy", &short(y)),
                        ("r", &11),
                        ("fill", &"#e8c98f"),
                    ],
                );
                svg.empty(
                    "circle",
                    &[
                        ("class", &"share"),
                        ("cx", &short(x)),
                        ("cy", &short(y)),
                        ("r", &11),
                        ("fill", &"#0a7d4f"),
                        ("fill-opacity", &short(0.25 + 0.75 * share)),
                    ],
                );
                let percent = format!("{:.0}", 100.0 * share);
                // White on dark green, black on pale.
                let on = (share >= 0.4).then_some(Color::Black);
                self.letters(svg, point, &percent, on);
            }
            // Too little to be seen, or no number.
            Mark::Owner(_) | Mark::Shift(_) | Mark::Share(_) => {}
            Mark::Path(color) => {
                let (class, fill) = paint(*color);
                self.square(svg, point, 8.0, class, fill);
            }
            Mark::Eye(color) => {
                let (class, fill) = paint(*color);
                svg.empty(
                    "circle",
                    &[
                        ("class", &format!("eye {class}")),
                        ("cx", &short(x)),
                        ("cy", &short(y)),
                        ("r", &6),
                        ("fill", &"none"),
                        ("stroke", &fill),
                        ("stroke-width", &3),
                    ],
                );
            }
            Mark::Cross => {
                let path = format!("M{} {}l12 12m0 -12l-12 12", short(x - 6.0), short(y - 6.0));
                svg.empty(
                    "path",
                    &[
                        ("class", &"cross"),
                        ("d", &path),
                        ("stroke", &"#d1401f"),
                        ("stroke-width", &2.5),
                    ],
                );
            }
        }
    }

    fn square(&self, svg: &mut Markup, point: Point, side: f64, class: &str, fill: &str) {
        let (x, y) = self.place(point);
        svg.empty(
            "rect",
            &[
                ("class", &class),
                ("x", &short(x - side / 2.0)),
                ("y", &short(y - side / 2.0)),
                ("width", &short(side)),
                ("height", &short(side)),
                ("fill", &fill),
                ("stroke", &"#777"),
            ],
        );
    }

    fn letters(&self, svg: &mut Markup, point: Point, text: &str, on: Option<Color>) {
        let (x, y) = self.place(point);
        let (class, fill) = match on {
            Some(Color::Black) => ("white-text", "#fff"),
            _ => ("black-text", "#111"),
        };
        svg.element(
            "text",
            &[
                ("class", &class),
                ("x", &short(x)),
                ("y", &short(y + 3.8)),
                ("font-size", &if text.chars().count() > 2 { 9 } else { 11 }),
                ("text-anchor", &"middle"),
                ("fill", &fill),
            ],
            text,
        );
    }
}

fn paint(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("black", "#111"),
        Color::White => ("white", "#fcfcfa"),
    }
}
