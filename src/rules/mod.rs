//! What the players agree on before a game: independent axes, never a named case.
//!
//! A named rule system is one row of [`PRESETS`]. Code asks the axis it needs, not the preset's name.

mod katago;
mod presets;
mod ru;
mod text;

pub use presets::{PRESETS, Preset};
pub use text::{RulesError, parse_komi};

use crate::color::Color;

/// What a chain that takes its own last liberty may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// No suicide.
    None,
    /// A chain of two or more stones may; they are removed (essay 000 article 11).
    MultiStone,
    /// Any chain may; that a single stone may not is then the rule of repetition's doing.
    All,
}

/// What may not come back (RULES.md §3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Only the retaking of a ko at once is prohibited; longer cycles are `cycle`'s business.
    SimpleKo,
    /// The coloured points of the board (Ikeda).
    Positional,
    /// The coloured points and the side to move (Chen, Chinese rules).
    Situational,
    /// The coloured points and both counts of virtual stones (Yan Lai, essay 000 article 12).
    Virtual,
}

/// What a long cycle under simple ko is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cycle {
    /// A draw.
    Draw,
    /// No result: the game does not count.
    NoResult,
}

/// What is counted, before tax and compensation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// Stones on the board and own points.
    Area,
    /// Own points and prisoners. Compensation for extra moves is inherent.
    Territory,
}

/// Which own points are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// All count.
    None,
    /// Points in seki do not.
    Seki,
    /// Basic eyes do not. With area scoring: living stones.
    All,
}

/// Whether four virtual moves at one on-board position end the game (essay 000 article 14.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForcedEnd {
    /// The fourth ends it as if a side had demanded that.
    Auto,
    /// From the fourth on, while that position stands, a side may demand it.
    Demand,
    /// Never.
    Off,
}

/// What two passes or virtual moves in a row mean to the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// An offered rest; only an agreement (or a forced end) ends the game.
    Agreement,
    /// The end of the game.
    TwoPasses,
}

/// Points given to White for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// None.
    None,
    /// One per handicap stone.
    N,
    /// One per handicap stone but the first.
    NMinusOne,
}

/// A complete agreement of rules. Every field is independent of the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// Who should move first: advice only, no move is refused for its colour.
    pub first: Color,
    /// Whether a turn without a real move is a virtual move (else it is a pass).
    pub virtual_moves: bool,
    /// Which suicides are legal.
    pub suicide: Suicide,
    /// What may not come back.
    pub repetition: Repetition,
    /// What a long cycle is worth where `repetition` is [`Repetition::SimpleKo`].
    pub cycle: Cycle,
    /// What is counted.
    pub scoring: Scoring,
    /// Which own points are not counted.
    pub tax: Tax,
    /// Whether one-sided liberties in seki are own points.
    pub touch_points: bool,
    /// Whether who played n more real moves gives back n points.
    pub compensation: bool,
    /// Whether a pass hands over a stone and White makes the last one (AGA).
    pub pass_stones: bool,
    /// Whether four virtual moves at one position end the game.
    pub forced_end: ForcedEnd,
    /// What two passes in a row mean.
    pub ending: Ending,
    /// Points added to White's total.
    pub komi: f32,
    /// Points given to White for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a game starts with the four preset corner stones (tang).
    pub preset_stones: bool,
}

impl Rules {
    /// The preset of this name, if there is one.
    pub fn preset(name: &str) -> Option<Rules> {
        Preset::find(name).map(|preset| preset.rules)
    }

    /// The rules of living stones: what the program plays unless told otherwise.
    pub const fn living_stones() -> Rules {
        PRESETS[0].rules
    }

    /// Whether the result is the number of living stones (area without basic eyes).
    pub const fn counts_living_stones(&self) -> bool {
        matches!(self.tax, Tax::All)
    }

    /// Whether a difference in real moves is given back, by rule or by what territory is.
    pub const fn compensates(&self) -> bool {
        self.compensation || matches!(self.scoring, Scoring::Territory)
    }

    /// Whether a fourth virtual move at one position ends the game at once.
    pub const fn ends_by_force(&self) -> bool {
        self.virtual_moves && matches!(self.forced_end, ForcedEnd::Auto)
    }

    /// The name of the preset whose axes these are (komi and preset stones left out), if any.
    pub fn preset_name(&self) -> Option<&'static str> {
        PRESETS
            .iter()
            .find(|preset| {
                let mut same = preset.rules;
                same.komi = self.komi;
                same.preset_stones = self.preset_stones;
                same == *self
            })
            .map(|preset| preset.name)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::living_stones()
    }
}
