//! What is kept of a game: one line of JSON without anything that depends on the clock, one line with
//! the rest, and an SGF file.

use super::player::FaultKind;
use crate::color::ByColor;
use crate::game::Game;
use crate::sgf::{GameTree, Header, Property};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Two passes or virtual moves in a row; the settled position was counted.
    Rest,
    /// The rules forced the end.
    Forced,
    /// Both sides agreed to end.
    Agreed,
    /// A long cycle under simple ko.
    Cycle,
    /// The longest game allowed; the position was counted as it stood.
    MoveCap,
    /// A player resigned.
    Resignation,
    /// A player lost by what it did wrong.
    #[serde(untagged)]
    Fault(FaultKind),
}

impl End {
    /// Whether the referee counted the board.
    pub const fn is_counted(self) -> bool {
        matches!(self, End::Rest | End::Forced | End::Agreed | End::MoveCap)
    }

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            End::Rest => "rest",
            End::Forced => "forced",
            End::Agreed => "agreed",
            End::Cycle => "cycle",
            End::MoveCap => "move-cap",
            End::Resignation => "resignation",
            End::Fault(kind) => kind.name(),
        }
    }
}

/// A fault in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Whose.
    pub player: String,
    /// `black` or `white`.
    pub color: String,
    /// What kind.
    pub kind: FaultKind,
    /// A sentence for people.
    pub detail: String,
}

/// A game without anything that depends on the clock: a line of `games.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game, from 1.
    pub game: u64,
    /// Number of its pair, from 1: the same players and opening with colours swapped.
    pub pair: u64,
    /// Which pair of these two players it is, from 1.
    pub round: u64,
    /// Black's name in the contest.
    pub black: String,
    /// White's name in the contest.
    pub white: String,
    /// What the engines call themselves, with their versions.
    pub engines: ByColor<String>,
    /// The game's seed.
    pub seed: u64,
    /// The opening; empty if there was none.
    pub opening: String,
    /// Number of moves that the opening gave.
    pub opening_moves: u32,
    /// `B+3.5`, `W+R` (resignation), `W+T` (time), `W+F` (any other fault), `0`, or `Void`.
    pub result: String,
    /// `black` or `white`; none for draws and void games.
    pub winner: Option<String>,
    /// How it ended.
    pub end: End,
    /// What the players themselves think the result is, of games that were counted.
    pub claims: ByColor<Option<String>>,
    /// What players did wrong.
    pub faults: Vec<FaultRecord>,
    /// Number of moves, those of handicap and opening and passes included.
    pub length: u32,
    /// The moves, such as `B D4` or `W pass`.
    pub moves: Vec<String>,
}

impl GameRecord {
    /// What Black made of the game: 1, 0.5 or 0; none for void games.
    pub fn black_points(&self) -> Option<f64> {
        match self.winner.as_deref() {
            Some("black") => Some(1.0),
            Some(_) => Some(0.0),
            None if self.result == "Void" => None,
            None => Some(0.5),
        }
    }
}

/// One side's real time in a game, in seconds from command to answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// In all.
    pub total: f64,
    /// For each of its moves, rounded to milliseconds.
    pub moves: Vec<f64>,
}

impl Side {
    pub(super) fn add(&mut self, spent: Duration) {
        self.total += spent.as_secs_f64();
        self.moves.push((spent.as_secs_f64() * 1e3).round() / 1e3);
    }
}

/// What of a game depends on the clock: a line of `timing.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// Number of the game.
    pub game: u64,
    /// Seconds from first to last, the starting of the engines and the count included.
    pub seconds: f64,
    /// Black's thinking.
    pub black: Side,
    /// White's thinking.
    pub white: Side,
}

/// The record of a game as a game tree; nothing in it depends on the clock.
pub fn game_tree(record: &GameRecord, game: &Game) -> GameTree {
    let mut comment = format!(
        "game {}, end {}, seed {}",
        record.game,
        record.end.name(),
        record.seed
    );
    if !record.opening.is_empty() {
        comment += &format!(
            ", opening {} of {} moves",
            record.opening, record.opening_moves
        );
    }
    for fault in &record.faults {
        comment += &format!("; {} {}: {}", fault.player, fault.kind.name(), fault.detail);
    }
    let claims = [
        (&record.black, &record.claims.black),
        (&record.white, &record.claims.white),
    ];
    for (player, claim) in claims {
        if let Some(claim) = claim {
            comment += &format!("; {player} counts {claim}");
        }
    }
    let named = |name: &String, engine: &String| match engine.as_str() {
        "" => name.clone(),
        engine => format!("{name} ({engine})"),
    };
    let header = Header {
        black: named(&record.black, &record.engines.black),
        white: named(&record.white, &record.engines.white),
        result: record.result.clone(),
        others: vec![
            Property::text("RO", &record.game.to_string()),
            Property::text("GC", &comment),
        ],
    };
    GameTree::from_game(game, &header)
}
