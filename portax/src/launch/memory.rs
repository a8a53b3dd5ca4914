//! Copies and zeros as prepared launches, for series and graphs.

use crate::{
    error::{Error, Result},
    kernel::view::ViewElement,
    launch::{Prepared, check::check_uses, device::DeviceLaunch},
    layout::Layout,
    space::{On, Space, memory},
    view::{Allocation, View},
};
use std::sync::Arc;

impl Space {
    /// Prepares a copy of `from` to `to`, both in this space's memory and of the same extents and layout.
    ///
    /// # Errors
    /// Views of other memory, or of different extents; subviews, for which a kernel is to be prepared.
    pub fn prepare_copy<T: ViewElement, const R: usize, L: Layout>(
        &self,
        label: &str,
        to: &View<T, R, L>,
        from: &View<T, R, L>,
    ) -> Result<Prepared> {
        if to.mapping() != from.mapping() {
            return Err(Error::Extents {
                what: format!("`{label}`: copy of `{}` to `{}`", from.label(), to.label()),
                found: from.extents().to_vec(),
                expected: to.extents().to_vec(),
            });
        }
        if to.allocation().id() == from.allocation().id() {
            return Err(Error::Invalid(format!(
                "`{label}`: `{}` would be copied to itself",
                to.label()
            )));
        }
        let parts = [("copied to", to), ("copied from", from)];
        parts
            .into_iter()
            .try_for_each(|(how, view)| whole(label, how, view))?;
        let uses = vec![
            (to.allocation().clone(), true),
            (from.allocation().clone(), false),
        ];
        check_uses(self, label, &uses)?;
        Ok(match self.on() {
            On::Host(_) => copy_on_host(label, uses),
            On::Device(instance) => {
                let launch = DeviceLaunch::copy(&uses);
                Prepared::on_device(instance, label, Arc::new(launch), uses)
            }
        })
    }

    /// Prepares setting every element of a view to zero.
    ///
    /// # Errors
    /// A view of other memory; a subview, for which a kernel is to be prepared.
    pub fn prepare_zero<T: ViewElement, const R: usize, L: Layout>(
        &self,
        label: &str,
        view: &View<T, R, L>,
    ) -> Result<Prepared> {
        whole(label, "set to zero", view)?;
        let uses = vec![(view.allocation().clone(), true)];
        check_uses(self, label, &uses)?;
        Ok(match self.on() {
            On::Host(_) => zero_on_host(label, uses),
            On::Device(instance) => {
                let launch = DeviceLaunch::zero(&uses);
                Prepared::on_device(instance, label, Arc::new(launch), uses)
            }
        })
    }
}

/// Prepared copies and zeros are of all of an allocation.
fn whole<T: ViewElement, const R: usize, L: Layout>(
    label: &str,
    how: &str,
    view: &View<T, R, L>,
) -> Result<()> {
    match view.is_whole() {
        true => Ok(()),
        false => Err(Error::Invalid(format!(
            "`{label}`: a part of view `{}` cannot be {how} by a prepared launch; prepare a kernel instead",
            view.label()
        ))),
    }
}

type Uses = Vec<(Arc<Allocation>, bool)>;

fn copy_on_host(label: &str, uses: Uses) -> Prepared {
    let (to, from) = (uses[0].0.clone(), uses[1].0.clone());
    Prepared::on_host(label.to_string(), uses, move || {
        if let (Some(target), Some(source)) = (to.host(), from.host()) {
            let bytes = to.bytes().min(from.bytes());
            // SAFETY: both hold `bytes`, differ, and are borrowed for the launch.
            unsafe { memory::copy_by_threads(&to, target, source, bytes) };
        }
        Ok(())
    })
}

fn zero_on_host(label: &str, uses: Uses) -> Prepared {
    let to = uses[0].0.clone();
    Prepared::on_host(label.to_string(), uses, move || {
        if let Some(memory) = to.host() {
            // SAFETY: it holds its bytes and is borrowed for the launch.
            unsafe { memory.write_bytes(0, to.bytes()) };
        }
        Ok(())
    })
}
