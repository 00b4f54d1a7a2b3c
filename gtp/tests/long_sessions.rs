//! One program through many random sessions, analyses interrupted: every command is answered once and in
//! its place, and memory does not grow. LONG_TESTS=1 makes it ten thousand sessions.

mod support;

use dunhuang::rng::{Rng, derive_seed};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::lines;

/// What ends the program, costs what its arguments say, or is as long as a client is silent.
const PASSED_OVER: [&str; 5] = [
    "quit",
    "dunhuang-compare",
    "dunhuang-params",
    "gogui-param_search",
    "set_random_seed",
];
/// After this long the program is held to hang. Nothing waits for it when all is well.
const HANG: Duration = Duration::from_secs(60);

struct Talk {
    input: ChildStdin,
    lines: Receiver<String>,
    /// The number of the last command sent.
    sent: u64,
    /// The number of the last command answered.
    answered: u64,
    /// Whether a response has begun and not ended.
    inside: bool,
}

impl Talk {
    fn send(&mut self, command: &str) {
        self.sent += 1;
        let line = format!("{} {command}\n", self.sent);
        self.input.write_all(line.as_bytes()).expect("open input");
    }

    /// Reads a line; each response must be that of the next command.
    fn read(&mut self) {
        let line = self.lines.recv_timeout(HANG).expect("an answer");
        if self.inside {
            assert!(!line.starts_with(['=', '?']), "inside a response: {line}");
            self.inside = !line.is_empty();
            return;
        }
        let id = line.trim_start_matches(['=', '?']);
        let id = id.split(' ').next().and_then(|id| id.parse().ok());
        assert_eq!(id, Some(self.answered + 1), "{line}");
        assert!(!line.contains("internal error"), "{line}");
        self.answered += 1;
        self.inside = true;
    }

    /// A session: lines sent at once, after the answer to the one before, or while an analysis runs.
    fn session(&mut self, seed: u64) {
        let mut rng = Rng::from_seed(seed);
        let (rules, size) = (
            ["living-stones", "tang", "chinese", "japanese"][rng.below(4) as usize],
            4 + rng.below(2),
        );
        self.send(&format!("dunhuang-rules {rules}"));
        self.send(&format!("boardsize {size}"));
        for _ in 0..4 + rng.below(24) {
            let mut command = String::new();
            lines::command(&mut rng, &PASSED_OVER, &mut command);
            self.send(&command);
            // Until its response has begun, which of an analysis is all there is before the next line.
            if rng.chance(0.5) {
                while self.answered < self.sent {
                    self.read();
                }
            }
        }
        self.send("echo end");
        while self.answered < self.sent || self.inside {
            self.read();
        }
    }
}

/// Pages of a process that are in memory.
fn pages(id: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    text.split(' ').nth(1)?.parse().ok()
}

#[test]
fn sessions_without_end_lose_nothing_and_keep_no_memory() {
    let sessions = match std::env::var_os("LONG_TESTS") {
        Some(_) => 10_000,
        None => 300,
    };
    let mut child = support::program(&["--size", "5", "--playouts", "4", "--memory", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut talk = Talk {
        input: child.stdin.take().expect("a pipe"),
        lines,
        sent: 0,
        answered: 0,
        inside: false,
    };
    let mut early = None;
    for number in 0..sessions {
        talk.session(derive_seed(0x6c6f_6e67, number));
        if number == sessions / 3 {
            early = pages(child.id());
        }
    }
    if let (Some(early), Some(late)) = (early, pages(child.id())) {
        assert!(20 * late <= 21 * early, "{early} pages became {late}");
    }
    talk.send("quit");
    assert!(child.wait().expect("an end").success());
}
