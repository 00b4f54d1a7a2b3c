//! The commands, by what they are about. Each is a function of the front and the arguments; the
//! table that names them is in `registry`.

pub mod admin;
pub mod analysis;
pub mod clock;
pub mod core;
pub mod counting;
pub mod debug;
pub mod ending;
pub mod gogui;
pub mod handicap;
pub mod record;
pub mod ruler;
pub mod rules;
pub mod show;
pub mod views;
