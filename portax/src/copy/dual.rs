//! Views that a program keeps on a device and on the host.

use super::deep_copy;
use crate::{
    error::{Error, Result},
    layout::{Layout, LayoutLeft},
    space::Space,
    view::{HostView, View, ViewElement},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A view in a space and its mirror in host memory, with a note which of the two was changed last (Kokkos' `DualView`).
///
/// Who changes one side says so with [`modify_host`](Self::modify_host) or [`modify_device`](Self::modify_device); who
/// needs the other side asks for it with [`sync_device`](Self::sync_device) or [`sync_host`](Self::sync_host), which copy
/// only where something changed. In a space of the host both sides are one memory and nothing is ever copied.
///
/// Clones share both sides and the note; the memory is freed with the last of them and of the views that they gave.
///
/// ```
/// use portax::{DualView, parallel_for};
///
/// # fn main() -> portax::Result<()> {
/// # let space = portax_backends::by_name("rayon")?;
/// let x: DualView<f64, 1> = DualView::new(&space, "x", [3])?;
/// x.host().write()?.copy_from(&[1.0, 2.0, 3.0]);
/// x.modify_host()?;
///
/// x.sync_device()?;
/// let on_device = x.device();
/// parallel_for!(space, "double", 3, |i| on_device[i] *= 2.0)?;
/// x.modify_device()?;
///
/// x.sync_host()?;
/// assert_eq!(x.host().read()?.to_vec(), [2.0, 4.0, 6.0]);
/// # Ok(()) }
/// ```
pub struct DualView<T: ViewElement, const R: usize, L: Layout = LayoutLeft> {
    device: View<T, R, L>,
    host: HostView<T, R, L>,
    changed: Arc<Mutex<Changed>>,
}

/// Which side the other one is behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Changed {
    Neither,
    Host,
    Device,
}

impl<T: ViewElement, const R: usize, L: Layout> Clone for DualView<T, R, L> {
    fn clone(&self) -> Self {
        DualView {
            device: self.device.clone(),
            host: self.host.clone(),
            changed: self.changed.clone(),
        }
    }
}

impl<T: ViewElement, const R: usize, L: Layout> DualView<T, R, L> {
    /// Zeros on both sides. `label` names them in messages and profiles.
    ///
    /// # Errors
    /// Extents that exceed the address space, or out of memory.
    pub fn new(space: &Space, label: &str, extents: [usize; R]) -> Result<Self> {
        Self::of(View::new(space, label, extents)?)
    }

    /// A view and a mirror with the same elements.
    ///
    /// # Errors
    /// Out of memory; a guard or a launch uses the elements; what a device reports.
    pub fn of(device: View<T, R, L>) -> Result<Self> {
        let host = device.create_mirror_view()?;
        deep_copy(&host, &device)?;
        Ok(DualView {
            device,
            host,
            changed: Arc::new(Mutex::new(Changed::Neither)),
        })
    }

    /// The side in the space, for kernels.
    pub fn device(&self) -> &View<T, R, L> {
        &self.device
    }

    /// The side in host memory, for guards.
    pub fn host(&self) -> &HostView<T, R, L> {
        &self.host
    }

    /// Says that the host's side was changed.
    ///
    /// # Errors
    /// The other side was changed and has not been copied since: one of the changes would be lost.
    pub fn modify_host(&self) -> Result<()> {
        self.modify(Changed::Host)
    }

    /// Says that the side in the space was changed.
    ///
    /// # Errors
    /// The other side was changed and has not been copied since: one of the changes would be lost.
    pub fn modify_device(&self) -> Result<()> {
        self.modify(Changed::Device)
    }

    /// Copies the side in the space to the host, if it was changed. Returns when the elements are there.
    ///
    /// # Errors
    /// A guard or a launch uses the elements; what a device reports.
    pub fn sync_host(&self) -> Result<()> {
        self.sync(Changed::Device, || deep_copy(&self.host, &self.device))
    }

    /// Copies the host's side to the space, if it was changed.
    ///
    /// # Errors
    /// A guard or a launch uses the elements; what a device reports.
    pub fn sync_device(&self) -> Result<()> {
        self.sync(Changed::Host, || deep_copy(&self.device, &self.host))
    }

    /// Whether the side in the space was changed since the host had its elements.
    pub fn need_sync_host(&self) -> bool {
        *self.changed() == Changed::Device
    }

    /// Whether the host's side was changed since the space had its elements.
    pub fn need_sync_device(&self) -> bool {
        *self.changed() == Changed::Host
    }

    /// Forgets which side was changed: both stay as they are, and no copy is due.
    pub fn clear_sync_state(&self) {
        *self.changed() = Changed::Neither;
    }

    fn changed(&self) -> MutexGuard<'_, Changed> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_one_memory(&self) -> bool {
        self.host.allocation().id() == self.device.allocation().id()
    }

    fn modify(&self, side: Changed) -> Result<()> {
        if self.is_one_memory() {
            return Ok(());
        }
        let mut changed = self.changed();
        if *changed != Changed::Neither && *changed != side {
            let (this, other, sync) = match side {
                Changed::Host => ("host's", "device's", "sync_host"),
                _ => ("device's", "host's", "sync_device"),
            };
            return Err(Error::Invalid(format!(
                "dual view `{}`: its {this} side was changed after its {other} side, which has not been copied: \
                 call `{sync}` before the change, or `clear_sync_state` to give up the other one",
                self.device.label()
            )));
        }
        *changed = side;
        Ok(())
    }

    fn sync(&self, from: Changed, copy: impl FnOnce() -> Result<()>) -> Result<()> {
        let mut changed = self.changed();
        if *changed == from {
            copy()?;
            *changed = Changed::Neither;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Storage;

    fn view() -> Result<View<i32, 1>> {
        let storage = Storage {
            natural_width: 4,
            split_complex: true,
        };
        View::in_host_memory("x", [3], LayoutLeft, storage)
    }

    /// Sides of two memories, as those of a device are.
    fn apart() -> Result<DualView<i32, 1>> {
        Ok(DualView {
            device: view()?,
            host: HostView::of(view()?),
            changed: Arc::new(Mutex::new(Changed::Neither)),
        })
    }

    #[test]
    fn what_was_changed_is_copied_once() -> Result<()> {
        let x = apart()?;
        x.host().write()?.fill(4);
        x.sync_device()?;
        assert_eq!(x.device().to_vec()?, [0; 3], "nobody said so");
        x.modify_host()?;
        assert!(x.need_sync_device() && !x.need_sync_host());
        let clone = x.clone();
        clone.sync_device()?;
        assert!(!x.need_sync_device());
        assert_eq!(x.device().to_vec()?, [4; 3]);
        x.device().fill(5)?;
        x.modify_device()?;
        assert!(x.need_sync_host());
        x.sync_host()?;
        assert_eq!(x.host().read()?.to_vec(), [5; 3]);
        Ok(())
    }

    #[test]
    fn changes_on_both_sides_are_refused() -> Result<()> {
        let x = apart()?;
        x.modify_device()?;
        x.modify_device()?;
        let text = x.modify_host().err().map(|e| e.to_string());
        let text = text.unwrap_or_default();
        assert!(text.contains("`x`") && text.contains("sync_host"), "{text}");
        x.clear_sync_state();
        x.modify_host()
    }

    #[test]
    fn one_memory_needs_no_copies() -> Result<()> {
        let x = DualView::of(view()?)?;
        x.modify_host()?;
        x.modify_device()?;
        assert!(!x.need_sync_host() && !x.need_sync_device());
        x.host().write()?.fill(3);
        assert_eq!(x.device().to_vec()?, [3; 3]);
        Ok(())
    }
}
