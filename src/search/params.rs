//! The settings of a search: one table that the struct, the defaults, get and set by name, listings
//! and documents are made from.

use super::TINY;
use super::ending::Ending;
use super::select::Selection;
use crate::playout::{PolicyName, Rates};
use std::fmt;

/// What values a setting takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// A number from the first to the second, both included; whole if the third is true.
    Number(f64, f64, bool),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Range::Number(low, high, _) => write!(f, "{low} to {high}"),
            Range::Words(words) => f.write_str(&words.join("|")),
        }
    }
}

/// A row of the table of settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// The name users write.
    pub name: &'static str,
    /// One sentence of what it means, units included.
    pub meaning: &'static str,
    /// What values it takes.
    pub range: Range,
}

/// Why a setting was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamError {
    /// There is no setting of this name.
    Unknown(String),
    /// The value is none the setting takes: name, value, what it takes.
    Value(String, String, String),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ParamError::Unknown(name) => write!(f, "there is no setting {name:?}"),
            ParamError::Value(name, value, range) => {
                write!(f, "{name} takes {range}, not {value:?}")
            }
        }
    }
}

impl std::error::Error for ParamError {}

/// A type that settings have.
trait Setting: Sized {
    fn read(text: &str, range: Range) -> Option<Self>;
    fn show(&self) -> String;
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        impl Setting for $ty {
            fn read(text: &str, range: Range) -> Option<Self> {
                let Range::Number(low, high, _) = range else { return None };
                let value: $ty = text.trim().parse().ok()?;
                (low..=high).contains(&(value as f64)).then_some(value)
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )* };
}
numbers!(u32, u64, f32);

macro_rules! words {
    ($($ty:ty),*) => { $(
        impl Setting for $ty {
            fn read(text: &str, _: Range) -> Option<Self> {
                <$ty>::parse(text)
            }
            fn show(&self) -> String {
                self.name().into()
            }
        }
    )* };
}
words!(Ending, PolicyName, Selection);

macro_rules! table {
    ($($field:ident: $ty:ty = $default:expr, $range:expr, $meaning:literal;)*) => {
        /// The settings of a search. Read and written by name through [`Params::get`] and [`Params::set`].
        #[derive(Clone, PartialEq, Debug)]
        pub struct Params {
            $(#[doc = $meaning] pub $field: $ty,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($field: $default,)* }
            }
        }

        impl Params {
            /// All settings, in the order of the struct.
            pub const TABLE: &'static [Param] = &[
                $(Param { name: stringify!($field), meaning: $meaning, range: $range },)*
            ];

            /// The value of the setting of this name, as [`Params::set`] reads it.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $(stringify!($field) => Some(self.$field.show()),)*
                    _ => None,
                }
            }

            /// Sets by name.
            ///
            /// # Errors
            /// No such setting, or not one of its values; nothing is changed.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
                match name {
                    $(stringify!($field) => {
                        let range: Range = $range;
                        self.$field = Setting::read(value, range).ok_or_else(|| {
                            ParamError::Value(name.into(), value.into(), range.to_string())
                        })?;
                    })*
                    _ => return Err(ParamError::Unknown(name.into())),
                }
                Ok(())
            }
        }
    };
}

const fn whole(low: f64, high: f64) -> Range {
    Range::Number(low, high, true)
}

const fn real(low: f64, high: f64) -> Range {
    Range::Number(low, high, false)
}

