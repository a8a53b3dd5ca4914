//! Difference predictors: each new difference is that of the one below it.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, Result, Space, View, parallel_for};

/// Fourteen rows of differences, and new values.
pub struct DiffPredict {
    px: View<f64, 2, LayoutRight>,
    cx: View<f64, 2, LayoutRight>,
}

twin! {
    fn lcals_diff_predict(n: usize, px: *mut f64, cx: *const f64);
}

impl Kernel for DiffPredict {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(DiffPredict {
            px: data.array("px", [14, n], noise)?,
            cx: data.array("cx", [14, n], |i| noise(i + 14 * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let DiffPredict { px, cx } = self;
        parallel_for!(space, "diff_predict", px.extent(1), |i| {
            let mut new = cx[(4, i)];
            for k in 4..13 {
                let old = px[(k, i)];
                px[(k, i)] = new;
                new -= old;
            }
            px[(13, i)] = new;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { lcals_diff_predict(c, self.px.extent(1), c.of(&self.px), c.of(&self.cx)) }
    }

    fn work(&self) -> Work {
        let n = self.px.extent(1);
        Work {
            bytes: 160 * n,
            flops: 9 * n,
        }
    }
}
