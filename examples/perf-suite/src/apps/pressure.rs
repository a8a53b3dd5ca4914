//! Pressure from compression, with cuts.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

const CLS: f64 = 2.0 / 3.0;
const P_CUT: f64 = 1e-2;
const EOSVMAX: f64 = 1.0;
const PMIN: f64 = 1e-3;

/// Fields of zones.
pub struct Pressure {
    compression: View<f64, 1>,
    bvc: View<f64, 1>,
    p_new: View<f64, 1>,
    e_old: View<f64, 1>,
    vnewc: View<f64, 1>,
}

twin! {
    fn apps_pressure(
        n: usize,
        compression: *const f64,
        bvc: *mut f64,
        p_new: *mut f64,
        e_old: *const f64,
        vnewc: *const f64,
    );
}

impl Kernel for Pressure {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Pressure {
            compression: data.vector("compression", n, noise)?,
            bvc: data.vector("bvc", n, |_| 0.0)?,
            p_new: data.vector("p_new", n, |_| 0.0)?,
            e_old: data.vector("e_old", n, |i| noise(i + n) - 0.2)?,
            vnewc: data.vector("vnewc", n, |i| noise(i + 2 * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Pressure {
            compression,
            bvc,
            p_new,
            e_old,
            vnewc,
        } = self;
        parallel_for!(space, "bvc", bvc.len(), |i| bvc[i] =
            CLS * (compression[i] + 1.0))?;
        parallel_for!(space, "p_new", bvc.len(), |i| {
            let mut p = bvc[i] * e_old[i];
            if p.abs() < P_CUT {
                p = 0.0;
            }
            if vnewc[i] >= EOSVMAX {
                p = 0.0;
            }
            p_new[i] = p.max(PMIN);
        })
    }

    fn run_twin(&self, c: &Copies) {
        let [compression, bvc, p_new, e_old, vnewc] = [
            &self.compression,
            &self.bvc,
            &self.p_new,
            &self.e_old,
            &self.vnewc,
        ]
        .map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { apps_pressure(c, self.bvc.len(), compression, bvc, p_new, e_old, vnewc) }
    }

    fn work(&self) -> Work {
        let n = self.bvc.len();
        Work {
            bytes: 48 * n,
            flops: 3 * n,
        }
    }
}
