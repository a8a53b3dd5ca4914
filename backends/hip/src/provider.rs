//! Names of the registry: `hip:0`.

use crate::{
    Hip,
    probe::{self, Found},
};
use portax::{
    cache::Cache,
    error::Result,
    registry::{Discover, Discovered},
};
use std::sync::Arc;

/// Opens [`Hip`] devices by name; a device opened twice is the same object, and `hip` is the first one. It loads
/// the runtime and hiprtc when it is first asked for a device.
pub type HipProvider = Discovered<Hip>;

impl Discover for Hip {
    const PREFIX: &'static str = "hip";
    type Found = Found;

    fn discover() -> Result<Vec<Found>> {
        probe::find()
    }

    fn open(found: &Found, cache: Arc<Cache>) -> Result<Hip> {
        Hip::open(found, cache)
    }
}
