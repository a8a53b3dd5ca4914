//! `a = b + alpha * c`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Three vectors and a number.
pub struct Triad {
    alpha: f64,
    a: View<f64, 1>,
    b: View<f64, 1>,
    c: View<f64, 1>,
}

twin! {
    fn stream_triad(n: usize, alpha: f64, a: *mut f64, b: *const f64, c: *const f64);
}

impl Kernel for Triad {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Triad {
            alpha: 0.4,
            a: data.vector("a", n, |_| 0.0)?,
            b: data.vector("b", n, noise)?,
            c: data.vector("c", n, |i| noise(i + n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Triad { alpha, a, b, c } = self;
        parallel_for!(space, "triad", a.len(), |i| a[i] = b[i] + alpha * c[i])
    }

    fn run_twin(&self, c: &Copies) {
        let [a, b, right] = [&self.a, &self.b, &self.c].map(|view| c.of(view));
        // SAFETY: three vectors of this length.
        unsafe { stream_triad(c, self.a.len(), self.alpha, a, b, right) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 24 * n,
            flops: 2 * n,
        }
    }
}
