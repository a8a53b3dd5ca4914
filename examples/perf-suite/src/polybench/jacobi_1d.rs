//! Means of three, there and back between two vectors.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

const STEPS: usize = 4;

/// Two vectors.
pub struct Jacobi1d {
    a: View<f64, 1>,
    b: View<f64, 1>,
}

/// Half a step.
fn relax(space: &Space, from: &View<f64, 1>, to: &View<f64, 1>) -> Result<()> {
    parallel_for!(space, "relax", 1..from.len() - 1, |i| to[i] =
        0.33333 * (from[i - 1] + from[i] + from[i + 1]))
}

twin! {
    fn polybench_jacobi_1d(n: usize, steps: usize, a: *mut f64, b: *mut f64);
}

impl Kernel for Jacobi1d {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let n = n.max(3);
        Ok(Jacobi1d {
            a: data.vector("a", n, noise)?,
            b: data.vector("b", n, noise)?,
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
        unsafe { polybench_jacobi_1d(c, self.a.len(), STEPS, c.of(&self.a), c.of(&self.b)) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: STEPS * 32 * n,
            flops: STEPS * 6 * n,
        }
    }
}
