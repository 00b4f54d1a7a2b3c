//! Who plays whom, in which game: a pure function of the number of the game.

use crate::rng::derive_seed;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// The first player against each of the others.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

/// All games of a contest. Games come in pairs of the same players with the same opening and colours
/// swapped; the matches of all pairings go on side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Number of players, two or more.
    pub players: usize,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Games between any two that meet.
    pub games: u64,
    /// The seed of all chance.
    pub seed: u64,
}

/// One game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Number of the game, from 1.
    pub number: u64,
    /// Number of its pair, from 1.
    pub pair: u64,
    /// Which pair of these two players it is, from 1; pairs of one round have the same opening.
    pub round: u64,
    /// Place of Black among the players.
    pub black: usize,
    /// Place of White among the players.
    pub white: usize,
    /// The game's seed, below 2^53 so that every reader of JSON keeps it.
    pub seed: u64,
}

impl Schedule {
    /// The pairings, as places among the players.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let first = match self.pairing {
            Pairing::Gauntlet => 1.min(self.players),
            Pairing::RoundRobin => self.players,
        };
        (0..first)
            .flat_map(|a| (a + 1..self.players).map(move |b| (a, b)))
            .collect()
    }

    /// Number of all games.
    pub fn total(&self) -> u64 {
        (self.pairings().len() as u64).saturating_mul(self.games)
    }

    /// The game of a number from 1 to [`Schedule::total`].
    pub fn fixture(&self, number: u64) -> Option<Fixture> {
        if number == 0 || number > self.total() {
            return None;
        }
        let pairings = self.pairings();
        let count = pairings.len() as u64;
        let whole_pairs = self.games / 2 * count;
        let index = number - 1;
        // An odd number of games leaves each pairing a last game without a second.
        let (pair, swapped) = if index < 2 * whole_pairs {
            (index / 2, index % 2 == 1)
        } else {
            (index - whole_pairs, false)
        };
        let (a, b) = pairings[(pair % count) as usize];
        let (black, white) = if swapped { (b, a) } else { (a, b) };
        Some(Fixture {
            number,
            pair: pair + 1,
            round: pair / count + 1,
            black,
            white,
            seed: derive_seed(self.seed, number) >> 11,
        })
    }

    /// The seed of the opening of a round.
    pub fn opening_seed(&self, round: u64) -> u64 {
        derive_seed(derive_seed(self.seed, u64::MAX), round)
    }

    /// The numbers of all games that a shard plays, in order.
    pub fn numbers(&self, shard: Shard) -> impl Iterator<Item = u64> + '_ {
        (1..=self.total()).filter(move |&number| {
            self.fixture(number)
                .is_some_and(|fixture| shard.plays(fixture.pair))
        })
    }
}

impl Fixture {
    /// The seed that a player of this game is given: below 2^31, which any engine reads.
    pub fn player_seed(&self, place: usize) -> u64 {
        derive_seed(self.seed, place as u64) >> 33
    }
}

/// One part of a contest that is spread over machines: whole pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u64,
    /// Number of parts.
    pub count: u64,
}

/// Why a text is no shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardError;

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a shard is I/N, from 0/N to N-1/N")
    }
}

impl std::error::Error for ShardError {}

impl Shard {
    /// The whole contest.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Reads `I/N`.
    ///
    /// # Errors
    /// It is not of this form, or I is not below N.
    pub fn parse(text: &str) -> Result<Shard, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| ShardError);
        let (index, count) = (number(index)?, number(count)?);
        if index < count {
            Ok(Shard { index, count })
        } else {
            Err(ShardError)
        }
    }

    /// Whether a pair of games is of this part.
    pub fn plays(&self, pair: u64) -> bool {
        (pair - 1) % self.count == self.index
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
