//! Finite impulse response: sums of sixteen neighbours with weights.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

const WEIGHTS: [f64; 16] = [
    3.0, -1.0, -1.0, -1.0, -1.0, 3.0, -1.0, -1.0, -1.0, -1.0, 3.0, -1.0, -1.0, -1.0, -1.0, 3.0,
];

/// A signal and its response.
pub struct Fir {
    input: View<f64, 1>,
    output: View<f64, 1>,
}

twin! {
    fn apps_fir(n: usize, input: *const f64, output: *mut f64);
}

impl Kernel for Fir {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Fir {
            input: data.vector("input", n + 15, noise)?,
            output: data.vector("output", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let Fir { input, output } = self;
        parallel_for!(space, "fir", output.len(), |i| {
            let mut sum = 0.0;
            for j in 0..16 {
                sum += WEIGHTS[j] * input[i + j];
            }
            output[i] = sum;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { apps_fir(c, self.output.len(), c.of(&self.input), c.of(&self.output)) }
    }

    fn work(&self) -> Work {
        let n = self.output.len();
        Work {
            bytes: 16 * n,
            flops: 32 * n,
        }
    }
}
