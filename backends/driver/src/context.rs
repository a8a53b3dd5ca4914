//! What is current in a thread that uses a device.

use crate::{Driver, Outcome, error::failed};
use portax::error::{Error, Result};
use std::{
    collections::BTreeSet,
    fmt::Display,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Held by the thread that captures a graph or waits for a whole context: such a wait is refused during a capture, and ends
/// it. Contexts are the process's, whoever has opened the device.
static CAPTURING: Mutex<()> = Mutex::new(());

/// The retained context of a device and the pool that its streams allocate from. Whatever lives in the context (modules,
/// streams, buffers) holds or borrows this.
pub struct Context<D: Driver> {
    driver: D,
    handle: D::Context,
    pool: Option<D::Pool>,
    /// Names of the devices that have been given access to the pool's memory, as far as the driver gives it.
    peers: Mutex<BTreeSet<String>>,
}

// SAFETY: handles of a driver may go to any thread, by the contract of `Driver`; `bind` makes the context current there.
unsafe impl<D: Driver> Send for Context<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Context<D> {}

impl<D: Driver> Context<D> {
    /// Retains the context of a device. Without memory pools allocations and frees wait for the device.
    ///
    /// # Errors
    /// What the driver reports.
    pub(crate) fn open(driver: D, has_pools: bool) -> Outcome<D, Context<D>> {
        let handle = driver.retain()?;
        let mut context = Context {
            driver,
            handle,
            pool: None,
            peers: Mutex::default(),
        };
        context.bind()?;
        if has_pools {
            // SAFETY: the context is current.
            context.pool = Some(unsafe { context.driver.default_pool()? });
        }
        Ok(context)
    }

    /// Makes this the calling thread's context.
    #[inline]
    pub(crate) fn bind(&self) -> Outcome<D> {
        // SAFETY: the context is retained.
        unsafe { self.driver.bind(self.handle) }
    }

    /// The device in its driver's terms.
    #[inline]
    pub(crate) fn driver(&self) -> &D {
        &self.driver
    }

    /// Its handle.
    pub(crate) fn handle(&self) -> D::Context {
        self.handle
    }

    /// Where streams allocate.
    pub fn pool(&self) -> Option<D::Pool> {
        self.pool
    }

    /// Gives the device `name` access to what the pool allocates, once. Where the driver refuses, copies go by way of the
    /// host.
    pub(crate) fn share(&self, name: &str, peer: &D) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pool) = self.pool.filter(|_| !peers.contains(name)) else {
            return;
        };
        peers.insert(name.into());
        // SAFETY: the pool is the device's, which is open.
        let _ = unsafe { self.driver.share(pool, peer) };
    }

    /// Keeps other threads from waiting for whole contexts.
    pub(crate) fn capturing() -> MutexGuard<'static, ()> {
        CAPTURING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for every stream.
    pub(crate) fn fence(&self) -> Outcome<D> {
        let _no_capture = Self::capturing();
        self.bind()?;
        // SAFETY: the context is current.
        unsafe { self.driver.synchronize() }
    }

    /// A result of the driver as a result of portax.
    pub(crate) fn check<T>(
        &self,
        space: &str,
        operation: impl Display,
        outcome: Outcome<D, T>,
    ) -> Result<T> {
        outcome.map_err(|code| self.failed(space, operation, code))
    }

    /// An operation that the driver refused.
    pub(crate) fn failed(&self, space: &str, operation: impl Display, code: D::Code) -> Error {
        failed(space, operation, self.driver.reason(code))
    }
}

impl<D: Driver> Drop for Context<D> {
    fn drop(&mut self) {
        // SAFETY: retained once; streams and modules, which hold this, are gone. A failed device returns its error here
        // too; it has been reported already.
        let _ = unsafe { self.driver.release(self.handle) };
    }
}
