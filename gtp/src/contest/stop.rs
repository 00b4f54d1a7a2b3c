//! The one switch that ends a contest.

use crate::interrupt::Interrupts;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Tells everybody at work to stop.
#[derive(Default)]
pub struct Stop {
    stopped: AtomicBool,
    searches: Mutex<Vec<Weak<Interrupts>>>,
}

impl Stop {
    /// Nobody said stop.
    pub fn new() -> Arc<Stop> {
        Arc::default()
    }

    /// Ends all games under way.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        for search in searches.iter().filter_map(Weak::upgrade) {
            search.stop(u64::MAX);
        }
    }

    /// Whether somebody said stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Break if somebody said stop.
    pub fn go_on(&self) -> ControlFlow<()> {
        match self.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// A search in this process that is to be stopped too.
    pub fn watch(&self, search: &Arc<Interrupts>) {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(search));
    }
}
