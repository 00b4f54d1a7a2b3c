//! Single games of a contest, played on any thread.

use super::config::Config;
use super::players::{self, Common, Run};
use super::starts::Answered;
use super::stop::Stop;
use crate::run::WallClock;
use anyhow::Context;
use dunhuang::color::ByColor;
use dunhuang::contest::{Abort, Opening, Played, Terms, play};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Rounds before the latest whose openings are kept: the games at work are of a few rounds only.
const ROUNDS_KEPT: u64 = 2048;

/// What a worker hands back: a game, none if it was stopped, or why there is none.
pub type Outcome = anyhow::Result<Option<Played>>;

/// The games of a contest.
pub struct Games {
    /// What decides them.
    pub config: Config,
    terms: Terms,
    common: Common,
    answered: Answered,
    openings: Mutex<BTreeMap<u64, Arc<OnceLock<Opening>>>>,
}

impl Games {
    /// The games that this decides, by players of which some may have answered already.
    ///
    /// # Errors
    /// A description that cannot be read.
    pub fn new(config: Config, answered: &Answered) -> anyhow::Result<Games> {
        Ok(Games {
            terms: config.terms()?,
            common: config.common()?,
            answered: answered.clone(),
            config,
            openings: Mutex::default(),
        })
    }

    /// Plays a game with players started for it; none if the contest was stopped.
    pub fn play(&self, number: u64, stderr: &Path, stop: &Arc<Stop>) -> Outcome {
        if stop.is_stopped() {
            return Ok(None);
        }
        let fixture = self.config.schedule.fixture(number);
        let fixture = fixture.with_context(|| format!("there is no game {number}"))?;
        let opening = self.opening(fixture.round)?;
        let run = Run {
            stderr,
            answered: &self.answered,
            stop,
        };
        let start = |place: usize| {
            let spec = &self.config.players[place];
            let (common, terms) = (&self.common, &self.terms);
            players::start(spec, place, &fixture, common, terms, run)
        };
        let (mut black, mut white) = (start(fixture.black)?, start(fixture.white)?);
        let seats = ByColor {
            black: &mut black,
            white: &mut white,
        };
        let played = play(&fixture, &opening, &self.terms, seats, &WallClock::start());
        black.channel.close();
        white.channel.close();
        match played {
            Ok(played) => Ok(Some(played)),
            Err(Abort::Stopped) => Ok(None),
            Err(abort) => Err(abort.into()),
        }
    }

    /// The opening of a round. A random one is searched for once, however many games have it.
    fn opening(&self, round: u64) -> anyhow::Result<Opening> {
        let cell = {
            let openings = self.openings.lock();
            let mut openings = openings.unwrap_or_else(PoisonError::into_inner);
            let cell = openings.entry(round).or_default().clone();
            while let Some(oldest) = openings.first_entry()
                && *oldest.key() + ROUNDS_KEPT < round
            {
                oldest.remove();
            }
            cell
        };
        if let Some(opening) = cell.get() {
            return Ok(opening.clone());
        }
        let opening = self.config.opening(round)?;
        Ok(cell.get_or_init(|| opening).clone())
    }
}
