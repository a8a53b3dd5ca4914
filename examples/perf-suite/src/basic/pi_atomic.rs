//! Pi by adding atomically to one number.

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{Result, Space, View, parallel_for};

/// The sum.
pub struct PiAtomic {
    n: usize,
    pi: View<f64, 1>,
}

twin! {
    fn basic_pi_atomic(n: usize, pi: *mut f64);
}

impl Kernel for PiAtomic {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(PiAtomic {
            n,
            pi: data.vector("pi", 1, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (pi, dx) = (&self.pi, 1.0 / self.n as f64);
        parallel_for!(space, "zero", 1, |i| pi[i] = 0.0)?;
        parallel_for!(space, "pi_atomic", self.n, |i| {
            let x = (i as f64 + 0.5) * dx;
            pi.atomic_add(0, 4.0 * dx / (1.0 + x * x));
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { basic_pi_atomic(c, self.n, c.of(&self.pi)) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 8,
            flops: 6 * self.n,
        }
    }
}
