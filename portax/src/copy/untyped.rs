//! Views without their types: what copies and fills them is compiled once.

use crate::{
    error::{Error, Result},
    layout::Layout,
    space::memory::Allocation,
    view::{Dim, Plane, View, ViewElement, planes},
};
use std::sync::Arc;

/// A view of any elements, rank and layout: its memory, and where the numbers of the elements lie.
#[derive(Clone)]
pub(super) struct Untyped {
    pub allocation: Arc<Allocation>,
    pub planes: Vec<Plane>,
    /// Has it all of its memory?
    pub is_whole: bool,
    /// Do different indices give different places?
    pub is_unique: bool,
}

/// Makes memory with a label, of so many bytes.
pub(super) type Allocate<'a> = &'a dyn Fn(&str, usize) -> Result<Arc<Allocation>>;

/// Where planes of parts begin, in bytes.
const LINE: usize = 64;

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// The view without its types.
    pub(super) fn untyped(&self) -> Untyped {
        Untyped {
            allocation: self.allocation().clone(),
            planes: planes::<T, R>(self.mapping()),
            is_whole: self.is_whole(),
            is_unique: self.mapping().is_unique(),
        }
    }
}

impl Untyped {
    pub(super) fn is_empty(&self) -> bool {
        let is_empty = |plane: &Plane| plane.dims.iter().any(|dim| dim.0 == 0);
        self.planes.iter().any(is_empty)
    }

    /// The elements whose indices are below these extents.
    pub(super) fn within(mut self, extents: &[usize]) -> Untyped {
        self.is_whole = false;
        for plane in &mut self.planes {
            let dims = plane.dims.iter_mut().zip(extents);
            dims.for_each(|(dim, &extent)| dim.0 = extent);
        }
        self
    }

    /// The same places in other memory; of a part, memory for its elements alone.
    pub(super) fn like(&self, allocate: Allocate) -> Result<Untyped> {
        let label = self.allocation.label();
        if self.is_whole {
            return Ok(Untyped {
                allocation: allocate(label, self.allocation.bytes())?,
                ..self.clone()
            });
        }
        self.packed(allocate)
    }

    /// Places without gaps and tiles for the same elements.
    pub(super) fn packed(&self, allocate: Allocate) -> Result<Untyped> {
        let label = self.allocation.label();
        let mut end = 0;
        let planes = self.planes.iter().map(|plane| {
            let (packed, bytes) = packed(plane, end)?;
            end = bytes;
            Some(packed)
        });
        let planes: Option<Vec<_>> = planes.collect();
        let planes = planes.ok_or_else(|| {
            Error::Invalid(format!(
                "a copy of view `{label}` without gaps does not fit the address space"
            ))
        })?;
        Ok(Untyped {
            allocation: allocate(label, end)?,
            planes,
            is_whole: true,
            is_unique: true,
        })
    }
}

/// The numbers of a plane side by side behind so many bytes, and the bytes up to their end.
fn packed(plane: &Plane, before: usize) -> Option<(Plane, usize)> {
    let begin = before.checked_next_multiple_of(LINE)?;
    let mut numbers = 1usize;
    let mut dim = |(extent, _): Dim| {
        let packed = (extent, numbers);
        numbers = numbers.checked_mul(extent)?;
        Some(packed)
    };
    let packed = Plane {
        bytes: plane.bytes,
        first: begin / plane.bytes,
        components: dim(plane.components)?,
        tile: None,
        dims: plane.dims.iter().map(|&d| dim(d)).collect::<Option<_>>()?,
    };
    let end = numbers.checked_mul(plane.bytes)?.checked_add(begin)?;
    (end < isize::MAX as usize).then_some((packed, end))
}
