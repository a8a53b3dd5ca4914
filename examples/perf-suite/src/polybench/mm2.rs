//! `d = alpha a b c + beta d`, by way of `a b`.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

/// Square matrices and two numbers.
pub struct Mm2 {
    alpha: f64,
    beta: f64,
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
    c: View<f64, 2, LayoutRight>,
    d: View<f64, 2, LayoutRight>,
    tmp: View<f64, 2, LayoutRight>,
}

twin! {
    fn polybench_mm2(
        n: usize,
        alpha: f64,
        beta: f64,
        a: *const f64,
        b: *const f64,
        c: *const f64,
        d: *mut f64,
        tmp: *mut f64,
    );
}

impl Kernel for Mm2 {
    const SIZE: usize = 90_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Mm2 {
            tmp: data.array("tmp", [n, n], |_| 0.0)?,
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], |i| noise(i + n * n))?,
            c: data.array("c", [n, n], |i| noise(i + 2 * n * n))?,
            d: data.array("d", [n, n], |i| noise(i + 3 * n * n))?,
            alpha: 0.62,
            beta: 0.102,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (
            Mm2 {
                alpha,
                beta,
                a,
                b,
                c,
                d,
                tmp,
            },
            [rows, columns],
        ) = (self, self.d.extents());
        let all = MdRangePolicy::new([0..rows, 0..columns]);
        parallel_for!(space, "tmp", all, |i, j| {
            let mut dot = 0.0;
            for k in 0..b.extent(0) {
                dot += alpha * a[(i, k)] * b[(k, j)];
            }
            tmp[(i, j)] = dot;
        })?;
        parallel_for!(space, "d", all, |i, j| {
            let mut dot = beta * d[(i, j)];
            for k in 0..c.extent(0) {
                dot += tmp[(i, k)] * c[(k, j)];
            }
            d[(i, j)] = dot;
        })
    }

    fn run_twin(&self, c: &Copies) {
        let [a, b, right, d, tmp] =
            [&self.a, &self.b, &self.c, &self.d, &self.tmp].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_mm2(
                c,
                self.d.extent(0),
                self.alpha,
                self.beta,
                a,
                b,
                right,
                d,
                tmp,
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.d.extent(0);
        Work {
            bytes: 56 * n * n,
            flops: n * n * (5 * n + 1),
        }
    }
}
