//! Tuning of numbers by games: simultaneous perturbation stochastic approximation.
//!
//! Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998); gains stated at the end of the run, as
//! chess programmers do.

use crate::rng::{Rng, derive_seed};
use crate::search::{Params, Range};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How fast perturbations shrink.
const GAMMA: f64 = 0.101;
/// How fast steps shrink.
const ALPHA: f64 = 0.602;
/// The share of the iterations over which the first steps are held back.
const STABILITY: f64 = 0.1;

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tunable {
    /// The name of the setting.
    pub name: String,
    /// Where to start.
    pub start: f64,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// How far from the estimate values are tried in the last iteration.
    pub step: f64,
    /// Whether the engine takes whole numbers only.
    pub whole: bool,
}

/// Why something cannot be tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TuneError {
    /// The text is not `NAME=START,LOW,HIGH,STEP`.
    Form(String),
    /// The search has no number of this name.
    Unknown(String),
    /// The range is empty, leaves that of the setting, has the start outside, or the step is not above 0.
    Range(String),
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TuneError::Form(text) => {
                write!(f, "{text:?} is not NAME=START,LOW,HIGH,STEP")
            }
            TuneError::Unknown(name) => write!(f, "there is no number {name:?} to tune"),
            TuneError::Range(name) => write!(
                f,
                "{name}: the range must hold the start, lie within that of the setting, and the step be above 0"
            ),
        }
    }
}

impl std::error::Error for TuneError {}

impl Tunable {
    /// Reads `NAME=START,LOW,HIGH,STEP`; the setting must be one of [`Params::TABLE`], and `START` may
    /// be left empty for its default.
    ///
    /// # Errors
    /// See [`TuneError`].
    pub fn parse(text: &str) -> Result<Tunable, TuneError> {
        let form = || TuneError::Form(text.into());
        let (name, numbers) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim();
        let row = Params::TABLE.iter().find(|row| row.name == name);
        let unknown = || TuneError::Unknown(name.into());
        let Range::Number(least, most, whole) = row.ok_or_else(unknown)?.range else {
            return Err(unknown());
        };
        let default = || Params::default().get(name)?.parse().ok();
        let words: Vec<&str> = numbers.split(',').map(str::trim).collect();
        let [start, low, high, step] = words[..] else {
            return Err(form());
        };
        let number = |text: &str| text.parse::<f64>().map_err(|_| form());
        let tunable = Tunable {
            name: name.into(),
            start: match start {
                "" => default().ok_or_else(form)?,
                start => number(start)?,
            },
            low: number(low)?,
            high: number(high)?,
            step: number(step)?,
            whole,
        };
        let Tunable {
            start, low, high, ..
        } = tunable;
        let good = !tunable.step.is_nan()
            && least <= low
            && low <= start
            && start <= high
            && high <= most
            && low < high;
        if !good || tunable.step <= 0.0 || !tunable.step.is_finite() {
            return Err(TuneError::Range(name.into()));
        }
        Ok(tunable)
    }

    /// A value as the engine takes it. `chance` (0 to 1) decides which way a number that must be whole
    /// is rounded, so that it is right on average.
    fn text(&self, value: f64, chance: f64) -> String {
        let value = value.clamp(self.low, self.high);
        if self.whole {
            let whole = (value + chance).floor().clamp(self.low, self.high);
            format!("{whole}")
        } else {
            format!("{:.6}", value)
        }
    }
}

/// A run of tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// What is tuned.
    pub tunables: Vec<Tunable>,
    /// Number of iterations.
    pub iterations: u64,
    /// How far the estimate moves in the last iteration for a whole point, in steps.
    pub rate: f64,
    /// The seed of all chance.
    pub seed: u64,
}

/// The two sides of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbed {
    /// Values on one side, as the engine takes them.
    pub plus: Vec<String>,
    /// Values on the other.
    pub minus: Vec<String>,
}

impl Spsa {
    /// Where to start.
    pub fn start(&self) -> Vec<f64> {
        self.tunables.iter().map(|tunable| tunable.start).collect()
    }

    /// What to try in an iteration, from 1.
    pub fn perturb(&self, iteration: u64, estimate: &[f64]) -> Perturbed {
        let mut rng = Rng::from_seed(derive_seed(self.seed ^ ROUNDING, iteration));
        let mut sides = (Vec::new(), Vec::new());
        let signs = self.signs(iteration);
        for ((tunable, &value), sign) in self.tunables.iter().zip(estimate).zip(signs) {
            let step = sign * self.perturbation(tunable, iteration);
            // One chance for both sides: rounding must not look like a difference.
            let chance = f64::from(rng.unit());
            sides.0.push(tunable.text(value + step, chance));
            sides.1.push(tunable.text(value - step, chance));
        }
        Perturbed {
            plus: sides.0,
            minus: sides.1,
        }
    }

    /// The estimate after an iteration in which the one side scored `difference` more points a game
    /// than the other (from -1 to 1).
    pub fn update(&self, iteration: u64, estimate: &[f64], difference: f64) -> Vec<f64> {
        let n = self.iterations as f64;
        let held = STABILITY * n;
        let shrunk = ((held + n) / (held + iteration as f64)).powf(ALPHA);
        let signs = self.signs(iteration);
        self.tunables
            .iter()
            .zip(estimate)
            .zip(signs)
            .map(|((tunable, &value), sign)| {
                let gain = self.rate * tunable.step * tunable.step * shrunk;
                let slope = difference * sign / self.perturbation(tunable, iteration);
                (value + gain * slope).clamp(tunable.low, tunable.high)
            })
            .collect()
    }

    /// How far from the estimate an iteration tries.
    fn perturbation(&self, tunable: &Tunable, iteration: u64) -> f64 {
        tunable.step * (self.iterations as f64 / iteration as f64).powf(GAMMA)
    }

    fn signs(&self, iteration: u64) -> Vec<f64> {
        let mut rng = Rng::from_seed(derive_seed(self.seed, iteration));
        let sign = |rng: &mut Rng| if rng.chance(0.5) { 1.0 } else { -1.0 };
        self.tunables.iter().map(|_| sign(&mut rng)).collect()
    }
}

/// Any number will do; it keeps the chance of rounding apart from that of signs.
const ROUNDING: u64 = 0x524F_554E;
