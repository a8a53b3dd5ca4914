//! Centre and bounding box of points in one pass.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Max, Min, Result, Space, Sum, View, parallel_reduce};

/// Coordinates.
pub struct ReduceStruct {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

twin! {
    fn basic_reduce_struct(n: usize, x: *const f64, y: *const f64, extent: *mut f64);
}

impl Kernel for ReduceStruct {
    const SIZE: usize = 1_000_000;
    type Value = [f64; 6];

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(ReduceStruct {
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |i| noise(i + n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<[f64; 6]> {
        let (ReduceStruct { x, y }, n) = (self, self.x.len() as f64);
        let ((x_sum, x_low, x_high), (y_sum, y_low, y_high)) = parallel_reduce!(
            space,
            "reduce_struct",
            x.len(),
            |i| -> ((f64, f64, f64), (f64, f64, f64)) { ((x[i], x[i], x[i]), (y[i], y[i], y[i])) },
            ((Sum, Min, Max), (Sum, Min, Max))
        )?;
        Ok([x_sum / n, x_low, x_high, y_sum / n, y_low, y_high])
    }

    fn run_twin(&self, c: &Copies) -> [f64; 6] {
        let mut extent = [0.0; 6];
        // SAFETY: the arrays of this problem.
        unsafe {
            basic_reduce_struct(
                c,
                self.x.len(),
                c.of(&self.x),
                c.of(&self.y),
                extent.as_mut_ptr(),
            )
        };
        extent
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 16 * n,
            flops: 2 * n,
        }
    }
}
