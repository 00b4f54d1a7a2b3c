//! Matches without processes: scripted players, a clock that is set by hand, and statistics.
#![cfg(feature = "contest")]

mod contest {
    mod games;
    mod schedule;
    mod statistics;
    mod support;
}
