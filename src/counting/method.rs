//! The ways of counting, by name.

use crate::rules::{Rules, Scoring, Tax};
use serde::{Serialize, Serializer};
use std::fmt;

/// A way of counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Stones on the board as it stands; nothing is dead, no empty point counts.
    Literal,
    /// Every path filled, stones counted (essay 000 article 15: 两溢).
    FullBoard,
    /// Paths made equal, stones counted (essay 001 note 10: 令路相等).
    EqualPaths,
    /// Stones made equal, paths counted (essay 001 note 11: 置局子停).
    EqualStones,
    /// Phantom stones on the eyes made equal, one side counted (essay 001 note 12: 还棋头).
    EqualPhantoms,
    /// Paths, each side deemed to hold half of all stones (essay 004).
    Tang,
    /// Stones and points (essay 002 article 17).
    Area,
    /// Stones made equal, points counted (essay 002 article 15).
    EqualStonesArea,
    /// Points, each side deemed to hold half of all stones (essay 002, art version).
    AreaCompensated,
    /// Points and prisoners.
    Territory,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 10] = [
        Method::Literal,
        Method::FullBoard,
        Method::EqualPaths,
        Method::EqualStones,
        Method::EqualPhantoms,
        Method::Tang,
        Method::Area,
        Method::EqualStonesArea,
        Method::AreaCompensated,
        Method::Territory,
    ];

    /// The four ways of counting living stones, which always agree.
    pub const FOUR_WAYS: [Method; 4] = [
        Method::FullBoard,
        Method::EqualPaths,
        Method::EqualStones,
        Method::EqualPhantoms,
    ];

    /// The name users write.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Literal => "literal",
            Method::FullBoard => "full-board",
            Method::EqualPaths => "equal-paths",
            Method::EqualStones => "equal-stones",
            Method::EqualPhantoms => "equal-phantoms",
            Method::Tang => "tang",
            Method::Area => "area",
            Method::EqualStonesArea => "equal-stones-area",
            Method::AreaCompensated => "area-compensated",
            Method::Territory => "territory",
        }
    }

    /// The method of this name, in any case.
    pub fn parse(name: &str) -> Option<Method> {
        Method::ALL
            .into_iter()
            .find(|m| m.name().eq_ignore_ascii_case(name))
    }

    /// The rules' own way of counting a rest.
    pub const fn of_rules(rules: &Rules) -> Method {
        match (rules.scoring, rules.tax) {
            (Scoring::Area, Tax::All) if !rules.compensation => Method::FullBoard,
            (_, Tax::All) => Method::Tang,
            (Scoring::Area, _) if !rules.compensation => Method::Area,
            (Scoring::Area, _) => Method::AreaCompensated,
            (Scoring::Territory, _) => Method::Territory,
        }
    }

    /// The rules' own way of counting an end, where every stone on the board lives: only stones count
    /// under living stones, else as at a rest.
    pub const fn of_end(rules: &Rules) -> Method {
        match (rules.scoring, rules.tax) {
            (Scoring::Area, Tax::All) => Method::Literal,
            _ => Method::of_rules(rules),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
