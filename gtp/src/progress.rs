//! How far long work is, on stderr: a line for each thing done and the pace, on a terminal with a bar.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Instant;

/// Tells of what is done.
pub struct Progress {
    /// What is done, such as games.
    what: &'static str,
    began: Instant,
    total: usize,
    before: usize,
    now: usize,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of `total` things in all, called `what`, `before` were done before.
    pub fn new(what: &'static str, total: usize, before: usize) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}{msg}") {
                bar.set_style(style);
            }
            bar.set_position(before as u64);
            bar
        });
        Progress {
            what,
            began: Instant::now(),
            total,
            before,
            now: 0,
            bar,
        }
    }

    /// Says that the work began then, before it was known how much there is.
    pub fn began_at(&mut self, began: Instant) {
        self.began = began;
    }

    /// One more is done, of which this line tells.
    pub fn done(&mut self, line: &str) {
        self.now += 1;
        let done = self.before + self.now;
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let rate = self.now as f64 / minutes.max(1e-6);
        let left = self.total.saturating_sub(done) as f64 / rate;
        let pace = format!("{rate:.1} {} a minute, {left:.1} minutes left", self.what);
        match &self.bar {
            Some(bar) => {
                bar.println(line);
                bar.set_message(format!(" {pace}"));
                bar.inc(1);
            }
            None => eprintln!("{done}/{} {line}; {pace}", self.total),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
