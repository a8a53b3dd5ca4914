//! Prefix sums: of each element, the sum of those before.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, Sum, View, parallel_scan};

/// A vector and its prefix sums.
pub struct Scan {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn algorithm_scan(n: usize, x: *const f64, y: *mut f64) -> f64;
}

impl Kernel for Scan {
    const SIZE: usize = 1_000_000;
    type Value = f64;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Scan {
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<f64> {
        let Scan { x, y } = self;
        parallel_scan!(
            space,
            "scan",
            x.len(),
            |i| -> f64 { x[i] },
            |i, before| {
                y[i] = before;
            },
            Sum
        )
    }

    fn run_twin(&self, c: &Copies) -> f64 {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_scan(c, self.x.len(), c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 16 * n,
            flops: n,
        }
    }
}
