//! The results of a contest as plain data.

use super::sprt::{Decision, Sprt};
use super::standings::{Matchup, Standings};
use super::statistics::{Interval, elo_of_score};
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that is reported of a contest.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Number of games.
    pub games: u64,
    /// How players fared against each other.
    pub matches: Vec<MatchSummary>,
    /// What is to be known of each player.
    pub players: Vec<PlayerSummary>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtSummary>,
}

/// How one player fared against another. Elo is left out where a score is 0 or 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary {
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// Games that the first player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Games without a result.
    pub void: u64,
    /// Games in which it had Black, and its points in them.
    pub black: (u64, f64),
    /// Its points a game.
    pub score: f64,
    /// The 95 % interval of the score after Wilson.
    pub interval: Interval,
    /// The score as Elo.
    pub elo: Option<f64>,
    /// The ends of the interval as Elo.
    pub elo_interval: (Option<f64>, Option<f64>),
    /// Pairs of games that brought it 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Elo by pairs, and half its 95 % interval.
    pub elo_by_pairs: Option<(f64, f64)>,
    /// The same in normalised Elo.
    pub normalised_by_pairs: Option<(f64, f64)>,
    /// The likelihood by pairs, 0 to 1, that the first player is the stronger one.
    pub superiority_by_pairs: Option<f64>,
}

/// What is to be known of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// Elo among all players, whose mean is 0, and half its 95 % interval.
    pub elo: (f64, f64),
    /// Games played.
    pub games: u64,
    /// What it did wrong, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Counted games of which it thinks otherwise than the referee.
    pub disagreements: u64,
    /// Moves that it was asked for.
    pub moves: u64,
    /// Seconds it thought.
    pub seconds: f64,
    /// The longest of them for a move.
    pub longest: f64,
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    /// What is tested.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// Where H0 and H1 are accepted.
    pub bounds: (f64, f64),
    /// What it says.
    pub decision: Decision,
}

impl Standings {
    /// The results as plain data.
    pub fn summary(&self, sprt: Option<&Sprt>) -> Summary {
        let players = self.names().iter().zip(self.conduct()).zip(self.ratings());
        Summary {
            games: self.games(),
            matches: self
                .matchups()
                .iter()
                .map(|matchup| self.match_summary(matchup))
                .collect(),
            players: players
                .map(|((name, conduct), rating)| PlayerSummary {
                    name: name.clone(),
                    elo: (rating.elo, rating.half),
                    games: conduct.games,
                    faults: conduct
                        .faults
                        .iter()
                        .map(|(kind, &count)| (kind.name(), count))
                        .collect(),
                    disagreements: conduct.disagreements,
                    moves: conduct.moves,
                    seconds: conduct.seconds,
                    longest: conduct.longest,
                })
                .collect(),
            sprt: sprt.map(|sprt| {
                let (ratio, decision) = self.test(sprt);
                SprtSummary {
                    test: *sprt,
                    ratio,
                    bounds: sprt.bounds(),
                    decision,
                }
            }),
        }
    }

    fn match_summary(&self, matchup: &Matchup) -> MatchSummary {
        let results = &matchup.results;
        let (score, interval) = (results.score(), results.interval());
        let elo = |score: f64| Some(elo_of_score(score)).filter(|elo| elo.is_finite());
        let finite = |(elo, half): &(f64, f64)| elo.is_finite() && half.is_finite();
        let by_pairs = |which: usize| matchup.pairs.elo().map(|both| both[which]).filter(finite);
        MatchSummary {
            a: self.names()[matchup.a].clone(),
            b: self.names()[matchup.b].clone(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            void: matchup.void,
            black: (matchup.as_black.games(), matchup.as_black.points()),
            score,
            interval,
            elo: elo(score),
            elo_interval: (elo(interval.low), elo(interval.high)),
            pairs: matchup.pairs.0,
            elo_by_pairs: by_pairs(0),
            normalised_by_pairs: by_pairs(1),
            superiority_by_pairs: matchup.pairs.superiority(),
        }
    }
}
