//! What an answer costs beyond the time that was asked of the search: measured, never assumed for long.
//!
//! Two things are kept apart: what every answer costs (a median, which no single late answer moves), and how
//! late one was at worst, which may happen again but not with every move.

use super::ROUNDING;
use std::collections::VecDeque;
use std::time::Duration;

/// Moves that are remembered.
const REMEMBERED: usize = 64;
/// Moves that must be measured before nothing is guessed, and before a median is believed.
const KNOWN: (usize, usize) = (5, 3);
/// What a move is taken to cost before that.
const GUESS: Duration = Duration::from_millis(50);
/// What each move is taken to cost on the client's clock beyond what we see.
pub(super) const TRANSPORT: Duration = Duration::from_millis(15);
/// No measured delay is believed beyond this.
const MOST: Duration = Duration::from_secs(5);
/// Where one late answer loses the game so much is kept for a processor that is taken away for a time slice:
/// virtual machines lose theirs for 100 ms.
const SLICE: Duration = Duration::from_millis(100);
/// That may take a tenth of a limit; of a shorter one, which could not use its time otherwise, a twentieth is kept.
const PARTS: (u32, u32) = (10, 20);
/// Kept of any limit before anything was measured: the first answers of a process are its slowest.
const FIRST: Duration = Duration::from_millis(90);
/// What is rare takes at most this part of what the agreement gives.
const RARE: u32 = 5;
/// Late answers are spread over so many moves at least.
const SPREAD: u32 = 20;

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

/// The share of the delays in hundredths, rounded up, that are no longer than this; 0 without any.
fn quantile(delays: &VecDeque<Duration>, hundredths: usize) -> Duration {
    let mut sorted: Vec<Duration> = delays.iter().copied().collect();
    sorted.sort_unstable();
    let place = (sorted.len() * hundredths).div_ceil(100).max(1);
    sorted.get(place - 1).copied().unwrap_or_default()
}

/// The median; 0 while there are too few to have one that a single delay does not make.
fn median(delays: &VecDeque<Duration>) -> Duration {
    if delays.len() < KNOWN.1 {
        return Duration::ZERO;
    }
    quantile(delays, 50)
}

