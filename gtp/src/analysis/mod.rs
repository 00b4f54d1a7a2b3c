//! Analysis: what a search finds, said in the forms that clients know.
//!
//! `request` reads the arguments of the GTP commands, `shown` chooses what of a report is shown,
//! `text` writes it as Leela Zero's and KataGo's lines. `graphics` draws for GoGui; `json` is KataGo's other
//! protocol.

pub mod graphics;
pub mod json;
pub mod request;
pub mod shown;
pub mod text;
