//! The engine's own clocks: every form of time settings, what is left, and how much a move may take.
//!
//! Some clients never say how much time is left, so the engine counts for itself and lets
//! `time_left` correct it.

mod allocate;
mod control;
mod overhead;

pub use allocate::Stage;
pub use control::{Control, KINDS, seconds};
pub use overhead::Overhead;

use dunhuang::{ByColor, Color};
use overhead::TRANSPORT;
use std::time::Duration;

/// Clients round what is left to whole seconds.
const ROUNDING: Duration = Duration::from_secs(1);

/// What a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What it shall take.
    pub wish: Duration,
    /// What it may take where the choice is hard.
    pub most: Duration,
    /// Whether time that is not used is there for later moves.
    pub saves: bool,
}

impl Budget {
    /// A time for this move alone.
    pub fn of_this_move(time: Duration) -> Budget {
        Budget {
            wish: time,
            most: time,
            saves: false,
        }
    }

    /// What is left of it when so much time has gone by already.
    pub fn after(self, gone: Duration) -> Budget {
        Budget {
            wish: self.wish.saturating_sub(gone),
            most: self.most.saturating_sub(gone),
            saves: self.saves,
        }
    }

    /// The same within another limit.
    pub fn within(self, limit: Duration) -> Budget {
        Budget {
            wish: self.wish.min(limit),
            most: self.most.min(limit),
            saves: self.saves,
        }
    }
}

/// What one side has left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Side {
    main: Duration,
    /// Left in the period that runs or comes next.
    period: Duration,
    /// Stones to play in the period (Canadian) or periods left (Japanese).
    count: u32,
    /// Moves that our own counting took off it since the client last spoke.
    guessed: u32,
}

/// Both sides' clocks and the delays seen so far.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Option<Control>,
    sides: ByColor<Side>,
    overhead: Overhead,
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
            overhead: Overhead::default(),
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
            main: self.control.map_or(Duration::ZERO, Control::main),
            period,
            count,
            guessed: 0,
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
        if stones == 0 || !self.control.is_some_and(Control::has_periods) {
            if side.guessed > 0 {
                let delay = side.main.saturating_sub(left).saturating_sub(ROUNDING);
                self.overhead.note_unseen(delay);
            }
            side.main = left;
        } else {
            side.main = Duration::ZERO;
            side.period = left;
            side.count = stones;
        }
        side.guessed = 0;
    }

    /// The delays measured so far. They outlive games and agreements.
    pub fn overhead(&self) -> &Overhead {
        &self.overhead
    }

    /// What a move of `color` may take; `None` if there is no limit.
    pub fn budget(&self, color: Color, stage: Stage) -> Option<Budget> {
        allocate::budget(self.control?, self.sides[color], stage, &self.overhead)
    }

    /// `color` took `elapsed` for a move, from the command to the written answer. `asked` is when its
    /// search was to end, if time ended it.
    pub fn spent(&mut self, color: Color, elapsed: Duration, asked: Option<Duration>) {
        if let Some(asked) = asked {
            self.overhead.note(elapsed.saturating_sub(asked));
        }
        let Some(control) = self.control else { return };
        let side = &mut self.sides[color];
        side.guessed += 1;
        let elapsed = elapsed + TRANSPORT;
        let had_main = !side.main.is_zero();
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
                }
                // By the client's clock the main time may be there still; a stone too many would lose.
                let unsure = if had_main {
                    TRANSPORT * side.guessed
                } else {
                    Duration::ZERO
                };
                if over > unsure {
                    side.count = side.count.saturating_sub(1);
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

#[cfg(test)]
mod tests;
