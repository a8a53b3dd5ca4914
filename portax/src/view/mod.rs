//! Views: shared handles of multi-dimensional arrays in a memory space.
//!
//! Host code cannot index a [`View`]; it works on a [`HostView`] through guards and moves data with
//! [`deep_copy`](crate::deep_copy).
//! Kernels index the bound form, [`ViewIn`](crate::kernel::view::ViewIn).

mod bind;
mod host;
mod planes;
mod reshape;
mod subview;

pub use crate::{
    kernel::view::ViewElement,
    space::memory::{ALIGNMENT, Allocation},
};
pub use host::{HostView, ReadGuard, WriteGuard};
pub(crate) use planes::{Dim, Plane, places, planes};
pub use subview::{Dims, HostSubview, Rank, Subview, SubviewIndex, SubviewIndices};

use crate::{
    error::{Error, Result},
    layout::{Layout, LayoutLeft, Mapping, Storage, Struct, of_structs},
    space::{On, Space, memory::can_copy},
};
use std::{marker::PhantomData, ptr::NonNull, sync::Arc};

/// Handle of an `R`-dimensional array of `T` in a memory space; cloning shares the elements.
///
/// ```
/// # use portax::{Space, View, LayoutRight};
/// # fn f(space: &Space) -> portax::Result<()> {
/// let x: View<f64, 1> = View::new(space, "x", [1000])?;                  // zeros
/// let a: View<f64, 2, LayoutRight> = View::new(space, "a", [10, 20])?;
/// # Ok(()) }
/// ```
///
/// Elements may be structs with [`#[derive(Element)]`](macro@crate::Element), whose fields the layout places
/// ([`layout`](crate::layout)).
pub struct View<T: ViewElement, const R: usize, L: Layout = LayoutLeft> {
    allocation: Arc<Allocation>,
    mapping: Mapping<R>,
    storage: Storage,
    /// Has it all of its memory?
    is_whole: bool,
    element: PhantomData<(T, L)>,
}

impl<T: ViewElement, const R: usize, L: Layout> Clone for View<T, R, L> {
    fn clone(&self) -> Self {
        View {
            allocation: self.allocation.clone(),
            mapping: self.mapping,
            storage: self.storage,
            is_whole: self.is_whole,
            element: PhantomData,
        }
    }
}

impl<T: ViewElement, const R: usize, L: Layout> std::fmt::Debug for View<T, R, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "View `{}` {:?} in {}",
            self.label(),
            self.extents(),
            self.allocation.space_name()
        )
    }
}

