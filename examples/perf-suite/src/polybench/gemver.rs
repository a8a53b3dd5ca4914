//! A matrix with two products added, and two of its products with vectors.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{
    AUTO, Functor, LayoutRight, MdRangePolicy, Result, Space, Sum, TeamKernel, TeamPolicy, View,
    kernel, parallel_for,
};

/// A square matrix, eight vectors and two numbers.
#[derive(Functor)]
pub struct Gemver {
    alpha: f64,
    beta: f64,
    a: View<f64, 2, LayoutRight>,
    u1: View<f64, 1>,
    v1: View<f64, 1>,
    u2: View<f64, 1>,
    v2: View<f64, 1>,
    w: View<f64, 1>,
    x: View<f64, 1>,
    y: View<f64, 1>,
    z: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Gemver {
    fn w(&self, team: Team) {
        let (i, n) = (team.league_rank(), self.a.extent(1));
        let dot: Uniform<f64> = parallel_reduce(
            TeamVectorRange(team, n),
            |j| self.alpha * self.a[(i, j)] * self.x[j],
            Sum,
        );
        single(PerTeam(team), || {
            self.w[i] += dot;
        });
    }
}

twin! {
    fn polybench_gemver(n: usize, alpha: f64, beta: f64, a: *mut f64, vectors: *const *mut f64);
}

impl Kernel for Gemver {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Gemver {
            a: data.array("a", [n, n], noise)?,
            w: data.vector("w", n, |_| 0.0)?,
            x: data.vector("x", n, |_| 0.0)?,
            u1: data.vector("u1", n, |i| noise(i + n * n))?,
            v1: data.vector("v1", n, |i| noise(i + 2 * n * n))?,
            u2: data.vector("u2", n, |i| noise(i + 3 * n * n))?,
            v2: data.vector("v2", n, |i| noise(i + 4 * n * n))?,
            y: data.vector("y", n, |i| noise(i + 5 * n * n))?,
            z: data.vector("z", n, |i| noise(i + 6 * n * n))?,
            alpha: 0.15,
            beta: 0.12,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (
            Gemver {
                beta,
                a,
                u1,
                v1,
                u2,
                v2,
                x,
                y,
                z,
                ..
            },
            n,
        ) = (self, self.x.len());
        parallel_for!(space, "a", MdRangePolicy::new([0..n, 0..n]), |i, j| a
            [(i, j)] +=
            u1[i] * v1[j] + u2[i] * v2[j])?;
        parallel_for!(space, "x", n, |i| {
            let mut dot = 0.0;
            for j in 0..a.extent(0) {
                dot += beta * a[(j, i)] * y[j];
            }
            x[i] += dot + z[i];
        })?;
        space.parallel_for("w", TeamPolicy::new(n, AUTO), self)
    }

    fn run_twin(&self, c: &Copies) {
        let Gemver {
            u1,
            v1,
            u2,
            v2,
            w,
            x,
            y,
            z,
            ..
        } = self;
        let vectors = [u1, v1, u2, v2, w, x, y, z].map(|view| c.of(view));
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_gemver(
                c,
                self.x.len(),
                self.alpha,
                self.beta,
                c.of(&self.a),
                vectors.as_ptr(),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 32 * n * n,
            flops: 10 * n * n,
        }
    }
}
