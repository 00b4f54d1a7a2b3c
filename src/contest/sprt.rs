//! The sequential probability ratio test: games are played until they say which of two hypotheses
//! about the difference in strength is true.
//!
//! The generalised likelihood ratio of pairs of games, after Michel Van den Bergh: "Comparing the
//! approximations for the generalized log likelihood ratio of a multinomial distribution"
//! (proposition 1.1) and "Comments on normalized Elo" (section 4.1), both on cantate.be.

use super::statistics::{Pairs, Results, score_of_elo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a score never seen counts as, so that no hypothesis becomes impossible.
const NEVER: f64 = 1e-3;

/// What the bounds on strength are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo: the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: the expected score over its standard deviation.
    Normalised,
}

/// A test of H0 (the difference is `elo0`) against H1 (it is `elo1`).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of H0.
    pub elo0: f64,
    /// The difference of H1, greater.
    pub elo1: f64,
    /// Probability of H1 where H0 is true.
    pub alpha: f64,
    /// Probability of H0 where H1 is true.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: Model,
}

/// Why a test makes no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// `elo0` is not below `elo1`, or one is no number.
    Bounds,
    /// `alpha` or `beta` is not between 0 and 1, or they sum to 1 or more.
    Errors,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            SprtError::Bounds => "the Elo of H0 must be below that of H1",
            SprtError::Errors => {
                "alpha and beta must be between 0 and 1 and their sum must be below 1"
            }
        })
    }
}

impl std::error::Error for SprtError {}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// Not enough games yet.
    Open,
    /// The difference is `elo0`, or less.
    H0,
    /// The difference is `elo1`, or more.
    H1,
}

impl Sprt {
    /// The test, if it makes sense.
    ///
    /// # Errors
    /// See [`SprtError`].
    pub fn checked(self) -> Result<Sprt, SprtError> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(SprtError::Bounds);
        }
        let open = |p: f64| p > 0.0 && p < 1.0;
        if !open(self.alpha) || !open(self.beta) || self.alpha + self.beta >= 1.0 {
            return Err(SprtError::Errors);
        }
        Ok(self)
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of pairs of games.
    pub fn of_pairs(&self, pairs: &Pairs) -> f64 {
        self.ratio(pairs.0, 2.0)
    }

    /// The log-likelihood ratio of games, each taken as independent.
    pub fn of_games(&self, results: &Results) -> f64 {
        self.ratio(results.counts(), 1.0)
    }

    /// What a log-likelihood ratio decides.
    pub fn decide(&self, ratio: f64) -> Decision {
        let (low, high) = self.bounds();
        if ratio >= high {
            Decision::H1
        } else if ratio <= low {
            Decision::H0
        } else {
            Decision::Open
        }
    }

    /// `games` is the number of games that a score is the mean of.
    fn ratio<const N: usize>(&self, counts: [u64; N], games: f64) -> f64 {
        if counts.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let counts = counts.map(|n| if n == 0 { NEVER } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&seen, score_of_elo(elo)),
            Model::Normalised => {
                let t = games.sqrt() * elo / (800.0 / 10f64.ln());
                with_t_value(&seen, t)
            }
        });
        let mean: f64 = (0..N).map(|i| seen[i] * (p1[i].ln() - p0[i].ln())).sum();
        total * mean
    }
}

/// The i-th of N scores evenly spaced from 0 to 1.
fn score<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The most likely distribution of this mean, given what was seen (equations 1.2 and 1.3).
fn with_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    let mut deviations = [0.0; N];
    for (i, deviation) in deviations.iter_mut().enumerate() {
        *deviation = score::<N>(i) - mean;
    }
    tilted(seen, &deviations)
}

/// The most likely distribution whose mean is `t` standard deviations above one half (section 4.1):
/// found by iteration from the uniform distribution.
fn with_t_value<const N: usize>(seen: &[f64; N], t: f64) -> [f64; N] {
    let mut p = [1.0 / N as f64; N];
    for _ in 0..10 {
        let mean: f64 = (0..N).map(|i| p[i] * score::<N>(i)).sum();
        let variance: f64 = (0..N).map(|i| p[i] * (score::<N>(i) - mean).powi(2)).sum();
        let sigma = variance.sqrt();
        let mut phi = [0.0; N];
        for (i, value) in phi.iter_mut().enumerate() {
            let z = (score::<N>(i) - mean) / sigma;
            *value = score::<N>(i) - 0.5 - 0.5 * t * sigma * (1.0 + z * z);
        }
        let next = tilted(seen, &phi);
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-4 {
            break;
        }
    }
    p
}

/// The distribution `seen / (1 + theta * direction)` under which `direction` has mean 0.
fn tilted<const N: usize>(seen: &[f64; N], direction: &[f64; N]) -> [f64; N] {
    let least = direction.iter().copied().fold(f64::INFINITY, f64::min);
    let most = direction.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // The mean falls from +infinity to -infinity between these.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let at = |theta: f64| -> f64 {
        (0..N)
            .map(|i| seen[i] * direction[i] / (1.0 + theta * direction[i]))
            .sum()
    };
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if at(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    let mut p = *seen;
    for (p, d) in p.iter_mut().zip(direction) {
        *p /= 1.0 + theta * d;
    }
    p
}
