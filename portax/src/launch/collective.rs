//! Reductions and scans, before it is decided where their value goes: to the caller, or to a view.

use super::{Prepared, check::check_uses, device::Parts};
use crate::{
    error::Result,
    kernel::{
        value::{Element, Reducer},
        view::ViewElement,
    },
    space::{On, Space},
    view::{HostView, View},
};

/// A checked reduction or scan.
pub struct Collective<V>(Gives<V>);

/// What its launch gives.
enum Gives<V> {
    Value(Prepared<V>),
    Parts(Parts),
}

impl<V: Element> Collective<V> {
    pub(crate) fn of_value(launch: Prepared<V>) -> Self {
        Collective(Gives::Value(launch))
    }

    pub(crate) fn of_parts(parts: Parts) -> Self {
        Collective(Gives::Parts(parts))
    }

    /// A launch that waits for the value and gives it.
    pub(crate) fn into_value<R: Reducer<V>>(self) -> Prepared<V> {
        match self.0 {
            Gives::Value(launch) => launch,
            Gives::Parts(parts) => parts.into_value::<V, R>(),
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
        match (self.0, space.on()) {
            (Gives::Parts(parts), On::Device(instance)) => {
                parts.into_view::<V, R>(space, instance, label, result)
            }
            (gives, _) => {
                let launch = Collective(gives).into_value::<R>();
                let result = HostView::of(result.clone());
                let leave = move || {
                    let value = launch.launch()?;
                    result.write()?.set([], value);
                    Ok(())
                };
                Ok(Prepared::on_host(label.to_string(), Vec::new(), leave))
            }
        }
    }
}
