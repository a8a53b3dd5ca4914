//! `sum of a * b`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, Sum, View, parallel_reduce};

/// Two vectors.
pub struct Dot {
    a: View<f64, 1>,
    b: View<f64, 1>,
}

twin! {
    fn stream_dot(n: usize, a: *const f64, b: *const f64) -> f64;
}

impl Kernel for Dot {
    const SIZE: usize = 1_000_000;
    type Value = f64;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Dot {
            a: data.vector("a", n, noise)?,
            b: data.vector("b", n, |i| noise(i + n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<f64> {
        let Dot { a, b } = self;
        parallel_reduce!(space, "dot", a.len(), |i| -> f64 { a[i] * b[i] }, Sum)
    }

    fn run_twin(&self, c: &Copies) -> f64 {
        // SAFETY: two vectors of this length.
        unsafe { stream_dot(c, self.a.len(), c.of(&self.a), c.of(&self.b)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 16 * n,
            flops: 2 * n,
        }
    }
}
