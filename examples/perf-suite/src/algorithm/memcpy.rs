//! A copy of a vector, by the space.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, deep_copy};

/// Two vectors.
pub struct Memcpy {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn algorithm_memcpy(n: usize, x: *const f64, y: *mut f64);
}

impl Kernel for Memcpy {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Memcpy {
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |_| 0.0)?,
        })
    }

    fn run(&self, _: &Space) -> Result<()> {
        deep_copy(&self.y, &self.x)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_memcpy(c, self.x.len(), c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 16 * self.x.len(),
            flops: 0,
        }
    }
}
