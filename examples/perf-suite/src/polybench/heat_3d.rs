//! Heat flow on a grid, there and back between two arrays.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

const STEPS: usize = 4;

type Grid = View<f64, 3, LayoutRight>;

/// Two grids.
pub struct Heat3d {
    a: View<f64, 3, LayoutRight>,
    b: View<f64, 3, LayoutRight>,
}

/// Half a step.
fn flow(space: &Space, from: &Grid, to: &Grid) -> Result<()> {
    let inner = MdRangePolicy::new(from.extents().map(|n| 1..n - 1));
    parallel_for!(space, "flow", inner, |i, j, k| {
        let middle = from[(i, j, k)];
        let x = 0.125 * (from[(i + 1, j, k)] - 2.0 * middle + from[(i - 1, j, k)]);
        let y = 0.125 * (from[(i, j + 1, k)] - 2.0 * middle + from[(i, j - 1, k)]);
        let z = 0.125 * (from[(i, j, k + 1)] - 2.0 * middle + from[(i, j, k - 1)]);
        to[(i, j, k)] = x + y + z + middle;
    })
}

twin! {
    fn polybench_heat_3d(n: usize, steps: usize, a: *mut f64, b: *mut f64);
}

impl Kernel for Heat3d {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = ((size as f64).cbrt() as usize).max(3);
        Ok(Heat3d {
            a: data.array("a", [n, n, n], noise)?,
            b: data.array("b", [n, n, n], noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        for _ in 0..STEPS {
            flow(space, &self.a, &self.b)?;
            flow(space, &self.b, &self.a)?;
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { polybench_heat_3d(c, self.a.extent(0), STEPS, c.of(&self.a), c.of(&self.b)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: STEPS * 32 * n,
            flops: STEPS * 30 * n,
        }
    }
}
