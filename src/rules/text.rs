//! Rules as text: every axis by name, in our own words and in the words of KataGo's keys.
//!
//! Every axis but komi has a short list of values, so one table serves printing, reading, the error
//! that names what is allowed, KataGo's JSON (katago.rs) and SGF `RU` (ru.rs).

use super::*;
use std::fmt;

/// Why a text is not a set of rules: a sentence that names what is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}

/// One value of an axis in both vocabularies.
pub(super) struct Value {
    /// In `name: value` lines.
    pub word: &'static str,
    /// As KataGo's JSON has it, or would have it.
    pub katago: &'static str,
}

/// An axis of [`Rules`] as text.
pub(super) struct Axis {
    /// In `name: value` lines.
    pub name: &'static str,
    /// KataGo's JSON key, or ours in its style.
    pub key: &'static str,
    /// What KataGo's concatenated form puts before the value, or ours in its style.
    pub prefix: &'static str,
    /// All values.
    pub values: &'static [Value],
    /// Index of the value in force.
    pub get: fn(&Rules) -> usize,
    /// Puts the value of an index in force.
    pub set: fn(&mut Rules, usize),
}

impl Axis {
    /// The index of a value written in either vocabulary, in any case.
    pub fn find_value(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let truth = match text.to_ascii_lowercase().as_str() {
            "yes" | "on" | "1" => "true",
            "no" | "off" | "0" => "false",
            _ => text,
        };
        let named = |wanted: &str| {
            self.values.iter().position(|value| {
                value.word.eq_ignore_ascii_case(wanted) || value.katago.eq_ignore_ascii_case(wanted)
            })
        };
        named(text).or_else(|| named(truth))
    }

    /// Sets the axis from text in either vocabulary.
    pub fn read(&self, rules: &mut Rules, text: &str, katago: bool) -> Result<(), RulesError> {
        let value = self.find_value(text).ok_or_else(|| {
            let words: Vec<&str> = self
                .values
                .iter()
                .map(|value| if katago { value.katago } else { value.word })
                .collect();
            let name = if katago { self.key } else { self.name };
            RulesError(format!(
                "{name} must be {}, not '{}'",
                one_of(&words),
                shown(text)
            ))
        })?;
        (self.set)(rules, value);
        Ok(())
    }

    /// The value in force.
    pub fn value(&self, rules: &Rules) -> &'static Value {
        &self.values[(self.get)(rules)]
    }
}

/// `a, b or c`.
pub(super) fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The beginning of a text from outside, printable, for error messages.
pub(super) fn shown(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.chars().count() > 40 {
        short.push('…');
    }
    short
}

macro_rules! axis {
    ($name:literal, $key:literal, $prefix:literal, $field:ident, $($value:expr => $word:literal $katago:literal),+) => {
        Axis {
            name: $name,
            key: $key,
            prefix: $prefix,
            values: &[$(Value { word: $word, katago: $katago }),+],
            get: |rules| [$($value),+].iter().position(|v| *v == rules.$field).unwrap_or(0),
            set: |rules, index| rules.$field = [$($value),+][index],
        }
    };
}

/// Every axis but komi, in the order of the fields of [`Rules`].
pub(super) static AXES: [Axis; 14] = [
    axis!("first", "first", "first", first,
        Color::Black => "black" "BLACK", Color::White => "white" "WHITE"),
    axis!("virtual-moves", "virtualMoves", "virtual", virtual_moves,
        false => "false" "false", true => "true" "true"),
    axis!("suicide", "suicide", "sui", suicide,
        Suicide::None => "none" "false",
        Suicide::MultiStone => "multi-stone" "true",
        Suicide::All => "all" "all"),
    axis!("repetition", "ko", "ko", repetition,
        Repetition::SimpleKo => "simple-ko" "SIMPLE",
        Repetition::Positional => "positional" "POSITIONAL",
        Repetition::Situational => "situational" "SITUATIONAL",
        Repetition::Virtual => "virtual" "VIRTUAL"),
    axis!("cycle", "cycle", "cycle", cycle,
        Cycle::Draw => "draw" "DRAW", Cycle::NoResult => "no-result" "NORESULT"),
    axis!("scoring", "scoring", "score", scoring,
        Scoring::Area => "area" "AREA", Scoring::Territory => "territory" "TERRITORY"),
    axis!("tax", "tax", "tax", tax,
        Tax::None => "none" "NONE", Tax::Seki => "seki" "SEKI", Tax::All => "all" "ALL"),
    axis!("touch-points", "touchPoints", "touch", touch_points,
        false => "false" "false", true => "true" "true"),
    axis!("compensation", "compensation", "comp", compensation,
        false => "false" "false", true => "true" "true"),
    axis!("pass-stones", "passStones", "pass", pass_stones,
        false => "false" "false", true => "true" "true"),
    axis!("forced-end", "forcedEnd", "forced", forced_end,
        ForcedEnd::Off => "off" "OFF",
        ForcedEnd::Demand => "demand" "DEMAND",
        ForcedEnd::Auto => "auto" "AUTO"),
    axis!("ending", "ending", "end", ending,
        Ending::Agreement => "agreement" "AGREEMENT",
        Ending::TwoPasses => "two-passes" "TWOPASSES"),
    axis!("handicap-bonus", "whiteHandicapBonus", "whb", handicap_bonus,
        HandicapBonus::None => "none" "0",
        HandicapBonus::NMinusOne => "n-1" "N-1",
        HandicapBonus::N => "n" "N"),
    axis!("preset-stones", "presetStones", "preset", preset_stones,
        false => "false" "false", true => "true" "true"),
];

