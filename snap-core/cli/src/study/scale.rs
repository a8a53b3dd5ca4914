//! A logarithmic axis.

/// More decades than that have a tick each, fewer have three.
const FEW_DECADES: f64 = 4.0;

/// From below the least value to above the largest.
#[derive(Clone, Copy)]
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// That of some positive values and 1.
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        Self::around(values.chain([1.0]))
    }

    /// That of some positive values.
    pub fn around(values: impl Iterator<Item = f64>) -> Self {
        let widen = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
        let (low, high) = values.fold((f64::INFINITY, 0.0), widen);
        match low <= high {
            true => Self::new(0.7 * low, 1.6 * high),
            false => Self::new(0.7, 1.6),
        }
    }

    /// From `low` to `high`.
    pub fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    pub fn low(&self) -> f64 {
        self.low
    }

    pub fn high(&self) -> f64 {
        self.high
    }

    /// Where a value is, from 0 to 1.
    pub fn share(&self, x: f64) -> f64 {
        (x / self.low).ln() / (self.high / self.low).ln()
    }

    /// 1, 2 and 5 of each decade, or 1 alone where there are many.
    pub fn ticks(&self) -> Vec<f64> {
        let digits: &[i32] = match (self.high / self.low).log10() > FEW_DECADES {
            true => &[1],
            false => &[1, 2, 5],
        };
        let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let all = decades.flat_map(|decade| {
            let value = move |digit: &i32| format!("{digit}e{decade}").parse().unwrap_or(f64::NAN);
            digits.iter().map(value)
        });
        all.filter(|x| (self.low..=self.high).contains(x)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_lie_on_the_axis() {
        let scale = Scale::of([0.6, 12.0].into_iter());
        assert_eq!(scale.ticks(), [0.5, 1.0, 2.0, 5.0, 10.0]);
        let shares: Vec<f64> = scale.ticks().iter().map(|&x| scale.share(x)).collect();
        assert!(shares.is_sorted() && shares[0] > 0.0 && shares[4] < 1.0);
        let many = Scale::around([0.01, 3000.0].into_iter()).ticks();
        assert_eq!(many, [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0]);
    }
}
