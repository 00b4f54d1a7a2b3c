//! `dunhuang bench latency`: how punctual analysis is, measured from outside on the program itself.

use crate::cli::EngineOptions;
use anyhow::{Context, bail};
use clap::Args;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Args, Debug, Clone)]
pub struct Latency {
    /// Seconds of analysis
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=3600), default_value_t = 10)]
    pub seconds: u32,
    /// Centiseconds between lines
    #[arg(long, value_name = "CS", value_parser = clap::value_parser!(u32).range(1..=1000), default_value_t = 10)]
    pub interval: u32,
    /// Stops to measure
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), default_value_t = 10)]
    pub stops: u32,
}

/// A line and when it came.
type Line = (Instant, String);

/// A program that is silent for so long does not answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was measured.
struct Figures {
    /// Errors of the lines' times, and whether the machine's owner took a processor away before the line.
    errors: Vec<(Duration, bool)>,
    /// How much later the last lines came than the first ones, in milliseconds.
    drift: f64,
    /// The times of the stops.
    stops: Vec<Duration>,
}

/// Ticks of processor time that a virtual machine's owner has taken so far, where the system tells.
fn stolen() -> Option<u64> {
    stolen_in(&std::fs::read_to_string("/proc/stat").ok()?)
}

/// The same in the system's text: the eighth number of its first line.
fn stolen_in(text: &str) -> Option<u64> {
    let all = text.lines().next()?.strip_prefix("cpu ")?;
    all.split_whitespace().nth(7)?.parse().ok()
}

/// Starts the program, analyses, stops, and gives the line to print.
///
/// # Errors
/// The program cannot be started or does not answer.
pub fn measure(what: &Latency, options: &EngineOptions) -> anyhow::Result<String> {
    let program = std::env::current_exe().context("the program cannot find itself")?;
    let mut command = Command::new(program);
    command.args(words(options));
    let found = converse(what, command, PATIENCE)?;
    let ms = |time: Duration| 1e3 * time.as_secs_f64();
    let most = |times: &mut dyn Iterator<Item = Duration>| times.max().map_or(0.0, ms);
    let errors = &found.errors;
    let mean = errors.iter().map(|e| ms(e.0)).sum::<f64>() / errors.len().max(1) as f64;
    let own = errors.iter().filter(|error| !error.1);
    Ok(format!(
        "size {} lines {} interval-ms {} error-ms mean {mean:.2} max {:.2} drift-ms {:.2} stops {} stop-ms max {:.2} \
         disturbed {} undisturbed-max {:.2}",
        options.size,
        errors.len(),
        10 * what.interval,
        most(&mut errors.iter().map(|error| error.0)),
        found.drift,
        found.stops.len(),
        most(&mut found.stops.iter().copied()),
        errors.len() - own.clone().count(),
        most(&mut own.map(|error| error.0)),
    ))
}

/// The options that a program started by this one shares with it.
fn words(options: &EngineOptions) -> Vec<String> {
    let rules = options.rules();
    let mut words = vec![
        format!("--size={}", options.size),
        format!("--memory={}", options.memory),
        format!("--rules={}", rules.katago_json()),
        format!("--komi={}", rules.komi),
    ];
    words.extend(options.threads.map(|n| format!("--threads={n}")));
    words
}

/// Starts a program, talks with it, and ends it, if it must be against its will.
fn converse(what: &Latency, mut command: Command, patience: Duration) -> anyhow::Result<Figures> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the program cannot start itself")?;
    let mut stdin = child.stdin.take().context("no pipe")?;
    let stdout = child.stdout.take().context("no pipe")?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send((Instant::now(), line)).is_err() {
                return;
            }
        }
    });
    let figures = talk(what, &mut stdin, &Lines { lines, patience });
    match &figures {
        Ok(_) => {
            let _ = writeln!(stdin, "quit");
        }
        // It does not answer; it may not hear either.
        Err(_) => {
            let _ = child.kill();
        }
    }
    let _ = child.wait();
    figures
}

