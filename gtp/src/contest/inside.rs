//! Our own engine as a player, in this process.

use super::client::parse_answer;
use super::stop::Stop;
use crate::engine::Engine;
use crate::front::Settings;
use crate::interrupt::Interrupts;
use dunhuang::contest::{Channel, Fault, FaultKind};
use dunhuang::search::Clock;
use std::sync::Arc;
use std::time::Duration;

/// An engine that answers on the thread that asks. It cannot be timed out.
pub struct Inside {
    engine: Engine,
    line: u64,
    stop: Arc<Stop>,
}

impl Inside {
    /// An engine with these settings.
    pub fn new(settings: Settings, clock: Arc<dyn Clock>, stop: Arc<Stop>) -> Inside {
        let interrupts = Arc::new(Interrupts::new());
        stop.watch(&interrupts);
        Inside {
            engine: Engine::new(settings, clock, interrupts),
            line: 0,
            stop,
        }
    }
}

impl Channel for Inside {
    fn ask(&mut self, command: &str, _: Duration) -> Result<String, Fault> {
        self.line += 1;
        let answer = self.engine.answer_line(self.line, command.as_bytes());
        if self.stop.is_stopped() {
            return Err(Fault::new(FaultKind::Stopped, "stopped"));
        }
        parse_answer(command, answer.unwrap_or_default().trim_end())
    }

    fn close(&mut self) {}
}
