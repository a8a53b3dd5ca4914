//! Names of the registry: `opencl:0`, `opencl:pocl`.

use crate::{OpenCl, probe};
use portax::{
    cache::Cache,
    config,
    error::Result,
    registry::{DeviceInfo, Opened, Provider, find},
    space::Space,
};
use std::sync::Arc;

/// Opens [`OpenCl`] devices by name; a device opened twice is the same object. The OpenCL library is loaded at the first
/// call of [`devices`](Provider::devices) or [`open`](Provider::open).
pub struct OpenClProvider {
    opened: Opened<OpenCl>,
    /// An error where the environment makes no sense, as below
    cache: Result<Arc<Cache>>,
    sub_groups: Result<bool>,
}

impl Default for OpenClProvider {
    fn default() -> Self {
        Self::with_cache(Arc::default())
    }
}

impl OpenClProvider {
    /// A provider that has loaded nothing yet; its devices keep what they compile where [`Cache::from_env`] says, and use
    /// [sub-groups](Self::sub_groups) under `PORTAX_OPENCL_SUB_GROUPS=1`.
    pub fn new() -> Self {
        Self {
            opened: Opened::default(),
            cache: Cache::from_env().map(Arc::new),
            sub_groups: config::opencl_sub_groups(),
        }
    }

    /// Lets the vector lanes of a team's thread form a sub-group. Reductions over them then go by shuffles, not through
    /// local memory and barriers, and teams with such reductions in `TeamThreadRange` have several threads. This
    /// applies to devices with `cl_intel_required_subgroup_size` and shuffles, and for launches whose vector length is
    /// one of their sub-group sizes.
    pub fn sub_groups(mut self, chosen: bool) -> Self {
        self.sub_groups = Ok(chosen);
        self
    }

    /// A provider whose devices keep what they compile in `cache`; [`default`](Self::default) keeps nothing.
    pub fn with_cache(cache: Arc<Cache>) -> Self {
        Self {
            opened: Opened::default(),
            cache: Ok(cache),
            sub_groups: Ok(false),
        }
    }

    /// The device called `name`, opened.
    ///
    /// # Errors
    /// No OpenCL, no device of this name, or a device that does not open.
    pub fn device(&self, name: &str) -> Result<Arc<OpenCl>> {
        let device = find(probe::found()?, "opencl", name)?;
        let open = || OpenCl::open(device, self.cache.clone()?, self.sub_groups.clone()?);
        self.opened.get_or_open(&device.info.name, open)
    }
}

impl Provider for OpenClProvider {
    fn prefix(&self) -> &'static str {
        "opencl"
    }

    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(probe::found()?.iter().map(|f| f.info.clone()).collect())
    }

    fn open(&self, name: &str) -> Result<Space> {
        Ok(Space::device(self.device(name)?))
    }
}
