//! Strides chosen at run time.

use super::{Layout, Mapping, Order, Storage, unit_and_split};

/// Any strides, in units (elements, or scalars of split complex numbers), of up to eight dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayoutStride {
    strides: [usize; 8],
}

impl LayoutStride {
    /// The strides of the first `R` dimensions.
    pub fn new<const R: usize>(strides: [usize; R]) -> Self {
        const { assert!(R <= 8, "views have at most eight dimensions") }
        let mut all = [0; 8];
        all[..R].copy_from_slice(&strides);
        LayoutStride { strides: all }
    }
}

impl Layout for LayoutStride {
    const ORDER: Order = Order::Strided;
    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Mapping<R> {
        let (unit, split) = unit_and_split(components, storage);
        let mut strides = [0; R];
        strides.copy_from_slice(&self.strides[..R]);
        let last: usize = (0..R)
            .map(|d| extents[d].saturating_sub(1) * strides[d])
            .sum();
        let units = if extents.contains(&0) { 0 } else { last + 1 };
        let plane = if split { units } else { 1 };
        let span = if split {
            units * components
        } else {
            units * unit
        };
        Mapping {
            extents,
            strides,
            tile: 0,
            components,
            unit,
            plane,
            span,
        }
    }
}
