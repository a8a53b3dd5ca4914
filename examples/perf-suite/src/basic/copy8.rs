//! Eight copies in one loop.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Eight vectors and their copies.
pub struct Copy8 {
    x0: View<f64, 1>,
    x1: View<f64, 1>,
    x2: View<f64, 1>,
    x3: View<f64, 1>,
    x4: View<f64, 1>,
    x5: View<f64, 1>,
    x6: View<f64, 1>,
    x7: View<f64, 1>,
    y0: View<f64, 1>,
    y1: View<f64, 1>,
    y2: View<f64, 1>,
    y3: View<f64, 1>,
    y4: View<f64, 1>,
    y5: View<f64, 1>,
    y6: View<f64, 1>,
    y7: View<f64, 1>,
}

twin! {
    fn basic_copy8(n: usize, x: *const *const f64, y: *const *mut f64);
}

impl Kernel for Copy8 {
    const SIZE: usize = 200_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let mut source = |label, k| data.vector(label, n, move |i| noise(i + k * n));
        let sources = [
            source("x0", 0)?,
            source("x1", 1)?,
            source("x2", 2)?,
            source("x3", 3)?,
            source("x4", 4)?,
            source("x5", 5)?,
            source("x6", 6)?,
            source("x7", 7)?,
        ];
        let [x0, x1, x2, x3, x4, x5, x6, x7] = sources;
        let mut zeros = |label| data.vector(label, n, |_| 0.0);
        Ok(Copy8 {
            x0,
            x1,
            x2,
            x3,
            x4,
            x5,
            x6,
            x7,
            y0: zeros("y0")?,
            y1: zeros("y1")?,
            y2: zeros("y2")?,
            y3: zeros("y3")?,
            y4: zeros("y4")?,
            y5: zeros("y5")?,
            y6: zeros("y6")?,
            y7: zeros("y7")?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        parallel_for!(space, "copy8", self.x0.len(), |i| {
            self.y0[i] = self.x0[i];
            self.y1[i] = self.x1[i];
            self.y2[i] = self.x2[i];
            self.y3[i] = self.x3[i];
            self.y4[i] = self.x4[i];
            self.y5[i] = self.x5[i];
            self.y6[i] = self.x6[i];
            self.y7[i] = self.x7[i];
        })
    }

    fn run_twin(&self, c: &Copies) {
        let x = [
            &self.x0, &self.x1, &self.x2, &self.x3, &self.x4, &self.x5, &self.x6, &self.x7,
        ]
        .map(|view| c.of(view).cast_const());
        let y = [
            &self.y0, &self.y1, &self.y2, &self.y3, &self.y4, &self.y5, &self.y6, &self.y7,
        ]
        .map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { basic_copy8(c, self.x0.len(), x.as_ptr(), y.as_ptr()) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 128 * self.x0.len(),
            flops: 0,
        }
    }
}
