//! Equation of state.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Four vectors and three numbers.
pub struct Eos {
    x: View<f64, 1>,
    y: View<f64, 1>,
    z: View<f64, 1>,
    u: View<f64, 1>,
    q: f64,
    r: f64,
    t: f64,
}

twin! {
    fn lcals_eos(
        n: usize,
        x: *mut f64,
        y: *const f64,
        z: *const f64,
        u: *const f64,
        q: f64,
        r: f64,
        t: f64,
    );
}

impl Kernel for Eos {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Eos {
            x: data.vector("x", n, |_| 0.0)?,
            y: data.vector("y", n, noise)?,
            z: data.vector("z", n, |i| noise(i + n))?,
            u: data.vector("u", n + 6, |i| noise(i + 2 * n))?,
            q: 0.3,
            r: 0.5,
            t: 0.7,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Eos {
            x,
            y,
            z,
            u,
            q,
            r,
            t,
        } = self;
        parallel_for!(space, "eos", x.len(), |i| {
            let far = u[i + 6] + q * (u[i + 5] + q * u[i + 4]);
            let near = u[i + 3] + r * (u[i + 2] + r * u[i + 1]);
            x[i] = u[i] + r * (z[i] + r * y[i]) + t * (near + t * far);
        })
    }

    fn run_twin(&self, c: &Copies) {
        let [x, y, z, u] = [&self.x, &self.y, &self.z, &self.u].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { lcals_eos(c, self.x.len(), x, y, z, u, self.q, self.r, self.t) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 32 * n,
            flops: 16 * n,
        }
    }
}
