//! `y = sum of x[a]` over arrays: in C pointers in an array, here an array of views.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

const ARRAYS: usize = 26;

/// Some vectors and their sum.
pub struct ArrayOfPtrs {
    x: [View<f64, 1>; ARRAYS],
    y: View<f64, 1>,
}

twin! {
    fn basic_array_of_ptrs(n: usize, arrays: usize, x: *const *const f64, y: *mut f64);
}

impl Kernel for ArrayOfPtrs {
    const SIZE: usize = 100_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(ArrayOfPtrs {
            x: data.vectors("x", n, |a, i| noise(a * n + i))?,
            y: data.vector("y", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let ArrayOfPtrs { x, y } = self;
        parallel_for!(space, "array_of_ptrs", y.len(), |i| {
            let mut sum = 0.0;
            #[unroll]
            for a in 0..ARRAYS {
                sum += x[a][i];
            }
            y[i] = sum;
        })
    }

    fn run_twin(&self, c: &Copies) {
        let x = self.x.each_ref().map(|view| c.of(view).cast_const());
        // SAFETY: the arrays of this problem.
        unsafe { basic_array_of_ptrs(c, self.y.len(), ARRAYS, x.as_ptr(), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        let n = self.y.len();
        Work {
            bytes: 8 * n * (ARRAYS + 1),
            flops: n * ARRAYS,
        }
    }
}
