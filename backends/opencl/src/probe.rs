//! Which devices there are, what they are called, and what they can do.

use crate::{compile::Compiler, error::unavailable};
use opencl3::{
    device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, Device},
    platform::{Platform, get_platforms},
};
use portax::{backend::Properties, error::Result, registry::DeviceInfo};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

/// Words in the name of a platform or of its vendor, and what its devices are called.
const VENDORS: [(&str, &str); 8] = [
    ("portable computing language", "pocl"),
    ("pocl", "pocl"),
    ("rusticl", "rusticl"),
    ("nvidia", "nvidia"),
    ("intel", "intel"),
    ("advanced micro devices", "amd"),
    ("amd ", "amd"),
    ("apple", "apple"),
];

/// A device that can be opened.
pub struct Found {
    /// OpenCL's handle.
    pub device: Device,
    /// Name of its platform.
    platform: String,
    /// What its devices are called, of known platforms.
    vendor: Option<&'static str>,
    /// Names.
    pub info: DeviceInfo,
    /// Limits.
    pub properties: Properties,
    /// Bytes of the largest single allocation.
    pub max_alloc_bytes: u64,
    /// Whose compiler it has.
    pub compiler: Compiler,
}

impl AsRef<DeviceInfo> for Found {
    fn as_ref(&self) -> &DeviceInfo {
        &self.info
    }
}

/// The devices of this process, looked for once, by one thread.
///
/// # Errors
/// There is no OpenCL.
pub fn found() -> Result<&'static [Found]> {
    static FOUND: OnceLock<Result<Vec<Found>>> = OnceLock::new();
    FOUND.get_or_init(find).as_deref().map_err(Clone::clone)
}

/// Held while a device is opened. Drivers initialise themselves at the first calls and not all of them guard that:
/// PoCL 3.1 reports no devices, or crashes, if two threads make their first call at once.
pub fn opening() -> MutexGuard<'static, ()> {
    static OPENING: Mutex<()> = Mutex::new(());
    OPENING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Every usable device, GPUs first, then by the name of the platform: the loader's own order is not stable.
fn find() -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for platform in get_platforms().map_err(unavailable)? {
        let title = platform.name().unwrap_or_default();
        let vendor = vendor(&title).or_else(|| vendor(&platform.vendor().unwrap_or_default()));
        found.extend(
            devices(&platform)
                .into_iter()
                .filter_map(|device| describe(device, &title, vendor).ok()),
        );
    }
    found.sort_by_cached_key(|f| (!f.info.is_gpu, f.platform.clone()));
    name_all(&mut found);
    Ok(found)
}

fn devices(platform: &Platform) -> Vec<Device> {
    let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default();
    let devices = ids.into_iter().map(Device::new);
    devices
        .filter(|d| d.available().unwrap_or(false) && d.compiler_available().unwrap_or(false))
        .collect()
}

fn vendor(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase() + " ";
    VENDORS
        .iter()
        .find(|(word, _)| text.contains(word))
        .map(|&(_, name)| name)
}

/// Numbers the devices and gives the `k`-th of a vendor the aliases `opencl:vendor:k` and, if first, `opencl:vendor`.
fn name_all(found: &mut [Found]) {
    let mut count = HashMap::new();
    for (number, found) in found.iter_mut().enumerate() {
        found.info.name = format!("opencl:{number}");
        if let Some(vendor) = found.vendor {
            let rank = count.entry(vendor).and_modify(|n| *n += 1).or_insert(0);
            let first = (*rank == 0).then(|| format!("opencl:{vendor}"));
            found.info.aliases = first
                .into_iter()
                .chain([format!("opencl:{vendor}:{rank}")])
                .collect();
        }
    }
}

fn describe(
    device: Device,
    platform: &str,
    vendor: Option<&'static str>,
) -> opencl3::Result<Found> {
    let properties = properties(&device, platform, vendor)?;
    let info = DeviceInfo::new("", &properties);
    let max_alloc_bytes = device.max_mem_alloc_size()?;
    let compiler = match vendor {
        Some("intel") if properties.is_gpu => Compiler::IntelGpu,
        Some("nvidia") => Compiler::Nvidia,
        Some("pocl") => Compiler::Pocl,
        _ => Compiler::Other,
    };
    Ok(Found {
        compiler,
        device,
        platform: platform.to_string(),
        vendor,
        info,
        properties,
        max_alloc_bytes,
    })
}

