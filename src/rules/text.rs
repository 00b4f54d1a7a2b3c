//! Rules as text: the axes by name, KataGo's JSON and shorthand forms, SGF `RU`.

use std::fmt;

/// Why a text is not a set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}
