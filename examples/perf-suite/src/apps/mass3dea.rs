//! Mass matrices assembled element by element.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{AUTO, Functor, LayoutRight, Result, Space, TeamKernel, TeamPolicy, View, kernel};

/// Degrees of freedom and quadrature points along an axis.
const D: usize = 4;
const Q: usize = 5;

/// The basis at quadrature points, weights there, and the matrices: element, row, column.
#[derive(Functor)]
pub struct Mass3dea {
    b: View<f64, 2, LayoutRight>,
    weights: View<f64, 2, LayoutRight>,
    m: View<f64, 3, LayoutRight>,
}

#[kernel]
impl TeamKernel for Mass3dea {
    fn mass3dea(&self, team: Team) {
        let e = team.league_rank();
        let b = team.scratch::<f64, 1>([Q * D]);
        let weights = team.scratch::<f64, 1>([Q * Q * Q]);
        parallel_for(TeamVectorRange(team, Q * D), |k| {
            b[k] = self.b[(k / D, k % D)];
        });
        parallel_for(TeamVectorRange(team, Q * Q * Q), |k| {
            weights[k] = self.weights[(e, k)];
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, D * D * D), |j| {
            let (j1, j2, j3) = (j % D, j / D % D, j / (D * D));
            parallel_for(ThreadVectorRange(team, D * D * D), |i| {
                let (i1, i2, i3) = (i % D, i / D % (D as i32), i / (D * D));
                let mut sum = 0.0;
                for k3 in 0..Q {
                    let along3 = b[k3 * D + i3] * b[k3 * D + j3];
                    for k2 in 0..Q {
                        let along2 = b[k2 * D + i2] * b[k2 * D + j2];
                        for k1 in 0..Q {
                            let along1 = b[k1 * D + i1] * b[k1 * D + j1];
                            sum += along1 * along2 * along3 * weights[(k3 * Q + k2) * Q + k1];
                        }
                    }
                }
                self.m[(e, j, i)] = sum;
            });
        });
    }
}

twin! {
    fn apps_mass3dea(elements: usize, b: *const f64, weights: *const f64, m: *mut f64);
}

impl Kernel for Mass3dea {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let elements = (size / (D * D * D * D * D * D)).max(1);
        Ok(Mass3dea {
            b: data.array("b", [Q, D], noise)?,
            weights: data.array("weights", [elements, Q * Q * Q], noise)?,
            m: data.array("m", [elements, D * D * D, D * D * D], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        space.parallel_for("mass3dea", TeamPolicy::new(self.m.extent(0), AUTO), self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_mass3dea(
                c,
                self.m.extent(0),
                c.of(&self.b),
                c.of(&self.weights),
                c.of(&self.m),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.m.len();
        Work {
            bytes: 8 * n + 8 * self.weights.len(),
            flops: 7 * Q * Q * Q * n,
        }
    }
}
