//! Host access to views.

use super::{Allocation, View, ViewElement};
use crate::space::memory::Borrow;
use crate::{
    error::Result,
    layout::{Layout, LayoutLeft, Mapping},
};
use std::{marker::PhantomData, sync::Arc};

/// A view in host memory that host code reads and writes through guards.
///
/// A guard excludes launches that use the same memory, and the other way round: what would race is an error.
pub struct HostView<T: ViewElement, const R: usize, L: Layout = LayoutLeft> {
    view: View<T, R, L>,
}

impl<T: ViewElement, const R: usize, L: Layout> Clone for HostView<T, R, L> {
    fn clone(&self) -> Self {
        HostView {
            view: self.view.clone(),
        }
    }
}

impl<T: ViewElement, const R: usize, L: Layout> HostView<T, R, L> {
    pub(crate) fn of(view: View<T, R, L>) -> Self {
        HostView { view }
    }

    /// The elements, to read. An error while a launch or another guard writes them.
    ///
    /// # Errors
    /// A launch or another guard writes the elements.
    pub fn read(&self) -> Result<ReadGuard<T, R>> {
        let borrow = self.view.allocation().borrow(false)?;
        Ok(ReadGuard {
            raw: Raw::of(&self.view),
            _borrow: borrow,
        })
    }

    /// The elements, to write. An error while a launch or another guard uses them.
    ///
    /// # Errors
    /// A launch or another guard uses the elements.
    pub fn write(&self) -> Result<WriteGuard<T, R>> {
        let borrow = self.view.allocation().borrow(true)?;
        Ok(WriteGuard {
            raw: Raw::of(&self.view),
            _borrow: borrow,
        })
    }
}

impl<T: ViewElement, const R: usize, L: Layout> std::ops::Deref for HostView<T, R, L> {
    type Target = View<T, R, L>;
    fn deref(&self) -> &View<T, R, L> {
        &self.view
    }
}

/// Elements of host memory under a mapping.
pub(super) struct Raw<T, const R: usize> {
    memory: *mut u8,
    allocation: Arc<Allocation>,
    mapping: Mapping<R>,
    element: PhantomData<T>,
}

impl<T: ViewElement, const R: usize> Raw<T, R> {
    pub(super) fn of<L: Layout>(view: &View<T, R, L>) -> Self {
        let memory = view
            .allocation()
            .host()
            .map_or(std::ptr::null_mut(), |p| p.as_ptr());
        Raw {
            memory,
            allocation: view.allocation().clone(),
            mapping: *view.mapping(),
            element: PhantomData,
        }
    }

    fn check(&self, index: [usize; R]) {
        assert!(
            self.mapping.contains(index),
            "view `{}`: index {index:?} is outside the extents {:?}",
            self.allocation.label(),
            self.mapping.extents
        );
    }

    /// The elements as a slice, the first index fastest, where they lie like that.
    fn slice(&self) -> Option<&[T]> {
        // SAFETY: the memory holds `len` elements of T's scalars one after the other, which is T's own layout.
        self.has_slice().then(|| unsafe {
            std::slice::from_raw_parts(
                self.memory.cast::<T>().add(self.mapping.first),
                self.mapping.len(),
            )
        })
    }

    fn slice_mut(&mut self) -> Option<&mut [T]> {
        // SAFETY: as in `slice`; `&mut self` comes from the one write guard.
        self.has_slice().then(|| unsafe {
            std::slice::from_raw_parts_mut(
                self.memory.cast::<T>().add(self.mapping.first),
                self.mapping.len(),
            )
        })
    }

    /// Do the elements lie as a slice has them, units being elements?
    fn has_slice(&self) -> bool {
        let is_memory = T::TAKES_ANY_BITS && size_of::<T>() == T::BYTES;
        let plain = is_memory && self.mapping.is_dense_left();
        plain && !self.mapping.is_empty()
    }

    pub(super) fn get(&self, index: [usize; R]) -> T {
        self.check(index);
        // SAFETY: the memory is that of a view of this mapping, and the index is inside the extents.
        unsafe { T::read(self.memory, &self.mapping, index) }
    }

    pub(super) fn set(&mut self, index: [usize; R], value: T) {
        self.check(index);
        // SAFETY: as in `get`; `&mut self` comes from the one write guard.
        unsafe { value.write(self.memory, &self.mapping, index) }
    }
}

/// Read access to a [`HostView`]; ends when dropped.
pub struct ReadGuard<T, const R: usize> {
    raw: Raw<T, R>,
    _borrow: Borrow,
}

