//! Rules in KataGo's forms: its names, its JSON, and its concatenated form `koSIMPLEscoreAREAtaxNONEsui0`.
//!
//! Where a text leaves our own axes out they are those that KataGo plays by (passes, two passes end
//! the game, Black first, no result for a long cycle), or with `ko VIRTUAL`, which only we know, those
//! of living stones. `friendlyPassOk` is always true here, since a count takes dead stones off, and
//! either value is accepted; `hasButton` can only be false.

use super::text::{AXES, Axis, one_of, shown};
use super::*;
use serde_json::{Map, Value as Json};

/// A rule system that KataGo knows by name.
struct Named {
    /// In lower case with hyphens; users may leave them out or write spaces or underscores.
    names: &'static [&'static str],
    repetition: Repetition,
    scoring: Scoring,
    tax: Tax,
    suicide: Suicide,
    handicap_bonus: HandicapBonus,
    komi: f32,
}

const NAMED: [Named; 9] = [
    Named {
        names: &["japanese", "korean"],
        repetition: Repetition::SimpleKo,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::None,
        komi: 6.5,
    },
    Named {
        names: &["chinese"],
        repetition: Repetition::SimpleKo,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::N,
        komi: 7.5,
    },
    Named {
        names: &["chinese-ogs", "chinese-kgs"],
        repetition: Repetition::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::N,
        komi: 7.5,
    },
    Named {
        names: &["stone-scoring", "ancient-area"],
        repetition: Repetition::SimpleKo,
        scoring: Scoring::Area,
        tax: Tax::All,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::None,
        komi: 7.5,
    },
    Named {
        names: &["ancient-territory"],
        repetition: Repetition::SimpleKo,
        scoring: Scoring::Territory,
        tax: Tax::All,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::None,
        komi: 6.5,
    },
    Named {
        names: &["aga", "bga", "french"],
        repetition: Repetition::Situational,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::None,
        handicap_bonus: HandicapBonus::NMinusOne,
        komi: 7.5,
    },
    Named {
        names: &["new-zealand", "nz"],
        repetition: Repetition::Situational,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::MultiStone,
        handicap_bonus: HandicapBonus::None,
        komi: 7.0,
    },
    Named {
        names: &["tromp-taylor"],
        repetition: Repetition::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        // The same as multi-stone suicide, since no position comes back; it is our preset's value.
        suicide: Suicide::All,
        handicap_bonus: HandicapBonus::None,
        komi: 7.5,
    },
    Named {
        names: &["goe", "ing"],
        repetition: Repetition::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::MultiStone,
        handicap_bonus: HandicapBonus::None,
        komi: 7.5,
    },
];

