//! `y += a * x`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Two vectors and a number.
pub struct Daxpy {
    a: f64,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn basic_daxpy(n: usize, a: f64, x: *const f64, y: *mut f64);
}

impl Kernel for Daxpy {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Daxpy {
            a: 0.5,
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |i| noise(i + n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Daxpy { a, x, y } = self;
        parallel_for!(space, "daxpy", x.len(), |i| y[i] += a * x[i])
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: two vectors of this length.
        unsafe { basic_daxpy(c, self.x.len(), self.a, c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 24 * n,
            flops: 2 * n,
        }
    }
}
