//! Integrate predictors.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, Result, Space, View, parallel_for};

const C0: f64 = 0.8;
const DM22: f64 = 0.1;
const DM23: f64 = 0.2;
const DM24: f64 = 0.3;
const DM25: f64 = 0.4;
const DM26: f64 = 0.5;
const DM27: f64 = 0.6;
const DM28: f64 = 0.7;

/// Thirteen rows, and the weights of the last seven.
pub struct IntPredict {
    px: View<f64, 2, LayoutRight>,
}

twin! {
    fn lcals_int_predict(n: usize, px: *mut f64);
}

impl Kernel for IntPredict {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(IntPredict {
            px: data.array("px", [13, n], noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let px = &self.px;
        parallel_for!(space, "int_predict", px.extent(1), |i| {
            let high =
                DM28 * px[(12, i)] + DM27 * px[(11, i)] + DM26 * px[(10, i)] + DM25 * px[(9, i)];
            let low = DM24 * px[(8, i)] + DM23 * px[(7, i)] + DM22 * px[(6, i)];
            px[(0, i)] = high + low + C0 * (px[(4, i)] + px[(5, i)]) + px[(2, i)];
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { lcals_int_predict(c, self.px.extent(1), c.of(&self.px)) }
    }

    fn work(&self) -> Work {
        let n = self.px.extent(1);
        Work {
            bytes: 88 * n,
            flops: 17 * n,
        }
    }
}
