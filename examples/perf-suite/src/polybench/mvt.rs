//! `x1 += a y1` and `x2 += a^T y2`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{
    AUTO, Functor, LayoutRight, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
    parallel_for,
};

/// A square matrix and four vectors.
#[derive(Functor)]
pub struct Mvt {
    a: View<f64, 2, LayoutRight>,
    x1: View<f64, 1>,
    x2: View<f64, 1>,
    y1: View<f64, 1>,
    y2: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Mvt {
    fn x1(&self, team: Team) {
        let (i, n) = (team.league_rank(), self.a.extent(1));
        let dot: Uniform<f64> = parallel_reduce(
            TeamVectorRange(team, n),
            |j| self.a[(i, j)] * self.y1[j],
            Sum,
        );
        single(PerTeam(team), || {
            self.x1[i] += dot;
        });
    }
}

twin! {
    fn polybench_mvt(
        n: usize,
        a: *const f64,
        x1: *mut f64,
        x2: *mut f64,
        y1: *const f64,
        y2: *const f64,
    );
}

impl Kernel for Mvt {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Mvt {
            a: data.array("a", [n, n], noise)?,
            x1: data.vector("x1", n, |_| 0.0)?,
            x2: data.vector("x2", n, |_| 0.0)?,
            y1: data.vector("y1", n, |i| noise(i + n * n))?,
            y2: data.vector("y2", n, |i| noise(i + 2 * n * n))?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (Mvt { a, x2, y2, .. }, n) = (self, self.x1.len());
        space.parallel_for("x1", TeamPolicy::new(n, AUTO), self)?;
        parallel_for!(space, "x2", n, |i| {
            let mut dot = 0.0;
            for j in 0..a.extent(0) {
                dot += a[(j, i)] * y2[j];
            }
            x2[i] += dot;
        })
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_mvt(
                c,
                self.x1.len(),
                c.of(&self.a),
                c.of(&self.x1),
                c.of(&self.x2),
                c.of(&self.y1),
                c.of(&self.y2),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.x1.len();
        Work {
            bytes: 16 * n * n,
            flops: 4 * n * n,
        }
    }
}
