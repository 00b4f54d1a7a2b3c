//! What an answer costs beyond the time that was asked of the search: measured, never assumed for long.

use std::collections::VecDeque;
use std::time::Duration;

/// Moves that are remembered.
const REMEMBERED: usize = 64;
/// What a move is taken to cost before anything was measured, and for how many moves that weighs.
const GUESS: (Duration, usize) = (Duration::from_millis(50), 20);
/// What each move is taken to cost on the client's clock beyond what we see.
pub(super) const TRANSPORT: Duration = Duration::from_millis(15);
/// No measured delay is believed beyond this.
const MOST: Duration = Duration::from_secs(5);
/// Where one late answer loses the game, this is kept at least, or a part of the limit if that is less.
const LEAST: (Duration, u32) = (Duration::from_millis(50), 20);

/// The delays of the last moves: from when a search was to end until its answer was written.
#[derive(Clone, Debug, Default)]
pub struct Overhead {
    recent: VecDeque<Duration>,
    /// What the client's clock showed beyond ours, each time it told.
    unseen: VecDeque<Duration>,
}

fn remember(recent: &mut VecDeque<Duration>, delay: Duration) {
    if recent.len() == REMEMBERED {
        recent.pop_front();
    }
    recent.push_back(delay.min(MOST));
}

impl Overhead {
    /// A move took this much longer than was asked for.
    pub fn note(&mut self, delay: Duration) {
        remember(&mut self.recent, delay);
    }

    /// The client's clock showed this much more for a move than ours.
    pub fn note_unseen(&mut self, delay: Duration) {
        remember(&mut self.unseen, delay);
    }

    /// The most that the client's clock showed beyond ours of late.
    fn unseen(&self) -> Duration {
        self.unseen.iter().max().copied().unwrap_or_default()
    }

    /// The share of the last moves in hundredths, rounded up, that took no longer than this beyond what
    /// was asked; 0 before anything was measured.
    pub fn quantile(&self, hundredths: usize) -> Duration {
        let mut sorted: Vec<Duration> = self.recent.iter().copied().collect();
        sorted.sort_unstable();
        let place = (sorted.len() * hundredths).div_ceil(100).max(1);
        sorted.get(place - 1).copied().unwrap_or_default()
    }

    /// What to keep of a limit whose passing costs some later thinking.
    pub fn usual(&self) -> Duration {
        self.guessed(self.quantile(95)) + TRANSPORT + self.unseen()
    }

    /// What to keep of a limit whose passing loses the game.
    pub fn worst(&self, limit: Duration) -> Duration {
        let worst = self.guessed(self.quantile(100));
        let measured = worst + worst / 2 + TRANSPORT;
        measured.max(LEAST.0.min(limit / LEAST.1)) + self.unseen()
    }

    fn guessed(&self, measured: Duration) -> Duration {
        if self.recent.len() < GUESS.1 {
            measured.max(GUESS.0)
        } else {
            measured
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn what_was_measured_replaces_the_guess() {
        let mut overhead = Overhead::default();
        let second = Duration::from_secs(1);
        assert_eq!(overhead.quantile(95), ms(0));
        assert!(overhead.worst(second) >= ms(50) && overhead.worst(second) <= ms(100));
        for _ in 0..GUESS.1 {
            overhead.note(ms(4));
        }
        assert_eq!(overhead.usual(), ms(4) + TRANSPORT);
        assert_eq!(overhead.worst(second), ms(50));
        overhead.note(ms(200));
        assert_eq!(overhead.worst(second), ms(300) + TRANSPORT);
        assert_eq!(overhead.quantile(95), ms(4));
        // What is long past no longer counts.
        for _ in 0..REMEMBERED {
            overhead.note(ms(8));
        }
        assert_eq!(overhead.quantile(100), ms(8));
    }

    #[test]
    fn one_late_message_does_not_spoil_every_game_to_come() {
        let mut overhead = Overhead::default();
        overhead.note_unseen(ms(3000));
        assert!(overhead.usual() > ms(3000));
        for _ in 0..REMEMBERED {
            overhead.note_unseen(ms(0));
        }
        assert!(overhead.usual() < ms(100));
    }

    #[test]
    fn short_limits_keep_less() {
        let mut overhead = Overhead::default();
        for _ in 0..REMEMBERED {
            overhead.note(ms(1));
        }
        assert!(overhead.worst(ms(200)) < ms(20));
    }
}
