//! A position of a study that is looked at from two sides, each with a count and a stream of chance of its own.

use super::contrast::{Contrast, Effort, Viewpoint, contrast};
use crate::color::Color;
use crate::compare::{CompareError, ReasonKind, Settings, System, compare};
use crate::game::Game;
use crate::point::Move;
use crate::rng::derive_seed;
use crate::search::{Params, StopToken};

/// A position that is looked at for two rule systems.
pub(super) struct Subject {
    /// The game so far.
    pub(super) game: Game,
    /// Who is to move.
    pub(super) color: Color,
    /// The move that was made.
    pub(super) played: Move,
    /// What is counted on either side, under one law.
    pub(super) systems: [System; 2],
    /// How it is searched, but for the seed.
    pub(super) params: Params,
}

impl Subject {
    /// One of the two rule systems, with a stream of chance of its own.
    fn side(&self, place: usize, effort: Effort, seed: u64, stream: u64) -> Viewpoint<'_> {
        let position = (&self.game, self.color);
        let system = self.systems[place].clone();
        let seed = derive_seed(seed, stream);
        Viewpoint::new(position, system, &self.params, effort, seed)
    }

    /// The two rule systems, with streams of their own.
    pub(super) fn sides(&self, effort: Effort, seed: u64) -> [Viewpoint<'_>; 2] {
        [self.side(0, effort, seed, 0), self.side(1, effort, seed, 1)]
    }

    /// The one that the control of this position has on both sides, by its place and with a stream of its own.
    pub(super) fn control(&self, effort: Effort, seed: u64, number: u64) -> (usize, Viewpoint<'_>) {
        let place = usize::from(number.is_multiple_of(2));
        (place, self.side(place, effort, seed, 2))
    }

    /// The reasons that can be derived, but for komi, which is not the systems'.
    pub(super) fn why(&self, playouts: u64, seed: u64) -> Result<Vec<String>, CompareError> {
        let settings = Settings {
            params: Params {
                seed: derive_seed(seed, 3),
                ..self.params.clone()
            },
            playouts,
            even_komi: true,
        };
        let stop = StopToken::new();
        let found = compare(&self.game, self.color, &self.systems, &settings, &stop)?;
        let reasons = found.pairs.iter().flat_map(|pair| &pair.reasons);
        let reasons = reasons.filter(|reason| reason.kind != ReasonKind::Komi);
        Ok(reasons
            .map(|r| format!("{}: {}", r.kind.name(), r.text))
            .collect())
    }
}

/// The test, and the control: the one or the other rule system, by number, with two streams of chance.
/// `check` has a second pass even where the first does not ask for it.
pub(super) fn both(
    subject: &Subject,
    effort: Effort,
    (seed, number): (u64, u64),
    check: [bool; 2],
) -> Result<[Contrast; 2], CompareError> {
    let mut sides = subject.sides(effort, seed);
    let [a, b] = &mut sides;
    let test = contrast([a, b], check[0])?;
    let (own, mut again) = subject.control(effort, seed, number);
    Ok([test, contrast([&mut sides[own], &mut again], check[1])?])
}
