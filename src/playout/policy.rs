//! What a playout policy is.

use super::Trace;
use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::rng::Rng;

/// Chooses the moves of a playout. The same policy plays both colours.
pub trait Policy {
    /// A legal point for `color`, or [`Point::NONE`] to pass. The board's list of empty points may be
    /// reordered, nothing else. `trace` holds the moves so far.
    fn choose(&self, board: &mut Board, color: Color, trace: &Trace, rng: &mut Rng) -> Point;
}

/// The policies by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PolicyName {
    /// [`super::Uniform`]: light.
    Uniform,
    /// [`super::Local`]: tactics and patterns near the last move.
    Local,
}

impl PolicyName {
    /// All names, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["uniform", "local"];

    /// The name users write.
    pub const fn name(self) -> &'static str {
        PolicyName::WORDS[self as usize]
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<PolicyName> {
        [PolicyName::Uniform, PolicyName::Local]
            .into_iter()
            .find(|policy| policy.name().eq_ignore_ascii_case(text))
    }
}
