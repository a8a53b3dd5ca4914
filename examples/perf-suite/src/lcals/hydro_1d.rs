//! One-dimensional hydrodynamics.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Three vectors and three numbers.
pub struct Hydro1d {
    x: View<f64, 1>,
    y: View<f64, 1>,
    z: View<f64, 1>,
    q: f64,
    r: f64,
    t: f64,
}

twin! {
    fn lcals_hydro_1d(n: usize, x: *mut f64, y: *const f64, z: *const f64, q: f64, r: f64, t: f64);
}

impl Kernel for Hydro1d {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Hydro1d {
            x: data.vector("x", n, |_| 0.0)?,
            y: data.vector("y", n, noise)?,
            z: data.vector("z", n + 12, |i| noise(i + n))?,
            q: 0.3,
            r: 0.5,
            t: 0.7,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Hydro1d { x, y, z, q, r, t } = self;
        parallel_for!(space, "hydro_1d", x.len(), |i| x[i] =
            q + y[i] * (r * z[i + 10] + t * z[i + 11]))
    }

    fn run_twin(&self, c: &Copies) {
        let [x, y, z] = [&self.x, &self.y, &self.z].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { lcals_hydro_1d(c, self.x.len(), x, y, z, self.q, self.r, self.t) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 24 * n,
            flops: 5 * n,
        }
    }
}
