//! `y += a * x` by atomic additions.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Two vectors and a number.
pub struct DaxpyAtomic {
    a: f64,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn basic_daxpy_atomic(n: usize, a: f64, x: *const f64, y: *mut f64);
}

impl Kernel for DaxpyAtomic {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(DaxpyAtomic {
            a: 0.5,
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |i| noise(i + n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let DaxpyAtomic { a, x, y } = self;
        parallel_for!(space, "daxpy_atomic", x.len(), |i| y
            .atomic_add(i, a * x[i]))
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { basic_daxpy_atomic(c, self.x.len(), self.a, c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 24 * n,
            flops: 2 * n,
        }
    }
}
