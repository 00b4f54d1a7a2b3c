//! Elo of several players at once, from everybody's games against everybody.

use super::statistics::Results;

/// Games that each player is taken to have drawn against an average one: keeps who won or lost all
/// games at finite Elo.
const PRIOR_DRAWS: f64 = 1.0;

/// A player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval, the others' strengths taken as known; games count as
    /// independent and draws as halves.
    pub half: f64,
}

/// The most likely ratings (Bradley and Terry 1952, by the iteration of Hunter 2004) from the results
/// of pairings: places of two players, and how the first fared.
pub fn ratings(players: usize, matches: &[(usize, usize, Results)]) -> Vec<Rating> {
    let mut strength = vec![1.0f64; players];
    let mut points = vec![PRIOR_DRAWS / 2.0; players];
    for &(a, b, results) in matches {
        points[a] += results.points();
        points[b] += results.games() as f64 - results.points();
    }
    for _ in 0..10_000 {
        let mut weights: Vec<f64> = strength.iter().map(|s| PRIOR_DRAWS / (s + 1.0)).collect();
        for &(a, b, results) in matches {
            let weight = results.games() as f64 / (strength[a] + strength[b]);
            weights[a] += weight;
            weights[b] += weight;
        }
        let mut change = 0.0f64;
        for i in 0..players {
            let next = points[i] / weights[i];
            change = change.max((next / strength[i]).ln().abs());
            strength[i] = next;
        }
        if change < 1e-10 {
            break;
        }
    }
    let elo = |s: f64| 400.0 * s.log10();
    let mean = strength.iter().map(|&s| elo(s)).sum::<f64>() / players.max(1) as f64;
    (0..players)
        .map(|i| {
            let at = |other: f64| strength[i] / (strength[i] + other);
            let mut information = PRIOR_DRAWS * at(1.0) * (1.0 - at(1.0));
            for &(a, b, results) in matches {
                let other = match i {
                    _ if i == a => b,
                    _ if i == b => a,
                    _ => continue,
                };
                let p = at(strength[other]);
                information += results.games() as f64 * p * (1.0 - p);
            }
            Rating {
                elo: elo(strength[i]) - mean,
                half: 1.96 * (400.0 / 10f64.ln()) / information.sqrt(),
            }
        })
        .collect()
}
