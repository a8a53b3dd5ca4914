//! Ones added atomically to some counters.

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{Result, Space, View, parallel_for};

const REPLICATION: usize = 4096;

/// The counters.
pub struct Atomic {
    n: usize,
    counts: View<f64, 1>,
}

twin! {
    fn algorithm_atomic(n: usize, replication: usize, counts: *mut f64);
}

impl Kernel for Atomic {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Atomic {
            n,
            counts: data.vector("counts", REPLICATION, |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let counts = &self.counts;
        parallel_for!(space, "atomic", self.n, |i| counts
            .atomic_add(i % REPLICATION, 1.0))
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_atomic(c, self.n, REPLICATION, c.of(&self.counts)) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 8 * REPLICATION,
            flops: self.n,
        }
    }
}
