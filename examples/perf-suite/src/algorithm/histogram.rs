//! How many elements each bin has: each team counts in scratch, then adds its counts to all.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{AUTO, Functor, Result, Space, TeamKernel, TeamPolicy, View, kernel};

const BINS: usize = 100;

/// The bins of elements, and counts.
#[derive(Functor)]
pub struct Histogram {
    bins: View<i32, 1>,
    counts: View<i32, 1>,
    /// Elements of a team.
    chunk: i32,
}

#[kernel]
impl TeamKernel for Histogram {
    fn histogram(&self, team: Team) {
        let start = team.league_rank() * self.chunk;
        let length = (self.bins.extent(0) - start).min(self.chunk);
        let counts = team.scratch::<i32, 1>([BINS]);
        parallel_for(TeamVectorRange(team, BINS), |b| {
            counts[b] = 0;
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, length), |i| {
            counts.atomic_add_team(self.bins[start + i], 1);
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, BINS), |b| {
            self.counts.atomic_add(b, counts[b]);
        });
    }
}

twin! {
    fn algorithm_histogram(n: usize, bins: usize, bin: *const i32, counts: *mut i32);
}

impl Kernel for Histogram {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Histogram {
            bins: data.vector("bins", n, |i| (BINS as f64 * (noise(i) - 0.1)) as i32)?,
            counts: data.vector("counts", BINS, |_| 0)?,
            chunk: data.share(n) as i32,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let teams = self.bins.len().div_ceil(self.chunk as usize);
        space.parallel_for("histogram", TeamPolicy::new(teams, AUTO), self)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            algorithm_histogram(
                c,
                self.bins.len(),
                BINS,
                c.of(&self.bins),
                c.of(&self.counts),
            )
        }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 4 * self.bins.len(),
            flops: 0,
        }
    }
}
