//! A player: an engine spoken to in GTP, wherever it runs.

use super::play::TimeControl;
use crate::color::Color;
use crate::point::Size;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What carries a command to an engine and its answer back.
pub trait Channel {
    /// Sends a command and waits for its answer: the text after `=` without space around it.
    ///
    /// # Errors
    /// What went wrong; [`FaultKind::Refused`] if the answer begins with `?`.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault>;

    /// Ends the engine.
    fn close(&mut self);
}

/// What a player did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The engine went away.
    Died,
    /// No answer in time.
    Hung,
    /// An answer that is not GTP.
    Garbage,
    /// An answer `?` to a command that must work, a legal move of the opponent among them.
    Refused,
    /// A move that the referee does not allow, or that is no move.
    Illegal,
    /// More time used than agreed.
    Late,
    /// A game claimed that was not won.
    FalseClaim,
    /// The contest was stopped: no fault of the player.
    Stopped,
}

impl FaultKind {
    /// All faults of players, in order.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Died,
        FaultKind::Hung,
        FaultKind::Garbage,
        FaultKind::Refused,
        FaultKind::Illegal,
        FaultKind::Late,
        FaultKind::FalseClaim,
    ];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Died => "died",
            FaultKind::Hung => "hung",
            FaultKind::Garbage => "garbage",
            FaultKind::Refused => "refused",
            FaultKind::Illegal => "illegal",
            FaultKind::Late => "late",
            FaultKind::FalseClaim => "false-claim",
            FaultKind::Stopped => "stopped",
        }
    }
}

/// A fault with what is to be known about it; nothing in it depends on the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of fault.
    pub kind: FaultKind,
    /// A sentence for people.
    pub detail: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        let detail = detail.into();
        Fault { kind, detail }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

/// What a player's own opinion of the result is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claims {
    /// Who claims a game that the referee does not give to it loses it.
    #[default]
    Checked,
    /// It is recorded only: for players that count by other rules than the game's.
    Recorded,
}

/// An engine at the board.
pub struct Player<'a> {
    /// Its name in the contest.
    pub name: String,
    /// How to talk to it.
    pub channel: Box<dyn Channel + 'a>,
    /// GTP commands sent after the board is set up.
    pub commands: Vec<String>,
    /// Whether it is told the time and must keep to it.
    pub on_clock: bool,
    /// What its own opinion of the result is worth.
    pub claims: Claims,
}

impl Player<'_> {
    /// Sets up a new game. Returns what the engine calls itself.
    ///
    /// # Errors
    /// What went wrong, by which command.
    pub(super) fn prepare(
        &mut self,
        size: Size,
        komi: f32,
        time: TimeControl,
        patience: Duration,
    ) -> Result<String, Fault> {
        let mut ask = |command: &str| self.channel.ask(command, patience);
        let name = ask("name").or_else(not_refused)?;
        let version = ask("version").or_else(not_refused)?;
        if size.width() == size.height() {
            ask(&format!("boardsize {}", size.width()))?;
        } else {
            ask(&format!(
                "rectangular_boardsize {} {}",
                size.width(),
                size.height()
            ))?;
        }
        ask("clear_board")?;
        // Rules come with a komi of their own; that of the game has the last word.
        for command in &self.commands {
            ask(command)?;
        }
        ask(&format!("komi {komi}"))?;
        if self.on_clock {
            match time {
                TimeControl::None => {}
                TimeControl::PerMove(time) => {
                    ask(&format!("time_settings 0 {} 1", number(time)))?;
                }
                TimeControl::PerGame { main, increment } if increment.is_zero() => {
                    ask(&format!("time_settings {} 0 0", number(main)))?;
                }
                TimeControl::PerGame { main, increment } => {
                    let fischer = format!(
                        "kata-time_settings fischer {} {}",
                        number(main),
                        number(increment)
                    );
                    let known = ask("known_command kata-time_settings").or_else(not_refused)?;
                    if known == "true" {
                        ask(&fischer)?;
                    } else {
                        // Who does not know increments is safe with the main time it is told before each move.
                        ask(&format!("time_settings {} 0 0", number(main)))?;
                    }
                }
            }
        }
        let both = format!("{name} {version}");
        Ok(both.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn genmove(&mut self, color: Color, patience: Duration) -> Result<String, Fault> {
        self.channel
            .ask(&format!("genmove {}", color.name()), patience)
    }

    pub(super) fn time_left(
        &mut self,
        color: Color,
        left: Duration,
        patience: Duration,
    ) -> Result<(), Fault> {
        // Whole seconds, rounded down, are all that the protocol promises.
        let command = format!("time_left {} {} 0", color.name(), left.as_secs());
        // Who does not know the command plays without it; the clock runs all the same.
        let told = self.channel.ask(&command, patience);
        told.or_else(not_refused).map(drop)
    }

    pub(super) fn play(&mut self, color: Color, mv: &str, patience: Duration) -> Result<(), Fault> {
        let command = format!("play {} {mv}", color.name());
        self.channel.ask(&command, patience).map(drop)
    }

    /// Its own opinion of the result; `None` if it has none.
    pub(super) fn opinion(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        match self.channel.ask("final_score", patience) {
            Ok(text) => Ok(Some(text)),
            Err(fault) if fault.kind == FaultKind::Refused => Ok(None),
            Err(fault) => Err(fault),
        }
    }
}

fn not_refused(fault: Fault) -> Result<String, Fault> {
    match fault.kind {
        FaultKind::Refused => Ok(String::new()),
        _ => Err(fault),
    }
}

/// Seconds as GTP writes them: whole if they are.
fn number(time: Duration) -> String {
    time.as_secs_f64().to_string()
}
