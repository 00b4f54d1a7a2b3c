//! The `dunhuang` program.

use clap::Parser;
use dunhuang_gtp::analysis::json::translate;
use dunhuang_gtp::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(translate(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return dunhuang_gtp::run::usage(&error),
    };
    dunhuang_gtp::run::run(&cli)
}
