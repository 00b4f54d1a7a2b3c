//! The parts of the `dunhuang` program, so that tests and fuzz targets can drive them in-process.
//!
//! ```text
//! stdin -> input (thread) -> engine -> registry -> commands/* -> front -> dunhuang::Session
//!              |                                                   ^
//!              +-- stop, quit, # interrupt --> interrupt ----------+
//! ```

pub mod analysis;
pub mod bench;
pub mod bench_analysis;
pub mod bench_latency;
pub mod check;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod config;
pub mod contest;
pub mod count_text;
pub mod engine;
pub mod front;
pub mod input;
pub mod interrupt;
pub mod json_lines;
pub mod learn;
pub mod log;
pub mod parts;
pub mod pictures;
pub mod pool;
pub mod progress;
pub mod protocol;
pub mod registry;
pub mod report_files;
pub mod run;
pub mod run_folder;
pub mod scope;
pub mod score;
pub mod score_page;
pub mod selfplay;
pub mod stream;
pub mod study;
pub mod tactics;
pub mod time;
