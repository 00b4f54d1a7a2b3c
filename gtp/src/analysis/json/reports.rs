//! When a position that is searched is reported on the way: after a time of its own at first, then every so often.

use std::time::Duration;

/// A search is asked no more often than this whether a report is due.
const FINEST: Duration = Duration::from_millis(10);

/// When to report on the way.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Reports {
    /// The time of the first report, if it has one of its own.
    pub first: Option<Duration>,
    /// The time from one to the next; without it there is the first alone.
    pub every: Option<Duration>,
}

impl Reports {
    /// How often the search is to offer a report.
    pub fn offered(self) -> Option<Duration> {
        match (self.first, self.every) {
            (Some(first), Some(every)) => Some(first.min(every).max(FINEST.min(every))),
            (first, every) => first.or(every),
        }
    }

    /// Which of the reports offered are given.
    pub fn begin(self) -> Due {
        Due {
            every: self.every,
            next: self.first,
        }
    }
}

/// When the next report is due.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    every: Option<Duration>,
    /// Time of the search; none if whatever is offered is given.
    next: Option<Duration>,
}

impl Due {
    /// Whether a report that is offered after this time of the search is to be given.
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        let Some(next) = &mut self.next else {
            return true;
        };
        if elapsed < *next {
            return false;
        }
        match self.every {
            // Those that nobody offered in time are left out; the others stay where they are.
            Some(every) if !every.is_zero() => {
                while *next <= elapsed {
                    *next = next.saturating_add(every);
                }
            }
            _ => *next = Duration::MAX,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds at which reports are given of a search of two seconds.
    fn given(first: Option<u64>, every: Option<u64>) -> Vec<u64> {
        let ms = |n: Option<u64>| n.map(Duration::from_millis);
        let reports = Reports {
            first: ms(first),
            every: ms(every),
        };
        let Some(offered) = reports.offered() else {
            return Vec::new();
        };
        let mut due = reports.begin();
        let step = offered.as_millis() as u64;
        let times = (1..).map(|n| n * step).take_while(|&at| at <= 2000);
        times
            .filter(|&at| due.is_due(Duration::from_millis(at)))
            .collect()
    }

    #[test]
    fn the_first_has_its_own_time() {
        assert!(given(None, None).is_empty());
        assert_eq!(given(None, Some(500)), [500, 1000, 1500, 2000]);
        assert_eq!(given(Some(50), None), [50]);
        assert_eq!(given(Some(50), Some(600)), [50, 650, 1250, 1850]);
        assert_eq!(given(Some(500), Some(500)), [500, 1000, 1500, 2000]);
        assert_eq!(given(Some(1000), Some(400)), [1200, 1600, 2000]);
        assert_eq!(given(Some(1), Some(900)), [10, 910, 1810]);
        assert_eq!(given(Some(3), Some(5)).len(), 400);
        assert!(given(Some(5000), Some(300)).is_empty());
    }
}
