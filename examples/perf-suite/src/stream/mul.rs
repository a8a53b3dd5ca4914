//! `b = alpha * c`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Two vectors and a number.
pub struct Mul {
    alpha: f64,
    b: View<f64, 1>,
    c: View<f64, 1>,
}

twin! {
    fn stream_mul(n: usize, alpha: f64, b: *mut f64, c: *const f64);
}

impl Kernel for Mul {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Mul {
            alpha: 0.4,
            b: data.vector("b", n, |_| 0.0)?,
            c: data.vector("c", n, noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Mul { alpha, b, c } = self;
        parallel_for!(space, "mul", b.len(), |i| b[i] = alpha * c[i])
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: two vectors of this length.
        unsafe { stream_mul(c, self.b.len(), self.alpha, c.of(&self.b), c.of(&self.c)) }
    }

    fn work(&self) -> Work {
        let n = self.b.len();
        Work {
            bytes: 16 * n,
            flops: n,
        }
    }
}
