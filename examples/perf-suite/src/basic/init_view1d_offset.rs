//! `a[i - 1] = i * v` over `1..n + 1`.

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{Result, Space, View, parallel_for};

/// A vector and a number.
pub struct InitView1dOffset {
    v: f64,
    a: View<f64, 1>,
}

twin! {
    fn basic_init_view1d_offset(n: usize, v: f64, a: *mut f64);
}

impl Kernel for InitView1dOffset {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(InitView1dOffset {
            v: 0.000_000_123,
            a: data.vector("a", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let InitView1dOffset { v, a } = self;
        parallel_for!(space, "init_view1d_offset", 1..a.len() + 1, |i| a[i - 1] =
            i as f64 * v)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { basic_init_view1d_offset(c, self.a.len(), self.v, c.of(&self.a)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 8 * n,
            flops: n,
        }
    }
}