fn talk(what: &Latency, stdin: &mut ChildStdin, lines: &Lines) -> anyhow::Result<Figures> {
    let interval = Duration::from_millis(10 * u64::from(what.interval));
    writeln!(stdin, "kata-analyze {}", what.interval)?;
    let (begun, _) = lines.next()?;
    let (mut errors, mut late) = (Vec::new(), Vec::new());
    let mut before = stolen();
    while begun.elapsed() < Duration::from_secs(what.seconds.into()) {
        let (at, _) = lines.next()?;
        let came = at.duration_since(begun);
        // A line that could not be written in time is left out: each has the nearest time of one.
        let number = (came.as_secs_f64() / interval.as_secs_f64())
            .round()
            .max(1.0);
        let due = interval * number as u32;
        late.push(1e3 * (came.as_secs_f64() - due.as_secs_f64()));
        let now = stolen();
        errors.push((came.abs_diff(due), now != before));
        before = now;
    }
    let some = (late.len() / 4).max(1).min(late.len().max(1));
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    let drift = match late.len() {
        0 => 0.0,
        n => mean(&late[n - some..]) - mean(&late[..some]),
    };
    let mut stops = vec![stop(stdin, lines)?];
    while stops.len() < what.stops as usize {
        writeln!(stdin, "kata-analyze {}", what.interval)?;
        lines.next()?;
        lines.next()?;
        stops.push(stop(stdin, lines)?);
    }
    Ok(Figures {
        errors,
        drift,
        stops,
    })
}

/// The time from an empty line to the end of the response.
fn stop(stdin: &mut ChildStdin, lines: &Lines) -> anyhow::Result<Duration> {
    let asked = Instant::now();
    writeln!(stdin)?;
    loop {
        let (at, line) = lines.next()?;
        if line.is_empty() {
            return Ok(at.saturating_duration_since(asked));
        }
    }
}

/// What the program says.
struct Lines {
    lines: Receiver<Line>,
    patience: Duration,
}

impl Lines {
    fn next(&self) -> anyhow::Result<Line> {
        match self.lines.recv_timeout(self.patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => bail!("the program does not answer"),
            Err(RecvTimeoutError::Disconnected) => bail!("the program has ended"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::Parser;
    use dunhuang::Rules;
    use dunhuang::rules::PRESETS;

    fn options<'a>(words: impl IntoIterator<Item = &'a str>) -> EngineOptions {
        let words = std::iter::once("dunhuang").chain(words);
        Cli::try_parse_from(words).expect("options").engine
    }

    /// It would go on for hours; the test ends because it is ended.
    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_answer_is_ended() {
        let what = Latency {
            seconds: 1,
            interval: 10,
            stops: 1,
        };
        let mut deaf = Command::new("sleep");
        deaf.arg("36000");
        let error = converse(&what, deaf, Duration::ZERO).err().expect("deaf");
        assert_eq!(error.to_string(), "the program does not answer");
    }

    #[test]
    fn stolen_time_is_the_eighth_number_of_all_processors() {
        let text = "cpu  11 2 3 44 5 6 7 127 0 0\ncpu0 1 2 3 4 5 6 7 64 0 0\n";
        assert_eq!(stolen_in(text), Some(127));
        for other in [
            "",
            "cpu0 1 2 3 4 5 6 7 64",
            "cpu  1 2 3",
            "cpu  1 2 3 4 5 6 7 x",
        ] {
            assert_eq!(stolen_in(other), None, "{other}");
        }
    }

    #[test]
    fn the_program_measured_has_the_options_of_this_one() {
        for preset in PRESETS {
            for more in [&["--komi=-3.5", "--threads=3"][..], &["--size=9x7"]] {
                let rules = ["--rules", preset.name];
                let ours = options(rules.into_iter().chain(more.iter().copied()));
                let theirs = words(&ours);
                let theirs = options(theirs.iter().map(|word| &word[..]));
                assert_eq!(theirs.rules(), ours.rules(), "{}", preset.name);
                assert_eq!(theirs.size, ours.size);
                assert_eq!(theirs.threads, ours.threads);
            }
        }
        assert_eq!(
            options(words(&options([])).iter().map(|w| &w[..])).rules(),
            Rules::default()
        );
    }
}
