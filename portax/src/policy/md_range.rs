//! Ranges of several dimensions.

use std::{marker::PhantomData, ops::Range};

/// Which index runs fastest: it is the lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Iterate {
    /// The first: for `LayoutLeft`
    Left,
    /// The last: for `LayoutRight`
    Right,
}

impl Iterate {
    /// The `k`th dimension from the fastest on, of `rank`.
    pub(crate) fn dimension(self, k: usize, rank: usize) -> usize {
        match self {
            Iterate::Left => k,
            Iterate::Right => rank - 1 - k,
        }
    }
}

/// Iterations over an `R`-dimensional box, `R` = 2 to 6.
///
/// ```
/// # use portax::{Iterate, MdRangePolicy};
/// let grid = MdRangePolicy::new([0..100, 0..50]).tile([32, 4]);
/// let rows = MdRangePolicy::new([0..100, 0..50]).iterate(Iterate::Right);
/// ```
pub struct MdRangePolicy<const R: usize, Tag = ()> {
    pub(crate) begin: [usize; R],
    pub(crate) end: [usize; R],
    pub(crate) tile: [usize; R],
    pub(crate) iterate: Option<Iterate>,
    tag: PhantomData<fn() -> Tag>,
}

impl<const R: usize, Tag> Clone for MdRangePolicy<R, Tag> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const R: usize, Tag> Copy for MdRangePolicy<R, Tag> {}

impl<const R: usize> MdRangePolicy<R> {
    /// The iterations of a box; inverted ranges are empty.
    pub fn new(ranges: [Range<usize>; R]) -> Self {
        const { assert!(R >= 2 && R <= 6, "MdRangePolicy has rank 2 to 6") }
        let begin = std::array::from_fn(|d| ranges[d].start);
        let end = std::array::from_fn(|d| ranges[d].end.max(ranges[d].start));
        MdRangePolicy {
            begin,
            end,
            tile: [0; R],
            iterate: None,
            tag: PhantomData,
        }
    }
}

impl<const R: usize> From<[usize; R]> for MdRangePolicy<R> {
    fn from(extents: [usize; R]) -> Self {
        MdRangePolicy::new(extents.map(|n| 0..n))
    }
}
impl<const R: usize> From<[Range<usize>; R]> for MdRangePolicy<R> {
    fn from(ranges: [Range<usize>; R]) -> Self {
        MdRangePolicy::new(ranges)
    }
}

impl<const R: usize, Tag> MdRangePolicy<R, Tag> {
    /// Extents of the blocks that a CPU thread runs one after the other; 0: the whole dimension. A device's groups have a
    /// block each, if they can have so many items; without, blocks of 32 by 8 where those fit the box.
    pub fn tile(mut self, tile: [usize; R]) -> Self {
        self.tile = tile;
        self
    }

    /// Which index runs fastest. The default follows the layout of what the kernel writes.
    pub fn iterate(mut self, iterate: Iterate) -> Self {
        self.iterate = Some(iterate);
        self
    }

    /// The same box for the kernel of another tag.
    pub fn tag<Other>(self) -> MdRangePolicy<R, Other> {
        MdRangePolicy {
            begin: self.begin,
            end: self.end,
            tile: self.tile,
            iterate: self.iterate,
            tag: PhantomData,
        }
    }

    /// Extent of a dimension.
    pub(crate) fn extent(&self, d: usize) -> usize {
        self.end[d] - self.begin[d]
    }

    /// Number of iterations; as many as there are numbers where they are more.
    pub(crate) fn len(&self) -> usize {
        (0..R).fold(1, |n, d| n.saturating_mul(self.extent(d)))
    }
}
