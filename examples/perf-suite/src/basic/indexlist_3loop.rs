//! The places of negative elements, in order: mark, scan, store.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Functor, RangePolicy, Result, ScanKernel, Space, Sum, View, kernel, parallel_for};

/// A vector, marks, where the marked go, and the list.
#[derive(Functor)]
pub struct IndexList3Loop {
    x: View<f64, 1>,
    marks: View<i32, 1>,
    starts: View<i32, 1>,
    list: View<i32, 1>,
}

#[kernel]
impl ScanKernel for IndexList3Loop {
    type Value = i32;
    fn input(&self, i: Index) -> i32 {
        self.marks[i]
    }
    fn output(&self, i: Index, before: i32) {
        self.starts[i] = before;
    }
}

twin! {
    fn basic_indexlist_3loop(
        n: usize,
        x: *const f64,
        marks: *mut i32,
        starts: *mut i32,
        list: *mut i32,
    ) -> i32;
}

impl Kernel for IndexList3Loop {
    const SIZE: usize = 1_000_000;
    type Value = i32;

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(IndexList3Loop {
            x: data.vector("x", n, |i| noise(i) - 0.6)?,
            marks: data.vector("marks", n + 1, |_| 0)?,
            starts: data.vector("starts", n + 1, |_| 0)?,
            list: data.vector("list", n, |_| 0)?,
        })
    }

    fn run(&self, space: &Space) -> Result<i32> {
        let IndexList3Loop {
            x,
            marks,
            starts,
            list,
        } = self;
        parallel_for!(space, "mark", x.len(), |i| marks[i] = (x[i] < 0.0) as i32)?;
        let negative = space.parallel_scan("scan", RangePolicy::new(0..marks.len()), self, Sum)?;
        // Each negative element has a start of its own.
        parallel_for!(space, "store", x.len(), unsafe |i| {
            if starts[i] != starts[i + 1] {
                list[starts[i]] = i as i32;
            }
        })?;
        Ok(negative)
    }

    fn run_twin(&self, c: &Copies) -> i32 {
        // SAFETY: the arrays of this problem.
        unsafe {
            basic_indexlist_3loop(
                c,
                self.x.len(),
                c.of(&self.x),
                c.of(&self.marks),
                c.of(&self.starts),
                c.of(&self.list),
            )
        }
    }

    fn work(&self) -> Work {
        let n = self.x.len();
        Work {
            bytes: 28 * n,
            flops: 0,
        }
    }
}
