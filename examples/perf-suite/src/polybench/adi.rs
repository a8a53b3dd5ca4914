//! Heat flow by alternating directions: tridiagonal systems along columns, then along rows.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, LayoutRight, RangeKernel, RangePolicy, Result, Space, View, kernel};

const STEPS: usize = 4;

struct Columns;
struct Rows;

/// The grid, what the sweeps leave, and the coefficients.
#[derive(Functor)]
pub struct Adi {
    u: View<f64, 2, LayoutRight>,
    v: View<f64, 2, LayoutRight>,
    p: View<f64, 2, LayoutRight>,
    q: View<f64, 2, LayoutRight>,
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
}

#[kernel]
impl RangeKernel<Columns> for Adi {
    fn columns(&self, i: Index) {
        let (u, n) = (self.u, self.u.extent(0));
        self.v[(0, i)] = 1.0;
        self.p[(i, 0)] = 0.0;
        self.q[(i, 0)] = 1.0;
        for j in 1..n - 1 {
            let over = self.a * self.p[(i, j - 1)] + self.b;
            let middle = (1.0 + 2.0 * self.d) * u[(j, i)];
            let sum = middle - self.d * u[(j, i - 1)] - self.f * u[(j, i + 1)];
            self.p[(i, j)] = -self.c / over;
            self.q[(i, j)] = (sum - self.a * self.q[(i, j - 1)]) / over;
        }
        self.v[(n - 1, i)] = 1.0;
        for j in (1..n - 1).rev() {
            self.v[(j, i)] = self.p[(i, j)] * self.v[(j + 1, i)] + self.q[(i, j)];
        }
    }
}

#[kernel]
impl RangeKernel<Rows> for Adi {
    fn rows(&self, i: Index) {
        let (v, n) = (self.v, self.u.extent(0));
        self.u[(i, 0)] = 1.0;
        self.p[(i, 0)] = 0.0;
        self.q[(i, 0)] = 1.0;
        for j in 1..n - 1 {
            let over = self.d * self.p[(i, j - 1)] + self.e;
            let middle = (1.0 + 2.0 * self.a) * v[(i, j)];
            let sum = middle - self.a * v[(i - 1, j)] - self.c * v[(i + 1, j)];
            self.p[(i, j)] = -self.f / over;
            self.q[(i, j)] = (sum - self.d * self.q[(i, j - 1)]) / over;
        }
        self.u[(i, n - 1)] = 1.0;
        for j in (1..n - 1).rev() {
            self.u[(i, j)] = self.p[(i, j)] * self.u[(i, j + 1)] + self.q[(i, j)];
        }
    }
}

twin! {
    fn polybench_adi(n: usize, steps: usize, u: *mut f64, v: *mut f64, p: *mut f64, q: *mut f64);
}

impl Kernel for Adi {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(4);
        let per_step = (n * n) as f64 / STEPS as f64;
        let (a, d) = (-per_step, -0.5 * per_step);
        Ok(Adi {
            u: data.array("u", [n, n], noise)?,
            v: data.array("v", [n, n], |_| 0.0)?,
            p: data.array("p", [n, n], |_| 0.0)?,
            q: data.array("q", [n, n], |_| 0.0)?,
            a,
            b: 1.0 - 2.0 * a,
            c: a,
            d,
            e: 1.0 - 2.0 * d,
            f: d,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let inner = RangePolicy::new(1..self.u.extent(0) - 1);
        for _ in 0..STEPS {
            space.parallel_for("columns", inner.tag::<Columns>(), self)?;
            space.parallel_for("rows", inner.tag::<Rows>(), self)?;
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        let [u, v, p, q] = [&self.u, &self.v, &self.p, &self.q].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe { polybench_adi(c, self.u.extent(0), STEPS, u, v, p, q) }
    }

    fn work(&self) -> Work {
        let n = self.u.len();
        Work {
            bytes: STEPS * 96 * n,
            flops: STEPS * 30 * n,
        }
    }
}
