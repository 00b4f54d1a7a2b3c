//! The state of a contest: who scored what against whom, and who did what wrong.

use super::player::FaultKind;
use super::rating::{Rating, ratings};
use super::record::{GameRecord, Timing};
use super::schedule::Schedule;
use super::sprt::{Decision, Sprt};
use super::statistics::{Pairs, Results};
use crate::counting::Score;
use std::collections::{BTreeMap, HashMap};

/// How one player fares against another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Matchup {
    /// The first player's place.
    pub a: usize,
    /// The second player's place.
    pub b: usize,
    /// The first player's results.
    pub results: Results,
    /// Of these, the games in which it had Black.
    pub as_black: Results,
    /// Complete pairs of games by the first player's points.
    pub pairs: Pairs,
    /// Games without a result.
    pub void: u64,
    /// Halves of pairs seen so far, by the number of the pair; `None` if void.
    open: BTreeMap<u64, Option<f64>>,
}

/// What is to be known of a player over all its games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Conduct {
    /// Games played.
    pub games: u64,
    /// Faults by kind.
    pub faults: BTreeMap<FaultKind, u64>,
    /// Counted games in which its own opinion of the result, where it can be understood, named another
    /// winner than the referee, or another margin.
    pub disagreements: u64,
    /// Moves that it was asked for.
    pub moves: u64,
    /// Seconds it thought in all.
    pub seconds: f64,
    /// The longest it thought about a move, in seconds.
    pub longest: f64,
}

/// The state of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    names: Vec<String>,
    matchups: Vec<Matchup>,
    conduct: Vec<Conduct>,
    games: u64,
    names_of_games: HashMap<u64, (usize, usize)>,
}

impl Standings {
    /// Nothing was played yet.
    pub fn new(schedule: &Schedule, names: &[String]) -> Standings {
        let pairings = schedule.pairings();
        Standings {
            names: names.to_vec(),
            matchups: pairings
                .into_iter()
                .map(|(a, b)| Matchup {
                    a,
                    b,
                    ..Matchup::default()
                })
                .collect(),
            conduct: vec![Conduct::default(); names.len()],
            games: 0,
            names_of_games: HashMap::new(),
        }
    }

    /// Number of games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The players' names in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All pairings.
    pub fn matchups(&self) -> &[Matchup] {
        &self.matchups
    }

    /// What is to be known of each player.
    pub fn conduct(&self) -> &[Conduct] {
        &self.conduct
    }

    /// Adds a game. Games of players that are not in the contest are left out.
    pub fn add(&mut self, record: &GameRecord) {
        let place = |name: &str| self.names.iter().position(|known| known == name);
        let (Some(black), Some(white)) = (place(&record.black), place(&record.white)) else {
            return;
        };
        self.games += 1;
        self.names_of_games.insert(record.game, (black, white));
        let counted = Score::parse(&record.result);
        for (player, claim) in [(black, &record.claims.black), (white, &record.claims.white)] {
            let conduct = &mut self.conduct[player];
            conduct.games += 1;
            for fault in &record.faults {
                if fault.player == self.names[player] {
                    *conduct.faults.entry(fault.kind).or_default() += 1;
                }
            }
            let claimed = claim.as_deref().and_then(Score::parse);
            if let (Some(claimed), Some(counted)) = (claimed, counted)
                && claimed != counted
            {
                conduct.disagreements += 1;
            }
        }
        let Some(matchup) = self
            .matchups
            .iter_mut()
            .find(|m| (m.a, m.b) == (black, white) || (m.a, m.b) == (white, black))
        else {
            return;
        };
        let points = record.black_points().map(|points| {
            if matchup.a == black {
                points
            } else {
                1.0 - points
            }
        });
        match points {
            Some(points) => {
                matchup.results.add(points);
                if matchup.a == black {
                    matchup.as_black.add(points);
                }
            }
            None => matchup.void += 1,
        }
        match matchup.open.remove(&record.pair) {
            None => {
                matchup.open.insert(record.pair, points);
            }
            Some(first) => {
                if let (Some(first), Some(second)) = (first, points) {
                    matchup.pairs.add(first + second);
                }
            }
        }
    }

    /// Adds what a game that was added took in time.
    pub fn add_timing(&mut self, timing: &Timing) {
        let Some(&(black, white)) = self.names_of_games.get(&timing.game) else {
            return;
        };
        for (player, side) in [(black, &timing.black), (white, &timing.white)] {
            let conduct = &mut self.conduct[player];
            conduct.moves += side.moves.len() as u64;
            conduct.seconds += side.total;
            conduct.longest = side.moves.iter().copied().fold(conduct.longest, f64::max);
        }
    }

    /// What a test says of the first pairing, by its complete pairs of games: the ratio and the decision.
    pub fn test(&self, sprt: &Sprt) -> (f64, Decision) {
        let ratio = self
            .matchups
            .first()
            .map_or(0.0, |matchup| sprt.of_pairs(&matchup.pairs));
        (ratio, sprt.decide(ratio))
    }

    /// Everybody's Elo.
    pub fn ratings(&self) -> Vec<Rating> {
        let matches: Vec<_> = self
            .matchups
            .iter()
            .map(|m| (m.a, m.b, m.results))
            .collect();
        ratings(self.names.len(), &matches)
    }
}
