//! Which games a study is made of.

use crate::color::Color;
use crate::contest::{Opening, random_opening};
use crate::point::Size;
use crate::rng::derive_seed;
use crate::rules::Rules;
use crate::search::{Ending, Params};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Most memory of a player's tree in MiB.
const MEMORY: u32 = 64;

/// A rule system of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct System {
    /// What tables call it.
    pub name: String,
    /// Every axis, as [`Rules::axes_text`] writes them.
    pub axes: String,
}

/// Everything that decides the games of a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the program.
    pub program: String,
    /// Width and height of the board.
    pub size: (usize, usize),
    /// The rule systems; the first is what the others are compared with.
    pub systems: Vec<System>,
    /// Points added to White's total under every rule system.
    pub komi: f32,
    /// Rounds: in each, one game of self-play under every rule system, all from one opening and one seed.
    pub rounds: u64,
    /// Rounds, from the first, which also have cross-play: every rule system's player against every other's.
    pub cross_rounds: u64,
    /// Playouts a move.
    pub playouts: u64,
    /// Random moves at the beginning.
    pub opening_moves: usize,
    /// After so many moves the position is counted as it stands.
    pub move_cap: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// Search settings other than the defaults.
    pub settings: Vec<(String, String)>,
}

/// A game of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Its number, from 1.
    pub game: u64,
    /// Its round, from 1.
    pub round: u64,
    /// Which system's count Black plays for. Its rules also say what is legal and when the game ends.
    pub black: usize,
    /// Which system's count White plays for.
    pub white: usize,
}

/// Why a plan makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// There is no such board.
    Size,
    /// There is no rule system, or two of one name.
    Systems,
    /// A rule system or a setting that cannot be read.
    Unreadable(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlanError::Size => f.write_str("there is no board of this size"),
            PlanError::Systems => f.write_str("a study needs rule systems, each named once"),
            PlanError::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// That the plan makes sense.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check(&self) -> Result<(), PlanError> {
        self.board()?;
        let names = || self.systems.iter().map(|system| &system.name);
        let twice = names().any(|name| names().filter(|other| *other == name).count() > 1);
        if self.systems.is_empty() || twice {
            return Err(PlanError::Systems);
        }
        (0..self.systems.len()).try_for_each(|place| self.rules(place).map(drop))?;
        self.params(0).map(drop)
    }

    /// The board.
    ///
    /// # Errors
    /// There is no such board.
    pub fn board(&self) -> Result<Size, PlanError> {
        Size::new(self.size.0, self.size.1).ok_or(PlanError::Size)
    }

    /// The rules of a system. Black moves first and the board is empty under all of them, so that openings
    /// can be the same.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn rules(&self, system: usize) -> Result<Rules, PlanError> {
        let unreadable = |reason: String| PlanError::Unreadable(reason);
        let rules = Rules::parse_axes(&self.systems[system].axes);
        Ok(Rules {
            first: Color::Black,
            preset_stones: false,
            komi: self.komi,
            ..rules.map_err(|error| unreadable(error.to_string()))?
        })
    }

    /// The settings of a player with this seed: one thread, no resignation, and a rest where the count is
    /// clear.
    ///
    /// # Errors
    /// A setting that there is not.
    pub fn params(&self, seed: u64) -> Result<Params, PlanError> {
        let mut params = Params {
            memory: MEMORY,
            ending: Ending::Rest,
            ..Params::default()
        };
        for (name, value) in &self.settings {
            let set = params.set(name, value);
            set.map_err(|error| PlanError::Unreadable(error.to_string()))?;
        }
        Ok(Params {
            seed,
            threads: 1,
            resign: -1.0,
            ..params
        })
    }

    /// Number of all games.
    pub fn total(&self) -> u64 {
        let systems = self.systems.len() as u64;
        let crossed = self.cross_rounds.min(self.rounds);
        crossed * systems * systems + (self.rounds - crossed) * systems
    }

    /// The game of a number from 1 to [`Plan::total`].
    pub fn task(&self, game: u64) -> Option<Task> {
        if game == 0 || game > self.total() {
            return None;
        }
        let systems = self.systems.len() as u64;
        let all = systems * systems;
        let crossed = self.cross_rounds.min(self.rounds);
        let index = game - 1;
        // A crossed round has every ordered pair of systems, self-play on the diagonal.
        let (round, black, white) = if index < crossed * all {
            (index / all, index % all / systems, index % systems)
        } else {
            let index = index - crossed * all;
            (crossed + index / systems, index % systems, index % systems)
        };
        Some(Task {
            game,
            round: round + 1,
            black: black as usize,
            white: white as usize,
        })
    }

    /// Whether a study of this plan may go on as another: it is the same, or the other has more rounds
    /// after the same ones.
    pub fn may_become(&self, other: &Plan) -> bool {
        let mut same = self.clone();
        let crossed = |plan: &Plan| plan.cross_rounds.min(plan.rounds);
        if other.rounds > self.rounds && crossed(self) == crossed(other) {
            same.rounds = other.rounds;
            same.cross_rounds = other.cross_rounds;
        }
        same == *other
    }

    /// The seed of a round, below 2^53 so that every reader of JSON keeps it.
    pub fn round_seed(&self, round: u64) -> u64 {
        derive_seed(self.seed, round) >> 11
    }

    /// The opening of a round: random moves, the same for every rule system. None is preferred to another,
    /// for any choice would rest on somebody's idea of the count.
    ///
    /// # Errors
    /// See [`Plan::check`].
    pub fn opening(&self, round: u64) -> Result<Opening, PlanError> {
        let seed = derive_seed(self.round_seed(round), 2);
        Ok(random_opening(
            self.board()?,
            self.rules(0)?,
            self.opening_moves,
            seed,
        ))
    }
}

/// The rules as a player sees them that plays for the count of one system where another says what is
/// legal and when the game ends.
pub fn instincts(count: &Rules, law: &Rules) -> Rules {
    Rules {
        scoring: count.scoring,
        tax: count.tax,
        touch_points: count.touch_points,
        compensation: count.compensation,
        pass_stones: count.pass_stones,
        ..*law
    }
}
