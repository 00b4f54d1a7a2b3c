//! The `dunhuang` program.

use dunhuang_gtp::analysis::json::translate;
use dunhuang_gtp::cli::Cli;
use dunhuang_gtp::config;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = match config::expand(translate(std::env::args_os())) {
        Ok(words) => words,
        Err(error) => {
            eprintln!("dunhuang: {error}");
            return ExitCode::from(2);
        }
    };
    let cli = match Cli::read(words) {
        Ok(cli) => cli,
        Err(error) => return dunhuang_gtp::run::usage(&error),
    };
    dunhuang_gtp::run::run(&cli)
}
