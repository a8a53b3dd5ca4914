//! Which devices there are and what they can do.

use crate::{
    driver::HipDriver,
    error::{DriverResult, reason, unavailable},
    hiprtc, library,
    sys::{HipLibrary, hipDeviceAttribute_t as Attribute},
};
use portax::{backend::Properties, error::Result, registry::DeviceInfo};
use portax_driver::Found;
use std::ffi::{CStr, c_char, c_int};

/// Every usable device, or why there is none. The compiler, which brings an LLVM, is loaded only if there is a device.
///
/// # Errors
/// There is no library, driver or device.
pub fn find() -> Result<Vec<Found<HipDriver>>> {
    let hip = library::hip().map_err(unavailable)?;
    let no_device = |code| unavailable(reason(hip, code));
    let count = count(hip).map_err(no_device)?;
    if count == 0 {
        return Err(unavailable(
            "HIP's runtime counts no device; check `rocminfo`",
        ));
    }
    let hiprtc = hiprtc::version().map_err(unavailable)?;
    let compiler = format!("hiprtc {hiprtc}, HIP {}", version(hip).map_err(no_device)?);
    let found = (0..count).map(|ordinal| describe(hip, ordinal, &compiler));
    found.collect::<DriverResult<_>>().map_err(no_device)
}

fn count(hip: &HipLibrary) -> DriverResult<c_int> {
    let mut count = 0;
    // SAFETY: the call writes one integer.
    unsafe {
        (hip.hipInit)(0).result()?;
        (hip.hipGetDeviceCount)(&mut count).result()?;
    }
    Ok(count)
}

/// The runtime's version: hiprtc is of the same ROCm, and its own number changes less often.
fn version(hip: &HipLibrary) -> DriverResult<c_int> {
    let mut version = 0;
    // SAFETY: the call writes one integer.
    unsafe { (hip.hipRuntimeGetVersion)(&mut version) }.result()?;
    Ok(version)
}

fn describe(
    hip: &'static HipLibrary,
    ordinal: c_int,
    compiler: &str,
) -> DriverResult<Found<HipDriver>> {
    let properties = properties(hip, ordinal)?;
    let pools = Attribute::hipDeviceAttributeMemoryPoolsSupported;
    let info = DeviceInfo::new(format!("hip:{ordinal}"), &properties);
    Ok(Found {
        driver: HipDriver {
            hip,
            ordinal,
            target: target(hip, ordinal, &properties.description)?,
        },
        compiler: compiler.to_string(),
        // Runtimes older than memory pools do not know this attribute.
        has_pools: attribute(hip, ordinal, pools).unwrap_or(0) != 0,
        info,
        properties,
    })
}

/// Major and minor number of the architecture and the name of the GPU, which tells its stepping: together all that the
/// code depends on but for the driver's modes.
fn target(hip: &HipLibrary, ordinal: c_int, name: &str) -> DriverResult<String> {
    let major = attribute(
        hip,
        ordinal,
        Attribute::hipDeviceAttributeComputeCapabilityMajor,
    )?;
    let minor = attribute(
        hip,
        ordinal,
        Attribute::hipDeviceAttributeComputeCapabilityMinor,
    )?;
    Ok(format!("hip gfx{major}.{minor} {name}"))
}

fn properties(hip: &HipLibrary, ordinal: c_int) -> DriverResult<Properties> {
    let attribute = |a: Attribute| attribute(hip, ordinal, a);
    let scratch_bytes = attribute(Attribute::hipDeviceAttributeMaxSharedMemoryPerBlock)?;
    let wavefront = attribute(Attribute::hipDeviceAttributeWarpSize)?;
    Ok(Properties {
        description: name(hip, ordinal)?,
        architecture: architecture(hip, ordinal)?,
        is_gpu: true,
        memory_bytes: memory(hip, ordinal)?,
        max_group_size: attribute(Attribute::hipDeviceAttributeMaxThreadsPerBlock)?,
        max_scratch_bytes: scratch_bytes,
        natural_width: natural_width(wavefront, scratch_bytes),
        compute_units: attribute(Attribute::hipDeviceAttributeMultiprocessorCount)?,
        has_f64: true,
        has_atomic64: true,
        sub_group_sizes: Vec::new(),
    })
}

