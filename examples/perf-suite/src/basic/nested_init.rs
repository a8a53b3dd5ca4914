//! `array = i * j * k`

use crate::{Copies, Data, Kernel, Work, twin};
use portax::{LayoutRight, MdRangePolicy, Result, Space, View, parallel_for};

/// A cube.
pub struct NestedInit {
    array: View<f64, 3, LayoutRight>,
}

twin! {
    fn basic_nested_init(n: usize, array: *mut f64);
}

impl Kernel for NestedInit {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, size: usize) -> Result<Self> {
        let n = (size as f64).cbrt().max(1.0) as usize;
        Ok(NestedInit {
            array: data.array("array", [n, n, n], |_| 0.0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        let (array, [nk, nj, ni]) = (&self.array, self.array.extents());
        let policy = MdRangePolicy::new([0..nk, 0..nj, 0..ni]);
        parallel_for!(space, "nested_init", policy, |k, j, i| array[(k, j, i)] =
            1e-8 * i as f64 * j as f64 * k as f64)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { basic_nested_init(c, self.array.extent(0), c.of(&self.array)) }
    }

    fn work(&self) -> Work {
        let n = self.array.len();
        Work {
            bytes: 8 * n,
            flops: 3 * n,
        }
    }
}
