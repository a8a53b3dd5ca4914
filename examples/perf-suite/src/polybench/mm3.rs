//! `g = (a b) (c d)`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

/// Square matrices.
pub struct Mm3 {
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
    c: View<f64, 2, LayoutRight>,
    d: View<f64, 2, LayoutRight>,
    e: View<f64, 2, LayoutRight>,
    f: View<f64, 2, LayoutRight>,
    g: View<f64, 2, LayoutRight>,
}

type Matrix = View<f64, 2, LayoutRight>;

/// `c = a b`
fn multiply(space: &Space, a: &Matrix, b: &Matrix, c: &Matrix) -> Result<()> {
    let [rows, columns] = c.extents();
    parallel_for!(
        space,
        "multiply",
        MdRangePolicy::new([0..rows, 0..columns]),
        |i, j| {
            let mut dot = 0.0;
            for k in 0..b.extent(0) {
                dot += a[(i, k)] * b[(k, j)];
            }
            c[(i, j)] = dot;
        }
    )
}

twin! {
    fn polybench_mm3(n: usize, inputs: *const *mut f64, e: *mut f64, f: *mut f64, g: *mut f64);
}

impl Kernel for Mm3 {
    const SIZE: usize = 90_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Mm3 {
            e: data.array("e", [n, n], |_| 0.0)?,
            f: data.array("f", [n, n], |_| 0.0)?,
            g: data.array("g", [n, n], |_| 0.0)?,
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], |i| noise(i + n * n))?,
            c: data.array("c", [n, n], |i| noise(i + 2 * n * n))?,
            d: data.array("d", [n, n], |i| noise(i + 3 * n * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        multiply(space, &self.a, &self.b, &self.e)?;
        multiply(space, &self.c, &self.d, &self.f)?;
        multiply(space, &self.e, &self.f, &self.g)
    }

    fn run_twin(&self, c: &Copies) {
        let inputs = [&self.a, &self.b, &self.c, &self.d].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_mm3(
                c,
                self.g.extent(0),
                inputs.as_ptr(),
                c.of(&self.e),
                c.of(&self.f),
                c.of(&self.g),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.g.extent(0);
        Work {
            bytes: 72 * n * n,
            flops: 6 * n * n * n,
        }
    }
}
