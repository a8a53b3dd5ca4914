//! Names of the registry: `cuda:0`.

use crate::{
    Cuda,
    probe::{self, Found},
};
use portax::{
    cache::Cache,
    error::Result,
    registry::{Discover, Discovered},
};
use std::sync::Arc;

/// Opens [`Cuda`] devices by name; a device opened twice is the same object, and `cuda` is the first one. It loads
/// the driver and NVRTC when it is first asked for a device.
pub type CudaProvider = Discovered<Cuda>;

impl Discover for Cuda {
    const PREFIX: &'static str = "cuda";
    type Found = Found;

    fn discover() -> Result<Vec<Found>> {
        probe::find()
    }

    fn open(found: &Found, cache: Arc<Cache>) -> Result<Cuda> {
        Cuda::open(found, cache)
    }
}
