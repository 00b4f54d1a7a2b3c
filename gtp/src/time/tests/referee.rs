//! A client's clock and a line with delays, on a fake clock; searches end when the search's own pacer says.

use super::super::{Budget, Side};
use super::*;
use dunhuang::Color;
use dunhuang::rng::Rng;
use dunhuang::search::{Pace, Params, Spent, Standing};

/// New visits in a second of the searches here.
const SPEED: f64 = 3000.0;

/// When the search's own pacer ends a search with this budget in which two moves stay close (hard), or the first
/// has three times the visits of the second all along.
fn searched(budget: Budget, hard: bool) -> Duration {
    let pace = Pace {
        wish: budget.wish,
        saves: budget.saves,
    };
    let params = Params::default();
    let step = (budget.most / 400).max(ms(1));
    let mut used = Duration::ZERO;
    loop {
        used += step;
        if used >= budget.most {
            return budget.most;
        }
        let visits = (used.as_secs_f64() * SPEED) as u64;
        let second = if hard { visits * 2 / 5 } else { visits / 5 };
        let standing = Standing {
            moves: 30,
            first: (visits * 3 / 5, 0.55),
            second,
            best: 0.55,
        };
        let spent = Spent { time: used, visits };
        if pace.ends(spent, &standing, &params) {
            return used;
        }
    }
}

/// A client's clock and a line with delays, on a fake clock.
pub(super) struct Referee {
    pub control: Control,
    pub side: Side,
    /// The delay of every move, and what chance adds to it at most.
    pub delay: (Duration, Duration),
    /// What of it the engine cannot see.
    pub unseen: Duration,
    /// Whether the client says what is left before each move.
    pub tells: bool,
    /// Answers that are late: the number of the move, by how much, and whether the engine sees it.
    pub lags: Vec<(u32, Duration, bool)>,
    /// How far a processor may be taken away about the end of a search.
    pub slice: Duration,
}

/// What a game on the clock came to.
pub(super) struct Played {
    /// Whether time ran out.
    pub late: bool,
    /// What was used, by the client's clock but without late answers, of what there was to use.
    pub used: f64,
    /// What the searches took.
    pub thought: Duration,
    /// Periods left at the end.
    pub periods: u32,
}

impl Referee {
    pub fn new(text: &str) -> Referee {
        let control = parse(text).unwrap();
        let mut clocks = Clocks::new();
        clocks.set(control);
        Referee {
            control,
            side: clocks.sides[Color::Black],
            delay: (ms(2), ms(4)),
            unseen: ms(1),
            tells: true,
            lags: Vec::new(),
            slice: Duration::ZERO,
        }
    }

    /// Plays so many moves of which a share is hard.
    pub fn play(&mut self, area: usize, moves: u32, hard: f32, rng: &mut Rng) -> Played {
        self.play_on(&mut Clocks::new(), area, moves, hard, rng)
    }

    /// The same in a process that may have played before.
    pub fn play_on(
        &mut self,
        clocks: &mut Clocks,
        area: usize,
        moves: u32,
        hard: f32,
        rng: &mut Rng,
    ) -> Played {
        clocks.set(self.control);
        let (mut late, mut used, mut given) = (false, Duration::ZERO, self.control.main());
        let mut thought = Duration::ZERO;
        for number in 0..moves {
            let periods = self.control.has_periods() && self.side.main.is_zero();
            if self.tells {
                let (left, count) = match periods {
                    true => (self.side.period, self.side.count),
                    false => (self.side.main, 0),
                };
                // Clients round down to whole seconds or not at all.
                let left = if rng.chance(0.5) {
                    s(left.as_secs())
                } else {
                    left
                };
                clocks.time_left(Color::Black, left, count);
            }
            let stage = Stage {
                area,
                moves: 2 * number,
            };
            let budget = clocks.budget(Color::Black, stage);
            let asked = budget.map_or(s(5), |b| searched(b, rng.chance(hard)));
            let some = |most: Duration, rng: &mut Rng| most.mul_f64(rng.unit().into());
            let jitter = some(self.delay.1, rng) + some(self.slice, rng);
            let (mut seen, mut unseen) = (asked + self.delay.0 + jitter, self.unseen);
            used += seen + unseen;
            for &(_, lag, is_seen) in self.lags.iter().filter(|lag| lag.0 == number) {
                *(if is_seen { &mut seen } else { &mut unseen }) += lag;
            }
            let real = seen + unseen;
            late |= !self.move_took(real);
            thought += asked;
            given += self.given_by_a_move(self.side.main.is_zero());
            clocks.spent(Color::Black, seen, budget.map(|_| asked));
        }
        Played {
            late,
            used: used.as_secs_f64() / given.as_secs_f64().max(1e-9),
            thought,
            periods: self.side.count,
        }
    }

    /// What a move adds to what there is to use.
    fn given_by_a_move(&self, in_period: bool) -> Duration {
        match self.control {
            Control::Fischer { increment, .. } => increment,
            Control::ByoYomi { period, .. } if in_period => period,
            Control::Canadian { period, stones, .. } if in_period => period / stones,
            _ => Duration::ZERO,
        }
    }

    /// Takes a move off the clock; false if time ran out. Written from the rules of the clocks, not from
    /// the engine's own counting.
    fn move_took(&mut self, real: Duration) -> bool {
        let side = &mut self.side;
        let over = real.saturating_sub(side.main);
        let in_main = over.is_zero();
        match self.control {
            Control::Unlimited => return true,
            Control::Absolute { .. } => {}
            Control::Fischer {
                increment,
                main_limit,
                move_limit,
                ..
            } => {
                if !in_main || move_limit.is_some_and(|limit| real > limit) {
                    return false;
                }
                let grown = side.main - real + increment;
                side.main = main_limit.map_or(grown, |limit| grown.min(limit));
                return true;
            }
            Control::Canadian { period, stones, .. } if !in_main => {
                side.main = Duration::ZERO;
                if over > side.period {
                    return false;
                }
                side.period -= over;
                side.count -= 1;
                if side.count == 0 {
                    (side.period, side.count) = (period, stones);
                }
                return true;
            }
            Control::ByoYomi { period, .. } if !in_main => {
                side.main = Duration::ZERO;
                let lost = (over.as_nanos().saturating_sub(1) / period.as_nanos()) as u32;
                if lost >= side.count {
                    return false;
                }
                side.count -= lost;
                side.period = period;
                return true;
            }
            _ => {}
        }
        if !in_main {
            return false;
        }
        side.main -= real;
        true
    }
}
