//! Elements of views from and to slices of the host.

use super::deep_copy;
use crate::{
    error::{Error, Result},
    layout::Layout,
    space::Space,
    view::{View, ViewElement},
};

impl<T: ViewElement, const R: usize, L: Layout> View<T, R, L> {
    /// A view with these elements, the first index fastest.
    ///
    /// # Errors
    /// Another number of elements than the extents have; out of memory; what a device reports.
    pub fn from_slice(
        space: &Space,
        label: &str,
        extents: [usize; R],
        elements: &[T],
    ) -> Result<Self> {
        let view = Self::new(space, label, extents)?;
        if elements.len() != view.len() {
            return Err(Error::Extents {
                what: format!("view `{label}` from a slice of {} elements", elements.len()),
                found: vec![elements.len()],
                expected: extents.to_vec(),
            });
        }
        let host = view.create_mirror()?;
        host.write()?.copy_from(elements);
        deep_copy(&view, &host)?;
        Ok(view)
    }

    /// Copies the elements out, the first index fastest.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] of the host or the space, [`Error::Borrowed`], or what a device reports.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let mut all = Vec::new();
        all.try_reserve_exact(self.len())
            .map_err(|error| Error::OutOfMemory {
                label: self.label().to_string(),
                bytes: self.len().saturating_mul(size_of::<T>()),
                space: "the host".to_string(),
                reason: error.to_string(),
            })?;
        let host = self.create_mirror_view()?;
        deep_copy(&host, self)?;
        host.read()?.append_to(&mut all);
        Ok(all)
    }

    /// Copies elements in, the first index fastest.
    ///
    /// # Errors
    /// Another number of elements; a guard or a launch uses them; what a device reports.
    pub fn copy_from_slice(&self, elements: &[T]) -> Result<()> {
        if elements.len() != self.len() {
            return Err(Error::Extents {
                what: format!("copying a slice to view `{}`", self.label()),
                found: vec![elements.len()],
                expected: self.extents().to_vec(),
            });
        }
        let host = self.create_mirror_view()?;
        host.write()?.copy_from(elements);
        deep_copy(self, &host)
    }
}