/// Returns the name that ROCm's compilers have for the device, such as `gfx90a`, since attributes have no stepping; the
/// major and minor numbers if the runtime does not give the name.
fn architecture(hip: &HipLibrary, ordinal: c_int) -> DriverResult<String> {
    let mut properties = vec![0_u64; library::PROPERTIES_BYTES / 8];
    if let Some(get) = library::get_properties() {
        // SAFETY: the struct that the call writes is smaller, and needs no larger alignment.
        let _ = unsafe { get(properties.as_mut_ptr().cast(), ordinal) };
    }
    let properties: Vec<u8> = properties.into_iter().flat_map(u64::to_ne_bytes).collect();
    if let Some(name) = architecture_in(&properties) {
        return Ok(name);
    }
    let number = |a: Attribute| attribute(hip, ordinal, a);
    Ok(format!(
        "gfx{}.{}",
        number(Attribute::hipDeviceAttributeComputeCapabilityMajor)?,
        number(Attribute::hipDeviceAttributeComputeCapabilityMinor)?
    ))
}

/// The name in a `hipDeviceProp_t`, wherever the version has it: `gfx`, hexadecimal digits, and flags of the driver after a
/// colon or nothing.
fn architecture_in(properties: &[u8]) -> Option<String> {
    let starts = (0..properties.len()).filter(|&k| properties[k..].starts_with(b"gfx"));
    let digits = |start: usize| {
        let rest = &properties[start + 3..];
        let count = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let end = rest.get(count).copied().unwrap_or(0);
        (count >= 3 && matches!(end, 0 | b':')).then(|| &properties[start..start + 3 + count])
    };
    let name = starts.filter_map(digits).next()?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// Scratch that a lane should have: kernels with large work arrays take 1.5 KiB a lane.
const LANE_SCRATCH_BYTES: usize = 2 << 10;

/// The wavefront, or half of it where lanes would have little scratch: 32 of 64 lanes on gfx90a and gfx942, whose groups
/// have 64 KiB, all 64 on gfx950. Two threads of a team then share a wavefront, and lanes still read whole cache lines.
fn natural_width(wavefront: usize, scratch_bytes: usize) -> usize {
    match scratch_bytes / wavefront < LANE_SCRATCH_BYTES {
        true => wavefront.min(32),
        false => wavefront,
    }
}

fn attribute(hip: &HipLibrary, ordinal: c_int, attribute: Attribute) -> DriverResult<usize> {
    let mut value = 0;
    // SAFETY: the call writes one integer.
    unsafe { (hip.hipDeviceGetAttribute)(&mut value, attribute, ordinal) }.result()?;
    Ok(value as usize)
}

fn memory(hip: &HipLibrary, ordinal: c_int) -> DriverResult<u64> {
    let mut bytes = 0;
    // SAFETY: the call writes one size.
    unsafe { (hip.hipDeviceTotalMem)(&mut bytes, ordinal) }.result()?;
    Ok(bytes as u64)
}

fn name(hip: &HipLibrary, ordinal: c_int) -> DriverResult<String> {
    let mut name: [c_char; 256] = [0; 256];
    // SAFETY: the call writes no more than the length that it is given, less the zero that is there already.
    let name = unsafe {
        (hip.hipDeviceGetName)(name.as_mut_ptr(), name.len() as c_int - 1, ordinal).result()?;
        CStr::from_ptr(name.as_ptr())
    };
    Ok(name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::{architecture_in, natural_width};

    #[test]
    fn architectures_are_found_wherever_they_are() {
        let of = |text: &[u8]| architecture_in(&[&[0; 5], text, &[0; 9]].concat());
        assert_eq!(of(b"gfx90a:sramecc+:xnack-").as_deref(), Some("gfx90a"));
        assert_eq!(of(b"a gfx card\0\0\0gfx1030").as_deref(), Some("gfx1030"));
        assert_eq!(of(b"AMD Instinct"), None);
    }

    #[test]
    fn lanes_of_a_tile_have_scratch() {
        let gpus = [("gfx90a", 64, 64), ("gfx950", 64, 160), ("gfx1030", 32, 64)];
        let widths = gpus.map(|(_, wavefront, kib)| natural_width(wavefront, kib << 10));
        assert_eq!(widths, [32, 64, 32], "{gpus:?}");
    }
}
