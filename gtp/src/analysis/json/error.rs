//! KataGo's form of saying what is wrong with a query.

use serde_json::{Value, json};

/// What is wrong with a query, in the form of KataGo's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct QueryError {
    /// The query, if it could be read.
    pub id: Option<String>,
    /// The field that is wrong, if one is.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl QueryError {
    /// A line that is no query at all.
    pub fn general(message: impl Into<String>) -> QueryError {
        QueryError {
            id: None,
            field: None,
            message: message.into(),
        }
    }

    /// The answer.
    pub fn to_json(&self) -> Value {
        let mut answer = json!({ "error": self.message });
        if let Some(id) = &self.id {
            answer["id"] = json!(id);
        }
        if let Some(field) = self.field {
            answer["field"] = json!(field);
        }
        answer
    }
}

/// What of a query is not known here, in the form of KataGo's answer. The query is answered besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The field.
    pub field: String,
    /// What is not known.
    pub message: String,
}

impl Warning {
    /// A field that is not known.
    pub fn unused(field: &str) -> Warning {
        Warning {
            field: field.into(),
            message: "Unexpected or unused field".into(),
        }
    }

    /// A setting that neither KataGo nor this program has, and one like it.
    pub fn unknown_setting(name: &str, near: Option<&str>) -> Warning {
        let near = near.map_or(String::new(), |near| format!("; the nearest is {near}"));
        Warning {
            field: "overrideSettings".into(),
            message: format!("there is no setting {name}{near}"),
        }
    }

    /// The answer about the query of this id.
    pub fn to_json(&self, id: &str) -> Value {
        json!({ "warning": self.message, "field": self.field, "id": id })
    }
}