fn properties(
    device: &Device,
    platform: &str,
    vendor: Option<&str>,
) -> opencl3::Result<Properties> {
    let extensions = device.extensions()?;
    let has = |name: &str| extensions.split_whitespace().any(|e| e == name);
    let is_gpu = device.dev_type()? & CL_DEVICE_TYPE_GPU != 0;
    Ok(Properties {
        description: format!("{} ({platform})", device.name()?.trim()),
        architecture: architecture(vendor, is_gpu),
        is_gpu,
        memory_bytes: device.global_mem_size()?,
        max_group_size: device.max_work_group_size()?,
        max_scratch_bytes: device.local_mem_size()? as usize,
        natural_width: natural_width(device, is_gpu, vendor),
        compute_units: device.max_compute_units()? as usize,
        has_f64: has("cl_khr_fp64") || device.double_fp_config().is_ok_and(|config| config != 0),
        has_atomic64: has("cl_khr_int64_base_atomics"),
        sub_group_sizes: match has_shuffles(has) {
            true => sub_group_sizes(device),
            false => Vec::new(),
        },
    })
}

/// Architecture, by vendor and kind: OpenCL has no name for it.
fn architecture(vendor: Option<&str>, is_gpu: bool) -> String {
    let kind = if is_gpu { "gpu" } else { "cpu" };
    format!("{}-{kind}", vendor.unwrap_or("opencl"))
}

/// Whether a kernel can demand the size of its sub-groups, and their lanes can read each other's values.
fn has_shuffles(has: impl Fn(&str) -> bool) -> bool {
    has("cl_intel_required_subgroup_size")
        && (has("cl_intel_subgroups") || has("cl_khr_subgroup_shuffle"))
}

/// `CL_DEVICE_SUB_GROUP_SIZES_INTEL`, a list of `size_t`.
const SUB_GROUP_SIZES: u32 = 0x4108;

/// Vector lengths that sub-groups may have: powers of two.
fn sub_group_sizes(device: &Device) -> Vec<usize> {
    let bytes = device.get_data(SUB_GROUP_SIZES).unwrap_or_default();
    let (sizes, _) = bytes.as_chunks();
    let sizes = sizes.iter().map(|&size| usize::from_ne_bytes(size));
    sizes.filter(|size| size.is_power_of_two()).collect()
}

/// The warp or wavefront; of CPUs the f64 lanes of the widest registers.
fn natural_width(device: &Device, is_gpu: bool, vendor: Option<&str>) -> usize {
    match vendor {
        _ if !is_gpu => 8,
        Some("nvidia") => device.wrap_size_nv().unwrap_or(32) as usize,
        Some("amd") => device.wavefront_width_amd().unwrap_or(64) as usize,
        Some("intel") => 16,
        _ => 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub_groups_need_a_size_on_demand_and_shuffles() {
        let shuffles = |extensions: &[&str]| has_shuffles(|name| extensions.contains(&name));
        let [size, intel, khronos] = [
            "cl_intel_required_subgroup_size",
            "cl_intel_subgroups",
            "cl_khr_subgroup_shuffle",
        ];
        assert!(shuffles(&[size, intel]) && shuffles(&[khronos, size]));
        assert!(!shuffles(&[size]) && !shuffles(&[intel, khronos, "cl_khr_subgroups"]));
    }

    #[test]
    fn devices_are_tuned_for_by_vendor_and_kind() {
        assert_eq!(architecture(Some("intel"), true), "intel-gpu");
        assert_eq!(architecture(None, false), "opencl-cpu");
    }

    #[test]
    fn platforms_are_recognised() {
        for (text, name) in [
            ("Portable Computing Language", Some("pocl")),
            ("Intel(R) OpenCL Graphics", Some("intel")),
            ("NVIDIA CUDA", Some("nvidia")),
            ("AMD Accelerated Parallel Processing", Some("amd")),
            ("Advanced Micro Devices, Inc.", Some("amd")),
            ("Clover", None),
        ] {
            assert_eq!(vendor(text), name, "{text}");
        }
    }
}
