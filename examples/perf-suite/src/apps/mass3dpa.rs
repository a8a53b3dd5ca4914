//! A mass matrix applied element by element, as sums along one axis after the other.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, LayoutRight, Result, Space, TeamKernel, TeamPolicy, View, kernel};

/// Degrees of freedom and quadrature points along an axis.
const D: usize = 4;
const Q: usize = 5;

/// The basis at quadrature points, weights there, input and output.
#[derive(Functor)]
pub struct Mass3dpa {
    b: View<f64, 2, LayoutRight>,
    weights: View<f64, 4, LayoutRight>,
    x: View<f64, 4, LayoutRight>,
    y: View<f64, 4, LayoutRight>,
}

#[kernel]
impl TeamKernel for Mass3dpa {
    fn mass3dpa(&self, team: Team) {
        let (e, b) = (team.league_rank(), self.b);
        // Scratch with the first index fastest: x, y, z.
        let ddq = team.scratch::<f64, 3>([Q, D, D]);
        let dqq = team.scratch::<f64, 3>([Q, Q, D]);
        let qqq = team.scratch::<f64, 3>([Q, Q, Q]);
        let qqd = team.scratch::<f64, 3>([D, Q, Q]);
        let qdd = team.scratch::<f64, 3>([D, D, Q]);
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut sum = 0.0;
                    for dx in 0..D {
                        sum += self.x[(e, dz, dy, dx)] * b[(qx, dx)];
                    }
                    ddq[(qx, dy, dz)] = sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut sum = 0.0;
                    for dy in 0..D {
                        sum += ddq[(qx, dy, dz)] * b[(qy, dy)];
                    }
                    dqq[(qx, qy, dz)] = sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for qz in 0..Q {
                    let mut sum = 0.0;
                    for dz in 0..D {
                        sum += dqq[(qx, qy, dz)] * b[(qz, dz)];
                    }
                    qqq[(qx, qy, qz)] = sum * self.weights[(e, qz, qy, qx)];
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, D), |dx| {
                for qz in 0..Q {
                    let mut sum = 0.0;
                    for qx in 0..Q {
                        sum += qqq[(qx, qy, qz)] * b[(qx, dx)];
                    }
                    qqd[(dx, qy, qz)] = sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, D), |dx| {
                for qz in 0..Q {
                    let mut sum = 0.0;
                    for qy in 0..Q {
                        sum += qqd[(dx, qy, qz)] * b[(qy, dy)];
                    }
                    qdd[(dx, dy, qz)] = sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, D), |dx| {
                for dz in 0..D {
                    let mut sum = 0.0;
                    for qz in 0..Q {
                        sum += qdd[(dx, dy, qz)] * b[(qz, dz)];
                    }
                    self.y[(e, dz, dy, dx)] += sum;
                }
            });
        });
    }
}

twin! {
    fn apps_mass3dpa(
        elements: usize,
        b: *const f64,
        weights: *const f64,
        x: *const f64,
        y: *mut f64,
    );
}

impl Kernel for Mass3dpa {
    const SIZE: usize = 500_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let elements = (size / (D * D * D)).max(1);
        Ok(Mass3dpa {
            b: data.array("b", [Q, D], noise)?,
            weights: data.array("weights", [elements, Q, Q, Q], noise)?,
            x: data.array("x", [elements, D, D, D], noise)?,
            y: data.array("y", [elements, D, D, D], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        space.parallel_for(
            "mass3dpa",
            TeamPolicy::new(self.x.extent(0), Q).vector_length(8),
            self,
        )
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            apps_mass3dpa(
                c,
                self.x.extent(0),
                c.of(&self.b),
                c.of(&self.weights),
                c.of(&self.x),
                c.of(&self.y),
            )
        }
    }

    fn work(&self) -> Work {
        let elements = self.x.extent(0);
        let along = D * D * Q + D * Q * Q + Q * Q * Q;
        Work {
            bytes: 8 * elements * (3 * D * D * D + Q * Q * Q),
            flops: elements
                * (2 * D * along + Q * Q * Q + 2 * Q * (Q * Q * D + Q * D * D + D * D * D)),
        }
    }
}