/// The mapping of a view, and its bytes.
///
/// # Errors
/// Extents or strides that exceed the address space.
pub(crate) fn mapping<T: ViewElement, const R: usize>(
    label: &str,
    extents: [usize; R],
    layout: impl Layout,
    storage: Storage,
) -> Result<(Mapping<R>, usize)> {
    const { assert!(R <= 8, "views have at most eight dimensions") }
    let elements = extents.iter().try_fold(T::BYTES, |n, &e| n.checked_mul(e));
    let found = match T::STRUCT {
        Some(scalars) => {
            let (bytes, tile) = (T::BYTES, T::tile);
            let element = Struct {
                scalars,
                bytes,
                tile,
            };
            of_structs(layout, extents, element, storage)
        }
        None => layout.mapping(extents, T::COMPONENTS, storage),
    };
    let bytes = found.and_then(|m| m.span.checked_mul(size_of::<T::Scalar>()));
    match (elements, found, bytes) {
        (Some(_), Some(mapping), Some(bytes)) if bytes < isize::MAX as usize => {
            Ok((mapping, bytes))
        }
        _ => Err(Error::Invalid(format!(
            "view `{label}`: extents {extents:?} in {layout:?} do not fit the address space"
        ))),
    }
}

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// A view of zeros. `label` names it in messages and profiles.
    ///
    /// # Errors
    /// Extents that exceed the address space, or out of memory.
    pub fn new(space: &Space, label: &str, extents: [usize; R]) -> Result<Self> {
        Self::with_layout(space, label, extents, L::default())
    }

    /// A view of zeros with a layout that has parameters.
    ///
    /// # Errors
    /// Extents or strides that exceed the address space, or out of memory.
    pub fn with_layout(space: &Space, label: &str, extents: [usize; R], layout: L) -> Result<Self> {
        let storage = space.storage();
        let (mapping, bytes) = mapping::<T, R>(label, extents, layout, storage)?;
        Ok(View {
            allocation: Allocation::new(space, label, bytes)?,
            mapping,
            storage,
            is_whole: true,
            element: PhantomData,
        })
    }

    /// A view of host memory that somebody else owns (another language, a message library), for host spaces.
    ///
    /// # Errors
    /// Extents or strides that exceed the address space.
    ///
    /// # Safety
    /// `memory` is aligned for `T` and its numbers, holds the `span` of the layout's mapping, outlives every clone of the
    /// view, and nobody else writes it while launches or guards use it. Structs and arrays lie as the layout places them: in
    /// [`Interleaved`](crate::Interleaved) as with `#[repr(C)]`. Enums are numbers of 32 bits.
    pub unsafe fn from_raw(
        space: &Space,
        label: &str,
        memory: NonNull<T>,
        extents: [usize; R],
        layout: L,
    ) -> Result<Self> {
        Self::of_others(space, label, extents, layout, |bytes| {
            // SAFETY: the caller's promise.
            Ok(unsafe { Allocation::from_raw(label, memory.cast(), bytes) })
        })
    }

    /// A view of memory of the space's device that somebody else owns and frees (another library, a message library): `address`
    /// is what the device's own driver calls it, a pointer of CUDA or HIP.
    ///
    /// What others have enqueued for the memory on queues of their own has to be done before a launch or copy uses the view, and
    /// [`Space::fence`] comes before others use the memory again: portax knows nothing of their queues.
    ///
    /// # Errors
    /// [`Error::Invalid`] on hosts, whose memory [`from_raw`](Self::from_raw) takes, and on devices whose memory has no
    /// address (OpenCL); extents or strides that exceed the address space.
    ///
    /// # Safety
    /// `address` is memory of this device, aligned for `T` and its numbers, which holds the `span` of the layout's mapping
    /// until every clone of the view is dropped and what was enqueued with one is done; nobody else writes it while launches
    /// or copies use it.
    pub unsafe fn from_raw_on_device(
        space: &Space,
        label: &str,
        address: u64,
        extents: [usize; R],
        layout: L,
    ) -> Result<Self> {
        Self::of_others(space, label, extents, layout, |bytes| {
            let refused = || {
                Error::Invalid(format!(
                    "view `{label}`: {} has no memory with addresses of a driver; copy the elements to a view of it",
                    space.name()
                ))
            };
            let On::Device(instance) = space.on() else {
                return Err(refused());
            };
            // SAFETY: the caller's promise.
            let buffer =
                unsafe { instance.device().foreign(address, bytes) }.ok_or_else(refused)?;
            // SAFETY: the caller's promise.
            Ok(unsafe { Allocation::on_device_from_raw(instance, label, buffer) })
        })
    }

    /// A view of memory that somebody else owns, of so many bytes, with pairs as everybody has them.
    fn of_others(
        space: &Space,
        label: &str,
        extents: [usize; R],
        layout: L,
        memory: impl FnOnce(usize) -> Result<Arc<Allocation>>,
    ) -> Result<Self> {
        let storage = Storage {
            split_complex: false,
            ..space.storage()
        };
        let (mapping, bytes) = mapping::<T, R>(label, extents, layout, storage)?;
        Ok(View {
            allocation: memory(bytes)?,
            mapping,
            storage,
            is_whole: true,
            element: PhantomData,
        })
    }

    /// A view of a part of some memory.
    pub(crate) fn of_part(
        allocation: Arc<Allocation>,
        mapping: Mapping<R>,
        storage: Storage,
    ) -> Self {
        View {
            allocation,
            mapping,
            storage,
            is_whole: false,
            element: PhantomData,
        }
    }

    /// A view of zeros in host memory, stored as in some space.
    #[cfg(test)]
    pub(crate) fn in_host_memory(
        label: &str,
        extents: [usize; R],
        layout: L,
        storage: Storage,
    ) -> Result<Self> {
        let (mapping, bytes) = mapping::<T, R>(label, extents, layout, storage)?;
        Ok(View {
            allocation: Allocation::on_host(label, bytes)?,
            mapping,
            storage,
            is_whole: true,
            element: PhantomData,
        })
    }

    /// Its name.
    pub fn label(&self) -> &str {
        self.allocation.label()
    }

    /// Its extents.
    pub fn extents(&self) -> [usize; R] {
        self.mapping.extents
    }

    /// One extent; 1 beyond the rank, as in Kokkos.
    pub fn extent(&self, d: usize) -> usize {
        self.mapping.extents.get(d).copied().unwrap_or(1)
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.mapping.len()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.mapping.is_empty()
    }

    /// Where its elements lie.
    pub fn mapping(&self) -> &Mapping<R> {
        &self.mapping
    }

    /// The memory behind it.
    pub fn allocation(&self) -> &Arc<Allocation> {
        &self.allocation
    }

    /// How its space stores tiles and complex numbers.
    pub(crate) fn storage(&self) -> Storage {
        self.storage
    }

    /// Whether it has all of its memory. A [subview](View::subview) has a part.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Bytes of memory; of a [subview](View::subview), those of its elements.
    pub fn bytes(&self) -> usize {
        match self.is_whole {
            true => self.allocation.bytes(),
            false => self.len().saturating_mul(T::BYTES),
        }
    }

    /// A host view of the same extents and layout: the same elements where the view is in host memory, else new memory
    /// (Kokkos' `create_mirror_view`). [`deep_copy`](crate::deep_copy) keeps the two in step.
    ///
    /// # Errors
    /// Out of memory.
    pub fn create_mirror_view(&self) -> Result<HostView<T, R, L>> {
        match self.allocation.host() {
            Some(_) => Ok(HostView::of(self.clone())),
            None => self.create_mirror(),
        }
    }

    /// A host view of the same extents and layout with memory of its own: of a subview, only for its elements.
    ///
    /// # Errors
    /// Out of memory.
    pub fn create_mirror(&self) -> Result<HostView<T, R, L>> {
        let view = self.like(Allocation::on_host)?;
        Ok(HostView::of(view))
    }

    /// As [`create_mirror`](View::create_mirror), in page-locked memory: [`Space::deep_copy_async`] between the two returns
    /// at once. Ordinary memory where the view's space has none.
    ///
    /// # Errors
    /// Too little memory.
    pub fn create_pinned_mirror(&self) -> Result<HostView<T, R, L>> {
        let view = self.like(|label, bytes| match self.allocation().instance() {
            Some((instance, _)) if can_copy(instance) => Allocation::pinned(instance, label, bytes),
            _ => Allocation::on_host(label, bytes),
        })?;
        Ok(HostView::of(view))
    }

    /// A view of the same extents and layout over memory made for it: of the same mapping where this one is whole, else
    /// without gaps.
    fn like(&self, allocate: impl FnOnce(&str, usize) -> Result<Arc<Allocation>>) -> Result<Self> {
        if !self.is_whole {
            return self.with_extents(self.extents(), allocate);
        }
        Ok(self.over(allocate(self.label(), self.bytes())?, self.mapping))
    }

    /// A view without gaps of these extents over memory made for it.
    pub(crate) fn with_extents(
        &self,
        extents: [usize; R],
        allocate: impl FnOnce(&str, usize) -> Result<Arc<Allocation>>,
    ) -> Result<Self> {
        let layout = L::of_extents(extents);
        let (mapping, bytes) = mapping::<T, R>(self.label(), extents, layout, self.storage)?;
        Ok(self.over(allocate(self.label(), bytes)?, mapping))
    }

    /// A view of all of some memory, stored as this one.
    fn over(&self, allocation: Arc<Allocation>, mapping: Mapping<R>) -> Self {
        View {
            allocation,
            mapping,
            storage: self.storage,
            is_whole: true,
            element: PhantomData,
        }
    }
}
