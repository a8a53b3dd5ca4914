//! The first index is contiguous.

use super::{Layout, Mapping, Order, Storage, dense};

/// The first index is contiguous (Fortran, Kokkos' `LayoutLeft`): it is the lane on every device, hence the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutLeft;

impl Layout for LayoutLeft {
    const ORDER: Order = Order::Left;
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Mapping<R> {
        dense(extents, 0..R, components, storage)
    }
}
