//! Rules as the SGF property `RU`.
//!
//! Our presets are written by name, the names of FF\[4\] in its spelling (`Chinese`, `Japanese`,
//! `AGA`); a deviation that no preset has is written in KataGo's concatenated form. What other
//! programs write is read as the system they mean.

use super::katago::{bare_name, katago_named};
use super::text::shown;
use super::*;

/// What others write, bare (no spaces, hyphens, underscores, dots; lower case; no word "rules"), and
/// the preset it means.
const SPELLINGS: [(&str, &str); 15] = [
    ("cn", "chinese"),
    ("jp", "japanese"),
    ("area", "chinese"),
    ("areascoring", "chinese"),
    ("territory", "japanese"),
    ("territoryscoring", "japanese"),
    ("kr", "japanese"),
    ("us", "aga"),
    ("americangoassociation", "aga"),
    ("中国", "chinese"),
    ("中國", "chinese"),
    ("日本", "japanese"),
    ("韩国", "japanese"),
    ("韓国", "japanese"),
    ("한국", "japanese"),
];

/// Names that only KataGo's table has, under other spellings.
const ALIASES: [(&str, &str); 8] = [
    ("inggoe", "ing"),
    ("simplifieding", "ing"),
    ("应氏", "ing"),
    ("應氏", "ing"),
    ("oldchinese", "stone-scoring"),
    ("ancientchinese", "stone-scoring"),
    ("newzealandgosociety", "nz"),
    ("fr", "french"),
];

impl Rules {
    /// Reads the text of an SGF `RU` property; komi is that of the system named.
    ///
    /// Understood: our presets' names, the names of FF\[4\] and those that servers and programs write
    /// (`Chinese`, `Korean`, `New Zealand`, `Ing`, `Stone Scoring`, …), KataGo's concatenated form and
    /// JSON, and `NAME, key value, key value` with single axes changed.
    ///
    /// # Errors
    /// Anything else.
    pub fn from_ru(text: &str) -> Result<Rules, RulesError> {
        let text = text.trim();
        if text.starts_with('{') || text.starts_with("ko") {
            let without_komi = text.split("komi").next().unwrap_or(text);
            if let Ok(rules) = Rules::parse_katago(without_komi, 7.5) {
                let komi = if rules.scoring == Scoring::Territory {
                    6.5
                } else if rules.repetition == Repetition::Virtual {
                    Rules::living_stones().komi
                } else {
                    7.5
                };
                return Ok(Rules { komi, ..rules });
            }
        }
        let mut parts = text.split(',');
        let mut rules = system(parts.next().unwrap_or(""))?;
        for change in parts {
            let (key, value) = change
                .trim()
                .split_once([' ', '='])
                .ok_or_else(|| unknown(text))?;
            rules.set_axis(key, value)?;
        }
        Ok(rules)
    }

    /// The text for an SGF `RU` property. Komi is not part of it.
    pub fn to_ru(&self) -> String {
        let Some(name) = self.preset_name() else {
            return self.katago_short();
        };
        let name = match name {
            "chinese" => "Chinese",
            "japanese" => "Japanese",
            "aga" => "AGA",
            "tromp-taylor" => "Tromp-Taylor",
            name => name,
        };
        if self.preset_stones {
            format!("{name}, presetStones true")
        } else {
            name.into()
        }
    }
}

/// The rule system of a name.
fn system(name: &str) -> Result<Rules, RulesError> {
    let mut bare: String = bare_name(name).replace('.', "");
    for word in ["ruleset", "rules", "rule", "规则", "規則", "ルール", "룰"] {
        if let Some(rest) = bare.strip_suffix(word) {
            bare = rest.trim_end_matches("'s").to_string();
            break;
        }
    }
    if let Some(preset) = Preset::find_loosely(&bare) {
        return Ok(preset.rules);
    }
    let means = |table: &[(&str, &'static str)]| {
        table
            .iter()
            .find(|(spelling, _)| *spelling == bare)
            .map(|row| row.1)
    };
    if let Some(preset) = means(&SPELLINGS).and_then(Preset::find) {
        return Ok(preset.rules);
    }
    katago_named(means(&ALIASES).unwrap_or(&bare)).ok_or_else(|| unknown(name))
}

fn unknown(text: &str) -> RulesError {
    let presets: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    RulesError(format!(
        "'{}' names no rule system; known are {}, korean, new-zealand, ing, stone-scoring",
        shown(text),
        presets.join(", ")
    ))
}
