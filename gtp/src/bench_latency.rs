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

/// Starts the program, analyses, stops, and gives the line to print.
///
/// # Errors
/// The program cannot be started or does not answer.
pub fn measure(what: &Latency, options: &EngineOptions) -> anyhow::Result<String> {
    let size = options.size;
    let program = std::env::current_exe().context("the program cannot find itself")?;
    let mut command = Command::new(program);
    command.args([
        "--size",
        &size.to_string(),
        "--memory",
        &options.memory.to_string(),
    ]);
    if let Some(threads) = options.threads {
        command.args(["--threads", &threads.to_string()]);
    }
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
    let figures = talk(what, &mut stdin, &lines);
    let _ = writeln!(stdin, "quit");
    let _ = child.wait();
    let (errors, drift, stops) = figures?;
    let ms = |time: Duration| 1e3 * time.as_secs_f64();
    let most = |times: &[Duration]| times.iter().max().copied().map_or(0.0, ms);
    let mean = errors.iter().copied().map(ms).sum::<f64>() / errors.len().max(1) as f64;
    Ok(format!(
        "size {size} lines {} interval-ms {} error-ms mean {mean:.2} max {:.2} drift-ms {drift:.2} \
         stops {} stop-ms max {:.2}",
        errors.len(),
        10 * what.interval,
        most(&errors),
        stops.len(),
        most(&stops),
    ))
}

/// Errors of the lines' times, how much later the last ones came than the first ones, in milliseconds,
/// and the times of the stops.
fn talk(
    what: &Latency,
    stdin: &mut ChildStdin,
    lines: &Receiver<Line>,
) -> anyhow::Result<(Vec<Duration>, f64, Vec<Duration>)> {
    let interval = Duration::from_millis(10 * u64::from(what.interval));
    writeln!(stdin, "kata-analyze {}", what.interval)?;
    let (begun, _) = next(lines)?;
    let (mut errors, mut late) = (Vec::new(), Vec::new());
    while begun.elapsed() < Duration::from_secs(what.seconds.into()) {
        let (at, _) = next(lines)?;
        let came = at.duration_since(begun);
        // A line that could not be written in time is left out: each has the nearest time of one.
        let number = (came.as_secs_f64() / interval.as_secs_f64())
            .round()
            .max(1.0);
        let due = interval * number as u32;
        late.push(1e3 * (came.as_secs_f64() - due.as_secs_f64()));
        errors.push(came.abs_diff(due));
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
        next(lines)?;
        next(lines)?;
        stops.push(stop(stdin, lines)?);
    }
    Ok((errors, drift, stops))
}

/// The time from an empty line to the end of the response.
fn stop(stdin: &mut ChildStdin, lines: &Receiver<Line>) -> anyhow::Result<Duration> {
    let asked = Instant::now();
    writeln!(stdin)?;
    loop {
        let (at, line) = next(lines)?;
        if line.is_empty() {
            return Ok(at.saturating_duration_since(asked));
        }
    }
}

fn next(lines: &Receiver<Line>) -> anyhow::Result<Line> {
    match lines.recv_timeout(Duration::from_secs(60)) {
        Ok(line) => Ok(line),
        Err(RecvTimeoutError::Timeout) => bail!("the program does not answer"),
        Err(RecvTimeoutError::Disconnected) => bail!("the program has ended"),
    }
}
