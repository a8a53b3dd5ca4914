//! `x[i] = y[i + 1] - y[i]`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Two vectors.
pub struct FirstDiff {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn lcals_first_diff(n: usize, x: *mut f64, y: *const f64);
}

impl Kernel for FirstDiff {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(FirstDiff {
            x: data.vector("x", n, |_| 0.0)?,
            y: data.vector("y", n + 1, noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let FirstDiff { x, y } = self;
        parallel_for!(space, "first_diff", x.len(), |i| x[i] = y[i + 1] - y[i])
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { lcals_first_diff(c, self.x.len(), c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 16 * n,
            flops: n,
        }
    }
}
