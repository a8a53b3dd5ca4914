//! Strides chosen at run time.

use super::{Layout, Mapping, Order, Storage, unit_and_split};

/// Any strides, in units (elements, or scalars of split complex numbers), of up to eight dimensions. Structs lie in planes of
/// these strides. [Subviews](crate::View::subview) have it.
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

impl super::sealed::Sealed for LayoutStride {
    type OfPart = Self;
}
impl Layout for LayoutStride {
    const ORDER: Order = Order::Strided;

    fn name() -> String {
        "LayoutStride".to_string()
    }

    /// The first index is contiguous. Strides that exceed numbers saturate, so that the mapping is none.
    fn of_extents<const R: usize>(extents: [usize; R]) -> Self {
        let mut stride = 1usize;
        LayoutStride::new(extents.map(|extent| {
            let own = stride;
            stride = stride.saturating_mul(extent.max(1));
            own
        }))
    }

    fn mapping<const R: usize>(
        self,
        extents: [usize; R],
        components: usize,
        storage: Storage,
    ) -> Option<Mapping<R>> {
        let (unit, split) = unit_and_split(components, storage);
        let mut strides = [0; R];
        strides.copy_from_slice(&self.strides[..R]);
        let last = extents
            .iter()
            .zip(&strides)
            .try_fold(0usize, |last, (&extent, &stride)| {
                last.checked_add(extent.saturating_sub(1).checked_mul(stride)?)
            })?;
        let units = match extents.contains(&0) {
            true => 0,
            false => last.checked_add(1)?,
        };
        let planes = if split { components } else { unit };
        Some(Mapping {
            extents,
            strides,
            first: 0,
            tile: 0,
            components,
            unit,
            plane: if split { units } else { 1 },
            span: units.checked_mul(planes)?,
        })
    }
}
