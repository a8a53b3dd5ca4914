//! Launches validated once and repeated.

use super::{check::CheckedLaunch, device::DeviceLaunch, host::series::Teams};
use crate::{
    error::Result,
    space::{
        Instance,
        memory::{Allocation, Borrow},
    },
};
use std::sync::Arc;

/// Memory, and whether it is written.
pub(crate) type Use = (Arc<Allocation>, bool);

/// What a launch uses, each allocation once, and whether it is written.
pub(crate) fn uses(launch: &CheckedLaunch) -> Vec<Use> {
    let views = launch.arguments.views.iter().map(|v| v.allocation.clone());
    once(views.zip(launch.findings.written.iter().copied()))
}

/// Those of them that are in host memory.
pub(crate) fn host_uses(launch: &CheckedLaunch) -> Vec<Use> {
    let mut uses = uses(launch);
    uses.retain(|(allocation, _)| allocation.host().is_some());
    uses
}

/// Each allocation once.
pub(crate) fn once(uses: impl Iterator<Item = Use>) -> Vec<Use> {
    let mut each: Vec<Use> = Vec::new();
    for (allocation, write) in uses {
        match each.iter_mut().find(|(a, _)| a.id() == allocation.id()) {
            Some((_, w)) => *w |= write,
            None => each.push((allocation, write)),
        }
    }
    each
}

/// A validated launch: repeating it costs no more than the dispatch. Cloning gives another handle of it.
///
/// It holds the functor's views; what it computes sees their contents at each launch. `V` is what a launch gives:
/// nothing, or the value of a reduction.
pub struct Prepared<V = ()> {
    inner: Arc<Inner<V>>,
}

impl<V> Clone for Prepared<V> {
    fn clone(&self) -> Self {
        Prepared {
            inner: self.inner.clone(),
        }
    }
}

/// What launches.
type Run<V> = Box<dyn Fn() -> Result<V> + Send + Sync>;

struct Inner<V> {
    label: String,
    run: Run<V>,
    /// Host memory, which each launch borrows
    uses: Vec<Use>,
    on_device: Option<OnDevice>,
    /// Teams on a host
    teams: Option<Arc<Teams>>,
}

/// Launches of a device, in order, with what keeps them valid.
#[derive(Clone)]
pub(crate) struct OnDevice {
    pub instance: Arc<Instance>,
    pub launches: Vec<Arc<DeviceLaunch>>,
    views: Vec<Use>,
}

impl Prepared {
    pub(crate) fn on_device(
        instance: &Arc<Instance>,
        label: &str,
        launch: Arc<DeviceLaunch>,
        views: Vec<Use>,
    ) -> Self {
        let kept = (instance.clone(), launch.clone());
        // SAFETY: the launch's instance; its views are kept beside it.
        let run = move || unsafe { kept.1.launch(&kept.0) };
        let on_device = OnDevice {
            instance: instance.clone(),
            launches: vec![launch],
            views,
        };
        Self::of_device(label, on_device, Box::new(run))
    }

    /// Launches of one instance as one, in order.
    pub(crate) fn in_order(instance: &Arc<Instance>, label: &str, parts: Vec<Prepared>) -> Self {
        let on_device = || parts.iter().filter_map(Prepared::device_launch);
        let launches = on_device().flat_map(|part| part.launches.iter().cloned());
        let views = on_device().flat_map(|part| part.views.iter().cloned());
        let on_device = OnDevice {
            instance: instance.clone(),
            launches: launches.collect(),
            views: once(views),
        };
        let run = move || parts.iter().try_for_each(Prepared::launch);
        Self::of_device(label, on_device, Box::new(run))
    }

    fn of_device(label: &str, on_device: OnDevice, run: Run<()>) -> Self {
        Prepared {
            inner: Arc::new(Inner {
                label: label.to_string(),
                run,
                uses: Vec::new(),
                on_device: Some(on_device),
                teams: None,
            }),
        }
    }

    /// A launch of teams on a host.
    pub(crate) fn of_teams(uses: Vec<Use>, teams: Teams) -> Self {
        let teams = Arc::new(teams);
        let kept = teams.clone();
        Prepared {
            inner: Arc::new(Inner {
                label: teams.label.clone(),
                run: Box::new(move || kept.run()),
                uses,
                on_device: None,
                teams: Some(teams),
            }),
        }
    }

    /// Its teams, if it has any on a host.
    pub(crate) fn teams(&self) -> Option<&Arc<Teams>> {
        self.inner.teams.as_ref()
    }

    /// Host memory that it borrows.
    pub(crate) fn uses(&self) -> &[Use] {
        &self.inner.uses
    }

    /// Its launches, if they are a device's.
    pub(crate) fn device_launch(&self) -> Option<&OnDevice> {
        self.inner.on_device.as_ref()
    }
}

impl<V> Prepared<V> {
    /// A checked launch, run by `run`, that borrows its views in host memory.
    pub(crate) fn new(
        launch: &CheckedLaunch,
        run: impl Fn() -> Result<V> + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(launch.label.clone(), host_uses(launch), Box::new(run))
    }

    /// A launch that borrows host memory.
    pub(crate) fn on_host(
        label: String,
        uses: Vec<Use>,
        run: impl Fn() -> Result<V> + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(label, uses, Box::new(run))
    }

    /// The same: one function for all launches that give a `V`.
    fn boxed(label: String, uses: Vec<Use>, run: Run<V>) -> Self {
        Prepared {
            inner: Arc::new(Inner {
                label,
                run,
                uses,
                on_device: None,
                teams: None,
            }),
        }
    }

    /// Label of the launch.
    pub(crate) fn label(&self) -> &str {
        &self.inner.label
    }

    /// The same launch, run by `wrap`.
    pub(crate) fn around(
        self,
        wrap: impl Fn(&dyn Fn() -> Result<V>) -> Result<V> + Send + Sync + 'static,
    ) -> Self
    where
        V: 'static,
    {
        let inner = self.inner;
        Prepared {
            inner: Arc::new(Inner {
                label: inner.label.clone(),
                uses: inner.uses.clone(),
                on_device: inner.on_device.clone(),
                // Who wraps a launch wants to see each.
                teams: None,
                run: Box::new(move || wrap(&*inner.run)),
            }),
        }
    }

    fn borrow(&self) -> Result<Vec<Borrow>> {
        self.inner
            .uses
            .iter()
            .map(|(allocation, write)| allocation.borrow(*write))
            .collect()
    }

    /// Launches.
    ///
    /// # Errors
    /// A view that a guard or another launch uses; what the device reports; on hosts, an access out of bounds.
    pub fn launch(&self) -> Result<V> {
        let _borrows = self.borrow()?;
        (self.inner.run)()
    }

    /// Takes the views for a series of launches, which then cost the dispatch alone (a borrow of two views costs as
    /// much as an axpy of a thousand elements).
    ///
    /// # Errors
    /// A view that a guard or another launch uses.
    pub fn hold(&self) -> Result<Held<'_, V>> {
        Ok(Held {
            run: &*self.inner.run,
            _borrows: self.borrow()?,
        })
    }
}

/// A prepared launch that has taken its views.
pub struct Held<'a, V = ()> {
    run: &'a (dyn Fn() -> Result<V> + Send + Sync),
    _borrows: Vec<Borrow>,
}

impl<V> Held<'_, V> {
    /// Launches.
    ///
    /// # Errors
    /// What the device reports; on hosts, an access out of bounds.
    #[inline]
    pub fn launch(&mut self) -> Result<V> {
        (self.run)()
    }
}
