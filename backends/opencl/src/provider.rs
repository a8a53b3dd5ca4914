//! Names of the registry: `opencl:0`, `opencl:pocl`.

use crate::{OpenCl, probe};
use portax::{
    cache::Cache,
    error::Result,
    registry::{DeviceInfo, Opened, Provider, find},
    space::Space,
};
use std::{env, sync::Arc};

/// Opens [`OpenCl`] devices by name; a device opened twice is the same object. The OpenCL library is loaded at the first
/// call of [`devices`](Provider::devices) or [`open`](Provider::open).
#[derive(Default)]
pub struct OpenClProvider {
    opened: Opened<OpenCl>,
    cache: Arc<Cache>,
    sub_groups: bool,
}

impl OpenClProvider {
    /// A provider that has loaded nothing yet; its devices keep what they compile where [`Cache::from_env`] says, and use
    /// [sub-groups](Self::sub_groups) under `PORTAX_OPENCL_SUB_GROUPS=1`.
    pub fn new() -> Self {
        let chosen = env::var("PORTAX_OPENCL_SUB_GROUPS");
        Self::with_cache(Arc::new(Cache::from_env())).sub_groups(chosen.is_ok_and(|v| v == "1"))
    }

    /// Lets the vector lanes of a team's thread form a sub-group. Reductions over them then go by shuffles, not through
    /// local memory and barriers, and teams with such reductions in `TeamThreadRange` have several threads. This
    /// applies to devices with `cl_intel_required_subgroup_size` and shuffles, and for launches whose vector length is
    /// one of their sub-group sizes.
    pub fn sub_groups(mut self, chosen: bool) -> Self {
        self.sub_groups = chosen;
        self
    }

    /// A provider whose devices keep what they compile in `cache`; [`default`](Self::default) keeps nothing.
    pub fn with_cache(cache: Arc<Cache>) -> Self {
        Self {
            cache,
            ..Self::default()
        }
    }

    /// The device called `name`, opened.
    ///
    /// # Errors
    /// No OpenCL, no device of this name, or a device that does not open.
    pub fn device(&self, name: &str) -> Result<Arc<OpenCl>> {
        let device = find(probe::found()?, "opencl", name)?;
        let open = || OpenCl::open(device, Arc::clone(&self.cache), self.sub_groups);
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
