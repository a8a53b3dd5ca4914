//! `c = alpha a b + beta c`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

/// Square matrices and two numbers.
pub struct Gemm {
    alpha: f64,
    beta: f64,
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
    c: View<f64, 2, LayoutRight>,
}

twin! {
    fn polybench_gemm(n: usize, alpha: f64, beta: f64, a: *const f64, b: *const f64, c: *mut f64);
}

impl Kernel for Gemm {
    const SIZE: usize = 160_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Gemm {
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], |i| noise(i + n * n))?,
            c: data.array("c", [n, n], |i| noise(i + 2 * n * n))?,
            alpha: 0.62,
            beta: 0.102,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (
            Gemm {
                alpha,
                beta,
                a,
                b,
                c,
            },
            [rows, columns],
        ) = (self, self.c.extents());
        parallel_for!(
            space,
            "gemm",
            MdRangePolicy::new([0..rows, 0..columns]),
            |i, j| {
                let mut dot = beta * c[(i, j)];
                for k in 0..b.extent(0) {
                    dot += alpha * a[(i, k)] * b[(k, j)];
                }
                c[(i, j)] = dot;
            }
        )
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_gemm(
                c,
                self.c.extent(0),
                self.alpha,
                self.beta,
                c.of(&self.a),
                c.of(&self.b),
                c.of(&self.c),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.c.extent(0);
        Work {
            bytes: 32 * n * n,
            flops: n * n * (3 * n + 1),
        }
    }
}
