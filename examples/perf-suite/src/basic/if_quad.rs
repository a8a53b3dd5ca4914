//! Real roots of `a x^2 + b x + c`, 0 where there are none.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, parallel_for};

/// Coefficients and roots.
pub struct IfQuad {
    a: View<f64, 1>,
    b: View<f64, 1>,
    c: View<f64, 1>,
    x1: View<f64, 1>,
    x2: View<f64, 1>,
}

twin! {
    fn basic_if_quad(
        n: usize,
        a: *const f64,
        b: *const f64,
        c: *const f64,
        x1: *mut f64,
        x2: *mut f64,
    );
}

impl Kernel for IfQuad {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(IfQuad {
            a: data.vector("a", n, noise)?,
            b: data.vector("b", n, |i| 2.0 * noise(i + n))?,
            c: data.vector("c", n, |i| noise(i + 2 * n))?,
            x1: data.vector("x1", n, |_| 0.0)?,
            x2: data.vector("x2", n, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let IfQuad { a, b, c, x1, x2 } = self;
        parallel_for!(space, "if_quad", a.len(), |i| {
            let s = b[i] * b[i] - 4.0 * a[i] * c[i];
            if s >= 0.0 {
                let root = s.sqrt();
                x2[i] = (root - b[i]) / (2.0 * a[i]);
                x1[i] = (-b[i] - root) / (2.0 * a[i]);
            } else {
                x2[i] = 0.0;
                x1[i] = 0.0;
            }
        })
    }

    fn run_twin(&self, c: &Copies) {
        let IfQuad {
            a,
            b,
            c: coefficient,
            x1,
            x2,
        } = self;
        let [a, b, coefficient, x1, x2] = [a, b, coefficient, x1, x2].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { basic_if_quad(c, self.a.len(), a, b, coefficient, x1, x2) }
    }

    fn work(&self) -> Work {
        let n = self.a.len();
        Work {
            bytes: 40 * n,
            flops: 11 * n,
        }
    }
}
