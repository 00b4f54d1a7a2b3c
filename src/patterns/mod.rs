//! Small patterns of stones that are worth a reply at once.

mod local3x3;

pub use local3x3::Local3x3;
