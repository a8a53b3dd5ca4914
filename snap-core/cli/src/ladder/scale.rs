//! A logarithmic axis.

/// From below 1 and the least value to above the largest.
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// That of some positive values.
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        let widen = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
        let (low, high) = values.fold((1.0, 1.0), widen);
        Self {
            low: 0.7 * low,
            high: 1.6 * high,
        }
    }

    /// Where a value is, from 0 to 1.
    pub fn share(&self, x: f64) -> f64 {
        (x / self.low).ln() / (self.high / self.low).ln()
    }

    /// 1, 2 and 5 of each decade.
    pub fn ticks(&self) -> Vec<f64> {
        let decades = -3..6;
        let all = decades.flat_map(|d| [1.0, 2.0, 5.0].map(|x| x * 10_f64.powi(d)));
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
    }
}
