//! Names of the registry: `cuda:0`.

use crate::{
    Cuda,
    probe::{self, Found},
};
use portax::{
    cache::Cache,
    error::{Error, Result},
    registry::{DeviceInfo, Provider},
    space::Space,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// Opens [`Cuda`] devices by name; a device opened twice is the same object, and `cuda` is the first one. The libraries
/// are loaded at the first call of [`devices`](Provider::devices) or [`open`](Provider::open).
pub struct CudaProvider {
    found: OnceLock<Result<Vec<Found>>>,
    opened: Mutex<HashMap<String, Arc<Cuda>>>,
    /// An error where the environment makes no sense
    cache: Result<Arc<Cache>>,
}

impl Default for CudaProvider {
    fn default() -> Self {
        Self::with_cache(Arc::default())
    }
}

impl CudaProvider {
    /// A provider that has loaded nothing yet; its devices keep what they compile where [`Cache::from_env`] says.
    pub fn new() -> Self {
        Self::keeping(Cache::from_env().map(Arc::new))
    }

    /// A provider whose devices keep what they compile in `cache`; [`default`](Self::default) keeps nothing.
    pub fn with_cache(cache: Arc<Cache>) -> Self {
        Self::keeping(Ok(cache))
    }

    fn keeping(cache: Result<Arc<Cache>>) -> Self {
        Self {
            found: OnceLock::new(),
            opened: Mutex::default(),
            cache,
        }
    }

    /// The device called `name`, opened.
    ///
    /// # Errors
    /// No driver, no NVRTC, no device of this name, or a device that does not open.
    pub fn device(&self, name: &str) -> Result<Arc<Cuda>> {
        let found = self.found()?;
        let device = match name {
            "cuda" => found.first(),
            _ => found.iter().find(|f| f.info.name == name),
        };
        let device = device.ok_or_else(|| unknown(name, found))?;
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = opened.get(&device.info.name) {
            return Ok(Arc::clone(device));
        }
        let new = Arc::new(Cuda::open(device, self.cache.clone()?)?);
        opened.insert(device.info.name.clone(), Arc::clone(&new));
        Ok(new)
    }

    fn found(&self) -> Result<&[Found]> {
        self.found
            .get_or_init(probe::find)
            .as_deref()
            .map_err(Clone::clone)
    }
}

impl Provider for CudaProvider {
    fn prefix(&self) -> &'static str {
        "cuda"
    }

    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(self.found()?.iter().map(|f| f.info.clone()).collect())
    }

    fn open(&self, name: &str) -> Result<Space> {
        Ok(Space::device(self.device(name)?))
    }
}

fn unknown(name: &str, found: &[Found]) -> Error {
    let names = found.iter().map(|f| f.info.name.as_str());
    Error::UnknownBackend {
        name: name.to_string(),
        present: names.collect::<Vec<_>>().join(", "),
    }
}