/// Write access to a [`HostView`]; ends when dropped.
pub struct WriteGuard<T, const R: usize> {
    raw: Raw<T, R>,
    _borrow: Borrow,
}

macro_rules! reading {
    ($($g:ident),*) => { $(
        impl<T: ViewElement, const R: usize> $g<T, R> {
            /// The element at an index. Panics outside the extents, like a slice.
            pub fn get(&self, index: [usize; R]) -> T {
                self.raw.get(index)
            }
            /// The extents.
            pub fn extents(&self) -> [usize; R] {
                self.raw.mapping.extents
            }
            /// Every element, the first index fastest.
            pub fn to_vec(&self) -> Vec<T> {
                let mut all = Vec::with_capacity(self.raw.mapping.len());
                self.append_to(&mut all);
                all
            }
            /// The elements as a slice, the first index fastest; none where they do not lie side by side like that.
            pub fn as_slice(&self) -> Option<&[T]> {
                self.raw.slice()
            }
            /// Copies elements to a slice, the first index fastest, as many as it has room for.
            pub fn copy_to(&self, elements: &mut [T]) {
                if let Some(all) = self.raw.slice() {
                    let n = all.len().min(elements.len());
                    elements[..n].copy_from_slice(&all[..n]);
                    return;
                }
                let mut next = elements.iter_mut();
                self.raw.mapping.for_each_index(|i| {
                    if let Some(element) = next.next() {
                        *element = self.raw.get(i);
                    }
                });
            }
            /// Appends every element, the first index fastest.
            pub(crate) fn append_to(&self, all: &mut Vec<T>) {
                match self.raw.slice() {
                    Some(elements) => all.extend_from_slice(elements),
                    None => self.raw.mapping.for_each_index(|i| all.push(self.raw.get(i))),
                }
            }
        }
    )* };
}
reading! { ReadGuard, WriteGuard }

impl<T: ViewElement, const R: usize> WriteGuard<T, R> {
    /// The elements as a slice to write, as [`as_slice`](Self::as_slice) has them.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        self.raw.slice_mut()
    }

    /// Sets the element at an index. Panics outside the extents, like a slice.
    pub fn set(&mut self, index: [usize; R], value: T) {
        self.raw.set(index, value);
    }

    /// Sets every element.
    pub fn fill(&mut self, value: T) {
        match self.raw.slice_mut() {
            Some(all) => all.fill(value),
            None => self.fill_with(|_| value),
        }
    }

    /// Sets every element from its index.
    pub fn fill_with(&mut self, mut f: impl FnMut([usize; R]) -> T) {
        let mapping = self.raw.mapping;
        mapping.for_each_index(|i| self.raw.set(i, f(i)));
    }

    /// Sets elements from a slice, the first index fastest, as many as there are.
    pub fn copy_from(&mut self, elements: &[T]) {
        if let Some(all) = self.raw.slice_mut() {
            let n = all.len().min(elements.len());
            all[..n].copy_from_slice(&elements[..n]);
            return;
        }
        let mut next = elements.iter();
        let mapping = self.raw.mapping;
        mapping.for_each_index(|i| {
            if let Some(&v) = next.next() {
                self.raw.set(i, v);
            }
        });
    }
}

/// Elements whose scalars lie side by side can be borrowed.
impl<T: ViewElement<Scalar = T>, const R: usize> std::ops::Index<[usize; R]> for ReadGuard<T, R> {
    type Output = T;
    fn index(&self, index: [usize; R]) -> &T {
        self.raw.check(index);
        // SAFETY: inside the extents, and nobody writes while the guard lives.
        unsafe {
            &*self
                .raw
                .memory
                .cast::<T>()
                .add(self.raw.mapping.offset(index, 0))
        }
    }
}
impl<T: ViewElement<Scalar = T>, const R: usize> std::ops::Index<[usize; R]> for WriteGuard<T, R> {
    type Output = T;
    fn index(&self, index: [usize; R]) -> &T {
        self.raw.check(index);
        // SAFETY: inside the extents, and this guard is the only user.
        unsafe {
            &*self
                .raw
                .memory
                .cast::<T>()
                .add(self.raw.mapping.offset(index, 0))
        }
    }
}
impl<T: ViewElement<Scalar = T>, const R: usize> std::ops::IndexMut<[usize; R]>
    for WriteGuard<T, R>
{
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        self.raw.check(index);
        // SAFETY: inside the extents, and this guard is the only user.
        unsafe {
            &mut *self
                .raw
                .memory
                .cast::<T>()
                .add(self.raw.mapping.offset(index, 0))
        }
    }
}
