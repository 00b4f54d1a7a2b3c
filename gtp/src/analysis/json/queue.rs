//! The positions that wait, the most urgent first, and those that are searched.

use super::query::Query;
use dunhuang::search::StopToken;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is asked about the game.
    pub query: Arc<Query>,
    /// Number of moves made.
    pub turn: usize,
    /// Ends its search.
    pub stop: StopToken,
    number: u64,
}

/// Shared by the thread that reads and those that search.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    running: Vec<Job>,
    count: u64,
    closed: bool,
}

impl Queue {
    /// Adds all positions of a query.
    pub fn add(&self, query: &Arc<Query>) {
        let mut state = self.state();
        for &(turn, priority) in &query.turns {
            state.count += 1;
            let job = Job {
                query: query.clone(),
                turn,
                stop: StopToken::new(),
                number: state.count,
            };
            let place = (Reverse(priority), job.number);
            state.waiting.insert(place, job);
        }
        self.changed.notify_all();
    }

    /// The next position, when there is one; none once the queue is closed and empty.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.running.push(job.clone());
                return Some(job);
            }
            if state.closed {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A position has been answered.
    pub fn done(&self, job: &Job) {
        self.state().running.retain(|j| j.number != job.number);
    }

    /// Ends the searches that `which` names, and takes positions that nobody looked at out of the queue.
    pub fn terminate(&self, which: impl Fn(&Job) -> bool) -> Vec<Job> {
        let mut state = self.state();
        for job in state.running.iter().filter(|job| which(job)) {
            job.stop.stop();
        }
        let (taken, left): (Vec<_>, Vec<_>) = std::mem::take(&mut state.waiting)
            .into_iter()
            .partition(|(_, job)| which(job));
        state.waiting = left.into_iter().collect();
        taken.into_iter().map(|(_, job)| job).collect()
    }

    /// No more queries come.
    pub fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