/// What late answers cost beyond the median, spread over all moves.
fn excess(delays: &VecDeque<Duration>) -> Duration {
    let median = median(delays);
    let beyond = delays.iter().map(|delay| delay.saturating_sub(median));
    beyond.sum::<Duration>() / SPREAD.max(delays.len() as u32)
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

    /// The share of the last moves in hundredths, rounded up, that took no longer than this beyond what
    /// was asked; 0 before anything was measured.
    pub fn quantile(&self, hundredths: usize) -> Duration {
        quantile(&self.recent, hundredths)
    }

    /// What every move costs. One late answer does not change it.
    pub fn typical(&self) -> Duration {
        let measured = median(&self.recent);
        let own = match self.is_known() {
            true => measured,
            false => measured.max(GUESS),
        };
        own + TRANSPORT + median(&self.unseen)
    }

    /// What so many moves to come cost, late answers included as often as they were seen; of an agreement that
    /// gives `whole`, those take no more than a part.
    pub fn of_moves(&self, moves: u32, whole: Duration) -> Duration {
        let late = excess(&self.recent) + excess(&self.unseen);
        self.typical() * moves + (late * moves).min(whole / RARE)
    }

    /// What to keep of a limit whose passing loses the game. Of an agreement that gives `whole` the worst delay
    /// seen takes no more than a part: else one late answer of a minute ago would leave no time to think.
    pub fn worst(&self, limit: Duration, whole: Duration) -> Duration {
        let typical = median(&self.recent) + median(&self.unseen);
        let slice = match limit / PARTS.0 >= SLICE {
            true => SLICE,
            false => limit / PARTS.1,
        };
        let first = match self.is_known() {
            true => Duration::ZERO,
            false => FIRST,
        };
        let slow = 2 * typical + TRANSPORT;
        let worst = quantile(&self.recent, 100);
        // What was noted is less by the client's rounding than it may have been.
        let unseen = match quantile(&self.unseen, 100) {
            Duration::ZERO => Duration::ZERO,
            noted => noted + ROUNDING,
        };
        let rare = worst + worst / 2 + TRANSPORT + unseen;
        let usual = (typical + slice).max(slow).max(first);
        usual.max(rare.min(whole / RARE))
    }

    fn is_known(&self) -> bool {
        self.recent.len() >= KNOWN.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn measured(delays: impl IntoIterator<Item = u64>) -> Overhead {
        let mut overhead = Overhead::default();
        delays
            .into_iter()
            .for_each(|delay| overhead.note(ms(delay)));
        overhead
    }

    /// What is kept of a limit for one move.
    fn kept(overhead: &Overhead, limit: u64) -> Duration {
        overhead.worst(ms(limit), ms(limit))
    }

    #[test]
    fn what_was_measured_replaces_the_guess() {
        let mut overhead = Overhead::default();
        assert_eq!(overhead.quantile(95), ms(0));
        assert_eq!(overhead.typical(), GUESS + TRANSPORT);
        assert_eq!(kept(&overhead, 1000), SLICE);
        for _ in 0..KNOWN.0 {
            overhead.note(ms(4));
        }
        assert_eq!(overhead.typical(), ms(4) + TRANSPORT);
        assert_eq!(kept(&overhead, 1000), ms(4) + SLICE);
        overhead.note(ms(120));
        assert_eq!(kept(&overhead, 1000), ms(180) + TRANSPORT);
        assert_eq!(overhead.typical(), ms(4) + TRANSPORT);
        // What is long past no longer counts.
        for _ in 0..REMEMBERED {
            overhead.note(ms(8));
        }
        assert_eq!(overhead.quantile(100), ms(8));
    }

    /// A single delay, however long and whenever, changes nothing that is counted once a move, and takes no more
    /// than a part of any limit.
    #[test]
    fn one_late_answer_is_rare_and_not_usual() {
        for late in [200, 1500, 5000, 60_000] {
            for before in 0..30 {
                for unseen in [false, true] {
                    let mut overhead = measured([3].repeat(before));
                    let moves = overhead.of_moves(30, ms(60_000));
                    let typical = overhead.typical();
                    if unseen {
                        overhead.note_unseen(ms(late));
                    } else {
                        overhead.note(ms(late));
                    }
                    let what = format!("{late} ms after {before} moves, unseen {unseen}");
                    assert!(overhead.typical() <= typical, "{what}");
                    let more = overhead.of_moves(30, ms(60_000)).saturating_sub(moves);
                    assert!(more <= ms(late.min(5000)) * 3 / 2, "{what}: {more:?}");
                    for limit in [1000, 10_000] {
                        let kept = kept(&overhead, limit);
                        assert!(kept <= ms(limit / 5), "{what}: {kept:?} of {limit}");
                        let expected = late.min(limit / 5).min(5000);
                        assert!(kept >= ms(expected), "{what}: {kept:?} of {limit}");
                    }
                }
            }
        }
    }

    #[test]
    fn late_answers_that_come_again_and_again_are_usual() {
        let mut overhead = measured([4; 30]);
        (0..30).for_each(|_| overhead.note_unseen(ms(700)));
        assert_eq!(overhead.typical(), ms(704) + TRANSPORT);
        assert!(kept(&overhead, 1000) > ms(700));
        // Once in ten moves is as often in those to come.
        let overhead = measured((0..40).map(|i| if i % 10 == 5 { 1004 } else { 4 }));
        let cost = overhead.of_moves(40, ms(60_000));
        assert_eq!(cost, (ms(4) + TRANSPORT) * 40 + ms(4000));
    }

    /// A move of a second survives a processor that is away for 100 ms, and uses 90 % of it.
    #[test]
    fn a_slice_of_the_processor_is_kept_as_far_as_the_limit_allows() {
        for overhead in [measured([]), measured([2; 4]), measured([2; 64])] {
            for limit in [1000, 2000, 30_000] {
                let kept = kept(&overhead, limit);
                assert!(kept >= ms(100) && kept <= ms(102), "{limit}: {kept:?}");
            }
        }
    }

    #[test]
    fn short_limits_keep_less() {
        let overhead = measured([1; REMEMBERED]);
        assert!(kept(&overhead, 200) < ms(20));
        for limit in [200, 300, 500, 990] {
            let kept = kept(&overhead, limit);
            assert!(
                kept * 20 >= ms(limit) && kept * 10 <= ms(limit),
                "{limit}: {kept:?}"
            );
        }
        // Nothing is known of a line yet: a first answer must come in time even on a slow one.
        assert_eq!(kept(&measured([]), 100), FIRST);
    }

    /// What is long past no longer counts, whoever saw it.
    #[test]
    fn one_late_message_does_not_spoil_every_game_to_come() {
        let mut overhead = measured([1; REMEMBERED]);
        overhead.note_unseen(ms(3000));
        assert!(kept(&overhead, 60_000) > ms(3000));
        for _ in 0..REMEMBERED {
            overhead.note_unseen(ms(0));
        }
        assert!(overhead.typical() < ms(100) && kept(&overhead, 60_000) <= ms(101));
    }
}
