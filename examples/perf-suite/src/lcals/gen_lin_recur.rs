//! Linear recurrence, forwards then backwards.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Four vectors.
pub struct GenLinRecur {
    b5: View<f64, 1>,
    stb5: View<f64, 1>,
    sa: View<f64, 1>,
    sb: View<f64, 1>,
}

twin! {
    fn lcals_gen_lin_recur(n: usize, b5: *mut f64, stb5: *mut f64, sa: *const f64, sb: *const f64);
}

impl Kernel for GenLinRecur {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(GenLinRecur {
            b5: data.vector("b5", n, |_| 0.0)?,
            stb5: data.vector("stb5", n, noise)?,
            sa: data.vector("sa", n, |i| noise(i + n))?,
            sb: data.vector("sb", n, |i| 0.5 * noise(i + 2 * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (GenLinRecur { b5, stb5, sa, sb }, n) = (self, self.b5.len());
        parallel_for!(space, "forwards", n, |k| {
            b5[k] = sa[k] + stb5[k] * sb[k];
            stb5[k] = b5[k] - stb5[k];
        })?;
        let last = n as i32 - 1;
        parallel_for!(space, "backwards", n, |i| {
            let k = last - i;
            b5[k] = sa[k] + stb5[k] * sb[k];
            stb5[k] = b5[k] - stb5[k];
        })
    }

    fn run_twin(&self, c: &Copies) {
        let [b5, stb5, sa, sb] = [&self.b5, &self.stb5, &self.sa, &self.sb].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { lcals_gen_lin_recur(c, self.b5.len(), b5, stb5, sa, sb) }
    }

    fn work(&self) -> Work {
        let n = self.b5.len();
        Work {
            bytes: 80 * n,
            flops: 6 * n,
        }
    }
}
