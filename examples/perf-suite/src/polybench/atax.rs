//! `y = a^T (a x)`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{
    AUTO, Functor, LayoutRight, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
    parallel_for,
};

/// A square matrix and vectors.
#[derive(Functor)]
pub struct Atax {
    a: View<f64, 2, LayoutRight>,
    x: View<f64, 1>,
    tmp: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Atax {
    fn rows(&self, team: Team) {
        let (i, n) = (team.league_rank(), self.a.extent(1));
        let dot: Uniform<f64> = parallel_reduce(
            TeamVectorRange(team, n),
            |j| self.a[(i, j)] * self.x[j],
            Sum,
        );
        single(PerTeam(team), || {
            self.tmp[i] = dot;
        });
    }
}

twin! {
    fn polybench_atax(n: usize, a: *const f64, x: *const f64, tmp: *mut f64, y: *mut f64);
}

impl Kernel for Atax {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Atax {
            a: data.array("a", [n, n], noise)?,
            tmp: data.vector("tmp", n, |_| 0.0)?,
            y: data.vector("y", n, |_| 0.0)?,
            x: data.vector("x", n, |i| noise(i + n * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (Atax { a, tmp, y, .. }, n) = (self, self.x.len());
        space.parallel_for("rows", TeamPolicy::new(n, AUTO), self)?;
        parallel_for!(space, "columns", n, |j| {
            let mut dot = 0.0;
            for i in 0..a.extent(0) {
                dot += a[(i, j)] * tmp[i];
            }
            y[j] = dot;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_atax(
                c,
                self.x.len(),
                c.of(&self.a),
                c.of(&self.x),
                c.of(&self.tmp),
                c.of(&self.y),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 16 * n * n,
            flops: 4 * n * n,
        }
    }
}