/// Lower case, without spaces, hyphens and underscores: KataGo takes its names in all these spellings.
pub(super) fn bare_name(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && *c != '-' && *c != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

/// The rules KataGo means by a name, with the komi it gives them.
pub(super) fn katago_named(name: &str) -> Option<Rules> {
    let bare = bare_name(name);
    let row = NAMED
        .iter()
        .find(|row| row.names.iter().any(|name| bare_name(name) == bare))?;
    Some(Rules {
        repetition: row.repetition,
        scoring: row.scoring,
        tax: row.tax,
        suicide: row.suicide,
        handicap_bonus: row.handicap_bonus,
        komi: row.komi,
        ..unsaid(row.repetition)
    })
}

/// The axes of a text that names nothing but its ko rule.
fn unsaid(repetition: Repetition) -> Rules {
    let living = Rules::living_stones();
    let rules = Rules {
        repetition,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::MultiStone,
        handicap_bonus: HandicapBonus::None,
        ..living
    };
    if repetition == Repetition::Virtual {
        return rules;
    }
    Rules {
        first: Color::Black,
        virtual_moves: false,
        cycle: match repetition {
            Repetition::SimpleKo => Cycle::NoResult,
            _ => Cycle::Draw,
        },
        touch_points: false,
        compensation: false,
        pass_stones: false,
        forced_end: ForcedEnd::Off,
        ending: Ending::TwoPasses,
        preset_stones: false,
        ..rules
    }
}

/// What one key of a text says.
enum Said {
    /// An axis and the index of its value.
    Axis(&'static Axis, usize),
    /// A key without an axis here, with a value we can live with.
    Nothing,
}

/// Reads a key that KataGo has and we have no axis for.
fn without_axis(key: &str, value: &str) -> Option<Result<Said, RulesError>> {
    let truth = match value.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    };
    let must = |words: &str| {
        Err(RulesError(format!(
            "{key} must be {words}, not '{}'",
            shown(value)
        )))
    };
    match (key, truth) {
        ("friendlyPassOk", Some(_)) | ("hasButton", Some(false)) => Some(Ok(Said::Nothing)),
        ("friendlyPassOk", None) => Some(must("true or false")),
        ("hasButton", _) => Some(must("false (there is no button here)")),
        _ => None,
    }
}

/// Reads one `key`, `value` pair of KataGo's or ours.
fn say(key: &str, value: &str) -> Result<Said, RulesError> {
    let key = match key.trim() {
        "score" => "scoring",
        key => key,
    };
    if key == "komi" {
        return Err(komi_apart());
    }
    if let Some(answer) = without_axis(key, value) {
        return answer;
    }
    let (key, value) = match (key, value.trim()) {
        // KataGo's clients expect a truth value under `suicide`, so the third value has its own key.
        (SINGLE_STONE, "true") => ("suicide", "all"),
        (SINGLE_STONE, "false") => return Ok(Said::Nothing),
        other => other,
    };
    let axis = AXES
        .iter()
        .find(|axis| axis.key == key)
        .ok_or_else(|| unknown_key(key))?;
    let mut probe = Rules::default();
    axis.read(&mut probe, value, true)?;
    Ok(Said::Axis(axis, (axis.get)(&probe)))
}

fn komi_apart() -> RulesError {
    RulesError("komi is not set with the rules; use the command komi".into())
}

fn unknown_key(key: &str) -> RulesError {
    let mut keys: Vec<&str> = AXES.iter().map(|axis| axis.key).collect();
    keys.extend(["hasButton", "friendlyPassOk"]);
    RulesError(format!(
        "there is no rule '{}'; the rules are {}",
        shown(key),
        keys.join(", ")
    ))
}

/// Rules from what was said; the rest by the ko rule, and the tax by the scoring as in KataGo.
fn assemble(said: &[Said]) -> Rules {
    let apply = |rules: &mut Rules| {
        for said in said {
            if let Said::Axis(axis, value) = said {
                (axis.set)(rules, *value);
            }
        }
    };
    let mut rules = unsaid(Repetition::Positional);
    apply(&mut rules);
    let scoring = rules.scoring;
    rules = unsaid(rules.repetition);
    if scoring == Scoring::Territory {
        rules.tax = Tax::Seki;
    }
    apply(&mut rules);
    rules
}

fn parse_json(text: &str) -> Result<Rules, RulesError> {
    let map: Map<String, Json> = serde_json::from_str(text)
        .map_err(|error| RulesError(format!("the rules are not a JSON object: {error}")))?;
    let mut said = Vec::new();
    let (last, first): (Vec<_>, Vec<_>) = map.iter().partition(|(key, _)| *key == SINGLE_STONE);
    for (key, value) in first.into_iter().chain(last) {
        let value = match value {
            Json::String(text) => text.clone(),
            Json::Bool(_) | Json::Number(_) => value.to_string(),
            _ => {
                return Err(RulesError(format!(
                    "the value of '{}' must be a word, a number, true or false",
                    shown(key)
                )));
            }
        };
        said.push(say(key, &value)?);
    }
    Ok(assemble(&said))
}

/// The word of a value in the concatenated form.
fn short_word(value: &str) -> &str {
    match value {
        "false" => "0",
        "true" => "1",
        "all" => "2",
        word => word,
    }
}

fn parse_short(text: &str) -> Result<Rules, RulesError> {
    let mut rest = text.trim_start();
    let mut said = Vec::new();
    while !rest.is_empty() {
        let (key, after) = strip_short_key(rest).ok_or_else(|| unknown_form(text))?;
        if key == "komi" {
            return Err(komi_apart());
        }
        let (words, axis): (Vec<&str>, Option<&'static Axis>) = match key {
            "hasButton" | "friendlyPassOk" => (vec!["0", "1"], None),
            key => {
                let axis = AXES.iter().find(|axis| axis.key == key);
                let values = axis.map_or(&[][..], |axis| axis.values);
                (values.iter().map(|v| short_word(v.katago)).collect(), axis)
            }
        };
        // The longest word first: `N-1` before `N`.
        let word = words
            .iter()
            .filter(|word| after.starts_with(**word))
            .max_by_key(|word| word.len())
            .ok_or_else(|| {
                RulesError(format!(
                    "after '{}' must come {}, not '{}'",
                    &rest[..rest.len() - after.len()],
                    one_of(&words),
                    shown(after)
                ))
            })?;
        match axis {
            Some(axis) => {
                let index = words.iter().position(|w| w == word).unwrap_or(0);
                said.push(Said::Axis(axis, index));
            }
            None => said.push(say(key, word)?),
        }
        rest = after[word.len()..].trim_start();
    }
    Ok(assemble(&said))
}

/// The JSON key that the concatenated form's next prefix stands for, and the text after it.
fn strip_short_key(text: &str) -> Option<(&'static str, &str)> {
    let others = [
        ("scoring", "scoring"),
        ("button", "hasButton"),
        ("fpok", "friendlyPassOk"),
        ("komi", "komi"),
    ];
    let ours = AXES.iter().map(|axis| (axis.prefix, axis.key));
    ours.chain(others)
        .filter(|(prefix, _)| text.starts_with(prefix))
        .max_by_key(|(prefix, _)| prefix.len())
        .map(|(prefix, key)| (key, text[prefix.len()..].trim_start()))
}

fn unknown_form(text: &str) -> RulesError {
    let mut names: Vec<&str> = NAMED.iter().flat_map(|row| row.names).copied().collect();
    names.retain(|name| Preset::find(name).is_none());
    let presets: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    RulesError(format!(
        "'{}' is no set of rules; the names are {}, {}, and KataGo's JSON is understood",
        shown(text),
        presets.join(", "),
        names.join(", ")
    ))
}

impl Rules {
    /// Reads rules as `kata-set-rules` takes them: a name in KataGo's sense, else one of our presets,
    /// or KataGo's JSON or concatenated form with our own keys allowed. Komi is the one given.
    ///
    /// # Errors
    /// Unknown names, keys or values, each with what is allowed; a button; a komi among the rules.
    pub fn parse_katago(text: &str, komi: f32) -> Result<Rules, RulesError> {
        let text = text.trim();
        let rules = if text.starts_with('{') {
            parse_json(text)?
        } else if bare_name(text) == "agabutton" {
            return Err(RulesError("there is no button here; use aga".into()));
        } else if let Some(rules) = katago_named(text) {
            rules
        } else if let Some(preset) = Preset::find_loosely(text) {
            preset.rules
        } else if text.is_empty() {
            return Err(unknown_form(text));
        } else {
            parse_short(text)?
        };
        Ok(Rules { komi, ..rules })
    }

    /// Sets one rule as `kata-set-rule` does, by KataGo's key or ours; the others stay.
    ///
    /// # Errors
    /// An unknown key or value; the rules are unchanged.
    pub fn set_katago(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        if let Said::Axis(axis, value) = say(key, value)? {
            (axis.set)(self, value);
        }
        Ok(())
    }

    /// The rules as `kata-get-rules` prints them: KataGo's keys first, then ours. No komi.
    pub fn katago_json(&self) -> String {
        let axis = |key: &str| AXES.iter().find(|axis| axis.key == key);
        let field = |axis: &Axis| {
            let value = axis.value(self).katago;
            match value {
                "true" | "false" => format!("\"{}\":{value}", axis.key),
                _ => format!("\"{}\":\"{value}\"", axis.key),
            }
        };
        let mut fields: Vec<String> = ["ko", "scoring", "tax"]
            .into_iter()
            .filter_map(axis)
            .map(field)
            .collect();
        // A client of KataGo expects a truth value.
        fields.push(format!("\"suicide\":{}", self.suicide != Suicide::None));
        fields.push("\"hasButton\":false".into());
        fields.extend(axis("whiteHandicapBonus").map(field));
        fields.push("\"friendlyPassOk\":true".into());
        if self.suicide == Suicide::All {
            fields.push(format!("\"{SINGLE_STONE}\":true"));
        }
        for axis in &AXES {
            if !KATAGO_KEYS.contains(&axis.key) {
                fields.push(field(axis));
            }
        }
        format!("{{{}}}", fields.join(","))
    }

    /// The rules in KataGo's concatenated form. Where KataGo can express them it can read them too;
    /// else our own prefixes follow. No komi.
    pub fn katago_short(&self) -> String {
        let unsaid = unsaid(self.repetition);
        let always = ["ko", "scoring", "tax", "suicide"];
        let (said, others): (Vec<&Axis>, Vec<&Axis>) =
            AXES.iter().partition(|axis| always.contains(&axis.key));
        let field = |axis: &&Axis| axis.prefix.to_string() + short_word(axis.value(self).katago);
        let order = |key: &str| said.iter().find(|axis| axis.key == key).map(field);
        let mut text: String = always.into_iter().filter_map(order).collect();
        text.extend(
            others
                .iter()
                .filter(|axis| (axis.get)(self) != (axis.get)(&unsaid))
                .map(field),
        );
        text
    }
}

/// Axes whose keys are KataGo's own.
const KATAGO_KEYS: [&str; 5] = ["ko", "scoring", "tax", "suicide", "whiteHandicapBonus"];

/// The JSON key that tells [`Suicide::All`] from [`Suicide::MultiStone`].
const SINGLE_STONE: &str = "singleStoneSuicide";
