//! Shortest paths by way of each node in turn, as the suite has them: from one matrix to another.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

/// Distances.
pub struct FloydWarshall {
    pin: View<f64, 2, LayoutRight>,
    pout: View<f64, 2, LayoutRight>,
}

twin! {
    fn polybench_floyd_warshall(n: usize, pin: *const f64, pout: *mut f64);
}

impl Kernel for FloydWarshall {
    const SIZE: usize = 90_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = size.isqrt().max(3);
        Ok(FloydWarshall {
            pout: data.array("pout", [n, n], |_| 0.0)?,
            pin: data.array("pin", [n, n], noise)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (FloydWarshall { pin, pout }, n) = (self, self.pin.extent(0));
        for k in 0..n as i32 {
            parallel_for!(
                space,
                "floyd_warshall",
                MdRangePolicy::new([0..n, 0..n]),
                |i, j| {
                    let (direct, around) = (pin[(i, j)], pin[(i, k)] + pin[(k, j)]);
                    pout[(i, j)] = if direct < around { direct } else { around };
                }
            )?;
        }
        Ok(())
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            polybench_floyd_warshall(c, self.pin.extent(0), c.of(&self.pin), c.of(&self.pout))
        }
    }

    fn work(&self) -> Work {
        let n = self.pin.extent(0);
        Work {
            bytes: 16 * n * n * n,
            flops: n * n * n,
        }
    }
}