/// Reads a komi: any finite number, with a comma for a point too.
///
/// # Errors
/// Not a number, or not a finite one.
pub fn parse_komi(text: &str) -> Result<f32, RulesError> {
    let number = text.trim().replacen(',', ".", 1);
    match number.parse::<f32>() {
        // Adding 0 turns -0 into 0.
        Ok(komi) if komi.is_finite() => Ok(komi + 0.0),
        _ => Err(RulesError(format!(
            "komi must be a number, not '{}'",
            shown(text)
        ))),
    }
}

impl Rules {
    /// Every axis as (name, value); the first is the preset, `none` if no preset has these axes.
    pub fn axes(&self) -> Vec<(&'static str, String)> {
        let mut axes = vec![("preset", self.preset_name().unwrap_or("none").to_string())];
        for axis in &AXES {
            axes.push((axis.name, axis.value(self).word.to_string()));
        }
        axes.push(("komi", self.komi.to_string()));
        axes
    }

    /// Every axis as `name: value`, a line each, the preset first.
    pub fn axes_text(&self) -> String {
        self.axes()
            .iter()
            .map(|(name, value)| format!("{name}: {value}\n"))
            .collect()
    }

    /// Sets one axis by its name in [`Rules::axes`] or by its JSON key; `preset` replaces all of them,
    /// komi included. The names and words may be in any case.
    ///
    /// # Errors
    /// An unknown name or value; the rules are unchanged.
    pub fn set_axis(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let name = name.trim();
        if name.eq_ignore_ascii_case("preset") {
            *self = Rules::named(value.trim())?;
            return Ok(());
        }
        if name.eq_ignore_ascii_case("komi") {
            self.komi = parse_komi(value)?;
            return Ok(());
        }
        let axis = AXES
            .iter()
            .find(|axis| {
                axis.name.eq_ignore_ascii_case(name) || axis.key.eq_ignore_ascii_case(name)
            })
            .ok_or_else(|| {
                let mut names: Vec<&str> = AXES.iter().map(|axis| axis.name).collect();
                names.push("komi");
                names.insert(0, "preset");
                RulesError(format!(
                    "there is no rule '{}'; the rules are {}",
                    shown(name),
                    names.join(", ")
                ))
            })?;
        axis.read(self, value, false)
    }

    /// Reads what [`Rules::axes_text`] prints. Lines may be missing or in any order; `preset`, where
    /// it is not `none`, is taken first.
    ///
    /// # Errors
    /// A line that is not `name: value`, an unknown name or value.
    pub fn parse_axes(text: &str) -> Result<Rules, RulesError> {
        let mut axes = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            axes.push(line.split_once(':').ok_or_else(|| {
                RulesError(format!(
                    "a rule is written 'name: value', not '{}'",
                    shown(line)
                ))
            })?);
        }
        let is_preset = |name: &str| name.trim().eq_ignore_ascii_case("preset");
        let mut rules = Rules::default();
        for (name, value) in axes.iter().filter(|(name, _)| is_preset(name)) {
            if !value.trim().eq_ignore_ascii_case("none") {
                rules.set_axis(name, value)?;
            }
        }
        for (name, value) in axes.iter().filter(|(name, _)| !is_preset(name)) {
            rules.set_axis(name, value)?;
        }
        Ok(rules)
    }

    /// The preset of this name, in any case, with its komi.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn named(name: &str) -> Result<Rules, RulesError> {
        Rules::preset(name).ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            RulesError(format!(
                "there is no preset '{}'; the presets are {}",
                shown(name),
                names.join(", ")
            ))
        })
    }
}
