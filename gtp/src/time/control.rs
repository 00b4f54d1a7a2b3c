//! The forms of time settings that clients send.

use std::time::Duration;

/// Time nobody will use up; keeps sums finite.
pub(super) const AGES: Duration = Duration::from_secs(1 << 40);

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

impl Control {
    /// The main time, 0 where there is none.
    pub fn main(self) -> Duration {
        match self {
            Control::Unlimited => Duration::ZERO,
            Control::Absolute { main }
            | Control::Canadian { main, .. }
            | Control::ByoYomi { main, .. }
            | Control::Fischer { main, .. } => main,
        }
    }

    /// Whether periods follow the main time.
    pub fn has_periods(self) -> bool {
        matches!(self, Control::Canadian { .. } | Control::ByoYomi { .. })
    }
}
