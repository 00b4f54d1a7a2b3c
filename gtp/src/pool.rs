//! Work on several threads, and what comes of it on one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often is looked whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Does `work` on every item, on so many threads, and hands on this thread to `each` what comes of it,
/// as it comes. Once `each` or `look`, which is called all the time, says break, nothing more is begun;
/// what is under way then is still handed over.
pub fn each_done<T: Send, R: Send>(
    jobs: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: &(dyn Fn(T) -> R + Sync),
    look: &mut dyn FnMut() -> ControlFlow<()>,
    each: &mut dyn FnMut(R) -> ControlFlow<()>,
) {
    let items = items.into_iter().fuse();
    let threads = jobs.min(items.size_hint().1.unwrap_or(jobs));
    let queue = Mutex::new(Some(items));
    let locked = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let end = |what: ControlFlow<()>| {
        if what.is_break() {
            *locked() = None;
        }
    };
    // A little room only: work that nobody will look at any more is not run up.
    let (sender, done) = sync_channel(threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, locked) = (sender.clone(), &locked);
            scope.spawn(move || {
                loop {
                    let item = locked().as_mut().and_then(Iterator::next);
                    let Some(item) = item else { return };
                    if sender.send(work(item)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            end(look());
            match done.recv_timeout(LOOK) {
                Ok(result) => end(each(result)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
}

/// As [`each_done`], but hands over what comes of the items in their order, and at an error nothing more.
///
/// # Errors
/// What `work` of an item or `each` says.
pub fn each_in_order<T: Send, R: Send>(
    jobs: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: &(dyn Fn(T) -> anyhow::Result<R> + Sync),
    each: &mut dyn FnMut(R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut state) = (0, Ok(()));
    each_done(
        jobs,
        items.into_iter().enumerate(),
        &|(place, item)| (place, work(item)),
        &mut || ControlFlow::Continue(()),
        &mut |(place, result)| {
            waiting.insert(place, result);
            while state.is_ok()
                && let Some(result) = waiting.remove(&next)
            {
                next += 1;
                state = result.and_then(&mut *each);
            }
            match state {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_can_be_had_in_order() {
        for jobs in [1, 2, 7] {
            let mut done = Vec::new();
            let go_on = &mut || ControlFlow::Continue(());
            each_done(jobs, 0..100, &|n| n * n, go_on, &mut |square| {
                done.push(square);
                ControlFlow::Continue(())
            });
            done.sort_unstable();
            let squares: Vec<u32> = (0..100).map(|n| n * n).collect();
            assert_eq!(done, squares);
            let mut ordered = Vec::new();
            let push = &mut |square| {
                ordered.push(square);
                Ok(())
            };
            each_in_order(jobs, 0..100, &|n| Ok(n * n), push).unwrap();
            assert_eq!(ordered, squares);
        }
        let go_on = &mut || ControlFlow::Continue(());
        each_done(2, [(); 0], &|()| (), go_on, &mut |()| unreachable!());
    }

    #[test]
    fn after_a_break_nothing_more_is_begun() {
        for jobs in [1, 3] {
            let mut done = 0;
            let go_on = &mut || ControlFlow::Continue(());
            each_done(jobs, 0..1000, &|_| (), go_on, &mut |()| {
                done += 1;
                ControlFlow::Break(())
            });
            assert!(done <= 1 + 2 * jobs, "{done}");
            let mut ordered = Vec::new();
            let fails = |n| match n {
                5 => anyhow::bail!("five"),
                n => Ok(n),
            };
            let push = &mut |n| {
                ordered.push(n);
                Ok(())
            };
            let error = each_in_order(jobs, 0..100, &fails, push).unwrap_err();
            assert_eq!(error.to_string(), "five");
            assert_eq!(ordered, [0, 1, 2, 3, 4]);
        }
    }
}
