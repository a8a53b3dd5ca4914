//! Targets that change with time.

use super::error::Error;

/// A target of a thermostat or barostat that goes in a straight line from one value to another, then stays there. A number
/// is a target that does not change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ramp {
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Steps on the way.
    pub steps: u64,
}

impl Ramp {
    /// The target at the end of a step, of which the first is 1.
    #[must_use]
    pub fn at(&self, step: u64) -> f64 {
        if step >= self.steps {
            return self.to;
        }
        self.from + step as f64 / self.steps as f64 * (self.to - self.from)
    }

    /// Both ends pass a check.
    pub(super) fn check(
        &self,
        name: &'static str,
        check: fn(&'static str, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        check(name, self.from)?;
        check(name, self.to)
    }
}

impl From<f64> for Ramp {
    fn from(value: f64) -> Self {
        Ramp {
            from: value,
            to: value,
            steps: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_reaches_its_end_and_stays() {
        let ramp = Ramp {
            from: 100.0,
            to: 300.0,
            steps: 4,
        };
        assert_eq!(
            [0, 1, 4, 9].map(|n| ramp.at(n)),
            [100.0, 150.0, 300.0, 300.0]
        );
        assert_eq!(Ramp::from(5.0).at(0), 5.0);
    }
}
