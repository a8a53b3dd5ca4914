//! The last index is contiguous.

use super::{Layout, Order};

/// The last index is contiguous (C, Kokkos' `LayoutRight`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutRight;

impl super::sealed::Sealed for LayoutRight {}
impl Layout for LayoutRight {
    const ORDER: Order = Order::Right;
    type OfPart = Self;
}
