//! How games begin: moves of a record, or random ones that leave both sides a fair chance.

use crate::board::Board;
use crate::color::Color;
use crate::game::{Action, Game, State};
use crate::point::{Move, Size};
use crate::rng::{Rng, derive_seed};
use crate::rules::Rules;
use crate::search::{Limits, NoClock, Params, Search, StopToken};
use crate::sgf::{self, GameTree};
use std::fmt;

/// Random openings that are tried before the most balanced of them is taken.
const TRIES: u64 = 16;
/// An opening this near to even is taken at once.
const EVEN: f32 = 0.06;

/// The first moves of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Opening {
    /// What records call it; empty if there is none.
    pub name: String,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
}

/// Why a record is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningError {
    /// It cannot be played out.
    Record(String),
    /// Its board is of another size.
    Size,
    /// Stones are set up in it, which not every engine can follow.
    Setup,
    /// A move is illegal under the rules of the contest: its number, from 1.
    Illegal(usize),
    /// It runs into the end of the game.
    Ended,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            OpeningError::Record(reason) => write!(f, "the record cannot be read: {reason}"),
            OpeningError::Size => f.write_str("the board is of another size"),
            OpeningError::Setup => f.write_str("stones are set up; an opening has moves only"),
            OpeningError::Illegal(number) => write!(f, "move {number} is illegal"),
            OpeningError::Ended => f.write_str("the game ends within the opening"),
        }
    }
}

impl std::error::Error for OpeningError {}

impl Opening {
    /// The main line of a record, at most so many moves of it, checked under the rules of the contest.
    ///
    /// # Errors
    /// See [`OpeningError`].
    pub fn from_record(
        tree: &GameTree,
        name: &str,
        most: usize,
        size: Size,
        rules: Rules,
    ) -> Result<Opening, OpeningError> {
        let options = sgf::Options {
            rules: Some(rules),
            komi: Some(rules.komi),
            ..sgf::Options::default()
        };
        let record = |error: sgf::LoadError| OpeningError::Record(error.to_string());
        let loaded = tree.to_game(&options).map_err(record)?;
        if loaded.game.size() != size {
            return Err(OpeningError::Size);
        }
        let start = Game::new(size, rules);
        let steps = loaded.game.steps();
        if !steps[0].board.same_stones(start.board())
            || steps.iter().any(|step| step.action == Action::Setup)
        {
            return Err(OpeningError::Setup);
        }
        let moves: Vec<_> = loaded.game.moves().take(most).collect();
        let mut game = start;
        for (i, &(color, mv)) in moves.iter().enumerate() {
            if game.play(color, mv).is_err() {
                return Err(OpeningError::Illegal(i + 1));
            }
        }
        if game.state() != State::Playing {
            return Err(OpeningError::Ended);
        }
        let name = name.to_string();
        Ok(Opening { name, moves })
    }
}

/// A random opening of so many moves, no worse for either side than can be found in a few tries by
/// searches of so many playouts. Equal arguments give equal openings.
pub fn balanced(size: Size, rules: Rules, moves: usize, playouts: u64, seed: u64) -> Opening {
    let mut best: Option<(f32, Opening)> = None;
    for attempt in 0..TRIES {
        let mut rng = Rng::from_seed(derive_seed(seed, attempt));
        let game = random_game(size, rules, moves, &mut rng);
        let color = game.to_move();
        let params = Params {
            seed: derive_seed(seed, TRIES + attempt),
            ..Params::default()
        };
        let report = Search::new(params).run(
            &game,
            color,
            &Limits::playouts(playouts),
            &NoClock,
            &StopToken::new(),
            &mut |_| {},
        );
        let distance = (report.win - 0.5).abs();
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            let opening = Opening {
                name: format!("random {seed:016x}"),
                moves: game.moves().collect(),
            };
            best = Some((distance, opening));
        }
        if distance <= EVEN {
            break;
        }
    }
    best.map(|(_, opening)| opening).unwrap_or_default()
}

/// A random opening of so many moves, whoever it favours. Equal arguments give equal openings.
pub fn random_opening(size: Size, rules: Rules, moves: usize, seed: u64) -> Opening {
    let game = random_game(size, rules, moves, &mut Rng::from_seed(seed));
    Opening {
        name: format!("random {seed:016x}"),
        moves: game.moves().collect(),
    }
}

fn random_game(size: Size, rules: Rules, moves: usize, rng: &mut Rng) -> Game {
    let mut game = Game::new(size, rules);
    // On boards with room, nobody opens on the first line.
    let edge = |x: usize, side: usize| side > 5 && (x == 0 || x + 1 == side);
    for _ in 0..moves {
        let color = game.to_move();
        let choices: Vec<_> = game
            .legal_points(color)
            .iter()
            .filter(|p| !edge(p.x(), size.width()) && !edge(p.y(), size.height()))
            .filter(|&p| has_room(game.board(), p))
            .collect();
        if choices.is_empty() {
            break;
        }
        let point = choices[rng.below(choices.len() as u32) as usize];
        game.play_unchecked(color, Move::Real(point));
    }
    game
}

/// Whether a stone there has two empty neighbours: no early captures, no filled eyes.
fn has_room(board: &Board, point: crate::point::Point) -> bool {
    board
        .neighbours(point)
        .filter(|&q| board.is_empty(q))
        .count()
        >= 2
}
