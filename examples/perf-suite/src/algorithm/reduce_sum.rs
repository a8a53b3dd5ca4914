//! The sum of a vector.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, Sum, View, parallel_reduce};

/// A vector.
pub struct ReduceSum {
    x: View<f64, 1>,
}

twin! {
    fn algorithm_reduce_sum(n: usize, x: *const f64) -> f64;
}

impl Kernel for ReduceSum {
    const SIZE: usize = 1_000_000;
    type Value = f64;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(ReduceSum {
            x: data.vector("x", n, noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<f64> {
        let x = &self.x;
        parallel_reduce!(space, "reduce_sum", x.len(), |i| -> f64 { x[i] }, Sum)
    }

    fn run_twin(&self, c: &Copies) -> f64 {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_reduce_sum(c, self.x.len(), c.of(&self.x)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 8 * n,
            flops: n,
        }
    }
}
