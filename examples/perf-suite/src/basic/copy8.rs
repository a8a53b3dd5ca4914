//! Eight copies in one loop.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Eight vectors and their copies.
pub struct Copy8 {
    x: [View<f64, 1>; 8],
    y: [View<f64, 1>; 8],
}

twin! {
    fn basic_copy8(n: usize, x: *const *const f64, y: *const *mut f64);
}

impl Kernel for Copy8 {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Copy8 {
            x: data.vectors("x", n, |k, i| noise(i + k * n))?,
            y: data.vectors("y", n, |_, _| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Copy8 { x, y } = self;
        parallel_for!(space, "copy8", x[0].len(), |i| {
            #[unroll]
            for k in 0..8 {
                y[k][i] = x[k][i];
            }
        })
    }

    fn run_twin(&self, c: &Copies) {
        let x = self.x.each_ref().map(|view| c.of(view).cast_const());
        let y = self.y.each_ref().map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { basic_copy8(c, self.x[0].len(), x.as_ptr(), y.as_ptr()) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 128 * self.x[0].len(),
            flops: 0,
        }
    }
}
