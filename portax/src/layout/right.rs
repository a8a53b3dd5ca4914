//! The last index is contiguous.

use super::{Layout, Mapping, Order, Storage, dense};

/// The last index is contiguous (C, Kokkos' `LayoutRight`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutRight;

impl Layout for LayoutRight {
    const ORDER: Order = Order::Right;
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Mapping<R> {
        dense(extents, (0..R).rev(), components, storage)
    }
}
