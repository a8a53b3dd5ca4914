//! A sorted copy of a vector, and of another one in the same order.

use crate::{Copies, Data, Kernel, Work, noise, twin};
use portax::{Result, Space, View, deep_copy};
use portax_algorithms::sort::Sorter;
use std::cell::RefCell;

/// Keys and values, both in the order of the keys, and the memory of the sort.
pub struct Sortpairs {
    keys: View<f64, 1>,
    values: View<f64, 1>,
    sorted_keys: View<f64, 1>,
    sorted_values: View<f64, 1>,
    sorter: RefCell<Sorter<f64>>,
}

twin! {
    fn algorithm_sortpairs(
        n: usize,
        keys: *const f64,
        values: *const f64,
        sorted_keys: *mut f64,
        sorted_values: *mut f64,
    );
}

impl Kernel for Sortpairs {
    const SIZE: usize = 1_000_000;
    type Value = ();

    fn new(data: &mut Data, n: usize) -> Result<Self> {
        Ok(Sortpairs {
            keys: data.vector("keys", n, noise)?,
            values: data.vector("values", n, |i| noise(i + n))?,
            sorted_keys: data.vector("sorted keys", n, |_| 0.0)?,
            sorted_values: data.vector("sorted values", n, |_| 0.0)?,
            sorter: RefCell::new(Sorter::new(data.space(), n)?),
        })
    }

    fn run(&self, space: &Space) -> Result<()> {
        deep_copy(&self.sorted_keys, &self.keys)?;
        let places = self.sorter.borrow_mut().sort_places(&self.sorted_keys)?;
        portax_algorithms::gather(space, &places, &self.values, &self.sorted_values)
    }

    fn run_twin(&self, c: &Copies) {
        // SAFETY: the arrays of this problem.
        unsafe {
            algorithm_sortpairs(
                c,
                self.keys.len(),
                c.of(&self.keys),
                c.of(&self.values),
                c.of(&self.sorted_keys),
                c.of(&self.sorted_values),
            )
        }
    }

    fn work(&self) -> Work {
        Work {
            bytes: 32 * self.keys.len(),
            flops: 0,
        }
    }
}
