//! The first index is contiguous.

use super::{Layout, Order};

/// The first index is contiguous (Fortran, Kokkos' `LayoutLeft`): it is the lane on every device, hence the default.
/// Structs lie in planes: a structure of arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutLeft;

impl super::sealed::Sealed for LayoutLeft {
    type OfPart = Self;
}
impl Layout for LayoutLeft {
    const ORDER: Order = Order::Left;

    fn name() -> String {
        "LayoutLeft".to_string()
    }
}
