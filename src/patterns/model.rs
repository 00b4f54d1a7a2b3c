//! How likely moves are at a glance: the learned weights of their features.
//!
//! A move's weight is the product of its features' factors and its probability is its share of all
//! weights (a generalised Bradley-Terry model; Coulom 2007). The factors were learned from games of the
//! engine against itself with `dunhuang learn`.

use super::features::{GROUPS, Layout, Sight};
use crate::point::Move;
use std::fmt::{self, Write};
use std::sync::LazyLock;

/// The logarithms of the factors of all features.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveModel {
    logs: Vec<f32>,
}

/// A line of a table of weights that cannot be read, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLine(pub usize);

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "line {} of the weights is no group, value and number",
            self.0
        )
    }
}

impl std::error::Error for BadLine {}

impl MoveModel {
    /// The model that the engine plays with, read at its first use.
    pub fn shared() -> &'static MoveModel {
        static MODEL: LazyLock<MoveModel> = LazyLock::new(|| {
            MoveModel::parse(include_str!("weights.txt"))
                .expect("the table that is part of the program")
        });
        &MODEL
    }

    /// A model of these logarithms, as long as [`Layout::total`].
    pub fn from_logs(logs: Vec<f32>) -> MoveModel {
        MoveModel { logs }
    }

    /// Reads a table: a group, a value and the logarithm of its factor on each line. What is not
    /// named has factor 1.
    ///
    /// # Errors
    /// A line that is no such thing.
    pub fn parse(text: &str) -> Result<MoveModel, BadLine> {
        let layout = Layout::shared();
        let mut logs = vec![0.0; layout.total()];
        for (i, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut words = line.split(' ');
            let entry = || {
                let name = words.next()?;
                let group = GROUPS.iter().position(|&g| g == name)?;
                let value = usize::from_str_radix(words.next()?, 16).ok()?;
                let place = layout.place(group, value)?;
                Some((place, words.next()?.parse::<f32>().ok()?))
            };
            let (place, log) = { entry }().ok_or(BadLine(i + 1))?;
            logs[place] = log;
        }
        Ok(MoveModel { logs })
    }

    /// The table as [`MoveModel::parse`] reads it, to three decimals; factors of 1 are left out.
    pub fn to_text(&self) -> String {
        let layout = Layout::shared();
        let mut text = String::new();
        for (place, &log) in self.logs.iter().enumerate() {
            if log.abs() >= 0.0005 {
                let (group, value) = layout.name(place);
                let _ = writeln!(text, "{} {value:x} {log:.3}", GROUPS[group]);
            }
        }
        text
    }

    /// The logarithm of the weight of a move. A real move must be on an empty point and no suicide.
    #[inline]
    pub fn log_weight(&self, sight: &Sight, mv: Move) -> f32 {
        let layout = Layout::shared();
        match mv {
            Move::Real(point) => {
                let features = sight.of(layout, point);
                features
                    .iter()
                    .map(|&place| self.logs[usize::from(place)])
                    .sum()
            }
            _ => self.logs[usize::from(sight.of_pass(layout))],
        }
    }
}
