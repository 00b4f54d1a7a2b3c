//! A whole game under several rule systems: the curves, and where the choice of rules matters most.

use super::{CompareError, Comparison, Settings, System, explain, outlook};
use crate::color::Color;
use crate::game::{Action, Game};
use crate::point::Move;
use crate::search::StopToken;

/// Which moves of a game to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first, from 1.
    pub from: u32,
    /// The last; past the end of the game it is that end.
    pub to: u32,
    /// One in so many.
    pub every: u32,
}

impl Default for Span {
    fn default() -> Span {
        Span {
            from: 1,
            to: u32::MAX,
            every: 1,
        }
    }
}

impl Span {
    fn contains(&self, number: u32) -> bool {
        (self.from..=self.to).contains(&number)
            && (number - self.from).is_multiple_of(self.every.max(1))
    }
}

/// The position before one move of a game.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the move, from 1.
    pub number: u32,
    /// The move that was made.
    pub played: Move,
    /// What the systems make of the position. Settled and explained only where their best moves differ.
    pub comparison: Comparison,
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The names of the systems.
    pub systems: Vec<String>,
    /// The positions looked at, in order.
    pub moments: Vec<Moment>,
}

impl Course {
    /// The places of the moments at which the systems' best moves differ, those where the rules matter most
    /// first: by [`Comparison::turn`], then by divergence.
    pub fn ranked(&self) -> Vec<usize> {
        let differs = |&i: &usize| self.moments[i].comparison.differs();
        let mut places: Vec<usize> = (0..self.moments.len()).filter(differs).collect();
        let weight = |i: usize| {
            let comparison = &self.moments[i].comparison;
            let divergence = comparison.pairs.iter().map(|p| p.divergence);
            let turns = comparison
                .pairs
                .iter()
                .map(|p| comparison.turn(p.systems).0);
            let most = turns.fold(f32::NEG_INFINITY, f32::max);
            (most, divergence.fold(0.0, f64::max))
        };
        places.sort_by(|&a, &b| {
            let (a, b) = (weight(a), weight(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        places
    }
}

/// Searches the positions of a game since its start or last setup. `on_moment` is called after each with
/// how many are done and how many there are.
///
/// # Errors
/// As [`compare`](super::compare).
pub fn course(
    game: &Game,
    systems: &[System],
    settings: &Settings,
    span: Span,
    stop: &StopToken,
    on_moment: &mut dyn FnMut(usize, usize),
) -> Result<Course, CompareError> {
    let history = game.history();
    let moves = history[1..].iter().filter_map(|step| match step.action {
        Action::Move(color, mv) => Some((color, mv)),
        _ => None,
    });
    let moves: Vec<(u32, Color, Move)> = (1..).zip(moves).map(|(n, (c, mv))| (n, c, mv)).collect();
    let all = moves.iter().filter(|m| span.contains(m.0)).count();
    let start = &history[0];
    let mut now = Game::from_board(start.board.clone(), start.to_move, *game.rules());
    let mut moments = Vec::new();
    for (number, color, played) in moves {
        if span.contains(number) {
            let mut comparison = outlook(&now, color, systems, settings, stop)?;
            if comparison.differs() {
                explain(&mut comparison, &now, settings, stop)?;
            }
            moments.push(Moment {
                number,
                played,
                comparison,
            });
            on_moment(moments.len(), all);
        }
        if now.play_recorded(color, played).is_err() {
            break;
        }
    }
    Ok(Course {
        systems: systems.iter().map(|s| s.name.clone()).collect(),
        moments,
    })
}
