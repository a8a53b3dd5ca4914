//! One-dimensional ranges.

use std::{marker::PhantomData, ops::Range};

/// Iterations `begin..end`. `Tag` tells several kernels of one functor apart, as in Kokkos.
///
/// ```
/// # use portax::RangePolicy;
/// let all = RangePolicy::new(0..1000);
/// let some = RangePolicy::new(10..20).chunk_size(5);
/// struct Init;
/// let tagged = RangePolicy::new(0..8).tag::<Init>();
/// ```
pub struct RangePolicy<Tag = ()> {
    pub(crate) begin: usize,
    pub(crate) end: usize,
    pub(crate) chunk: Option<usize>,
    tag: PhantomData<fn() -> Tag>,
}

impl<Tag> Clone for RangePolicy<Tag> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Tag> Copy for RangePolicy<Tag> {}

impl RangePolicy {
    /// The iterations of a range; an inverted one is empty.
    pub fn new(range: Range<usize>) -> Self {
        RangePolicy {
            begin: range.start,
            end: range.end.max(range.start),
            chunk: None,
            tag: PhantomData,
        }
    }
}

impl<Tag> RangePolicy<Tag> {
    /// Iterations that a CPU thread takes at once. The default is chosen for cheap bodies; make it small where an
    /// iteration is a lot of work.
    pub fn chunk_size(mut self, iterations: usize) -> Self {
        self.chunk = Some(iterations.max(1));
        self
    }

    /// The same range for the kernel of another tag.
    pub fn tag<Other>(self) -> RangePolicy<Other> {
        RangePolicy {
            begin: self.begin,
            end: self.end,
            chunk: self.chunk,
            tag: PhantomData,
        }
    }

    /// Number of iterations.
    pub(crate) fn len(&self) -> usize {
        self.end - self.begin
    }
}

impl From<usize> for RangePolicy {
    fn from(n: usize) -> Self {
        RangePolicy::new(0..n)
    }
}
impl From<Range<usize>> for RangePolicy {
    fn from(range: Range<usize>) -> Self {
        RangePolicy::new(range)
    }
}
