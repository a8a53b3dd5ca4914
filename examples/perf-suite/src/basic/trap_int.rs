//! Integral of `1 / sqrt((x - xp)^2 + (y - yp)^2)` over x by trapezoids.

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{Result, Space, Sum, parallel_reduce};

/// The integrand and the step.
pub struct TrapInt {
    n: usize,
    x0: f64,
    y: f64,
    xp: f64,
    yp: f64,
    h: f64,
}

twin! {
    fn basic_trap_int(n: usize, x0: f64, y: f64, xp: f64, yp: f64, h: f64) -> f64;
}

impl Kernel for TrapInt {
    const SIZE: usize = 1_000_000;
    type Value = f64;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        let _ = data;
        Ok(TrapInt {
            n,
            x0: 0.1,
            y: 0.3,
            xp: 0.7,
            yp: 0.9,
            h: 0.6 / n as f64,
        })
    }

    fn run(&self, space: &Space) -> Result<f64> {
        let TrapInt {
            n,
            x0,
            y,
            xp,
            yp,
            h,
        } = self;
        let sum = parallel_reduce!(
            space,
            "trap_int",
            *n,
            |i| -> f64 {
                let dx = x0 + i as f64 * h - xp;
                let dy = y - yp;
                1.0 / (dx * dx + dy * dy).sqrt()
            },
            Sum
        )?;
        Ok(sum * h)
    }

    fn run_twin(&self, c: &Copies) -> f64 {
        // SAFETY: takes no memory.
        unsafe { basic_trap_int(c, self.n, self.x0, self.y, self.xp, self.yp, self.h) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 0,
            flops: 10 * self.n,
        }
    }
}
