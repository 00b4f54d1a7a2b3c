//! What results of games say: intervals and Elo.

use serde::Serialize;

/// The 97.5 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// A range of values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The 95 % interval of a proportion after Wilson (1927): `points` of `games`, draws as halves.
pub fn wilson(points: f64, games: f64) -> Interval {
    if games <= 0.0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let p = points / games;
    let z2 = Z95 * Z95;
    let scale = 1.0 + z2 / games;
    let centre = (p + z2 / (2.0 * games)) / scale;
    let half = Z95 * (p * (1.0 - p) / games + z2 / (4.0 * games * games)).sqrt() / scale;
    Interval {
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
    }
}

/// The difference in Elo at which a player expects this score (0 to 1); infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score (0 to 1) that a player of so much more Elo expects.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Wins, draws and losses of one player against another; void games are not in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// Adds a game that brought 1, 0.5 or 0 points.
    pub fn add(&mut self, points: f64) {
        if points > 0.75 {
            self.wins += 1;
        } else if points < 0.25 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game, one half if there is none.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// The 95 % interval of the score; every game counts as independent.
    pub fn interval(&self) -> Interval {
        wilson(self.points(), self.games() as f64)
    }

    /// How often each score occurred, from a loss to a win.
    pub fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

/// Pairs of games with colours swapped by the points they brought: 0, 0.5, 1, 1.5, 2. The two games of
/// a pair share an opening and are not independent, so what is counted is pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Adds a pair that brought so many points.
    pub fn add(&mut self, points: f64) {
        let place = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        self.0[place] += 1;
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points a game, one half if there is none.
    pub fn score(&self) -> f64 {
        mean_and_variance(&self.0).map_or(0.5, |(mean, _)| mean)
    }

    /// The 95 % interval of the score from the variance of pairs; `None` without pairs or where all
    /// are equal, which says nothing about the variance.
    pub fn interval(&self) -> Option<Interval> {
        let (mean, variance) = mean_and_variance(&self.0)?;
        if variance == 0.0 {
            return None;
        }
        let half = Z95 * (variance / self.count() as f64).sqrt();
        Some(Interval {
            low: mean - half,
            high: mean + half,
        })
    }

    /// The Elo difference with half the width of its 95 % interval, and the same in normalised Elo
    /// (Van den Bergh, "Normalized Elo"), as fastchess prints them; `None` where there is no interval.
    pub fn elo(&self) -> Option<[(f64, f64); 2]> {
        let (mean, variance) = mean_and_variance(&self.0)?;
        let range = self.interval()?;
        Some(both_elos(mean, 2.0 * variance, range))
    }

    /// The likelihood of superiority (LOS): how likely, 0 to 1, it is that the player is the stronger one, the
    /// mean of pairs taken as normally distributed; `None` where there is no interval.
    pub fn superiority(&self) -> Option<f64> {
        superiority(&self.0)
    }
}

impl Results {
    /// As [`Pairs::elo`], every game taken as independent.
    pub fn elo(&self) -> Option<[(f64, f64); 2]> {
        let (mean, variance) = mean_and_variance(&self.counts())?;
        if variance == 0.0 {
            return None;
        }
        let half = Z95 * (variance / self.games() as f64).sqrt();
        let range = Interval {
            low: mean - half,
            high: mean + half,
        };
        Some(both_elos(mean, variance, range))
    }

    /// As [`Pairs::superiority`], every game taken as independent.
    pub fn superiority(&self) -> Option<f64> {
        superiority(&self.counts())
    }
}

/// The likelihood of a mean above one half.
fn superiority(counts: &[u64]) -> Option<f64> {
    let (mean, variance) = mean_and_variance(counts)?;
    let total: u64 = counts.iter().sum();
    (variance > 0.0).then(|| normal_below((mean - 0.5) / (variance / total as f64).sqrt()))
}

/// The share of a standard normal distribution below `z`, by the series of Marsaglia ("Evaluating the
/// Normal Distribution", 2004); 0 or 1 where the rest is below the last digit of a double.
fn normal_below(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while sum + term != sum {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// Logistic and normalised Elo with half-widths; `variance` is of a game.
fn both_elos(mean: f64, variance: f64, range: Interval) -> [(f64, f64); 2] {
    let normalised = |score: f64| (score - 0.5) / variance.sqrt() * 800.0 / 10f64.ln();
    let half = |f: &dyn Fn(f64) -> f64| (f(range.high) - f(range.low)) / 2.0;
    [
        (elo_of_score(mean), half(&elo_of_score)),
        (normalised(mean), half(&normalised)),
    ]
}

/// Of values evenly spaced from 0 to 1 that occurred so often; `None` if none did.
pub(super) fn mean_and_variance(counts: &[u64]) -> Option<(f64, f64)> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let value = |i: usize| i as f64 / (counts.len() - 1) as f64;
    let shares = counts.iter().map(|&n| n as f64 / total as f64);
    let mean: f64 = shares.clone().enumerate().map(|(i, p)| p * value(i)).sum();
    let variance = shares
        .enumerate()
        .map(|(i, p)| p * (value(i) - mean).powi(2))
        .sum();
    Some((mean, variance))
}
