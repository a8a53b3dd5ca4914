//! Reductions and scans, before it is decided where their value goes: to the caller, or to a view.

use super::{Prepared, check::check_uses, device::Parts};
use crate::{
    error::Result,
    kernel::{
        value::{Element, Reducer},
        view::ViewElement,
    },
    space::Space,
    view::{HostView, View},
};

/// A checked reduction or scan.
pub struct Collective<V>(On<V>);

enum On<V> {
    Host(Prepared<V>),
    Device(Parts),
}

impl<V: Element> Collective<V> {
    pub(crate) fn on_host(launch: Prepared<V>) -> Self {
        Collective(On::Host(launch))
    }

    pub(crate) fn on_device(parts: Parts) -> Self {
        Collective(On::Device(parts))
    }

    /// A launch that waits for the value and gives it.
    pub(crate) fn into_value<R: Reducer<V>>(self) -> Prepared<V> {
        match self.0 {
            On::Host(launch) => launch,
            On::Device(parts) => parts.into_value::<V, R>(),
        }
    }

    /// A launch that leaves the value in a view of the space, and on a device waits for nothing.
    ///
    /// # Errors
    /// A view of other memory; what the device refuses.
    pub(crate) fn into_view<R: Reducer<V>>(
        self,
        space: &Space,
        label: &str,
        result: &View<V, 0>,
    ) -> Result<Prepared>
    where
        V: ViewElement,
    {
        check_uses(space, label, &[(result.allocation().clone(), true)])?;
        match self.0 {
            On::Host(launch) => {
                let result = HostView::of(result.clone());
                Ok(Prepared::on_host(
                    label.to_string(),
                    Vec::new(),
                    move || {
                        let value = launch.launch()?;
                        result.write()?.set([], value);
                        Ok(())
                    },
                ))
            }
            On::Device(parts) => parts.into_view::<V, R>(space, label, result),
        }
    }
}
