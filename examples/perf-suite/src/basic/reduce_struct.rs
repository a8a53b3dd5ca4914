//! Centre and bounding box of points in one pass.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Element, Reducer, Result, Space, View, kernel, parallel_reduce};

/// Coordinates.
pub struct ReduceStruct {
    x: View<f64, 1>,
    y: View<f64, 1>,
}

/// Sum, least and greatest of both coordinates.
#[derive(Clone, Copy, Element)]
struct Extent {
    x_sum: f64,
    x_low: f64,
    x_high: f64,
    y_sum: f64,
    y_low: f64,
    y_high: f64,
}

#[derive(Clone, Copy)]
struct Join;

#[kernel]
impl Reducer<Extent> for Join {
    fn identity() -> Extent {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        Extent {
            x_sum: 0.0,
            x_low: low,
            x_high: high,
            y_sum: 0.0,
            y_low: low,
            y_high: high,
        }
    }
    fn join(a: Extent, b: Extent) -> Extent {
        Extent {
            x_sum: a.x_sum + b.x_sum,
            x_low: a.x_low.min(b.x_low),
            x_high: a.x_high.max(b.x_high),
            y_sum: a.y_sum + b.y_sum,
            y_low: a.y_low.min(b.y_low),
            y_high: a.y_high.max(b.y_high),
        }
    }
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
        let all = parallel_reduce!(
            space,
            "reduce_struct",
            x.len(),
            |i| -> Extent {
                let (x, y) = (x[i], y[i]);
                Extent {
                    x_sum: x,
                    x_low: x,
                    x_high: x,
                    y_sum: y,
                    y_low: y,
                    y_high: y,
                }
            },
            Join
        )?;
        Ok([
            all.x_sum / n,
            all.x_low,
            all.x_high,
            all.y_sum / n,
            all.y_low,
            all.y_high,
        ])
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
