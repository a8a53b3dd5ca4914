//! A sorted copy of a vector.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, deep_copy};
use portax_algorithms::sort::Sorter;
use std::cell::RefCell;

/// A vector, its elements in order, and the memory of the sort.
pub struct Sort {
    x: View<f64, 1>,
    y: View<f64, 1>,
    sorter: RefCell<Sorter<f64>>,
}

twin! {
    fn algorithm_sort(n: usize, x: *const f64, y: *mut f64);
}

impl Kernel for Sort {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Sort {
            x: data.vector("x", n, noise)?,
            y: data.vector("y", n, |_| 0.0)?,
            sorter: RefCell::new(Sorter::new(data.space(), n)?),
        })
    }

    fn run(&self, _: &Space) -> Result<()> {
        deep_copy(&self.y, &self.x)?;
        self.sorter.borrow_mut().sort(&self.y)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe { algorithm_sort(c, self.x.len(), c.of(&self.x), c.of(&self.y)) }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 16 * self.x.len(),
            flops: 0,
        }
    }
}
