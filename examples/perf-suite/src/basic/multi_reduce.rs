//! Sums of elements by bin: each team sums in scratch, then adds its sums to all.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{AUTO, Functor, Result, Space, TeamKernel, TeamPolicy, View, kernel};

/// Elements of a team.
const CHUNK: usize = 16_384;
const BINS: usize = 10;

/// Elements with their bins, and sums.
#[derive(Functor)]
pub struct MultiReduce {
    bins: View<i32, 1>,
    x: View<f64, 1>,
    sums: View<f64, 1>,
}

#[kernel]
impl TeamKernel for MultiReduce {
    fn multi_reduce(&self, team: Team) {
        let start = team.league_rank() * CHUNK;
        let count = (self.x.extent(0) - start).min(CHUNK);
        let sums = team.scratch::<f64, 1>([BINS]);
        parallel_for(TeamVectorRange(team, BINS), |b| {
            sums[b] = 0.0;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, count), |i| {
            sums.atomic_add_team(self.bins[start + i], self.x[start + i]);
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, BINS), |b| {
            self.sums.atomic_add(b, sums[b]);
        });
    }
}

twin! {
    fn basic_multi_reduce(n: usize, bins: usize, bin: *const i32, x: *const f64, sums: *mut f64);
}

impl Kernel for MultiReduce {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(MultiReduce {
            bins: data.vector("bins", n, |i| (BINS as f64 * (noise(i) - 0.1)) as i32)?,
            x: data.vector("x", n, |i| noise(i + n))?,
            sums: data.vector("sums", BINS, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let teams = self.x.len().div_ceil(CHUNK);
        space.parallel_for("multi_reduce", TeamPolicy::new(teams, AUTO), self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            basic_multi_reduce(
                c,
                self.x.len(),
                BINS,
                c.of(&self.bins),
                c.of(&self.x),
                c.of(&self.sums),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 12 * n,
            flops: n,
        }
    }
}
