//! A rule system by name, and a game as if it had been played under it.

use crate::game::{Action, Game};
use crate::rules::{ForcedEnd, Preset, Rules, parse_komi};
use std::fmt;

/// Rules with the name that reports call them.
#[derive(Clone, PartialEq, Debug)]
pub struct System {
    /// The name, such as `chinese` or `chinese:6.5`.
    pub name: String,
    /// The rules, komi included.
    pub rules: Rules,
}

/// Why a text names no rule system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemError(String);

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SystemError {}

impl System {
    /// Reads `chinese`, or `chinese:6.5` for another komi than the preset's.
    ///
    /// # Errors
    /// No preset of this name, or no number after the colon.
    pub fn parse(text: &str) -> Result<System, SystemError> {
        let (name, komi) = match text.split_once(':') {
            Some((name, komi)) => (name, Some(komi)),
            None => (text, None),
        };
        let mut rules = Rules::named(name.trim()).map_err(|e| SystemError(e.to_string()))?;
        if let Some(komi) = komi {
            rules.komi = parse_komi(komi).map_err(|e| SystemError(e.to_string()))?;
        }
        Ok(System {
            name: text.trim().to_ascii_lowercase(),
            rules,
        })
    }

    /// These rules by the name of their preset, with komi where it is not the preset's.
    pub fn of(rules: Rules) -> System {
        let preset = rules.preset_name().and_then(Preset::find);
        let name = match preset {
            Some(preset) if preset.rules.komi == rules.komi => preset.name.to_string(),
            Some(preset) => format!("{}:{}", preset.name, rules.komi),
            None => format!("custom:{}", rules.komi),
        };
        System { name, rules }
    }
}

/// The game since its start or last setup, as if it had been played under these rules: passes become
/// virtual moves or the reverse. A move that they do not allow stands all the same, and no number of
/// virtual moves ends the game on the way. An agreed end stays agreed.
pub fn replay(game: &Game, rules: &Rules) -> Game {
    let history = game.history();
    let mut on_the_way = *rules;
    if on_the_way.forced_end == ForcedEnd::Auto {
        on_the_way.forced_end = ForcedEnd::Demand;
    }
    let start = &history[0];
    let mut replayed = Game::from_board(start.board.clone(), start.to_move, on_the_way);
    for step in &history[1..] {
        // What one rule system allows and another calls impossible is only the end of a game, and ends are
        // left out above: nothing fails here, and if it did the position would stop short, not break.
        let done = match step.action {
            Action::Move(color, mv) => replayed.play_recorded(color, mv).is_ok(),
            Action::End => replayed.agree_end().is_ok(),
            // What was a rest under the one is none under the other where nothing came before it.
            Action::Resume | Action::Start | Action::Setup => {
                let _ = replayed.resume();
                true
            }
        };
        if !done {
            break;
        }
    }
    replayed.set_rules(*rules);
    replayed
}
