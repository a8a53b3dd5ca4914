//! Prefix sums: of each element, the sum of those before.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};

/// A vector and its prefix sums.
#[derive(Functor)]
pub struct Scan {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl ScanKernel for Scan {
    type Value = f64;
    fn input(&self, i: Index) -> f64 {
        self.x[i]
    }
    fn output(&self, i: Index, before: f64) {
        self.y[i] = before;
    }
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
        space.parallel_scan("scan", RangePolicy::new(0..self.x.len()), self, Sum)
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
