//! What must hold in every conversation, for random sessions and for fuzzing.

use crate::engine::Engine;
use crate::front::Settings;
use crate::interrupt::Interrupts;
use crate::protocol::{self, Line};
use dunhuang::search::{Clock, Params};
use dunhuang::{Game, Size};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A clock that runs ahead with every look at it, so that searches limited by time are short.
#[derive(Default)]
pub struct HurriedClock(AtomicU64);

impl Clock for HurriedClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(100, Ordering::Relaxed))
    }
}

/// The same, and after a number of looks the next line of input is read: it may come while an analysis
/// runs.
struct InputClock {
    clock: HurriedClock,
    looks: AtomicU64,
    line: AtomicU64,
    interrupts: Arc<Interrupts>,
}

impl Clock for InputClock {
    fn now(&self) -> Duration {
        let left = self.looks.load(Ordering::Relaxed);
        match left.checked_sub(1) {
            Some(left) => self.looks.store(left, Ordering::Relaxed),
            None => self.interrupts.read(self.line.load(Ordering::Relaxed)),
        }
        self.clock.now()
    }
}

/// Commands whose cost is whatever their arguments say: no business of a check.
const UNBOUNDED: [&str; 2] = ["dunhuang-compare", "dunhuang-params"];

/// Feeds lines to a fresh engine on a small board.
///
/// # Errors
/// A response that breaks the framing, a command without one, an internal error, or a failed command
/// that changed the game: which line, and what happened.
pub fn session(bytes: &[u8], bounded: bool) -> Result<(), String> {
    let settings = Settings {
        size: Size::square(5),
        playouts: Some(4),
        params: Params {
            memory: 4,
            ..Params::default()
        },
        ..Settings::default()
    };
    let interrupts = Arc::new(Interrupts::new());
    let clock = Arc::new(InputClock {
        clock: HurriedClock::default(),
        looks: AtomicU64::new(0),
        line: AtomicU64::new(0),
        interrupts: interrupts.clone(),
    });
    let mut engine = Engine::new(settings, clock.clone(), interrupts);
    for (number, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let wrong = |what: String| {
            let line = String::from_utf8_lossy(line).into_owned();
            format!("line {}: {line:?}: {what}", number + 1)
        };
        let request = match protocol::parse(line) {
            Line::Request(request) => Some(request),
            _ => None,
        };
        if bounded
            && request
                .as_ref()
                .is_some_and(|r| UNBOUNDED.contains(&&r.name[..]))
        {
            continue;
        }
        // The next line comes sooner or later.
        let looks = line.iter().map(|&byte| u64::from(byte)).sum::<u64>() % 24;
        clock.looks.store(looks, Ordering::Relaxed);
        clock.line.store(number as u64 + 2, Ordering::Relaxed);
        let before = Trace::of(engine.front().session.game());
        let response = engine.answer_line(number as u64 + 1, line);
        let after = Trace::of(engine.front().session.game());
        match (&request, response) {
            (None, None) => {}
            (None, Some(text)) => return Err(wrong(format!("unasked response {text:?}"))),
            (Some(_), None) => return Err(wrong("no response".into())),
            (Some(request), Some(text)) => {
                framing(request.id.as_deref(), &text).map_err(&wrong)?;
                if text.contains("internal error") {
                    return Err(wrong("internal error".into()));
                }
                if text.starts_with('?') && before != after {
                    return Err(wrong(format!("refused, but the game changed: {text:?}")));
                }
            }
        }
    }
    Ok(())
}

/// What a refused command must leave as it is.
#[derive(PartialEq)]
struct Trace {
    steps: usize,
    key: u64,
    size: Size,
    rules: dunhuang::Rules,
    state: dunhuang::State,
    to_move: dunhuang::Color,
}

impl Trace {
    fn of(game: &Game) -> Trace {
        Trace {
            steps: game.steps().len(),
            key: game.position_key(),
            size: game.size(),
            rules: *game.rules(),
            state: game.state(),
            to_move: game.to_move(),
        }
    }
}

/// GTP.md §2.1: `=` or `?`, the id, one space, no blank line inside, one after.
fn framing(id: Option<&str>, response: &str) -> Result<(), String> {
    let broken = || format!("broken framing {response:?}");
    let body = response.strip_suffix("\n\n").ok_or_else(broken)?;
    let mut lines = body.split('\n');
    let first = lines.next().unwrap_or_default();
    let start = format!("{} ", id.unwrap_or_default());
    let after_mark = first.strip_prefix(['=', '?']).ok_or_else(broken)?;
    if !after_mark.starts_with(&start) || first.contains('\r') {
        return Err(broken());
    }
    for line in lines {
        if line.trim().is_empty() || line.starts_with(['=', '?']) || line.contains('\r') {
            return Err(broken());
        }
    }
    Ok(())
}
