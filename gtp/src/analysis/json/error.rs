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
