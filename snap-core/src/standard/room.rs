//! Memory of a rung, counted before it is asked for.

use std::cell::Cell;

use portax::layout::Layout;
use portax::view::ViewElement;
use portax::{Error, Result, Space, View};

/// Makes views until a limit is reached.
pub(super) struct Room<'a> {
    pub space: &'a Space,
    limit: usize,
    bytes: Cell<usize>,
}

impl<'a> Room<'a> {
    /// Room for so many bytes.
    pub fn new(space: &'a Space, limit: usize) -> Self {
        Self {
            space,
            limit,
            bytes: Cell::new(0),
        }
    }

    /// A view of zeros.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] beyond the limit; what the space says.
    pub fn view<T: ViewElement, const R: usize, L: Layout>(
        &self,
        label: &'static str,
        extents: [usize; R],
    ) -> Result<View<T, R, L>> {
        let elements = extents.iter().fold(1_usize, |n, &e| n.saturating_mul(e));
        let bytes = elements.saturating_mul(T::BYTES);
        let all = self.bytes.get().saturating_add(bytes);
        if all > self.limit {
            return Err(Error::OutOfMemory {
                label: label.into(),
                bytes,
                space: self.space.name().into(),
                reason: format!("{all} bytes in all, of {} that there are", self.limit),
            });
        }
        self.bytes.set(all);
        View::new(self.space, label, extents)
    }

    /// Bytes of all views so far.
    pub fn bytes(&self) -> usize {
        self.bytes.get()
    }
}
