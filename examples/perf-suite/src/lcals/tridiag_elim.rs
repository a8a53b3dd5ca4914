//! Tri-diagonal elimination below the diagonal: `xout[i] = z[i] * (y[i] - xin[i - 1])`.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Four vectors.
pub struct TridiagElim {
    xout: View<f64, 1>,
    xin: View<f64, 1>,
    y: View<f64, 1>,
    z: View<f64, 1>,
}

twin! {
    fn lcals_tridiag_elim(n: usize, xout: *mut f64, xin: *const f64, y: *const f64, z: *const f64);
}

impl Kernel for TridiagElim {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(TridiagElim {
            xout: data.vector("xout", n, |_| 0.0)?,
            xin: data.vector("xin", n, noise)?,
            y: data.vector("y", n, |i| noise(i + n))?,
            z: data.vector("z", n, |i| noise(i + 2 * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let TridiagElim { xout, xin, y, z } = self;
        parallel_for!(space, "tridiag_elim", 1..y.len(), |i| xout[i] =
            z[i] * (y[i] - xin[i - 1]))
    }

    fn run_twin(&self, c: &Copies) {
        let [xout, xin, y, z] = [&self.xout, &self.xin, &self.y, &self.z].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { lcals_tridiag_elim(c, self.y.len(), xout, xin, y, z) }
    }

    fn work(&self) -> Work {
        let n = self.y.len();
        Work {
            bytes: 32 * n,
            flops: 2 * n,
        }
    }
}
