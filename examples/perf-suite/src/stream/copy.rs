//! `c = a`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Two vectors.
pub struct Copy {
    a: View<f64, 1>,
    c: View<f64, 1>,
}

twin! {
    fn stream_copy(n: usize, a: *const f64, c: *mut f64);
}

impl Kernel for Copy {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Copy {
            a: data.vector("a", n, noise)?,
            c: data.vector("c", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Copy { a, c } = self;
        parallel_for!(space, "copy", a.len(), |i| c[i] = a[i])
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: two vectors of this length.
        unsafe { stream_copy(c, self.a.len(), c.of(&self.a), c.of(&self.c)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 16 * n,
            flops: 0,
        }
    }
}
