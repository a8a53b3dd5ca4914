//! Copies of page-locked memory that may still run.

use crate::{backend, error::Result, space::Instance};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The last copy of an instance, or of what it wrote.
type LastCopy = (Arc<Instance>, Arc<dyn backend::Event>);

/// Copies of page-locked memory that may still run: the last one of each instance.
#[derive(Default)]
pub(super) struct Pending(Mutex<Vec<LastCopy>>);

impl Pending {
    fn list(&self) -> MutexGuard<'_, Vec<LastCopy>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, instance: &Arc<Instance>, event: Arc<dyn backend::Event>) {
        let mut list = self.list();
        list.retain(|(i, _)| !Arc::ptr_eq(i, instance));
        list.push((instance.clone(), event));
    }

    /// Waits for all.
    pub(super) fn wait(&self) -> Result<Vec<LastCopy>> {
        let pending = std::mem::take(&mut *self.list());
        pending.iter().try_for_each(|(_, event)| event.wait())?;
        Ok(pending)
    }

    /// Waits for all; faults of launches before them are errors here.
    pub(super) fn settle(&self) -> Result<()> {
        let done = self.wait()?;
        done.iter().try_for_each(|(i, _)| i.faults().check())
    }
}
