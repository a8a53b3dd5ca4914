//! Launches validated once and repeated.

use super::bind::ArgumentView;
use crate::{
    error::Result,
    view::{Allocation, Borrow},
};
use std::sync::Arc;

/// A validated launch: repeating it costs no more than the dispatch.
///
/// It holds the functor's views; what it computes sees their contents at each launch.
pub struct Prepared {
    run: Box<dyn Fn() -> Result<()> + Send + Sync>,
    uses: Vec<(Arc<Allocation>, bool)>,
}

impl Prepared {
    pub(super) fn new(views: &[ArgumentView], written: &[bool], run: impl Fn() -> Result<()> + Send + Sync + 'static) -> Self {
        let mut uses: Vec<(Arc<Allocation>, bool)> = Vec::new();
        for (view, &write) in views.iter().zip(written) {
            match uses.iter_mut().find(|(a, _)| a.id() == view.allocation.id()) {
                Some((_, w)) => *w |= write,
                None => uses.push((view.allocation.clone(), write)),
            }
        }
        Prepared { run: Box::new(run), uses }
    }

    fn borrow(&self) -> Result<Vec<Borrow>> {
        let host = self.uses.iter().filter(|(a, _)| a.host().is_some());
        host.map(|(allocation, write)| allocation.borrow(*write)).collect()
    }

    /// Launches.
    pub fn launch(&self) -> Result<()> {
        let _borrows = self.borrow()?;
        (self.run)()
    }

    /// Takes the views for a series of launches, which then cost the dispatch alone (a borrow of two views costs as
    /// much as an axpy of a thousand elements).
    pub fn hold(&self) -> Result<Held<'_>> {
        Ok(Held { run: &*self.run, _borrows: self.borrow()? })
    }
}

/// A prepared launch that has taken its views.
pub struct Held<'a> {
    run: &'a (dyn Fn() -> Result<()> + Send + Sync),
    _borrows: Vec<Borrow>,
}

impl Held<'_> {
    /// Launches.
    #[inline]
    pub fn launch(&mut self) -> Result<()> {
        (self.run)()
    }
}
