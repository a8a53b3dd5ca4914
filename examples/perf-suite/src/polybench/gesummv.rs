//! `y = alpha a x + beta b x`

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{
    AUTO, Functor, LayoutRight, Result, Space, Sum, TeamKernel, TeamPolicy, View, kernel,
};

/// Two square matrices, two vectors and two numbers.
#[derive(Functor)]
pub struct Gesummv {
    alpha: f64,
    beta: f64,
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
    x: View<f64, 1>,
    y: View<f64, 1>,
}

#[kernel]
impl TeamKernel for Gesummv {
    fn gesummv(&self, team: Team) {
        let (i, n) = (team.league_rank(), self.a.extent(1));
        let ax: Uniform<f64> = parallel_reduce(
            TeamVectorRange(team, n),
            |j| self.a[(i, j)] * self.x[j],
            Sum,
        );
        let bx: Uniform<f64> = parallel_reduce(
            TeamVectorRange(team, n),
            |j| self.b[(i, j)] * self.x[j],
            Sum,
        );
        single(PerTeam(team), || {
            self.y[i] = self.alpha * ax + self.beta * bx;
        });
    }
}

twin! {
    fn polybench_gesummv(
        n: usize,
        alpha: f64,
        beta: f64,
        a: *const f64,
        b: *const f64,
        x: *const f64,
        y: *mut f64,
    );
}

impl Kernel for Gesummv {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(Gesummv {
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], |i| noise(i + n * n))?,
            y: data.vector("y", n, |_| 0.0)?,
            x: data.vector("x", n, |i| noise(i + 2 * n * n))?,
            alpha: 0.62,
            beta: 1.002,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        space.parallel_for("gesummv", TeamPolicy::new(self.x.len(), AUTO), self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_gesummv(
                c,
                self.x.len(),
                self.alpha,
                self.beta,
                c.of(&self.a),
                c.of(&self.b),
                c.of(&self.x),
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
