//! Names of the registry: from the devices that a driver counts to opened ones.

use crate::{Driver, Gpu};
use portax::{
    backend::Properties,
    cache::Cache,
    error::Result,
    registry::{DeviceInfo, Discover},
};
use std::sync::Arc;

/// A device that can be opened.
pub struct Found<D> {
    /// The device in its driver's terms.
    pub driver: D,
    /// Run-time compiler and driver with their versions.
    pub compiler: String,
    /// Whether it allocates in the order of a stream.
    pub has_pools: bool,
    /// Name.
    pub info: DeviceInfo,
    /// Limits.
    pub properties: Properties,
}

impl<D> AsRef<DeviceInfo> for Found<D> {
    fn as_ref(&self) -> &DeviceInfo {
        &self.info
    }
}

impl<D: Driver> Discover for Gpu<D> {
    const PREFIX: &'static str = D::PREFIX;
    type Found = Found<D>;

    fn discover() -> Result<Vec<Found<D>>> {
        D::discover()
    }

    fn open(found: &Found<D>, cache: Arc<Cache>) -> Result<Gpu<D>> {
        Gpu::open(found, cache)
    }
}
