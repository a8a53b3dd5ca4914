//! `c = a + b`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Three vectors.
pub struct Add {
    a: View<f64, 1>,
    b: View<f64, 1>,
    c: View<f64, 1>,
}

twin! {
    fn stream_add(n: usize, a: *const f64, b: *const f64, c: *mut f64);
}

impl Kernel for Add {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Add {
            a: data.vector("a", n, noise)?,
            b: data.vector("b", n, |i| noise(i + n))?,
            c: data.vector("c", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Add { a, b, c } = self;
        parallel_for!(space, "add", a.len(), |i| c[i] = a[i] + b[i])
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: three vectors of this length.
        unsafe { stream_add(c, self.a.len(), c.of(&self.a), c.of(&self.b), c.of(&self.c)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 24 * n,
            flops: n,
        }
    }
}
