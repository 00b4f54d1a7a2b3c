//! Half points, and results as text.

use crate::color::{ByColor, Color};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A number of points or stones, kept in halves so that it is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// No points.
    pub const ZERO: HalfPoints = HalfPoints(0);

    /// Whole points.
    pub const fn whole(points: i32) -> HalfPoints {
        HalfPoints(2 * points)
    }

    /// Points as a floating number rounded to the nearest half and kept within ±1,000,000; 0 for
    /// what is no number. A komi such as 7.25 therefore counts as 7.5.
    pub fn from_points(points: f32) -> HalfPoints {
        let halves = f64::from(points) * 2.0;
        if halves.is_nan() {
            return HalfPoints::ZERO;
        }
        HalfPoints(halves.round().clamp(-2e6, 2e6) as i32)
    }

    /// The number of points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;
    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 + other.0)
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;
    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;
    fn neg(self) -> HalfPoints {
        HalfPoints(-self.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: HalfPoints) {
        self.0 += other.0;
    }
}

impl fmt::Display for HalfPoints {
    /// `3`, `3.5`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

impl Serialize for HalfPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.points())
    }
}

/// A result: Black's total minus White's, komi included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(HalfPoints);

impl Score {
    /// Equal totals.
    pub const DRAW: Score = Score(HalfPoints::ZERO);

    /// The result of this difference, Black minus White.
    pub const fn new(difference: HalfPoints) -> Score {
        Score(difference)
    }

    /// The result of two totals, with what White is given besides.
    pub fn of(totals: ByColor<HalfPoints>, to_white: HalfPoints) -> Score {
        Score(totals.black - totals.white - to_white)
    }

    /// Black minus White.
    pub const fn difference(self) -> HalfPoints {
        self.0
    }

    /// Black minus White in points.
    pub fn points(self) -> f64 {
        self.0.points()
    }

    /// Who won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.0.0 {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Reads what [`Score`] prints: `B+3.5`, `W+2`, `0` (also `draw` and `jigo`), in any case.
    pub fn parse(text: &str) -> Option<Score> {
        let text = text.trim();
        if text == "0" || text.eq_ignore_ascii_case("draw") || text.eq_ignore_ascii_case("jigo") {
            return Some(Score::DRAW);
        }
        let (winner, margin) = text.split_once('+')?;
        let winner = Color::parse(winner)?;
        let plain = |c: char| c.is_ascii_digit() || c == '.';
        if margin.is_empty() || margin.len() > 8 || !margin.chars().all(plain) {
            return None;
        }
        let margin = HalfPoints::from_points(margin.parse().ok()?);
        Some(Score(HalfPoints(winner.sign() * margin.0)))
    }
}

impl fmt::Display for Score {
    /// `B+3.5`, `W+2`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.winner() {
            None => f.write_str("0"),
            Some(winner) => write!(f, "{}+{}", winner.letter(), HalfPoints(self.0.0.abs())),
        }
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
