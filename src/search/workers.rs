//! Several threads on one tree, without locks. The calling thread is the first of them and reports.

use super::iterate::{Shared, Worker};
use super::limits::{Clock, StopToken};
use super::pace::{self, Pacer};
use super::stats::Stats;
use crate::rng::derive_seed;
use rayon::ThreadPool;
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// When to stop and when to report, in the clock's time.
pub(super) struct Schedule<'a> {
    pub visits: u64,
    pub end: Option<Duration>,
    pub pacer: Option<Pacer<'a>>,
    pub report_every: Option<Duration>,
    pub clock: &'a dyn Clock,
    pub stop: &'a StopToken,
    pub seed: u64,
}

/// Visits that are still allowed, taken by the threads in portions.
struct Budget {
    taken: AtomicU64,
    visits: u64,
    done: AtomicBool,
    failure: Mutex<Option<String>>,
}

impl Budget {
    fn take(&self, wanted: usize) -> usize {
        if self.done.load(Ordering::Relaxed) {
            return 0;
        }
        let before = self.taken.fetch_add(wanted as u64, Ordering::Relaxed);
        self.visits.saturating_sub(before).min(wanted as u64) as usize
    }

    fn stop(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    fn fail(&self, panic: Box<dyn Any + Send>) {
        self.stop();
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a search thread panicked".into());
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }
}

/// When the report after the one due at `due` is due: whole intervals later, so that lateness never adds
/// up; times that have passed already are left out.
fn next_due(due: Duration, every: Duration, now: Duration) -> Duration {
    let every = every.max(Duration::from_millis(1));
    let late = now.saturating_sub(due).as_nanos() / every.as_nanos();
    due + every * (u32::try_from(late).unwrap_or(u32::MAX - 1) + 1)
}

/// Searches with one thread per element of `stats`. `on_report` is called on this thread.
///
/// Returns when, by the clock, the search was to end.
///
/// # Errors
/// What a thread said when it panicked. The tree then has visits that never ended: it must be cleared.
pub(super) fn search(
    shared: &Shared,
    pool: Option<&ThreadPool>,
    stats: &[Stats],
    schedule: &Schedule,
    on_report: &mut dyn FnMut(),
) -> Result<Duration, String> {
    let budget = Budget {
        taken: AtomicU64::new(0),
        visits: schedule.visits,
        done: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    let (own, others) = stats.split_first().expect("one thread at least");
    let helper = |number: usize, stats: &Stats| {
        let run = || {
            let mut worker = Worker::new(shared, derive_seed(schedule.seed, number as u64));
            loop {
                let count = budget.take(worker.batch());
                if count == 0 || schedule.stop.is_stopped() {
                    return;
                }
                worker.iterate(shared, count, stats);
            }
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
            budget.fail(panic);
        }
    };
    let asked = Cell::new(None);
    let lead = || {
        let mut worker = Worker::new(shared, derive_seed(schedule.seed, 0));
        let mut next_report = schedule
            .report_every
            .map(|every| schedule.clock.now() + every);
        for iteration in 1u64.. {
            let count = budget.take(worker.batch());
            if count == 0 {
                return;
            }
            worker.iterate(shared, count, own);
            // Asked after the first iteration: a search stopped at once still has looked.
            let now = schedule.clock.now();
            let paced = || {
                let pacer = schedule.pacer.as_ref();
                iteration % pace::EVERY == 0 && pacer.is_some_and(|pacer| pacer.ends(now))
            };
            if let Some(end) = schedule.end.filter(|&end| now >= end) {
                asked.set(Some(end));
                budget.stop();
            } else if schedule.stop.is_stopped() || paced() {
                asked.set(Some(now));
                budget.stop();
            } else if next_report.is_some_and(|next| now >= next) {
                on_report();
                next_report = schedule
                    .report_every
                    .zip(next_report)
                    .map(|(every, due)| next_due(due, every, schedule.clock.now()));
            }
        }
    };
    let lead_or_fail = || {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(lead)) {
            budget.fail(panic);
        }
    };
    match pool {
        Some(pool) if !others.is_empty() => pool.in_place_scope(|scope| {
            let helper = &helper;
            for (i, stats) in others.iter().enumerate() {
                scope.spawn(move |_| helper(i + 1, stats));
            }
            lead_or_fail();
        }),
        _ => lead_or_fail(),
    }
    let failure = budget.failure.into_inner();
    match failure.unwrap_or_else(PoisonError::into_inner) {
        Some(text) => Err(text),
        None => Ok(asked.get().unwrap_or_else(|| schedule.clock.now())),
    }
}
