//! Launches validated once and repeated.

use super::{bind::ArgumentView, device::DeviceLaunch};
use crate::{
    error::Result,
    space::Instance,
    view::{Allocation, Borrow},
};
use std::sync::Arc;

/// What a launch uses, each allocation once, and whether it is written; only where `of` says so.
pub(super) fn uses(
    views: &[ArgumentView],
    written: &[bool],
    of: impl Fn(&Allocation) -> bool,
) -> Vec<(Arc<Allocation>, bool)> {
    let mut uses: Vec<(Arc<Allocation>, bool)> = Vec::new();
    for (view, &write) in views.iter().zip(written).filter(|(v, _)| of(&v.allocation)) {
        match uses
            .iter_mut()
            .find(|(a, _)| a.id() == view.allocation.id())
        {
            Some((_, w)) => *w |= write,
            None => uses.push((view.allocation.clone(), write)),
        }
    }
    uses
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

struct Inner<V> {
    label: String,
    run: Box<dyn Fn() -> Result<V> + Send + Sync>,
    /// Host memory, which each launch borrows
    uses: Vec<(Arc<Allocation>, bool)>,
    on_device: Option<OnDevice>,
}

/// A launch of a device with what keeps it valid.
#[derive(Clone)]
pub(super) struct OnDevice {
    pub instance: Arc<Instance>,
    pub launch: Arc<DeviceLaunch>,
    _views: Arc<Vec<(Arc<Allocation>, bool)>>,
}

impl Prepared {
    pub(super) fn on_device(
        instance: &Arc<Instance>,
        label: &str,
        launch: Arc<DeviceLaunch>,
        views: Vec<(Arc<Allocation>, bool)>,
    ) -> Self {
        let on_device = OnDevice {
            instance: instance.clone(),
            launch,
            _views: Arc::new(views),
        };
        let kept = on_device.clone();
        // SAFETY: what is captured keeps the views alive and is the launch's instance.
        let run = move || unsafe { kept.launch.launch(&kept.instance) };
        Prepared {
            inner: Arc::new(Inner {
                label: label.to_string(),
                run: Box::new(run),
                uses: Vec::new(),
                on_device: Some(on_device),
            }),
        }
    }

    /// Its launch, if it is one of a device.
    pub(super) fn device_launch(&self) -> Option<&OnDevice> {
        self.inner.on_device.as_ref()
    }
}

impl<V> Prepared<V> {
    pub(super) fn new(
        label: String,
        views: &[ArgumentView],
        written: &[bool],
        run: impl Fn() -> Result<V> + Send + Sync + 'static,
    ) -> Self {
        Self::on_host(label, uses(views, written, |a| a.host().is_some()), run)
    }

    /// A launch that borrows host memory.
    pub(super) fn on_host(
        label: String,
        uses: Vec<(Arc<Allocation>, bool)>,
        run: impl Fn() -> Result<V> + Send + Sync + 'static,
    ) -> Self {
        Prepared {
            inner: Arc::new(Inner {
                label,
                run: Box::new(run),
                uses,
                on_device: None,
            }),
        }
    }

    /// Label of the launch.
    pub fn label(&self) -> &str {
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
    pub fn launch(&self) -> Result<V> {
        let _borrows = self.borrow()?;
        (self.inner.run)()
    }

    /// Takes the views for a series of launches, which then cost the dispatch alone (a borrow of two views costs as
    /// much as an axpy of a thousand elements).
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
    #[inline]
    pub fn launch(&mut self) -> Result<V> {
        (self.run)()
    }
}
