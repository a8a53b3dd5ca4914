//! The last index is contiguous.

use super::{Layout, Order};

/// The last index is contiguous (C, Kokkos' `LayoutRight`). Structs lie in planes, as in
/// [`LayoutLeft`](super::LayoutLeft).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutRight;

impl super::sealed::Sealed for LayoutRight {
    type OfPart = Self;
}
impl Layout for LayoutRight {
    const ORDER: Order = Order::Right;

    fn name() -> String {
        "LayoutRight".to_string()
    }
}
