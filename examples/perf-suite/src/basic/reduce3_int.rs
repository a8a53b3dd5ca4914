//! Sum, least and greatest of integers in one pass.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Max, Min, Result, Space, Sum, View, parallel_reduce};

/// A vector.
pub struct Reduce3Int {
    x: View<i32, 1>,
}

twin! {
    fn basic_reduce3_int(n: usize, x: *const i32, stats: *mut i32);
}

impl Kernel for Reduce3Int {
    const SIZE: usize = 1_000_000;
    type Value = [i32; 3];

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Reduce3Int {
            x: data.vector("x", n, |i| (1000.0 * noise(i)) as i32)?,
        })
    }

    fn run(&self, space: &Space) -> Result<[i32; 3]> {
        let x = &self.x;
        let (sum, low, high) = parallel_reduce!(
            space,
            "reduce3_int",
            x.len(),
            |i| -> (i32, i32, i32) { (x[i], x[i], x[i]) },
            (Sum, Min, Max)
        )?;
        Ok([sum, low, high])
    }

    fn run_twin(&self, c: &Copies) -> [i32; 3] {
        let mut stats = [0; 3];
        // SAFETY: the arrays of this problem.
        unsafe { basic_reduce3_int(c, self.x.len(), c.of(&self.x), stats.as_mut_ptr()) };
        stats
    }

    fn work(&self) -> Work {
        Work {
            bytes: 4 * self.x.len(),
            flops: 0,
        }
    }
}
