//! The least element and where it is first.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{MinLoc, Result, Space, View, parallel_reduce};

/// A vector.
pub struct FirstMin {
    x: View<f64, 1>,
}

twin! {
    fn lcals_first_min(n: usize, x: *const f64, least: *mut f64);
}

impl Kernel for FirstMin {
    const SIZE: usize = 1_000_000;
    type Value = [f64; 2];

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(FirstMin {
            x: data.vector("x", n, |i| if i == n / 2 { -1e10 } else { noise(i) })?,
        })
    }

    fn run(&self, space: &Space) -> Result<[f64; 2]> {
        let x = &self.x;
        let (least, place) = parallel_reduce!(
            space,
            "first_min",
            x.len(),
            |i| -> (f64, i32) { (x[i], i as i32) },
            MinLoc
        )?;
        Ok([least, place.into()])
    }

    fn run_twin(&self, c: &Copies) -> [f64; 2] {
        let mut least = [0.0; 2];
        // SAFETY: the arrays of this problem.
        unsafe { lcals_first_min(c, self.x.len(), c.of(&self.x), least.as_mut_ptr()) };
        least
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 8 * n,
            flops: n,
        }
    }
}
