//! `c = a b` by tiles in scratch.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, LayoutRight, Result, Space, TeamKernel, TeamPolicy, View, kernel};

const TILE: usize = 16;

/// Square matrices.
#[derive(Functor)]
pub struct MatMatShared {
    a: View<f64, 2, LayoutRight>,
    b: View<f64, 2, LayoutRight>,
    c: View<f64, 2, LayoutRight>,
}

#[kernel]
impl TeamKernel for MatMatShared {
    fn mat_mat_shared(&self, team: Team) {
        let n = self.a.extent(0);
        let tiles = (n + TILE - 1) / TILE;
        let (row, column) = (
            team.league_rank() / tiles * TILE,
            team.league_rank() % tiles * TILE,
        );
        let a = team.scratch::<f64, 2>([TILE, TILE]);
        let b = team.scratch::<f64, 2>([TILE, TILE]);
        let c = team.scratch::<f64, 2>([TILE, TILE]);
        parallel_for(TeamThreadRange(team, TILE), |y| {
            parallel_for(ThreadVectorRange(team, TILE), |x| {
                c[(x, y)] = 0.0;
            });
        });
        for k in (0..n).step_by(TILE) {
            parallel_for(TeamThreadRange(team, TILE), |y| {
                parallel_for(ThreadVectorRange(team, TILE), |x| {
                    let (in_a, in_b) = (row + y < n && k + x < n, k + y < n && column + x < n);
                    a[(x, y)] = if in_a { self.a[(row + y, k + x)] } else { 0.0 };
                    b[(x, y)] = if in_b {
                        self.b[(k + y, column + x)]
                    } else {
                        0.0
                    };
                });
            });
            team.barrier();
            parallel_for(TeamThreadRange(team, TILE), |y| {
                parallel_for(ThreadVectorRange(team, TILE), |x| {
                    let mut sum = c[(x, y)];
                    for m in 0..TILE {
                        sum += a[(m, y)] * b[(x, m)];
                    }
                    c[(x, y)] = sum;
                });
            });
            team.barrier();
        }
        parallel_for(TeamThreadRange(team, TILE), |y| {
            parallel_for(ThreadVectorRange(team, TILE), |x| {
                if row + y < n && column + x < n {
                    self.c[(row + y, column + x)] = c[(x, y)];
                }
            });
        });
    }
}

twin! {
    fn basic_mat_mat_shared(n: usize, a: *const f64, b: *const f64, c: *mut f64);
}

impl Kernel for MatMatShared {
    const SIZE: usize = 250_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt();
        Ok(MatMatShared {
            a: data.array("a", [n, n], noise)?,
            b: data.array("b", [n, n], |i| noise(i + n * n))?,
            c: data.array("c", [n, n], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let tiles = self.a.extent(0).div_ceil(TILE);
        space.parallel_for(
            "mat_mat_shared",
            TeamPolicy::new(tiles * tiles, TILE).vector_length(TILE),
            self,
        )
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            basic_mat_mat_shared(
                c,
                self.a.extent(0),
                c.of(&self.a),
                c.of(&self.b),
                c.of(&self.c),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.a.extent(0);
        Work {
            bytes: 24 * n * n,
            flops: 2 * n * n * n,
        }
    }
}
