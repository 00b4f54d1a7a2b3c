//! One game of a study, and its line in the record.

use super::measure::{Whole, measure};
use super::plan::{Plan, PlanError, Task, instincts};
use crate::color::ByColor;
use crate::counting::{self, Method, Options};
use crate::game::{Game, State};
use crate::point::Move;
use crate::rng::derive_seed;
use crate::search::{Limits, NoClock, Params, StopToken};
use crate::session::Session;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// Two passes or virtual moves in a row.
    Rest,
    /// The rules forced the end.
    Forced,
    /// A long cycle under simple ko: no count.
    Cycle,
    /// The longest game allowed: the position is no settled one.
    MoveCap,
}

impl GameEnd {
    /// Whether the position is one that both sides held to be settled.
    pub const fn is_settled(self) -> bool {
        matches!(self, GameEnd::Rest | GameEnd::Forced)
    }

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            GameEnd::Rest => "rest",
            GameEnd::Forced => "forced",
            GameEnd::Cycle => "cycle",
            GameEnd::MoveCap => "move-cap",
        }
    }
}

/// A game: a line of `games.jsonl`. Nothing in it depends on a clock.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Number of the game, from 1.
    pub game: u64,
    /// Its round, from 1: games of one round have the same opening and the same seed.
    pub round: u64,
    /// The rule system whose count Black plays for; what is legal and when the game ends is by it.
    pub black: String,
    /// The rule system whose count White plays for.
    pub white: String,
    /// The seed of the round.
    pub seed: u64,
    /// How it ended.
    pub end: GameEnd,
    /// Number of moves, those of the opening, passes and virtual moves included.
    pub length: u32,
    /// Number of moves that the opening gave.
    pub opening_moves: u32,
    /// Black minus White under every rule system, without komi.
    pub margins: BTreeMap<String, f64>,
    /// What was measured.
    pub measures: Whole,
    /// The moves, such as `B D4` or `W pass`.
    pub moves: Vec<String>,
}

/// Why there is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The plan makes no sense.
    Plan(PlanError),
    /// A search failed.
    Search(String),
    /// A move that a search chose is illegal under the rules of the game: move, reason.
    Illegal(String, String),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayError::Plan(error) => error.fmt(f),
            PlayError::Search(reason) => write!(f, "the search failed: {reason}"),
            PlayError::Illegal(mv, reason) => write!(f, "{mv} is illegal: {reason}"),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<PlanError> for PlayError {
    fn from(error: PlanError) -> PlayError {
        PlayError::Plan(error)
    }
}

/// Plays a game of the plan. Equal arguments give equal games.
///
/// # Errors
/// See [`PlayError`].
pub fn play(plan: &Plan, task: &Task) -> Result<GameLine, PlayError> {
    let size = plan.board()?;
    let law = plan.rules(task.black)?;
    let seed = plan.round_seed(task.round);
    let player = |system: usize, number: u64| -> Result<Session, PlayError> {
        let params = plan.params(derive_seed(seed, number))?;
        let rules = instincts(&plan.rules(system)?, &law);
        Ok(Session::new(size, rules, params))
    };
    let mut players = ByColor {
        black: player(task.black, 0)?,
        white: player(task.white, 1)?,
    };
    let mut game = Game::new(size, law);
    let opening = plan.opening(task.round)?;
    let mut moves = opening.moves.iter();
    let (limits, stop) = (Limits::playouts(plan.playouts), StopToken::new());
    let end = loop {
        match game.state() {
            State::Rest => break GameEnd::Rest,
            State::EndedForced | State::EndedAgreed => break GameEnd::Forced,
            State::Cycle => break GameEnd::Cycle,
            State::Playing if game.move_number() >= plan.move_cap => break GameEnd::MoveCap,
            State::Playing => {}
        }
        let (color, mv) = match moves.next() {
            Some(&given) => given,
            None => {
                let color = game.to_move();
                let player = &mut players[color];
                let report = player.analyse(color, &limits, &NoClock, &stop, &mut |_| {});
                if let Some(failure) = report.failure {
                    return Err(PlayError::Search(failure.to_string()));
                }
                let passes = report.best == Move::Resign;
                (color, if passes { Move::Pass } else { report.best })
            }
        };
        let illegal = |reason: String| PlayError::Illegal(size.move_name(mv), reason);
        game.play(color, mv)
            .map_err(|reason| illegal(reason.to_string()))?;
        for player in [&mut players.black, &mut players.white] {
            let told = player.play(color, mv);
            told.map_err(|reason| illegal(reason.to_string()))?;
        }
    };
    let mut judge = Session::new(size, law, Params::default());
    judge.adopt(game.clone());
    let dead = judge.dead_stones(&NoClock).dead;
    let reading = judge.reading(&dead, &NoClock);
    let options = Options {
        reading,
        ..Options::default()
    };
    let mut margins = BTreeMap::new();
    for (place, system) in plan.systems.iter().enumerate() {
        let mut rules = plan.rules(place)?;
        rules.komi = 0.0;
        let mut judged = game.clone();
        judged.set_rules(rules);
        // One judgement of life and death for all: only what is counted differs.
        let method = Some(Method::of_rules(&rules));
        let count = counting::count(&judged, method, &dead, &options);
        margins.insert(system.name.clone(), count.result.points());
    }
    Ok(GameLine {
        game: task.game,
        round: task.round,
        black: plan.systems[task.black].name.clone(),
        white: plan.systems[task.white].name.clone(),
        seed,
        end,
        length: game.move_number(),
        opening_moves: opening.moves.len() as u32,
        margins,
        measures: measure(&game, &judge.settlement(&NoClock), opening.moves.len()),
        moves: game
            .moves()
            .map(|(color, mv)| format!("{} {}", color.letter(), size.move_name(mv)))
            .collect(),
    })
}
