//! From the command line to the subcommands, and from errors to exit codes.

use crate::analysis::json::{self, Analysis};
use crate::cli::{Cli, EngineOptions, Task};
use crate::log::Log;
use crate::{engine, selfplay};
use anyhow::Context;
use dunhuang::search::Clock;
use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The real time since the program started.
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts at 0.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Does what the command line asks for. An error is one line on stderr and exit code 1.
pub fn run(cli: &Cli) -> ExitCode {
    let result = match &cli.command {
        None | Some(Task::Gtp) => gtp(&cli.engine),
        Some(Task::Score(what)) => {
            crate::score::score(what, &cli.engine).and_then(|text| print(text.trim_end()))
        }
        Some(Task::Compare(what)) => crate::compare::run(what, &cli.engine, &mut print),
        Some(Task::Contest(what)) => crate::contest::run(what, &cli.engine, &mut print),
        Some(Task::Study(what)) => crate::study::run(what, &cli.engine, &mut print),
        Some(Task::Tune(what)) => crate::contest::tune(what, &cli.engine, &mut print),
        Some(Task::Selfplay(which)) => selfplay::play(which, &cli.engine, &mut print),
        Some(Task::Tactics(what)) => crate::tactics::run(what, &cli.engine, &mut print),
        Some(Task::Analysis(what)) => analysis(what, &cli.engine),
        Some(Task::Bench(bench)) => {
            crate::bench::measure(bench, &cli.engine).and_then(|line| print(&line))
        }
        Some(Task::Learn(step)) => crate::learn::learn(step, &cli.engine, &mut print),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dunhuang: {}", one_line(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Reports a command line that cannot be read: one line on stderr and exit code 2. Help and version
/// come this way too and are no errors.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let reason = text.split("\n\n").next().unwrap_or(&text);
    eprintln!(
        "dunhuang: {}",
        one_line(reason.trim_start_matches("error: "))
    );
    ExitCode::from(2)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints a result on stdout.
fn print(text: &str) -> anyhow::Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to stdout")
        }
        _ => Ok(()),
    }
}

fn gtp(options: &EngineOptions) -> anyhow::Result<()> {
    let log = match &options.log {
        Some(path) => Log::to_file(path)
            .with_context(|| format!("cannot write the log {}", path.display()))?,
        None => Log::none(),
    };
    let log = Arc::new(log);
    quiet_panics(log.clone());
    end_at_once_when_told();
    let served = engine::serve(
        options.settings(),
        Arc::new(WallClock::start()),
        &log,
        BufReader::new(io::stdin()),
        io::stdout(),
    );
    match served {
        // The client went away: there is nobody left to tell.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to stdout"),
    }
}

fn analysis(what: &Analysis, options: &EngineOptions) -> anyhow::Result<()> {
    let config = json::Config::new(what, options)?;
    // A search that fails is answered; nobody reads the text.
    quiet_panics(Arc::new(Log::none()));
    end_at_once_when_told();
    for remark in &config.remarks {
        eprintln!("dunhuang: {remark}");
    }
    // KataGo says the same, and callers wait for it.
    eprintln!("Started, ready to begin handling requests");
    let clock = WallClock::start();
    match json::serve(&config, &clock, BufReader::new(io::stdin()), io::stdout()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to stdout"),
    }
}

/// The signal to terminate ends the program at once, with success: a client has no further use for it.
fn end_at_once_when_told() {
    #[cfg(unix)]
    {
        let always = Arc::new(std::sync::atomic::AtomicBool::new(true));
        // Without the handler the signal still ends the program, only with another exit code.
        let _ = signal_hook::flag::register_conditional_shutdown(
            signal_hook::consts::SIGTERM,
            0,
            always,
        );
    }
}

/// A panic is answered as `internal error`; what it says goes to the log and not between the lines
/// that a client may read from stderr.
fn quiet_panics(log: Arc<Log>) {
    std::panic::set_hook(Box::new(move |info| log.remark(&info.to_string())));
}
