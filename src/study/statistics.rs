//! Estimates with intervals that rest on nothing but the sample, and tests of paired differences.

use crate::contest::Interval;
use crate::rng::{Rng, derive_seed};
use serde::Serialize;

/// Samples of a bootstrap.
const RESAMPLES: u64 = 2000;
/// Random choices of signs in a test.
const FLIPS: u64 = 9999;

/// The 97.5 % points of Student's t distribution of 1, 2, … degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Size of the sample.
    pub n: u64,
    /// The estimate.
    pub value: f64,
    /// Where the true value is with 95 % confidence, by percentiles of the bootstrap, or by Student's t
    /// distribution where the sample is of a few searches.
    pub interval: Interval,
}

/// A paired difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Paired {
    /// The mean difference.
    pub mean: Estimate,
    /// The mean divided by the standard deviation of the differences (Cohen's d of pairs); 0 if all
    /// differences are 0.
    pub effect: f64,
    /// How likely so large a mean is, either way, if the sign of every difference is a matter of chance.
    pub p: f64,
}

/// The mean with a bootstrap interval; `None` of nothing.
pub fn mean_of(values: &[f64], seed: u64) -> Option<Estimate> {
    bootstrap(values, seed, &|sample| mean(sample))
}

/// The median with a bootstrap interval; `None` of nothing.
pub fn median_of(values: &[f64], seed: u64) -> Option<Estimate> {
    bootstrap(values, seed, &|sample| {
        sample.sort_unstable_by(f64::total_cmp);
        middle(sample)
    })
}

/// The mean of a few values that chance alone tells apart, with the interval of Student's t distribution
/// (a bootstrap of so few is too narrow); `None` of less than two, from which nothing can be told.
pub fn mean_of_few(values: &[f64]) -> Option<Estimate> {
    let n = values.len();
    let quantile = STUDENT[n.checked_sub(2)?.min(STUDENT.len() - 1)];
    let (value, deviation) = (mean(values), standard_deviation(values));
    let half = quantile * deviation / (n as f64).sqrt();
    Some(Estimate {
        n: n as u64,
        value,
        interval: Interval {
            low: value - half,
            high: value + half,
        },
    })
}

/// The first quartile, the median and the third quartile, between two values where they fall there;
/// `None` of nothing.
pub fn quartiles(values: &[f64]) -> Option<[f64; 3]> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some([0.25, 0.5, 0.75].map(|share| {
        let place = share * last as f64;
        let (below, part) = (place.floor() as usize, place.fract());
        let above = sorted[(below + 1).min(last)];
        sorted[below] * (1.0 - part) + above * part
    }))
}

/// Paired differences: their mean with a bootstrap interval, effect size, and a test by flips of signs
/// (Fisher's, with a random sample of them); `None` of nothing.
pub fn paired(differences: &[f64], seed: u64) -> Option<Paired> {
    let estimate = mean_of(differences, derive_seed(seed, 0))?;
    let deviation = standard_deviation(differences);
    Some(Paired {
        mean: estimate,
        effect: if deviation > 0.0 {
            estimate.value / deviation
        } else {
            0.0
        },
        p: sign_flips(differences, derive_seed(seed, 1)),
    })
}

/// The p values of several tests corrected for their number (Holm 1979), in their order: each is then the
/// least risk, of any false claim among all tests, at which its claim is made.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![1.0; p.len()];
    let mut largest: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        largest = largest.max(p[place] * (p.len() - rank) as f64).min(1.0);
        corrected[place] = largest;
    }
    corrected
}

