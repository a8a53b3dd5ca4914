//! The least element and where it is first.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Element, Reducer, Result, Space, View, kernel, parallel_reduce};

/// A vector.
pub struct FirstMin {
    x: View<f64, 1>,
}

/// A value and its place.
#[derive(Clone, Copy, Element)]
struct MinLoc {
    value: f64,
    place: i32,
}

#[derive(Clone, Copy)]
struct Join;

#[kernel]
impl Reducer<MinLoc> for Join {
    fn identity() -> MinLoc {
        MinLoc {
            value: f64::INFINITY,
            place: i32::MAX,
        }
    }
    fn join(a: MinLoc, b: MinLoc) -> MinLoc {
        if b.value < a.value || (b.value == a.value && b.place < a.place) {
            b
        } else {
            a
        }
    }
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
        let least = parallel_reduce!(
            space,
            "first_min",
            x.len(),
            |i| -> MinLoc {
                MinLoc {
                    value: x[i],
                    place: i as i32,
                }
            },
            Join
        )?;
        Ok([least.value, least.place.into()])
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
