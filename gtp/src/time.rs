//! The engine's own clocks: every form of time settings, what is left, and how much a move may take.
//!
//! Some clients never say how much time is left, so the engine counts for itself and lets
//! `time_left` correct it.

use dunhuang::{ByColor, Color};
use std::time::Duration;

/// Time nobody will use up; keeps sums finite.
const AGES: Duration = Duration::from_secs(1 << 40);
/// What an answer costs beyond the search at least: start, stop, text, pipes.
const LEAST_MARGIN: Duration = Duration::from_millis(30);
/// What each move is taken to cost on the client's clock beyond what we see.
const TRANSPORT: Duration = Duration::from_millis(15);
/// No measured delay is believed beyond this.
const MOST_MARGIN: Duration = Duration::from_secs(5);
/// The part of the main time kept for moves that must be made without thinking, and its bound.
const RESERVE: (u32, Duration) = (20, Duration::from_secs(5));
/// Clients round what is left to whole seconds.
const ROUNDING: Duration = Duration::from_secs(1);

/// The agreement on time, as the client said it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Control {
    /// No limit.
    Unlimited,
    /// One amount for the whole game.
    Absolute {
        /// For all moves.
        main: Duration,
    },
    /// Main time, then so many stones in each period.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Stones to play in it, 1 or more.
        stones: u32,
    },
    /// Main time, then periods; a move within one leaves it whole (Japanese).
    ByoYomi {
        /// Before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, 1 or more.
        periods: u32,
    },
    /// Main time that grows with every move.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
        /// The main time never grows beyond this.
        main_limit: Option<Duration>,
        /// A move may never take longer.
        move_limit: Option<Duration>,
    },
}

/// The kinds of `kata-time_settings`, in the order of `kata-list_time_settings`.
pub const KINDS: [&str; 6] = [
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
];

impl Control {
    /// The three numbers of `time_settings`. A period without stones means no limit; no period means
    /// that the main time is all there is.
    pub fn from_gtp(main: Duration, period: Duration, stones: u32) -> Control {
        match (period.is_zero(), stones) {
            (true, _) => Control::Absolute { main },
            (false, 0) => Control::Unlimited,
            (false, stones) => Control::Canadian {
                main,
                period,
                stones,
            },
        }
    }

    /// The words of `kgs-time_settings` and `kata-time_settings`; `None` if they are not one of the
    /// forms.
    pub fn parse(words: &[String]) -> Option<Control> {
        let (kind, numbers) = words.split_first()?;
        let time = |i: usize| seconds(numbers.get(i)?);
        let count = |i: usize| numbers.get(i)?.parse::<u32>().ok();
        let limit = |i: usize| match numbers.get(i)?.parse::<f64>().ok()? {
            negative if negative < 0.0 => Some(None),
            _ => Some(Some(seconds(&numbers[i])?)),
        };
        let (control, expected) = match &kind.to_ascii_lowercase()[..] {
            "none" => (Control::Unlimited, 0),
            "absolute" => (Control::Absolute { main: time(0)? }, 1),
            "canadian" => (
                match count(2)? {
                    0 => Control::from_gtp(time(0)?, time(1)?, 0),
                    stones => Control::Canadian {
                        main: time(0)?,
                        period: time(1)?,
                        stones,
                    },
                },
                3,
            ),
            "byoyomi" | "byo-yomi" => (
                match count(2)? {
                    0 => Control::Absolute { main: time(0)? },
                    periods => Control::ByoYomi {
                        main: time(0)?,
                        period: time(1)?,
                        periods,
                    },
                },
                3,
            ),
            "fischer" => (
                Control::Fischer {
                    main: time(0)?,
                    increment: time(1)?,
                    main_limit: None,
                    move_limit: None,
                },
                2,
            ),
            "fischer-capped" => (
                Control::Fischer {
                    main: time(0)?,
                    increment: time(1)?,
                    main_limit: limit(2)?,
                    move_limit: limit(3)?,
                },
                4,
            ),
            _ => return None,
        };
        (numbers.len() == expected).then_some(control)
    }
}

/// A time in seconds, whole or not; `None` for negative numbers and what is no number.
pub fn seconds(word: &str) -> Option<Duration> {
    let number: f64 = word.parse().ok()?;
    if !number.is_finite() || number < 0.0 {
        return None;
    }
    Some(Duration::from_secs_f64(number.min(AGES.as_secs_f64())))
}

/// What one side has left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Side {
    main: Duration,
    /// Left in the period that runs or comes next.
    period: Duration,
    /// Stones to play in the period (Canadian) or periods left (Japanese).
    count: u32,
    /// Whether our own counting changed it since the client last spoke.
    guessed: bool,
}

/// Both sides' clocks and the delays seen so far.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Option<Control>,
    sides: ByColor<Side>,
    /// Worst time from the end of a budget to the written answer.
    overrun: Duration,
    /// Worst difference between our counting and the client's.
    unseen: Duration,
}

impl Default for Clocks {
    fn default() -> Self {
        Clocks::new()
    }
}

impl Clocks {
    /// No agreement on time.
    pub fn new() -> Clocks {
        Clocks {
            control: None,
            sides: ByColor::default(),
            overrun: Duration::ZERO,
            unseen: Duration::ZERO,
        }
    }

