//! Product, sum and difference.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Five vectors.
pub struct MulAddSub {
    in1: View<f64, 1>,
    in2: View<f64, 1>,
    out1: View<f64, 1>,
    out2: View<f64, 1>,
    out3: View<f64, 1>,
}

twin! {
    fn basic_muladdsub(
        n: usize,
        in1: *const f64,
        in2: *const f64,
        out1: *mut f64,
        out2: *mut f64,
        out3: *mut f64,
    );
}

impl Kernel for MulAddSub {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let mut zeros = |label| data.vector(label, n, |_| 0.0);
        let (out1, out2, out3) = (zeros("out1")?, zeros("out2")?, zeros("out3")?);
        Ok(MulAddSub {
            in1: data.vector("in1", n, noise)?,
            in2: data.vector("in2", n, |i| noise(i + n))?,
            out1,
            out2,
            out3,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let MulAddSub {
            in1,
            in2,
            out1,
            out2,
            out3,
        } = self;
        parallel_for!(space, "muladdsub", in1.len(), |i| {
            out1[i] = in1[i] * in2[i];
            out2[i] = in1[i] + in2[i];
            out3[i] = in1[i] - in2[i];
        })
    }

    fn run_twin(&self, c: &Copies) {
        let MulAddSub {
            in1,
            in2,
            out1,
            out2,
            out3,
        } = self;
        let [in1, in2, out1, out2, out3] = [in1, in2, out1, out2, out3].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { basic_muladdsub(c, self.in1.len(), in1, in2, out1, out2, out3) }
    }

    fn work(&self) -> Work {
        let n = self.in1.len();
        Work {
            bytes: 40 * n,
            flops: 3 * n,
        }
    }
}
