//! One program through many random sessions, analyses interrupted: every command is answered once and in
//! its place, and memory does not grow. LONG_TESTS=1 makes it ten thousand sessions.

mod support;

use dunhuang::rng::{Rng, derive_seed};
use support::{Running, lines};

/// What ends the program, costs what its arguments say, or is as long as a client is silent.
const PASSED_OVER: [&str; 5] = [
    "quit",
    "dunhuang-compare",
    "dunhuang-params",
    "gogui-param_search",
    "set_random_seed",
];

struct Talk {
    program: Running,
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
        self.program.send(&format!("{} {command}\n", self.sent));
    }

    /// Reads a line; each response must be that of the next command.
    fn read(&mut self) {
        let line = self.program.line();
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
    let mut talk = Talk {
        program: Running::start(&["--size", "5", "--playouts", "4", "--memory", "4"]),
        sent: 0,
        answered: 0,
        inside: false,
    };
    let mut early = None;
    for number in 0..sessions {
        talk.session(derive_seed(0x6c6f_6e67, number));
        if number == sessions / 3 {
            early = pages(talk.program.id());
        }
    }
    if let (Some(early), Some(late)) = (early, pages(talk.program.id())) {
        assert!(20 * late <= 21 * early, "{early} pages became {late}");
    }
    talk.send("quit");
    assert!(talk.program.wait().success());
}
