//! An engine in a process of its own, spoken to over pipes.

use super::stop::Stop;
use anyhow::Context;
use dunhuang::contest::{Channel, Fault, FaultKind};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How often a waiting contest looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(50);
/// An engine that was told to quit has so long.
const FAREWELL: Duration = Duration::from_secs(2);
/// An engine that closed its output ends within this time, or it is not known how it ended.
const LAST_BREATH: Duration = Duration::from_secs(10);
/// Lines that may wait to be read; an engine that floods its output then waits too.
const MOST_LINES: usize = 1024;
/// A longer line is cut into pieces.
const LONGEST_LINE: usize = 1 << 16;

/// A running engine.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<PathBuf>,
    /// Whether it died, hung, was stopped, or said what cannot be understood.
    broken: bool,
    /// Set when it answers, in this game or another.
    answered: Arc<AtomicBool>,
    stop: Arc<Stop>,
}

impl Process {
    /// Starts an engine; what it writes on stderr goes into a file that is removed if it is empty. `answered`
    /// becomes true with its first answer.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        words: &[String],
        stderr: &Path,
        answered: Arc<AtomicBool>,
        stop: Arc<Stop>,
    ) -> anyhow::Result<Process> {
        let (program, arguments) = words.split_first().context("an empty command")?;
        let log = std::fs::File::create(stderr)
            .with_context(|| format!("cannot write {}", stderr.display()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log);
        // Its own group: an interrupt from the terminal is the contest's business, not the engine's.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("no pipe")?;
        let (sender, lines) = sync_channel(MOST_LINES);
        std::thread::spawn(move || read_lines(stdout, &sender));
        Ok(Process {
            child,
            stdin,
            lines,
            stderr: Some(stderr.to_path_buf()),
            broken: false,
            answered,
            stop,
        })
    }

    /// The next line before `end`.
    fn line(&mut self, command: &str, patience: Duration, end: Instant) -> Result<String, Fault> {
        loop {
            if self.stop.is_stopped() {
                return Err(Fault::new(FaultKind::Stopped, "stopped"));
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(command)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let seconds = patience.as_secs_f64();
                    let detail = format!("no answer to `{command}` within {seconds} s");
                    return Err(Fault::new(FaultKind::Hung, detail));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn gone(&mut self, command: &str) -> Fault {
        let status = match self.wait(LAST_BREATH) {
            Some(status) => status.to_string(),
            None => "closed its output".into(),
        };
        let detail = format!("went away at `{command}`: {status}");
        Fault::new(FaultKind::Died, detail)
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => return None,
            }
        }
    }

    /// Ends the engine and whatever it started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn converse(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let end = Instant::now() + patience;
        let sent = match &mut self.stdin {
            Some(stdin) => writeln!(stdin, "{command}").and_then(|()| stdin.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        if sent.is_err() {
            return Err(self.gone(command));
        }
        let mut first = self.line(command, patience, end)?;
        while first.trim().is_empty() {
            first = self.line(command, patience, end)?;
        }
        let mut answer = first;
        loop {
            let line = self.line(command, patience, end)?;
            if line.trim().is_empty() {
                break;
            }
            if answer.len() > LONGEST_LINE {
                let detail = format!("`{command}` was answered without end");
                return Err(Fault::new(FaultKind::Garbage, detail));
            }
            answer.push('\n');
            answer.push_str(&line);
        }
        parse_answer(command, &answer)
    }
}

impl Channel for Process {
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let answer = self.converse(command, patience);
        let broken = answer
            .as_ref()
            .is_err_and(|fault| fault.kind != FaultKind::Refused);
        match broken {
            true => self.broken = true,
            false => self.answered.store(true, Ordering::Relaxed),
        }
        answer
    }

    fn close(&mut self) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = writeln!(stdin, "quit");
        }
        // From an engine that lost its way no farewell is expected.
        if self.broken || self.wait(FAREWELL).is_none() {
            self.kill();
        }
        if let Some(path) = self.stderr.take()
            && std::fs::metadata(&path).is_ok_and(|data| data.len() == 0)
        {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close();
    }
}

/// The text of a GTP answer.
///
/// # Errors
/// It begins with `?` or is no answer.
pub fn parse_answer(command: &str, answer: &str) -> Result<String, Fault> {
    let short = |text: &str| -> String { text.trim().chars().take(80).collect() };
    let body = |text: &str| {
        text.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim()
            .to_string()
    };
    match answer.split_at_checked(1) {
        Some(("=", rest)) => Ok(body(rest)),
        Some(("?", rest)) => {
            let detail = format!("refused `{command}`: {}", short(&body(rest)));
            Err(Fault::new(FaultKind::Refused, detail))
        }
        _ => {
            let detail = format!("`{command}` was answered {:?}", short(answer));
            Err(Fault::new(FaultKind::Garbage, detail))
        }
    }
}

fn read_lines(from: impl Read, sender: &SyncSender<String>) {
    let mut from = BufReader::new(from).bytes();
    let mut line = Vec::new();
    loop {
        let byte = match from.next() {
            Some(Ok(byte)) => byte,
            _ => return,
        };
        if byte != b'\n' && line.len() < LONGEST_LINE {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        if sender.send(text).is_err() {
            return;
        }
    }
}
