//! From numbers to places on a chart, and where to write which number.

/// A linear scale: numbers from `low` to `high` fall on places from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    pub from: f64,
    pub to: f64,
}

impl Scale {
    /// A scale for these numbers; those that are not finite do not count. Never empty.
    pub fn of(numbers: impl IntoIterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.into_iter().filter(|n| n.is_finite()) {
            low = low.min(number);
            high = high.max(number);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 * (1.0 + low.abs()) {
            let pad = 0.5f64.max(low.abs() * 0.01);
            (low, high) = (low - pad, high + pad);
        }
        Scale {
            low,
            high,
            from,
            to,
        }
    }

    /// The place of a number, kept between the ends; the middle for what is no number.
    pub fn place(&self, number: f64) -> f64 {
        let share = (number - self.low) / (self.high - self.low);
        let share = if share.is_nan() {
            0.5
        } else {
            share.clamp(0.0, 1.0)
        };
        self.from + share * (self.to - self.from)
    }

    /// Round numbers on the scale, about `wanted` of them.
    pub fn ticks(&self, wanted: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / wanted.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|m| m * power)
            .find(|&s| s >= rough * 0.999)
            .unwrap_or(10.0 * power);
        let first = (self.low / step - 1e-9).ceil();
        let mut ticks = Vec::new();
        let mut i = 0.0;
        while ticks.len() < 50 {
            let tick = (first + i) * step;
            if tick > self.high + 1e-9 * step {
                break;
            }
            ticks.push(tick);
            i += 1.0;
        }
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::of([0.0, 97.0], 0.0, 1.0);
        assert_eq!(scale.ticks(5), [0.0, 20.0, 40.0, 60.0, 80.0]);
        let scale = Scale::of([-0.3, 0.3], 0.0, 1.0);
        assert_eq!(scale.ticks(3).len(), 3);
        assert!(scale.ticks(3).iter().all(|t| (-0.3..=0.3).contains(t)));
    }

    #[test]
    fn no_numbers_and_bad_ones_make_a_scale_all_the_same() {
        for numbers in [
            vec![],
            vec![f64::NAN],
            vec![3.0, 3.0],
            vec![f64::INFINITY, 1e300],
        ] {
            let scale = Scale::of(numbers, 10.0, 20.0);
            assert!(scale.low < scale.high);
            assert!((10.0..=20.0).contains(&scale.place(f64::NAN)));
            assert!((10.0..=20.0).contains(&scale.place(1e308)));
            assert!(scale.ticks(5).len() <= 50);
        }
    }
}
