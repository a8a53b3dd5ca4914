//! Which devices there are and what they can do.

use crate::{
    driver::CudaDriver,
    error::{DriverResult, reason, unavailable},
    library,
    nvrtc::{self, Target},
};
use cudarc::driver::{
    DriverError,
    result::{self, device},
    sys::{self, CUdevice, CUdevice_attribute as Attribute},
};
use portax::{
    backend::Properties,
    error::{Error, Result},
    registry::DeviceInfo,
};
use portax_driver::Found;

/// The first driver with `cuGraphInstantiateWithFlags`, `1000 * major + 10 * minor`.
const OLDEST_DRIVER: i32 = 11_040;

/// Every usable device, or why there is none.
///
/// # Errors
/// There is no library, driver or device.
pub fn find() -> Result<Vec<Found<CudaDriver>>> {
    let compiler = load().map_err(unavailable)?;
    let count = device::get_count().map_err(no_driver)?;
    let described = (0..count).map(|ordinal| describe(ordinal, &compiler));
    let (found, failed): (Vec<_>, Vec<_>) = described.partition(|found| found.is_ok());
    match failed.into_iter().next() {
        Some(Err(error)) if found.is_empty() => Err(error),
        _ => found.into_iter().collect(),
    }
}

/// Loads the libraries and gives their versions.
fn load() -> std::result::Result<String, String> {
    library::require_driver()?;
    let mut version = 0;
    // SAFETY: the call writes one integer.
    unsafe { sys::cuDriverGetVersion(&mut version).result() }.map_err(reason)?;
    let driver = format!("driver {}.{}", version / 1000, version % 1000 / 10);
    if version < OLDEST_DRIVER {
        return Err(format!(
            "the {driver} is too old; install one for CUDA 11.4 or newer"
        ));
    }
    result::init().map_err(reason)?;
    library::require_nvrtc()?;
    let nvrtc = nvrtc::version().map_err(|error| format!("NVRTC says {error}"))?;
    Ok(format!("NVRTC {nvrtc}, {driver}"))
}

fn no_driver(code: DriverError) -> Error {
    unavailable(reason(code))
}

fn describe(ordinal: i32, compiler: &str) -> Result<Found<CudaDriver>> {
    let device = device::get(ordinal).map_err(no_driver)?;
    // SAFETY: the device is one of the driver's.
    let attribute = |a: Attribute| unsafe { device::get_attribute(device, a) }.map_err(no_driver);
    let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let has_pools = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? != 0;
    let capability = 10 * major + minor;
    let properties = properties(device, capability).map_err(no_driver)?;
    let info = DeviceInfo::new(format!("cuda:{ordinal}"), &properties);
    Ok(Found {
        driver: CudaDriver {
            ordinal,
            device,
            target: Target::of(capability)?,
        },
        compiler: compiler.to_string(),
        has_pools,
        info,
        properties,
    })
}

fn properties(device: CUdevice, capability: i32) -> DriverResult<Properties> {
    // SAFETY: the device is one of the driver's.
    let attribute = |a: Attribute| unsafe { device::get_attribute(device, a) }.map(|n| n as usize);
    let warp = attribute(Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE)?;
    Ok(Properties {
        description: device::get_name(device)?,
        architecture: format!("sm_{capability}"),
        is_gpu: true,
        // SAFETY: as above.
        memory_bytes: unsafe { device::total_mem(device) }? as u64,
        max_group_size: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        max_scratch_bytes: attribute(
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
        )?,
        natural_width: warp,
        compute_units: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        has_f64: true,
        has_atomic64: true,
        sub_group_sizes: vec![warp],
    })
}