    /// The agreement in force, if the client made one.
    pub fn control(&self) -> Option<Control> {
        self.control
    }

    /// A new agreement; both clocks are full.
    pub fn set(&mut self, control: Control) {
        self.control = Some(control);
        self.restart();
    }

    /// A new game under the same agreement.
    pub fn restart(&mut self) {
        let (period, count) = match self.control {
            Some(Control::Canadian { period, stones, .. }) => (period, stones),
            Some(Control::ByoYomi {
                period, periods, ..
            }) => (period, periods),
            _ => (Duration::ZERO, 0),
        };
        self.sides = ByColor::from_fn(|_| Side {
            main: self.control.map_or(Duration::ZERO, main_of),
            period,
            count,
            guessed: false,
        });
    }

    /// The client says what is left: main time if `stones` is 0, else a period with so many stones
    /// (Canadian) or periods (Japanese) to go.
    pub fn time_left(&mut self, color: Color, left: Duration, stones: u32) {
        if self.control.is_none() {
            self.set(Control::from_gtp(
                left,
                if stones > 0 { left } else { Duration::ZERO },
                stones,
            ));
        }
        let side = &mut self.sides[color];
        if stones == 0 || !self.control.is_some_and(has_periods) {
            if side.guessed {
                let delay = side.main.saturating_sub(left).saturating_sub(ROUNDING);
                self.unseen = self.unseen.max(delay).min(MOST_MARGIN);
            }
            side.main = left;
        } else {
            side.main = Duration::ZERO;
            side.period = left;
            side.count = stones;
        }
        side.guessed = false;
    }

    /// What an answer costs beyond the search, as measured so far.
    pub fn margin(&self) -> Duration {
        LEAST_MARGIN + self.overrun + self.unseen
    }

    /// How long `color` may think about a move when about `moves_left` of its own are to come;
    /// `None` if there is no limit.
    pub fn budget(&self, color: Color, moves_left: u32) -> Option<Duration> {
        let side = self.sides[color];
        let margin = self.margin();
        let moves_left = moves_left.max(2);
        let control = self.control?;
        let reserve = (main_of(control) / RESERVE.0).min(RESERVE.1) + 2 * margin;
        let share = (side.main.saturating_sub(reserve) / moves_left).saturating_sub(margin);
        Some(match control {
            Control::Unlimited => return None,
            Control::Absolute { .. } => share,
            // While there is main time a period's worth may be taken from it: what is too much runs
            // into the first period and still fits there.
            Control::Canadian { stones, .. } => {
                // What we do not see of every stone adds up within the period.
                let usable = side.period.saturating_sub(margin * stones);
                share.max(usable / side.count.max(1))
            }
            Control::ByoYomi { period, .. } => {
                let period = if side.main.is_zero() {
                    side.period
                } else {
                    period
                };
                share.max(period.saturating_sub(margin))
            }
            Control::Fischer {
                increment,
                move_limit,
                ..
            } => {
                let all = side.main.saturating_sub(2 * margin);
                let most = move_limit.map_or(all, |limit| all.min(limit.saturating_sub(margin)));
                (share + increment.saturating_sub(margin)).min(most)
            }
        })
    }

    /// `color` took this long for a move, from the command to the written answer, of which `budget`
    /// was planned.
    pub fn spent(&mut self, color: Color, elapsed: Duration, budget: Option<Duration>) {
        if let Some(budget) = budget {
            let over = elapsed.saturating_sub(budget);
            self.overrun = self.overrun.max(over).min(MOST_MARGIN);
        }
        let Some(control) = self.control else { return };
        let side = &mut self.sides[color];
        side.guessed = true;
        let elapsed = elapsed + TRANSPORT;
        let mut over = elapsed.saturating_sub(side.main);
        side.main = side.main.saturating_sub(elapsed);
        match control {
            Control::Unlimited | Control::Absolute { .. } => {}
            Control::Fischer {
                increment,
                main_limit,
                ..
            } => {
                side.main += increment;
                if let Some(limit) = main_limit {
                    side.main = side.main.min(limit);
                }
            }
            Control::Canadian { period, stones, .. } => {
                if !over.is_zero() {
                    side.period = side.period.saturating_sub(over);
                    side.count -= 1;
                    if side.count == 0 {
                        (side.period, side.count) = (period, stones);
                    }
                }
            }
            Control::ByoYomi { period, .. } => {
                while over > side.period && side.count > 1 {
                    over -= side.period;
                    side.count -= 1;
                    side.period = period;
                }
                side.period = period;
            }
        }
    }
}

fn main_of(control: Control) -> Duration {
    match control {
        Control::Unlimited => Duration::ZERO,
        Control::Absolute { main }
        | Control::Canadian { main, .. }
        | Control::ByoYomi { main, .. }
        | Control::Fischer { main, .. } => main,
    }
}

fn has_periods(control: Control) -> bool {
    matches!(control, Control::Canadian { .. } | Control::ByoYomi { .. })
}

/// About how many moves one side still has to make; errs on the high side.
pub fn moves_left(area: usize, moves_made: u32) -> u32 {
    let expected = (area as u32 * 4 / 5).saturating_sub(moves_made) / 2;
    expected.max(area as u32 / 8).max(8)
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