fn bootstrap(values: &[f64], seed: u64, statistic: &dyn Fn(&mut [f64]) -> f64) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let mut rng = Rng::from_seed(seed);
    let mut sample = values.to_vec();
    let value = statistic(&mut sample);
    let n = values.len() as u32;
    let mut found: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            for drawn in &mut sample {
                *drawn = values[rng.below(n) as usize];
            }
            statistic(&mut sample)
        })
        .collect();
    found.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| found[(share * (found.len() - 1) as f64).round() as usize];
    Some(Estimate {
        n: values.len() as u64,
        value,
        interval: Interval {
            low: at(0.025),
            high: at(0.975),
        },
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Of sorted values, the middle one, or the mean of the two in the middle.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

pub(super) fn standard_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The share of choices of signs whose sum is as far from 0; the given one counts as one of them.
fn sign_flips(differences: &[f64], seed: u64) -> f64 {
    let given: f64 = differences.iter().sum::<f64>().abs();
    let mut rng = Rng::from_seed(seed);
    // Rounding must not tell apart sums that are equal.
    let nearly = given - 1e-9 * (1.0 + given);
    let mut as_far = 1;
    for _ in 0..FLIPS {
        let mut sum = 0.0;
        for chunk in differences.chunks(64) {
            let signs = rng.next_u64();
            for (i, difference) in chunk.iter().enumerate() {
                sum += if signs >> i & 1 == 1 {
                    *difference
                } else {
                    -difference
                };
            }
        }
        as_far += u64::from(sum.abs() >= nearly);
    }
    as_far as f64 / (FLIPS + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_after_the_book() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (found, expected) in corrected.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn nothing_is_claimed_of_nothing() {
        assert_eq!(mean_of(&[], 1), None);
        assert_eq!(paired(&[], 1), None);
        let same = paired(&[0.0; 9], 1).unwrap();
        assert_eq!((same.mean.value, same.effect, same.p), (0.0, 0.0, 1.0));
        let one = median_of(&[3.0], 1).unwrap();
        assert_eq!(
            (one.value, one.interval.low, one.interval.high),
            (3.0, 3.0, 3.0)
        );
    }

    #[test]
    fn few_values_have_wide_intervals() {
        assert_eq!(mean_of_few(&[1.0]), None);
        // By hand: mean 2, deviation 1, 4.303 / sqrt(3).
        let found = mean_of_few(&[1.0, 2.0, 3.0]).unwrap();
        assert!((found.value - 2.0).abs() < 1e-12);
        assert!((found.interval.high - 4.484).abs() < 1e-3, "{found:?}");
        let mut rng = Rng::from_seed(7);
        let covered = (0..500).filter(|_| {
            let values: Vec<f64> = (0..6).map(|_| normal(&mut rng, 2.0)).collect();
            let ends = mean_of_few(&values).unwrap().interval;
            ends.low <= 2.0 && 2.0 <= ends.high
        });
        let covered = covered.count();
        // 475 of 500 expected; four standard errors about that.
        assert!((455..=495).contains(&covered), "{covered}");
    }

    #[test]
    fn quartiles_by_hand() {
        assert_eq!(quartiles(&[]), None);
        assert_eq!(quartiles(&[4.0]), Some([4.0; 3]));
        assert_eq!(quartiles(&[5.0, 1.0, 3.0, 2.0, 4.0]), Some([2.0, 3.0, 4.0]));
        assert_eq!(quartiles(&[1.0, 2.0]), Some([1.25, 1.5, 1.75]));
    }

    /// A sample that is normal enough: sums of twelve uniform numbers.
    fn normal(rng: &mut Rng, mean: f64) -> f64 {
        mean + (0..12).map(|_| f64::from(rng.unit())).sum::<f64>() - 6.0
    }

    #[test]
    fn intervals_cover_and_tests_err_at_the_nominal_rate() {
        let mut rng = Rng::from_seed(5);
        let (mut covered, mut middle_covered, mut wrong) = (0, 0, 0);
        let samples = 300;
        for seed in 0..samples {
            let values: Vec<f64> = (0..40).map(|_| normal(&mut rng, 2.0)).collect();
            let holds = |e: Estimate| e.interval.low <= 2.0 && 2.0 <= e.interval.high;
            covered += u32::from(holds(mean_of(&values, seed).unwrap()));
            middle_covered += u32::from(holds(median_of(&values, seed).unwrap()));
            if seed < 60 {
                let none: Vec<f64> = values.iter().map(|v| v - 2.0).collect();
                wrong += u32::from(paired(&none, seed).unwrap().p < 0.05);
                assert!(paired(&values, seed).unwrap().p < 0.001);
            }
        }
        // 95 %, less a little for percentiles of small samples; four standard errors about that.
        assert!((265..=298).contains(&covered), "{covered}");
        assert!((265..=299).contains(&middle_covered), "{middle_covered}");
        assert!(wrong <= 10, "{wrong}");
    }
}
