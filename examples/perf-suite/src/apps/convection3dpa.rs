//! A convection operator applied element by element, as sums along one axis after the other.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, LayoutRight, Result, Space, TeamKernel, TeamPolicy, View, kernel};

/// Degrees of freedom and quadrature points along an axis.
const D: usize = 3;
const Q: usize = 4;

/// The basis and its derivative at quadrature points, coefficients there, input and output.
#[derive(Functor)]
pub struct Convection3dpa {
    b: View<f64, 2, LayoutRight>,
    g: View<f64, 2, LayoutRight>,
    weights: View<f64, 5, LayoutRight>,
    x: View<f64, 4, LayoutRight>,
    y: View<f64, 4, LayoutRight>,
}

#[kernel]
impl TeamKernel for Convection3dpa {
    fn convection3dpa(&self, team: Team) {
        let (e, b, g) = (team.league_rank(), self.b, self.g);
        // Scratch with the first index fastest: x, y, z. A `b` or `g` in a name says along which axes, z y x, it was applied.
        let bx = team.scratch::<f64, 3>([Q, D, D]);
        let gx = team.scratch::<f64, 3>([Q, D, D]);
        let bb = team.scratch::<f64, 3>([Q, Q, D]);
        let gb = team.scratch::<f64, 3>([Q, Q, D]);
        let bg = team.scratch::<f64, 3>([Q, Q, D]);
        let flow = team.scratch::<f64, 3>([Q, Q, Q]);
        let along_z = team.scratch::<f64, 3>([Q, Q, D]);
        let along_y = team.scratch::<f64, 3>([Q, D, D]);
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut bx_sum = 0.0;
                    let mut gx_sum = 0.0;
                    for dx in 0..D {
                        bx_sum += self.x[(e, dz, dy, dx)] * b[(qx, dx)];
                        gx_sum += self.x[(e, dz, dy, dx)] * g[(qx, dx)];
                    }
                    bx[(qx, dy, dz)] = bx_sum;
                    gx[(qx, dy, dz)] = gx_sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut bb_sum = 0.0;
                    let mut gb_sum = 0.0;
                    let mut bg_sum = 0.0;
                    for dy in 0..D {
                        bb_sum += bx[(qx, dy, dz)] * b[(qy, dy)];
                        gb_sum += bx[(qx, dy, dz)] * g[(qy, dy)];
                        bg_sum += gx[(qx, dy, dz)] * b[(qy, dy)];
                    }
                    bb[(qx, qy, dz)] = bb_sum;
                    gb[(qx, qy, dz)] = gb_sum;
                    bg[(qx, qy, dz)] = bg_sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for qz in 0..Q {
                    let mut gbb_sum = 0.0;
                    let mut bgb_sum = 0.0;
                    let mut bbg_sum = 0.0;
                    for dz in 0..D {
                        gbb_sum += bb[(qx, qy, dz)] * g[(qz, dz)];
                        bgb_sum += gb[(qx, qy, dz)] * b[(qz, dz)];
                        bbg_sum += bg[(qx, qy, dz)] * b[(qz, dz)];
                    }
                    flow[(qx, qy, qz)] = self.weights[(e, 0, qz, qy, qx)] * bbg_sum
                        + self.weights[(e, 1, qz, qy, qx)] * bgb_sum
                        + self.weights[(e, 2, qz, qy, qx)] * gbb_sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, Q), |qy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut along_z_sum = 0.0;
                    for qz in 0..Q {
                        along_z_sum += flow[(qx, qy, qz)] * b[(qz, dz)];
                    }
                    along_z[(qx, qy, dz)] = along_z_sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, Q), |qx| {
                for dz in 0..D {
                    let mut along_y_sum = 0.0;
                    for qy in 0..Q {
                        along_y_sum += along_z[(qx, qy, dz)] * b[(qy, dy)];
                    }
                    along_y[(qx, dy, dz)] = along_y_sum;
                }
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, D), |dy| {
            parallel_for(ThreadVectorRange(team, D), |dx| {
                for dz in 0..D {
                    let mut y_sum = 0.0;
                    for qx in 0..Q {
                        y_sum += along_y[(qx, dy, dz)] * b[(qx, dx)];
                    }
                    self.y[(e, dz, dy, dx)] += y_sum;
                }
            });
        });
    }
}

twin! {
    fn apps_convection3dpa(
        elements: usize,
        b: *const f64,
        g: *const f64,
        weights: *const f64,
        x: *const f64,
        y: *mut f64,
    );
}

impl Kernel for Convection3dpa {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let elements = (size / (D * D * D)).max(1);
        Ok(Convection3dpa {
            b: data.array("b", [Q, D], noise)?,
            g: data.array("g", [Q, D], |i| noise(i + Q * D) - 0.6)?,
            weights: data.array("weights", [elements, 3, Q, Q, Q], noise)?,
            x: data.array("x", [elements, D, D, D], noise)?,
            y: data.array("y", [elements, D, D, D], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        space.parallel_for(
            "convection3dpa",
            TeamPolicy::new(self.x.extent(0), Q).vector_length(8),
            self,
        )
    }

    fn run_twin(&self, c: &Copies) {
        let [b, g] = [&self.b, &self.g].map(|view| c.of(view));
        let (weights, [x, y]) = (
            c.of(&self.weights),
            [&self.x, &self.y].map(|view| c.of(view)),
        );
        // SAFETY: the arrays of this problem.
        unsafe { apps_convection3dpa(c, self.x.extent(0), b, g, weights, x, y) }
    }

    fn work(&self) -> Work {
        let elements = self.x.extent(0);
        Work {
            bytes: 8 * elements * (3 * D * D * D + 3 * Q * Q * Q),
            flops: elements
                * (4 * Q * D * D * D
                    + 6 * Q * Q * D * D
                    + 6 * Q * Q * Q * D
                    + 5 * Q * Q * Q
                    + 2 * Q * (Q * Q * D + Q * D * D + D * D * D)),
        }
    }
}
