//! Clocks on a fake clock: a client's referee, delays of every kind, and the search's own decisions.

mod forms;
mod lateness;
mod referee;
mod thinking;

use super::{Clocks, Control, Stage};
use std::time::Duration;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn parse(text: &str) -> Option<Control> {
    let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    Control::parse(&words)
}

const CONTROLS: [&str; 16] = [
    "none",
    "absolute 60",
    "absolute 600",
    "absolute 30",
    "canadian 0 1 1",
    "canadian 0 30 10",
    "canadian 60 30 10",
    "canadian 10 5 1",
    "byoyomi 0 1 1",
    "byoyomi 60 10 3",
    "byoyomi 1 1 5",
    "byoyomi 30 3 5",
    "fischer 10 1",
    "fischer 60 0.2",
    "fischer-capped 60 5 60 7",
    "fischer-capped 5 1 -1 1.5",
];

const MIDDLE: Stage = Stage {
    area: 81,
    moves: 20,
};
