//! Charts: curves with bands, and values with intervals.

use super::markup::{Markup, finish, picture, short};
use super::scale::Scale;

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where along.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// Half the width of its interval; 0 for none.
    pub error: f64,
}

/// A curve with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points, in the order of x.
    pub samples: Vec<Sample>,
}

/// Curves over a common axis, each with a band for its intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// What the horizontal axis is.
    pub x_label: String,
    /// What the vertical axis is.
    pub y_label: String,
    /// The ends of the vertical axis; from the numbers if none.
    pub y_range: Option<(f64, f64)>,
    /// Where to draw a thin line across, such as 0 or one half.
    pub base: Option<f64>,
    /// The curves; the colours repeat after six.
    pub series: Vec<Series>,
}

/// A value with its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Interval {
    /// What it is of.
    pub label: String,
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Values with intervals, one below the other.
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalChart {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The unit.
    pub x_label: String,
    /// Where to draw a thin line, such as 0.
    pub base: Option<f64>,
    /// The values.
    pub rows: Vec<Interval>,
}

/// Colours that the colour-blind tell apart (M. Okabe and K. Ito, "Color Universal Design", 2008), and
/// dashes for print.
const COLORS: [(&str, &str); 6] = [
    ("#0072b2", "none"),
    ("#d55e00", "7 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "9 3 2 3"),
    ("#b58900", "4 2"),
    ("#3a8fb7", "1 2"),
];

const WIDTH: f64 = 480.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 12.0;
/// Still to be read where a phone shows the picture at three quarters of its size.
const FONT: f64 = 15.0;

impl LineChart {
    /// The picture.
    pub fn to_svg(&self) -> String {
        let (top, bottom) = (26.0, 236.0);
        let height = bottom + 48.0 + 20.0 * self.series.len() as f64;
        let samples = || self.series.iter().flat_map(|s| &s.samples);
        let x = Scale::of(samples().map(|s| s.x), LEFT, WIDTH - RIGHT);
        let y = match self.y_range {
            Some((low, high)) => Scale::of([low, high], bottom, top),
            None => {
                let ends = samples().flat_map(|s| [s.y - s.error, s.y + s.error]);
                Scale::of(ends.chain(self.base), bottom, top)
            }
        };
        let mut svg = picture(WIDTH, height, "chart", &self.title);
        svg.element("title", &[], &self.title);
        for tick in y.ticks(5) {
            let at = y.place(tick);
            rule(&mut svg, (LEFT, at), (WIDTH - RIGHT, at), "grid", "#ddd");
            text(&mut svg, LEFT - 6.0, at + 5.0, "end", &short(tick));
        }
        for tick in x.ticks(6) {
            let at = x.place(tick);
            rule(&mut svg, (at, bottom), (at, bottom + 4.0), "axis", "#555");
            text(&mut svg, at, bottom + 19.0, "middle", &short(tick));
        }
        if let Some(base) = self.base {
            let at = y.place(base);
            rule(&mut svg, (LEFT, at), (WIDTH - RIGHT, at), "axis", "#555");
        }
        rule(
            &mut svg,
            (LEFT, bottom),
            (WIDTH - RIGHT, bottom),
            "axis",
            "#555",
        );
        text(&mut svg, 4.0, 14.0, "start", &self.y_label);
        text(&mut svg, WIDTH - RIGHT, bottom + 37.0, "end", &self.x_label);
        for (i, series) in self.series.iter().enumerate() {
            curve(&mut svg, &series.samples, &x, &y, i);
        }
        for (i, series) in self.series.iter().enumerate() {
            let at = bottom + 58.0 + 20.0 * i as f64;
            stroke(&mut svg, &format!("M{LEFT} {at}h28"), i);
            text(&mut svg, LEFT + 36.0, at + 5.0, "start", &series.name);
        }
        finish(svg)
    }
}

impl IntervalChart {
    /// The picture.
    pub fn to_svg(&self) -> String {
        let bottom = 12.0 + 40.0 * self.rows.len() as f64;
        let height = bottom + 46.0;
        let ends = self.rows.iter().flat_map(|r| [r.low, r.high, r.value]);
        let x = Scale::of(ends.chain(self.base), 14.0, WIDTH - 14.0);
        let mut svg = picture(WIDTH, height, "chart", &self.title);
        svg.element("title", &[], &self.title);
        for tick in x.ticks(6) {
            let at = x.place(tick);
            rule(&mut svg, (at, 6.0), (at, bottom), "grid", "#ddd");
            text(&mut svg, at, bottom + 18.0, "middle", &short(tick));
        }
        if let Some(base) = self.base {
            let at = x.place(base);
            rule(&mut svg, (at, 6.0), (at, bottom), "axis", "#555");
        }
        text(&mut svg, WIDTH - 14.0, bottom + 37.0, "end", &self.x_label);
        for (i, row) in self.rows.iter().enumerate() {
            let at = 40.0 + 40.0 * i as f64;
            text(&mut svg, 14.0, at - 14.0, "start", &row.label);
            let (low, high) = (short(x.place(row.low)), short(x.place(row.high)));
            let whiskers = format!(
                "M{low} {at}H{high}M{low} {}v8M{high} {}v8",
                at - 4.0,
                at - 4.0
            );
            svg.empty(
                "path",
                &[
                    ("class", &"curve s0"),
                    ("d", &whiskers),
                    ("stroke", &COLORS[0].0),
                    ("stroke-width", &2),
                    ("fill", &"none"),
                ],
            );
            svg.empty(
                "circle",
                &[
                    ("class", &"dot s0"),
                    ("cx", &short(x.place(row.value))),
                    ("cy", &short(at)),
                    ("r", &4.5),
                    ("fill", &COLORS[0].0),
                ],
            );
        }
        finish(svg)
    }
}

/// A band for the intervals and the curve on it.
fn curve(svg: &mut Markup, samples: &[Sample], x: &Scale, y: &Scale, number: usize) {
    let known: Vec<&Sample> = samples
        .iter()
        .filter(|s| s.x.is_finite() && s.y.is_finite())
        .collect();
    let Some(first) = known.first() else {
        return;
    };
    if known.iter().any(|s| s.error > 0.0) {
        let at = |s: &Sample, sign: f64| {
            let error = if s.error.is_finite() { s.error } else { 0.0 };
            format!(
                "{} {}",
                short(x.place(s.x)),
                short(y.place(s.y + sign * error))
            )
        };
        let there = known.iter().map(|s| at(s, 1.0));
        let back = known.iter().rev().map(|s| at(s, -1.0));
        let path = there.chain(back).collect::<Vec<_>>().join("L");
        svg.empty(
            "path",
            &[
                ("class", &format!("band s{}", number % COLORS.len())),
                ("d", &format!("M{path}z")),
                ("fill", &COLORS[number % COLORS.len()].0),
                ("fill-opacity", &0.18),
            ],
        );
    }
    let at = |s: &Sample| format!("{} {}", short(x.place(s.x)), short(y.place(s.y)));
    let path: Vec<String> = known.iter().map(|s| at(s)).collect();
    match known.len() {
        1 => svg.empty(
            "circle",
            &[
                ("class", &format!("dot s{}", number % COLORS.len())),
                ("cx", &short(x.place(first.x))),
                ("cy", &short(y.place(first.y))),
                ("r", &4),
                ("fill", &COLORS[number % COLORS.len()].0),
            ],
        ),
        _ => stroke(svg, &format!("M{}", path.join("L")), number),
    }
}

fn stroke(svg: &mut Markup, path: &str, number: usize) {
    let (color, dash) = COLORS[number % COLORS.len()];
    svg.empty(
        "path",
        &[
            ("class", &format!("curve s{}", number % COLORS.len())),
            ("d", &path),
            ("stroke", &color),
            ("stroke-dasharray", &dash),
            ("stroke-width", &2),
            ("fill", &"none"),
        ],
    );
}

fn rule(svg: &mut Markup, from: (f64, f64), to: (f64, f64), class: &str, color: &str) {
    svg.empty(
        "line",
        &[
            ("class", &class),
            ("x1", &short(from.0)),
            ("y1", &short(from.1)),
            ("x2", &short(to.0)),
            ("y2", &short(to.1)),
            ("stroke", &color),
        ],
    );
}

/// Letters are so wide on the average, in parts of the size of the font; a little more than they are.
const LETTER: f64 = 0.6;

/// Words that would run out of the picture are written smaller.
fn text(svg: &mut Markup, x: f64, y: f64, anchor: &str, words: &str) {
    let room = match anchor {
        "start" => WIDTH - x,
        "end" => x,
        _ => 2.0 * x.min(WIDTH - x),
    };
    let letters = words.chars().count().max(1) as f64;
    let font = FONT.min(room / (LETTER * letters));
    svg.element(
        "text",
        &[
            ("class", &"word"),
            ("x", &short(x)),
            ("y", &short(y)),
            ("font-size", &short(font)),
            ("text-anchor", &anchor),
            ("fill", &"#333"),
        ],
        words,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_stay_in_the_picture() {
        let label = "point-counting against point-counting-art, judged by point-counting-art";
        let row = Interval {
            label: label.into(),
            value: 1.0,
            low: 0.0,
            high: 2.0,
        };
        let chart = IntervalChart {
            title: "a chart".into(),
            x_label: "points".into(),
            base: None,
            rows: vec![row],
        };
        let svg = chart.to_svg();
        let end = svg.find(label).expect("the label");
        let start = svg[..end].rfind("<text").expect("its element");
        let number = |name: &str| -> f64 {
            let (_, rest) = svg[start..end].split_once(name).expect("an attribute");
            rest.split('"').nth(1).unwrap().parse().unwrap()
        };
        let width = LETTER * number("font-size") * label.len() as f64;
        assert!(number(" x=") + width <= WIDTH + 0.5, "{width} wide");
        // Short words keep their size.
        assert!(svg.contains(&format!("font-size=\"{FONT}\"")));
    }
}
