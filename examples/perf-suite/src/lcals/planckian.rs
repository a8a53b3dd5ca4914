//! Planck's distribution: `y[i] = u[i] / v[i]`, `w[i] = x[i] / (exp(y[i]) - 1)`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Five vectors.
pub struct Planckian {
    u: View<f64, 1>,
    v: View<f64, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
    w: View<f64, 1>,
}

twin! {
    fn lcals_planckian(
        n: usize,
        u: *const f64,
        v: *const f64,
        x: *const f64,
        y: *mut f64,
        w: *mut f64,
    );
}

impl Kernel for Planckian {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Planckian {
            u: data.vector("u", n, |i| 1.0 + noise(i) * 0.5)?,
            v: data.vector("v", n, |i| 1.0 + noise(i + n) * 0.5)?,
            x: data.vector("x", n, |i| noise(i + 2 * n))?,
            y: data.vector("y", n, |_| 0.0)?,
            w: data.vector("w", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Planckian { u, v, x, y, w } = self;
        parallel_for!(space, "planckian", u.len(), |i| {
            let ratio = u[i] / v[i];
            y[i] = ratio;
            w[i] = x[i] / (ratio.exp() - 1.0);
        })
    }

    fn run_twin(&self, c: &Copies) {
        let Planckian { u, v, x, y, w } = self;
        // SAFETY: the arrays of this problem.
        unsafe { lcals_planckian(c, u.len(), c.of(u), c.of(v), c.of(x), c.of(y), c.of(w)) }
    }

    fn work(&self) -> Work {
        let n = self.u.len();
        Work {
            bytes: 40 * n,
            flops: 4 * n,
        }
    }
}
