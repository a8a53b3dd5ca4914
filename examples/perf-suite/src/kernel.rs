//! What a kernel of the suite is.

use crate::{Copies, Data};
use portax::{Result, Space};

/// A kernel with its data, in portax and in the languages of its twins.
///
/// The struct holds the views that the kernel works on. Where the kernel is a functor, it is the functor itself.
pub trait Kernel: Sized + 'static {
    /// Elements of the problem at size 1.
    const SIZE: usize;
    /// What a repetition gives beside what it writes: `()`, a number or several.
    type Value: Values;

    /// The data of a problem with about `size` elements.
    ///
    /// # Errors
    /// Out of memory.
    fn new(data: &mut Data, size: usize) -> Result<Self>;

    /// All launches of one repetition.
    ///
    /// # Errors
    /// What a launch reports.
    fn run(&self, space: &Space) -> Result<Self::Value>;

    /// The same repetition by its twin, on copies of the same data.
    fn run_twin(&self, c: &Copies) -> Self::Value;

    /// What one repetition moves and computes.
    fn work(&self) -> Work;
}

/// What one repetition moves and computes, as the suite counts it: each element once, whatever caches do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Bytes read and written
    pub bytes: usize,
    /// Floating-point operations
    pub flops: usize,
}

/// Numbers that a kernel gives.
pub trait Values {
    /// The numbers.
    fn numbers(self) -> Vec<f64>;
}

impl Values for () {
    fn numbers(self) -> Vec<f64> {
        Vec::new()
    }
}

impl Values for f64 {
    fn numbers(self) -> Vec<f64> {
        vec![self]
    }
}

impl Values for i32 {
    fn numbers(self) -> Vec<f64> {
        vec![self.into()]
    }
}

impl<T: Values, const N: usize> Values for [T; N] {
    fn numbers(self) -> Vec<f64> {
        self.into_iter().flat_map(T::numbers).collect()
    }
}
