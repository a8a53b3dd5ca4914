//! Sums of elements by bin: each thread sums in scratch, then its team adds the sums to all.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, Result, Space, TeamKernel, TeamPolicy, View, kernel};

/// Threads of a team. Each has sums of its own, so that few lanes add to the same one.
const THREADS: usize = 8;
const BINS: usize = 10;

/// Elements with their bins, and sums.
#[derive(Functor)]
pub struct MultiReduce {
    bins: View<i32, 1>,
    x: View<f64, 1>,
    sums: View<f64, 1>,
    /// Elements of a thread.
    chunk: i32,
}

#[kernel]
impl TeamKernel for MultiReduce {
    fn multi_reduce(&self, team: Team) {
        let sums = team.scratch::<f64, 2>([BINS, THREADS]);
        parallel_for(TeamThreadRange(team, THREADS), |t| {
            parallel_for(ThreadVectorRange(team, BINS), |b| {
                sums[(b, t)] = 0.0;
            });
        });
        team.barrier();
        parallel_for(TeamThreadRange(team, THREADS), |t| {
            let start = (team.league_rank() * THREADS + t) * self.chunk;
            let count = (self.x.extent(0) - start).min(self.chunk);
            parallel_for(ThreadVectorRange(team, count), |i| {
                sums.atomic_add_team((self.bins[start + i], t), self.x[start + i]);
            });
        });
        team.barrier();
        parallel_for(TeamVectorRange(team, BINS), |b| {
            let mut sum = 0.0;
            for t in 0..THREADS {
                sum += sums[(b, t)];
            }
            self.sums.atomic_add(b, sum);
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
            chunk: data.share(n).div_ceil(THREADS) as i32,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let teams = self.x.len().div_ceil(self.chunk as usize * THREADS);
        space.parallel_for("multi_reduce", TeamPolicy::new(teams, THREADS), self)
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
