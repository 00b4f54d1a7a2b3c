//! `overrideSettings` of a query: what of KataGo's settings means something here, and our own.

use super::error::Warning;
use super::query::{Query, Side, Wrong, visits, wrong};
use crate::config::nearest;
use dunhuang::search::{ParamError, Params};
use serde_json::{Map, Value};
use std::time::Duration;

const FIELD: &str = "overrideSettings";

/// Takes the settings of a query's fields into the query.
pub(super) fn apply(fields: &Map<String, Value>, query: &mut Query) -> Result<(), Wrong> {
    let Some(value) = fields.get(FIELD) else {
        return Ok(());
    };
    let settings = value
        .as_object()
        .ok_or_else(|| wrong(FIELD, "must be an object"))?;
    // A limit of the query itself goes first.
    let limited = fields.contains_key("maxVisits");
    for (name, value) in settings {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let no_value = || wrong(FIELD, format!("{name} cannot be {text}"));
        match &name[..] {
            "reportAnalysisWinratesAs" => {
                query.side = Side::parse(&text).ok_or_else(no_value)?;
            }
            "maxVisits" | "maxPlayouts" => {
                let most = text.parse().ok().and_then(visits);
                let most = most.ok_or_else(no_value)?;
                if !limited {
                    query.visits = most;
                } else if name == "maxPlayouts" {
                    query.visits = query.visits.min(most);
                }
            }
            "maxTime" => {
                let time = crate::time::seconds(&text).ok_or_else(no_value)?;
                query.time = Some(time.max(Duration::from_millis(1)));
            }
            // A position has one thread, so that its answer is the same every time.
            "threads" | "memory" => {}
            name => match query.params.set(name, &text) {
                Ok(()) => {}
                Err(ParamError::Value(..)) => return Err(no_value()),
                // KataGo's own settings are camel case and mean nothing here; ours never are.
                Err(ParamError::Unknown(_)) if name.contains(|c: char| c.is_uppercase()) => {}
                Err(ParamError::Unknown(_)) => {
                    let near = nearest(name, Params::TABLE.iter().map(|row| row.name));
                    query.unused.push(Warning::unknown_setting(name, near));
                }
            },
        }
    }
    Ok(())
}
