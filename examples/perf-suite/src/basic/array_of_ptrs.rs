//! `y = sum of x[a]` over arrays: in C pointers in an array, here the rows of a matrix.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, Result, Space, View, parallel_for};

/// Some vectors and their sum.
pub struct ArrayOfPtrs {
    x: View<f64, 2, LayoutRight>,
    y: View<f64, 1>,
}

twin! {
    fn basic_array_of_ptrs(n: usize, arrays: usize, x: *const f64, y: *mut f64);
}

impl Kernel for ArrayOfPtrs {
    const SIZE: usize = 100_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(ArrayOfPtrs {
            x: data.array("x", [26, n], noise)?,
            y: data.vector("y", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let ArrayOfPtrs { x, y } = self;
        parallel_for!(space, "array_of_ptrs", y.len(), |i| {
            let mut sum = 0.0;
            for a in 0..x.extent(0) {
                sum += x[(a, i)];
            }
            y[i] = sum;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            basic_array_of_ptrs(
                c,
                self.y.len(),
                self.x.extent(0),
                c.of(&self.x),
                c.of(&self.y),
            )
        }
    }

    fn work(&self) -> Work {
        let (n, arrays) = (self.y.len(), self.x.extent(0));
        Work {
            bytes: 8 * n * (arrays + 1),
            flops: n * arrays,
        }
    }
}
