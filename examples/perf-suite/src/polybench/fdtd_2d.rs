//! Electromagnetic fields on a grid, by finite differences in time.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

const STEPS: usize = 8;

/// Fields, and what comes in at the first row.
pub struct Fdtd2d {
    ex: View<f64, 2, LayoutRight>,
    ey: View<f64, 2, LayoutRight>,
    hz: View<f64, 2, LayoutRight>,
    fict: View<f64, 1>,
}

twin! {
    fn polybench_fdtd_2d(
        n: usize,
        steps: usize,
        ex: *mut f64,
        ey: *mut f64,
        hz: *mut f64,
        fict: *const f64,
    );
}

impl Kernel for Fdtd2d {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Fdtd2d {
            ex: data.array("ex", [n, n], noise)?,
            ey: data.array("ey", [n, n], |i| noise(i + n * n))?,
            hz: data.array("hz", [n, n], |i| noise(i + 2 * n * n))?,
            fict: data.vector("fict", STEPS, |t| t as f64)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (Fdtd2d { ex, ey, hz, fict }, [nx, ny]) = (self, self.hz.extents());
        for t in 0..STEPS as i32 {
            parallel_for!(space, "source", ny, |j| ey[(0, j)] = fict[t])?;
            parallel_for!(space, "ey", MdRangePolicy::new([1..nx, 0..ny]), |i, j| {
                ey[(i, j)] -= 0.5 * (hz[(i, j)] - hz[(i - 1, j)]);
            })?;
            parallel_for!(space, "ex", MdRangePolicy::new([0..nx, 1..ny]), |i, j| {
                ex[(i, j)] -= 0.5 * (hz[(i, j)] - hz[(i, j - 1)]);
            })?;
            parallel_for!(
                space,
                "hz",
                MdRangePolicy::new([0..nx - 1, 0..ny - 1]),
                |i, j| {
                    hz[(i, j)] -= 0.7 * (ex[(i, j + 1)] - ex[(i, j)] + ey[(i + 1, j)] - ey[(i, j)]);
                }
            )?;
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_fdtd_2d(
                c,
                self.hz.extent(0),
                STEPS,
                c.of(&self.ex),
                c.of(&self.ey),
                c.of(&self.hz),
                c.of(&self.fict),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.hz.len();
        Work {
            bytes: STEPS * 80 * n,
            flops: STEPS * 11 * n,
        }
    }
}