// Where a default is 0 and the meaning says "by board size", `Tuning` has the numbers.
table! {
    threads: u32 = 1, whole(1.0, 512.0),
        "Threads that search one shared tree; with one the search is reproducible from the seed.";
    memory: u32 = 512, whole(1.0, 1_000_000.0),
        "Memory for the tree in MiB, taken only as it grows; at the cap the search goes on without growing.";
    seed: u64 = 1, whole(0.0, 18_446_744_073_709_551_615.0),
        "The seed of all chance.";
    ending: Ending = Ending::Rest, Range::Words(Ending::WORDS),
        "How the engine likes to end: rest (answers a virtual move or pass with one when the settled count is clear to it) or natural (fills every path).";
    policy: PolicyName = PolicyName::Local, Range::Words(PolicyName::WORDS),
        "What chooses the moves of a playout: local (tactics and patterns near the last move) or uniform (random moves).";
    selection: Selection = Selection::Rave, Range::Words(Selection::WORDS),
        "The formula that chooses a child: rave or puct.";
    rave_equivalence: f32 = 0.0, real(0.0, 1e9),
        "K of the RAVE formula: AMAF visits that one weighs at equal trust; 0 is by board size (3000, 3500, 4000).";
    rave_skip: u32 = 20, whole(0.0, 1e6),
        "One selection in so many ignores AMAF; 0 never does.";
    explore: f32 = -1.0, real(-1.0, 10.0),
        "Weight of the term sqrt(ln parent / child) that RAVE selection adds; -1 is by board size (0.02, 0.02, 0).";
    puct: f32 = 1.1, real(0.0, 100.0),
        "Weight of the prior's term in PUCT selection.";
    puct_unvisited: f32 = 0.2, real(0.0, 1.0),
        "How far below its parent's value PUCT takes an unvisited child for, times the square root of the policy tried.";
    expand: u32 = 0, whole(0.0, 1e6),
        "Visits at which a leaf gets children; 0 is by board size (1 up to 12 points, 4, 6, 8), 1 expands at once.";
    even_prior: f32 = 0.0, real(0.0, 1e6),
        "Visits of value one half that every child starts with under RAVE selection; 0 is by board size (14, 16, 20).";
    prior_weight: f32 = 150.0, real(0.0, 1e6),
        "Won visits that a child of policy p starts with under RAVE selection, times the square root of p.";
    widen: u32 = 0, whole(0.0, 1000.0),
        "Children that are considered at first, the likeliest; 0 is by board size (all up to 11x11, 20, 20), 1000 is all.";
    widen_growth: f32 = 1.05, real(1.001, 100.0),
        "One child more is considered each time the parent's visits grow by this factor.";
    evaluation_mix: f32 = 0.0, real(0.0, 1.0),
        "Share of the evaluator's value in a leaf's value; the rest is the playout's.";
    batch: u32 = 1, whole(1.0, 1024.0),
        "Leaves a thread gathers before it asks the evaluator.";
    rest_playouts: u32 = 64, whole(1.0, 1e6),
        "Playouts by which dead stones are judged where a line comes to rest.";
    score_bonus: f32 = 0.03, real(0.0, 1.0),
        "Share of the score, per point of the board, in what the search maximises; the rest is winning.";
    rate_atari: f32 = Rates::DEFAULT.atari, real(0.0, 1.0),
        "Chance in a playout that an atari on one or two stones is answered; on more it always is.";
    rate_two_liberties: f32 = Rates::DEFAULT.two_liberties, real(0.0, 1.0),
        "Chance in a playout of fighting with chains of two liberties.";
    rate_three_liberties: f32 = Rates::DEFAULT.three_liberties, real(0.0, 1.0),
        "Chance in a playout of fighting with chains of three liberties.";
    rate_ko: f32 = Rates::DEFAULT.ko, real(0.0, 1.0),
        "Chance in a playout of taking back a ko that was taken up to three moves ago.";
    rate_nakade: f32 = Rates::DEFAULT.nakade, real(0.0, 1.0),
        "Chance in a playout of killing an eye space.";
    rate_pattern: f32 = Rates::DEFAULT.pattern, real(0.0, 1.0),
        "Chance in a playout of playing a 3x3 pattern near the last two moves.";
    refuse_suggested: f32 = Rates::DEFAULT.refuse_suggested, real(0.0, 1.0),
        "Chance in a playout of refusing a small self-atari that a tactic or pattern suggests.";
    refuse_random: f32 = Rates::DEFAULT.refuse_random, real(0.0, 1.0),
        "Chance in a playout of refusing a small self-atari among random moves.";
    refuse_hopeless: f32 = Rates::DEFAULT.refuse_hopeless, real(0.0, 1.0),
        "Chance in a playout of refusing a self-atari that loses many stones or breaks a seki.";
    lcb_spread: f32 = 2.5, real(0.0, 100.0),
        "Standard deviations below the mean of the bound that decides between moves of many visits.";
    lcb_share: f32 = 0.8, real(0.0, 1.0),
        "Share of the most visits that a move needs to be chosen by its bound.";
    stop_early: f32 = 1.0, real(0.0, 1e6),
        "On a clock, the share of the visits still to come by which the first move must lead to end the search early.";
    extend: f32 = 2.5, real(0.0, 1e6),
        "On a clock, the search takes longer while the first move has less than so many times the visits of the second; 0 never does.";
    resign: f32 = 0.0, real(-1.0, 0.5),
        "Chance of winning below which the engine is lost; 0 is by board size (0.05, 0.05, 0.08), -1 never resigns.";
    resign_turns: u32 = 3, whole(1.0, 1e6),
        "Own turns in a row that the engine must be lost to resign.";
    handicap_komi: f32 = 6.0, real(0.0, 100.0),
        "As White against two or more handicap stones, points a stone that the engine counts as its own at first.";
    handicap_moves: f32 = 0.5, real(0.01, 10.0),
        "Part of the board's points in moves after which handicap_komi has gone down to nothing.";
    ponder: u32 = 0, whole(0.0, 1.0),
        "1: the engine thinks on in the opponent's time; 0: it does not.";
}

impl Params {
    /// The rates of the playout policy.
    pub fn rates(&self) -> Rates {
        Rates {
            atari: self.rate_atari,
            two_liberties: self.rate_two_liberties,
            three_liberties: self.rate_three_liberties,
            ko: self.rate_ko,
            nakade: self.rate_nakade,
            pattern: self.rate_pattern,
            refuse_suggested: self.refuse_suggested,
            refuse_random: self.refuse_random,
            refuse_hopeless: self.refuse_hopeless,
        }
    }
}

/// The settings that depend on the size of the board, resolved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tuning {
    pub rave_equivalence: f32,
    pub expand: u32,
    pub even_prior: f32,
    pub explore: f32,
    pub widen: u32,
}

impl Tuning {
    /// What `params` mean on a board of this many points.
    pub fn new(params: &Params, area: usize) -> Tuning {
        // Rows: up to 11x11, up to 15x15, larger.
        let row = usize::from(area > 121) + usize::from(area > 225);
        let or = |set: f32, by_size: [f32; 3]| if set > 0.0 { set } else { by_size[row] };
        Tuning {
            rave_equivalence: or(params.rave_equivalence, [3000.0, 3500.0, 4000.0]),
            expand: match area {
                ..=TINY if params.expand == 0 => 1,
                _ => or(params.expand as f32, [4.0, 6.0, 8.0]) as u32,
            },
            even_prior: or(params.even_prior, [14.0, 16.0, 20.0]),
            widen: match params.widen {
                0 => [0, 20, 20][row],
                widen => widen,
            },
            explore: match area {
                _ if params.explore >= 0.0 => params.explore,
                ..=225 => 0.02,
                _ => 0.0,
            },
        }
    }
}
