//! A backend whose driver counts its devices.

use super::{DeviceInfo, Opened, Provider, find};
use crate::{backend::Device, cache::Cache, error::Result, space::Space};
use std::sync::{Arc, OnceLock};

/// A device that is looked for, then opened.
pub trait Discover: Device + Sized + 'static {
    /// Prefix of the names.
    const PREFIX: &'static str;
    /// What is known of a device before it is opened.
    type Found: AsRef<DeviceInfo> + Send + Sync;

    /// Every usable device.
    ///
    /// # Errors
    /// Why there is none.
    fn discover() -> Result<Vec<Self::Found>>;

    /// Opens one, which keeps what it compiles in `cache`.
    ///
    /// # Errors
    /// What the driver reports.
    fn open(found: &Self::Found, cache: Arc<Cache>) -> Result<Self>;
}

/// Opens devices by name; a device opened twice is the same object, and the prefix alone is the first one. Libraries are
/// loaded at the first call of [`devices`](Provider::devices) or [`open`](Provider::open).
pub struct Discovered<D: Discover> {
    found: OnceLock<Result<Vec<D::Found>>>,
    opened: Opened<D>,
    /// An error where the environment makes no sense
    cache: Result<Arc<Cache>>,
}

/// A provider whose devices keep nothing of what they compile.
impl<D: Discover> Default for Discovered<D> {
    fn default() -> Self {
        Self::with_cache(Arc::default())
    }
}

impl<D: Discover> Discovered<D> {
    /// A provider that has loaded nothing yet; its devices keep what they compile where [`Cache::from_env`] says.
    pub fn new() -> Self {
        Self::keeping(Cache::from_env().map(Arc::new))
    }

    /// A provider whose devices keep what they compile in `cache`; [`default`](Self::default) keeps nothing.
    pub fn with_cache(cache: Arc<Cache>) -> Self {
        Self::keeping(Ok(cache))
    }

    fn keeping(cache: Result<Arc<Cache>>) -> Self {
        Discovered {
            found: OnceLock::new(),
            opened: Opened::default(),
            cache,
        }
    }

    /// The device called `name`, opened.
    ///
    /// # Errors
    /// Why there is no device, no device of this name, or a device that does not open.
    pub fn device(&self, name: &str) -> Result<Arc<D>> {
        let found = find(self.found()?, D::PREFIX, name)?;
        let open = || D::open(found, self.cache.clone()?);
        self.opened.get_or_open(&found.as_ref().name, open)
    }

    fn found(&self) -> Result<&[D::Found]> {
        let found = self.found.get_or_init(D::discover);
        found.as_deref().map_err(Clone::clone)
    }
}

impl<D: Discover> Provider for Discovered<D> {
    fn prefix(&self) -> &str {
        D::PREFIX
    }

    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(self.found()?.iter().map(|f| f.as_ref().clone()).collect())
    }

    fn open(&self, name: &str) -> Result<Space> {
        Ok(Space::device(self.device(name)?))
    }
}
