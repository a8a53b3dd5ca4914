//! Launches validated once and repeated.

use super::bind::ArgumentView;
use crate::{
    error::Result,
    view::{Allocation, Borrow},
};
use std::sync::Arc;

/// The host allocations of a launch, each once, and whether it is written. Devices order their launches themselves.
pub(super) fn uses(views: &[ArgumentView], written: &[bool]) -> Vec<(Arc<Allocation>, bool)> {
    let mut uses: Vec<(Arc<Allocation>, bool)> = Vec::new();
    for (view, &write) in views
        .iter()
        .zip(written)
        .filter(|(v, _)| v.allocation.host().is_some())
    {
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

/// A validated launch: repeating it costs no more than the dispatch.
///
/// It holds the functor's views; what it computes sees their contents at each launch. `V` is what a launch gives:
/// nothing, or the value of a reduction.
pub struct Prepared<V = ()> {
    run: Box<dyn Fn() -> Result<V> + Send + Sync>,
    uses: Vec<(Arc<Allocation>, bool)>,
}

impl<V> Prepared<V> {
    pub(super) fn new(
        views: &[ArgumentView],
        written: &[bool],
        run: impl Fn() -> Result<V> + Send + Sync + 'static,
    ) -> Self {
        Prepared {
            run: Box::new(run),
            uses: uses(views, written),
        }
    }

    fn borrow(&self) -> Result<Vec<Borrow>> {
        self.uses
            .iter()
            .map(|(allocation, write)| allocation.borrow(*write))
            .collect()
    }

    /// Launches.
    pub fn launch(&self) -> Result<V> {
        let _borrows = self.borrow()?;
        (self.run)()
    }

    /// Takes the views for a series of launches, which then cost the dispatch alone (a borrow of two views costs as
    /// much as an axpy of a thousand elements).
    pub fn hold(&self) -> Result<Held<'_, V>> {
        Ok(Held {
            run: &*self.run,
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
