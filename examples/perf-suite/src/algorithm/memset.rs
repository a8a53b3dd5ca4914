//! A vector of one value.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// A vector.
pub struct Memset {
    value: f64,
    x: View<f64, 1>,
}

twin! {
    fn algorithm_memset(n: usize, value: f64, x: *mut f64);
}

impl Kernel for Memset {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Memset {
            value: 0.25,
            x: data.vector("x", n, noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Memset { value, x } = self;
        parallel_for!(space, "memset", x.len(), |i| x[i] = value)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_memset(c, self.x.len(), self.value, c.of(&self.x)) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 8 * self.x.len(),
            flops: 0,
        }
    }
}
