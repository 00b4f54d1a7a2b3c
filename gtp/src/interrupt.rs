//! What cuts a running search short: `stop`, `quit`, the end of the input, `# interrupt`.
//!
//! Lines of input are numbered. A `stop` concerns the commands before it only, whether they run
//! already or still wait, so a client may send its commands without waiting for answers.

use dunhuang::search::StopToken;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Shared by the thread that reads the input and the one that answers.
#[derive(Default)]
pub struct Interrupts {
    token: StopToken,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The search that runs now.
    running: Option<Running>,
    /// Number of the last line that was read, whatever it was.
    read: u64,
    /// Number of the last `stop`.
    stopped: u64,
    /// Number of the `quit` or of the end of input, if it came.
    closed: Option<u64>,
}

#[derive(Clone, Copy)]
struct Running {
    line: u64,
    kind: Kind,
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It ends by itself at a number of playouts, so that its answer is deterministic.
    Bounded,
    /// Its time ends it.
    Timed,
    /// It goes on until any line comes.
    Analysis,
}

impl Interrupts {
    /// Nothing was interrupted yet.
    pub fn new() -> Interrupts {
        Interrupts::default()
    }

    /// Stops every search of a line before this one.
    pub fn stop(&self, line: u64) {
        let mut state = self.state();
        state.stopped = state.stopped.max(line);
        if state.running.is_some_and(|running| running.line < line) {
            self.token.stop();
        }
    }

    /// A line was read, blank or not: an analysis of a line before it stops.
    pub fn read(&self, line: u64) {
        let mut state = self.state();
        state.read = state.read.max(line);
        let ends = |r: Running| r.kind == Kind::Analysis && r.line < line;
        if state.running.is_some_and(ends) {
            self.token.stop();
        }
    }

    /// Whether nothing was read after this line, so that there is time to fill.
    pub fn is_idle_after(&self, line: u64) -> bool {
        let state = self.state();
        state.read <= line && state.closed.is_none()
    }

    /// No more commands come: searches that no number of playouts ends stop, now and later.
    pub fn close(&self, line: u64) {
        let mut state = self.state();
        state.closed.get_or_insert(line);
        if state.running.is_some_and(|r| r.kind != Kind::Bounded) {
            self.token.stop();
        }
    }

    /// Runs a search of a line of input; `bounded` if a number of playouts ends it.
    pub fn during<T>(&self, line: u64, bounded: bool, search: impl FnOnce(&StopToken) -> T) -> T {
        let kind = match bounded {
            true => Kind::Bounded,
            false => Kind::Timed,
        };
        self.run(Running { line, kind }, search)
    }

    /// Runs an analysis, which the next line of input ends.
    pub fn during_analysis<T>(&self, line: u64, search: impl FnOnce(&StopToken) -> T) -> T {
        let kind = Kind::Analysis;
        self.run(Running { line, kind }, search)
    }

    fn run<T>(&self, running: Running, search: impl FnOnce(&StopToken) -> T) -> T {
        {
            let mut state = self.state();
            self.token.reset();
            state.running = Some(running);
            let Running { line, kind } = running;
            if state.stopped > line
                || state.closed.is_some() && kind != Kind::Bounded
                || state.read > line && kind == Kind::Analysis
            {
                self.token.stop();
            }
        }
        // Also when the search panics.
        let _ended = Ended(self);
        search(&self.token)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Ended<'a>(&'a Interrupts);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.state().running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_concerns_earlier_lines_only() {
        let interrupts = Interrupts::new();
        interrupts.stop(5);
        let stopped = |line| interrupts.during(line, true, StopToken::is_stopped);
        assert!(stopped(4));
        assert!(!stopped(5));
        assert!(!stopped(6));
        interrupts.during(7, true, |token| {
            interrupts.stop(7);
            assert!(!token.is_stopped());
            interrupts.stop(8);
            assert!(token.is_stopped());
        });
    }

    #[test]
    fn the_end_of_input_stops_timed_searches_only() {
        let interrupts = Interrupts::new();
        interrupts.during(1, true, |token| {
            interrupts.close(3);
            assert!(!token.is_stopped());
        });
        interrupts.during(2, false, |token| assert!(token.is_stopped()));
        interrupts.during(2, true, |token| assert!(!token.is_stopped()));
        let interrupts = Interrupts::new();
        interrupts.during(1, false, |token| {
            interrupts.close(3);
            assert!(token.is_stopped());
        });
    }

    #[test]
    fn any_later_line_stops_an_analysis_and_nothing_else() {
        let interrupts = Interrupts::new();
        interrupts.read(5);
        interrupts.during(5, false, |token| {
            interrupts.read(6);
            assert!(!token.is_stopped());
        });
        interrupts.during_analysis(5, |token| assert!(token.is_stopped()));
        interrupts.during_analysis(6, |token| {
            interrupts.read(6);
            assert!(!token.is_stopped());
            interrupts.read(7);
            assert!(token.is_stopped());
        });
        assert!(interrupts.is_idle_after(7) && !interrupts.is_idle_after(6));
        interrupts.close(8);
        assert!(!interrupts.is_idle_after(8));
        interrupts.during_analysis(9, |token| assert!(token.is_stopped()));
    }

    #[test]
    fn a_panic_does_not_leave_a_search_running() {
        let interrupts = Interrupts::new();
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            interrupts.during(1, true, |_| panic!("on purpose"));
        }));
        assert!(panicked.is_err());
        assert!(interrupts.state().running.is_none());
        interrupts.stop(4);
        interrupts.during(5, true, |token| assert!(!token.is_stopped()));
    }
}
