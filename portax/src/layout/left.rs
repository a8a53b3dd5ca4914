//! The first index is contiguous.

use super::{Layout, Order};

/// The first index is contiguous (Fortran, Kokkos' `LayoutLeft`): it is the lane on every device, hence the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutLeft;

impl super::sealed::Sealed for LayoutLeft {}
impl Layout for LayoutLeft {
    const ORDER: Order = Order::Left;
    type OfPart = Self;
}
