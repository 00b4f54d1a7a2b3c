//! How far a contest is, on stderr: a bar on a terminal, else a line a game.

use dunhuang::contest::GameRecord;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Instant;

/// Tells of finished games.
pub struct Progress {
    began: Instant,
    total: usize,
    before: usize,
    played: usize,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of `total` games in all, `to_play` are still to be played.
    pub fn new(total: usize, to_play: usize) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}{msg}") {
                bar.set_style(style);
            }
            bar.set_position((total - to_play) as u64);
            bar
        });
        Progress {
            began: Instant::now(),
            total,
            before: total - to_play,
            played: 0,
            bar,
        }
    }

    /// A game is finished.
    pub fn game(&mut self, game: &GameRecord) {
        self.played += 1;
        let done = self.before + self.played;
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        let rate = self.played as f64 / minutes.max(1e-6);
        let left = self.total.saturating_sub(done) as f64 / rate;
        let pace = format!("{rate:.1} games a minute, {left:.1} minutes left");
        let line = line_of(game);
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

fn line_of(game: &GameRecord) -> String {
    let mut line = format!(
        "game {} {} (B) {} (W) {} {} moves {}",
        game.game,
        game.black,
        game.white,
        game.result,
        game.end.name(),
        game.length,
    );
    for fault in &game.faults {
        line += &format!("; {} {}: {}", fault.player, fault.kind.name(), fault.detail);
    }
    line
}
