//! The program as a child process that a test talks to.
#![allow(dead_code)]

pub mod folders;
pub mod info;
pub mod lines;
pub mod matches;
pub mod pages;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// After this long a test is held to hang. Nothing waits for it when all is well.
const HANG: Duration = Duration::from_secs(60);

/// The program with these arguments.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunhuang"));
    command.args(arguments);
    command
}

/// Runs the program with all its input at once.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    run_command(program(arguments), input)
}

/// Runs a command with all its input at once.
pub fn run_command(mut command: Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // The program may end without reading everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// The program, running, with a conversation over its pipes.
pub struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Running {
    /// Starts the program.
    pub fn start(arguments: &[&str]) -> Running {
        Running::start_with(arguments, Stdio::null())
    }

    /// Starts the program with this stderr.
    pub fn start_with(arguments: &[&str], stderr: Stdio) -> Running {
        let mut child = program(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if sender.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        Running {
            stdin: child.stdin.take(),
            child,
            lines,
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a text as it is.
    pub fn send(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().expect("open input");
        stdin.write_all(text.as_bytes()).expect("the program reads");
        stdin.flush().expect("the program reads");
    }

    /// The next line; fails if none comes.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(HANG).expect("a line")
    }

    /// The next response without its blank line; fails if none comes.
    pub fn response(&mut self) -> String {
        let lines = std::iter::repeat_with(|| self.line());
        let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        lines.join("\n").trim_end().to_string()
    }

    /// Closes the input.
    pub fn end_of_input(&mut self) {
        self.stdin = None;
    }

    /// Ends the program from outside.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        assert!(self.child.wait().is_ok());
    }

    /// Waits until the program has ended.
    pub fn wait(mut self) -> ExitStatus {
        let (sender, receiver) = channel();
        let mut child = self.child;
        self.stdin = None;
        let id = child.id();
        thread::spawn(move || sender.send(child.wait()));
        match receiver.recv_timeout(HANG) {
            Ok(status) => status.expect("an exit status"),
            Err(_) => {
                let _ = Command::new("kill")
                    .args(["-KILL", &id.to_string()])
                    .status();
                panic!("the program does not end");
            }
        }
    }
}

/// The text of a file beside the tests.
pub fn file(path: &str) -> String {
    let path = format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads everything; for small child output.
pub fn text(mut from: impl Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).expect("text");
    text
}
