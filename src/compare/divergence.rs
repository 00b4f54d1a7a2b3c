//! How far two distributions of moves are apart.

use super::view::Candidate;
use crate::point::Move;

/// The Jensen–Shannon divergence of two distributions in bits, 0 (the same) to 1 (nothing in common): the
/// mean relative entropy of each to their mixture (J. Lin, "Divergence measures based on the Shannon
/// entropy", IEEE Trans. Inf. Theory 37, 1991). Weights need not sum to 1; the shorter list is taken to
/// go on with zeros. 0 if either is all zeros.
pub fn jensen_shannon(one: &[f64], other: &[f64]) -> f64 {
    let sum = |weights: &[f64]| weights.iter().sum::<f64>();
    let (one_sum, other_sum) = (sum(one), sum(other));
    if !(one_sum > 0.0 && other_sum > 0.0) {
        return 0.0;
    }
    let at = |weights: &[f64], i: usize, all: f64| weights.get(i).map_or(0.0, |w| w / all);
    let mut bits = 0.0;
    for i in 0..one.len().max(other.len()) {
        let (p, q) = (at(one, i, one_sum), at(other, i, other_sum));
        let mixed = 0.5 * (p + q);
        for part in [p, q] {
            if part > 0.0 {
                bits += 0.5 * part * (part / mixed).log2();
            }
        }
    }
    bits.clamp(0.0, 1.0)
}

/// The divergence of the visits of two searches of one position.
pub(super) fn of_visits(one: &[Candidate], other: &[Candidate]) -> f64 {
    let mut moves: Vec<Move> = one.iter().map(|c| c.mv).collect();
    for candidate in other {
        if !moves.contains(&candidate.mv) {
            moves.push(candidate.mv);
        }
    }
    let shares = |of: &[Candidate]| -> Vec<f64> {
        let visits = |mv| of.iter().find(|c| c.mv == mv).map_or(0, |c| c.visits);
        moves.iter().map(|&mv| visits(mv) as f64).collect()
    };
    jensen_shannon(&shares(one), &shares(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(jensen_shannon(&[1.0, 1.0], &[2.0, 2.0]), 0.0));
        assert!(close(jensen_shannon(&[1.0, 0.0], &[0.0, 1.0]), 1.0));
        assert!(close(jensen_shannon(&[1.0], &[0.0, 3.0]), 1.0));
        // By hand: (1 + (1/2 log2(2/3) + 1/2)) / 2 with mixture (3/4, 1/4).
        let expected = 0.5 * (4f64 / 3.0).log2() + 0.25 * (2f64 / 3.0).log2() + 0.25;
        assert!(close(jensen_shannon(&[1.0, 0.0], &[0.5, 0.5]), expected));
        assert_eq!(jensen_shannon(&[], &[1.0]), 0.0);
        assert_eq!(jensen_shannon(&[f64::NAN], &[1.0]), 0.0);
    }
}
