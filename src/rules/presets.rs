//! The named rule systems, one row each (RULES.md §2).

use super::*;
use crate::color::Color::{Black, White};

/// A named rule system.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preset {
    /// The name users write.
    pub name: &'static str,
    /// Where the rules are written down.
    pub source: &'static str,
    /// One line for listings.
    pub summary: &'static str,
    /// The axes, komi included.
    pub rules: Rules,
}

impl Preset {
    /// The preset of this name, in any case.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }

    /// The preset of this name, with any case, spaces, hyphens and underscores.
    pub fn find_loosely(name: &str) -> Option<&'static Preset> {
        let bare = super::katago::bare_name(name);
        PRESETS
            .iter()
            .find(|p| super::katago::bare_name(p.name) == bare)
    }
}

const LIVING: Rules = Rules {
    first: White,
    virtual_moves: true,
    suicide: Suicide::MultiStone,
    repetition: Repetition::Virtual,
    cycle: Cycle::Draw,
    scoring: Scoring::Area,
    tax: Tax::All,
    touch_points: true,
    compensation: false,
    pass_stones: false,
    forced_end: ForcedEnd::Auto,
    ending: Ending::Agreement,
    komi: 0.0,
    handicap_bonus: HandicapBonus::None,
    preset_stones: false,
};

const POINTS: Rules = Rules {
    first: Black,
    virtual_moves: false,
    suicide: Suicide::None,
    repetition: Repetition::SimpleKo,
    tax: Tax::None,
    forced_end: ForcedEnd::Off,
    komi: 7.5,
    ..LIVING
};

const MODERN: Rules = Rules {
    repetition: Repetition::Situational,
    touch_points: false,
    ending: Ending::TwoPasses,
    ..POINTS
};

/// All named rule systems; the first is the default.
pub const PRESETS: [Preset; 11] = [
    Preset {
        name: "living-stones",
        source: "essays 000 chapter 4, 001, 003",
        summary: "living stones are counted; virtual moves; no whole position comes back",
        rules: LIVING,
    },
    Preset {
        name: "living-stones-simple",
        source: "essay 000 article 13 note 3",
        summary: "living stones with simple ko; a longer cycle is a draw",
        rules: Rules {
            repetition: Repetition::SimpleKo,
            ..LIVING
        },
    },
    Preset {
        name: "tang",
        source: "essay 004",
        summary: "living stones by paths; passes; who played more moves gives stones back",
        rules: Rules {
            virtual_moves: false,
            suicide: Suicide::None,
            repetition: Repetition::SimpleKo,
            compensation: true,
            forced_end: ForcedEnd::Off,
            ..LIVING
        },
    },
    Preset {
        name: "point-counting",
        source: "essay 002",
        summary: "area, counted by points in an equal-stones position",
        rules: POINTS,
    },
    Preset {
        name: "point-counting-virtual",
        source: "essay 003, essay 000 article 8 notes",
        summary: "area with virtual moves; no whole position comes back",
        rules: Rules {
            virtual_moves: true,
            repetition: Repetition::Virtual,
            forced_end: ForcedEnd::Auto,
            ..POINTS
        },
    },
    Preset {
        name: "point-counting-art",
        source: "essay 002 preface, essay 004 article 14",
        summary: "area; who played more moves gives points back, so wasted moves cost",
        rules: Rules {
            compensation: true,
            ..POINTS
        },
    },
    Preset {
        name: "chinese",
        source: "essay 003",
        summary: "area; position and side to move may not come back",
        rules: MODERN,
    },
    Preset {
        name: "ikeda",
        source: "essay 003",
        summary: "area; no on-board position comes back",
        rules: Rules {
            repetition: Repetition::Positional,
            ..MODERN
        },
    },
    Preset {
        name: "tromp-taylor",
        source: "the field's common rules for engines",
        summary: "area, all suicide, no on-board position comes back",
        rules: Rules {
            repetition: Repetition::Positional,
            suicide: Suicide::All,
            ..MODERN
        },
    },
    Preset {
        name: "aga",
        source: "essay 002, closing remarks",
        summary: "area equal to territory: a pass hands over a stone, White passes last",
        rules: Rules {
            pass_stones: true,
            ..MODERN
        },
    },
    Preset {
        name: "japanese",
        source: "essays 002 and 004, as contrast",
        summary: "territory and prisoners, no points in seki",
        rules: Rules {
            repetition: Repetition::SimpleKo,
            cycle: Cycle::NoResult,
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            komi: 6.5,
            ..MODERN
        },
    },
];
