//! The places of negative elements, in order: one scan finds and stores them.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel};

/// A vector and the list.
#[derive(Functor)]
pub struct IndexList {
    x: View<f64, 1>,
    list: View<i32, 1>,
}

// SAFETY: the prefix counts the elements before, so each negative one has a place of its own.
#[kernel]
unsafe impl ScanKernel for IndexList {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        if self.x[i] < 0.0 { 1 } else { 0 }
    }
    fn output(&self, i: Index, before: i32) {
        if self.x[i] < 0.0 {
            self.list[before] = i as i32;
        }
    }
}

twin! {
    fn basic_indexlist(n: usize, x: *const f64, list: *mut i32) -> i32;
}

impl Kernel for IndexList {
    const SIZE: usize = 1_000_000;
    type Value = i32;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(IndexList {
            x: data.vector("x", n, |i| noise(i) - 0.6)?,
            list: data.vector("list", n, |_| 0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<i32> {
        space.parallel_scan("indexlist", RangePolicy::new(0..self.x.len()), self, Sum)
    }

    fn run_twin(&self, c: &Copies) -> i32 {
        // SAFETY: the arrays of this problem.
        unsafe { basic_indexlist(c, self.x.len(), c.of(&self.x), c.of(&self.list)) }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 12 * n,
            flops: 0,
        }
    }
}
