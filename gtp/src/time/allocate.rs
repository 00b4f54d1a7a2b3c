//! How much of the time left one move gets.

use super::control::Control;
use super::overhead::Overhead;
use super::{Budget, Side};
use std::time::Duration;

/// The part of the main time, and its bound, kept for moves that must be made without thinking and for delays
/// that were never seen.
const RESERVE: (u32, Duration) = (40, Duration::from_secs(5));
/// In main time with periods to come a move gets at least so many periods, in tenths: e of them is what
/// makes the most of both (KataGo's reasoning in `timecontrols.cpp`).
const PERIODS_OF_MAIN: u32 = 27;
/// An unsettled move may take so many times what it was to take.
const EXTENSION: u32 = 2;

/// Where a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Points of the board.
    pub area: usize,
    /// Moves made so far by both sides.
    pub moves: u32,
}

impl Stage {
    /// By what the time left is divided: about the own moves to come, more of them in the opening, so
    /// that the middle game gets most (Erica's formula, Huang, Coulom and Lin 2010), fewer near the end.
    pub fn divisor(self) -> u32 {
        // C and P of left / (C + max(P - moves, 0)).
        let (later, opening): (u32, u32) = match self.area {
            0..=121 => (20, 0),
            122..=225 => (30, 30),
            _ => (70, 80),
        };
        let most = later + opening.saturating_sub(self.moves);
        // Games on 9x9 and 13x13 have about 0.65 moves to a point; those that are not over by then go on.
        let expected = (self.area as u32 * 3 / 4).saturating_sub(self.moves) / 2;
        expected.clamp(later / 3, most)
    }

    /// Own moves beyond those that [`Stage::divisor`] plans for, if the game is a long one. They get no
    /// time to think, but their answers cost something too.
    fn further_moves(self) -> u32 {
        let longest = (self.area as u32 * 3 / 4).saturating_sub(self.moves / 2);
        longest.saturating_sub(self.divisor()).max(8)
    }

    /// Whether the opening is over, where the best moves are always close to each other.
    fn is_past_opening(self) -> bool {
        self.moves as usize * 8 >= self.area
    }
}

/// What a side with this much left may take for a move; `None` without a limit.
pub(super) fn budget(
    control: Control,
    side: Side,
    stage: Stage,
    overhead: &Overhead,
) -> Option<Budget> {
    // Never used up for thinking, so that one more answer as late as the latest does no harm.
    let guard = overhead.worst(side.main, bank(control));
    let kept = (control.main() / RESERVE.0).min(RESERVE.1);
    let reserve = match control {
        Control::Absolute { main } => kept + guard + overhead.of_moves(stage.further_moves(), main),
        // Time comes back, but there is no period to run into.
        Control::Fischer { .. } => kept + guard + 2 * overhead.typical(),
        _ => guard + 2 * overhead.typical(),
    };
    let usable = side.main.saturating_sub(reserve);
    let share = (usable / stage.divisor()).saturating_sub(overhead.typical());
    Some(match control {
        Control::Unlimited => return None,
        Control::Absolute { .. } => Budget {
            wish: share,
            most: (EXTENSION * share).min(usable / 3),
            saves: true,
        },
        Control::Fischer {
            increment,
            main_limit,
            move_limit,
            ..
        } => {
            let all = move_limit.map_or(usable, |limit| {
                usable.min(limit.saturating_sub(overhead.worst(limit, limit)))
            });
            let grown = side.main + increment;
            // What would grow beyond the limit is lost, so it is used.
            let surplus = main_limit.map_or(Duration::ZERO, |limit| grown.saturating_sub(limit));
            let steady = increment.saturating_sub(overhead.typical());
            let wish = (share + steady).max(surplus).min(all);
            Budget {
                wish,
                most: (EXTENSION * wish).min(wish + usable / 3).min(all).max(wish),
                saves: main_limit.is_none_or(|limit| grown < limit + wish),
            }
        }
        Control::ByoYomi { period, .. } if !side.main.is_zero() => {
            with_period(side.main, share, period, stage, overhead)
        }
        Control::ByoYomi { period, .. } => {
            let wish = (side.period).saturating_sub(overhead.worst(side.period, period));
            // A period may be given for a hard move while two more are left.
            let spare = side.count >= 3 && stage.is_past_opening();
            Budget {
                wish,
                most: if spare { wish + period } else { wish },
                saves: false,
            }
        }
        Control::Canadian { period, stones, .. } if !side.main.is_zero() => {
            // The move that runs into the period takes no more of it than its part.
            with_period(side.main, share, period / stones.max(1), stage, overhead)
        }
        Control::Canadian { period, .. } => {
            let count = side.count.max(1);
            // What every stone costs beyond its search adds up within the period.
            let usable = (side.period).saturating_sub(
                overhead.worst(side.period, period) + overhead.of_moves(count - 1, period),
            );
            let even = usable / count;
            Budget {
                wish: even,
                most: (EXTENSION * even).min(usable - even / 2 * (count - 1)),
                saves: count > 1,
            }
        }
    })
}

/// What a side has to spend on more than one move, of which late answers may take a part.
fn bank(control: Control) -> Duration {
    match control {
        Control::Fischer { increment, .. } => control.main().max(increment),
        _ => control.main(),
    }
}

/// In main time that a period follows: what is too much runs into the period and still fits there.
fn with_period(
    main: Duration,
    share: Duration,
    period: Duration,
    stage: Stage,
    overhead: &Overhead,
) -> Budget {
    let all = main + period.saturating_sub(overhead.worst(period, period));
    let wish = if stage.is_past_opening() {
        share.max(period * PERIODS_OF_MAIN / 10)
    } else {
        share.max(period)
    };
    // A rest of main time that is not enough for another move is used up with the period.
    let wish = if main < wish + wish / 2 { all } else { wish };
    Budget {
        wish: wish.min(all),
        most: (EXTENSION * wish).min(all),
        saves: main > wish,
    }
}
