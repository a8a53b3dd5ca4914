//! Means of five, there and back between two grids.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

const STEPS: usize = 4;

type Grid = View<f64, 2, LayoutRight>;

/// Two grids.
pub struct Jacobi2d {
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
}

/// Half a step.
fn relax(space: &Space, from: &Grid, to: &Grid) -> Result<()> {
    let inner = MdRangePolicy::new(from.extents().map(|n| 1..n - 1));
    parallel_for!(space, "relax", inner, |i, j| {
        to[(i, j)] = 0.2
            * (from[(i, j)]
                + from[(i, j - 1)]
                + from[(i, j + 1)]
                + from[(i + 1, j)]
                + from[(i - 1, j)]);
    })
}

twin! {
    fn polybench_jacobi_2d(n: usize, steps: usize, a: *mut f64, b: *mut f64);
}

impl Kernel for Jacobi2d {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Jacobi2d {
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        for _ in 0..STEPS {
            relax(space, &self.a, &self.b)?;
            relax(space, &self.b, &self.a)?;
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { polybench_jacobi_2d(c, self.a.extent(0), STEPS, c.of(&self.a), c.of(&self.b)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: STEPS * 32 * n,
            flops: STEPS * 10 * n,
        }
    }
}
