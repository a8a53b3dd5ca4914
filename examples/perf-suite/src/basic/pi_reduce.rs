//! Pi by a reduction.

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{Result, Space, Sum, parallel_reduce};

/// The number of intervals.
pub struct PiReduce {
    n: usize,
}

twin! {
    fn basic_pi_reduce(n: usize) -> f64;
}

impl Kernel for PiReduce {
    const SIZE: usize = 1_000_000;
    type Value = f64;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let _ = data;
        Ok(PiReduce { n })
    }

    fn run(&self, space: &Space) -> Result<f64> {
        let dx = 1.0 / self.n as f64;
        parallel_reduce!(
            space,
            "pi_reduce",
            self.n,
            |i| -> f64 {
                let x = (i as f64 + 0.5) * dx;
                4.0 * dx / (1.0 + x * x)
            },
            Sum
        )
    }

    fn run_twin(&self, c: &Copies) -> f64 {
        // SAFETY: takes no memory.
        unsafe { basic_pi_reduce(c, self.n) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 0,
            flops: 6 * self.n,
        }
    }
}
