//! What a space can run: sizes of groups, scratch, types.

use super::CheckedLaunch;
use crate::{
    backend::{Device, Grid, Module},
    error::{Error, Result},
    ir::{Program, Stmt, Ty, render::device_scratch_bytes, visit},
    space::{HOST_SCRATCH_LIMIT, Space},
};
use std::sync::Arc;

/// Refuses groups of a size that the compiled kernel does not take.
pub(crate) fn check_group(
    device: &Arc<dyn Device>,
    label: &str,
    grid: Grid,
    module: &Module,
) -> Result<()> {
    let found = grid.group_size[0] * grid.group_size[1];
    match device.largest_group(module) {
        Some(limit) if found > limit => Err(Error::KernelGroup {
            launch: label.to_string(),
            found,
            limit,
            space: device.name().to_string(),
        }),
        _ => Ok(()),
    }
}

/// Refuses more scratch than a thread of a host has.
///
/// # Errors
/// It has less.
pub(crate) fn check_scratch(label: &str, space: &str, bytes: usize) -> Result<()> {
    match bytes > HOST_SCRATCH_LIMIT {
        true => Err(Error::Limit {
            launch: label.to_string(),
            what: "team scratch in bytes",
            found: bytes,
            limit: HOST_SCRATCH_LIMIT,
            space: space.to_string(),
        }),
        false => Ok(()),
    }
}

/// Bytes of local arrays on the stack of a thread, for all lanes together: half of Rust's default thread stack.
const ARRAYS_ON_HOSTS: usize = 1 << 20;
/// The same on an OpenCL device that is a CPU, for all work items of a group: half of what Linux gives threads.
const ARRAYS_ON_CPU_DEVICES: usize = 4 << 20;

/// Refuses local arrays that a thread of a host has no room for.
///
/// # Errors
/// They are larger.
pub(crate) fn check_arrays(space: &Space, label: &str, program: &Program) -> Result<()> {
    match space.is_host() {
        true => {
            let limit = ARRAYS_ON_HOSTS / space.natural_width();
            arrays_fit(space.name(), label, program, limit)
        }
        false => Ok(()),
    }
}

fn arrays_fit(space: &str, label: &str, program: &Program, limit: usize) -> Result<()> {
    let found = program.array_bytes();
    match found > limit {
        true => Err(Error::Limit {
            launch: label.to_string(),
            what: "size of a lane's local arrays in bytes",
            found,
            limit,
            space: space.to_string(),
        }),
        false => Ok(()),
    }
}

/// Refuses groups whose work items have more than a thread has room for: smaller ones may fit.
fn arrays_fit_group(space: &str, launch: &CheckedLaunch, items: usize) -> Result<()> {
    let program = launch.recorded.program();
    let most = ARRAYS_ON_CPU_DEVICES / program.array_bytes().max(1);
    match most {
        0 => arrays_fit(space, &launch.label, program, ARRAYS_ON_CPU_DEVICES),
        limit if items > limit => Err(Error::KernelGroup {
            launch: launch.label.clone(),
            found: items,
            limit,
            space: space.to_string(),
        }),
        _ => Ok(()),
    }
}

/// Refuses groups that do not fit the device, and programs that need what it does not have.
///
/// # Errors
/// The first limit that is exceeded, or the feature that is lacking.
pub(crate) fn check_limits(
    device: &Arc<dyn Device>,
    launch: &CheckedLaunch,
    grid: Grid,
) -> Result<()> {
    let properties = device.properties();
    let items = grid.group_size[0] * grid.group_size[1];
    let program = launch.recorded.program();
    let checks = [
        (
            "team size times vector length",
            items,
            properties.max_group_size,
        ),
        (
            "team scratch in bytes",
            device_scratch_bytes(program, device.dialect(), grid.group_size),
            properties.max_scratch_bytes,
        ),
        (
            "large scratch of a team in bytes",
            program.large_scratch_bytes(grid.group_size),
            i32::MAX as usize,
        ),
    ];
    for (what, found, limit) in checks {
        if found > limit {
            return Err(Error::Limit {
                launch: launch.label.clone(),
                what,
                found,
                limit,
                space: device.name().to_string(),
            });
        }
    }
    if !properties.is_gpu {
        arrays_fit_group(device.name(), launch, items)?;
    }
    check_features(device, program)
}

/// Has the device what the program needs?
fn check_features(device: &Arc<dyn Device>, program: &Program) -> Result<()> {
    let properties = device.properties();
    let of_f64 = |ty: Ty| matches!(ty, Ty::F64 | Ty::F64x2);
    let mut updates_long = false;
    visit(&program.body, &mut |s| {
        if let Stmt::Atomic { value, .. } = s {
            updates_long |= program.ty(*value).bytes() == 8;
        }
    });
    let needs = [
        (
            "f64",
            properties.has_f64,
            program.values.iter().any(|(ty, _)| of_f64(*ty)),
            "use the f32 version of the functor",
        ),
        (
            "64-bit atomics, of which those of f64 are made",
            properties.has_atomic64,
            updates_long,
            "use atomics of 32 bits, or sum by a reduction",
        ),
    ];
    match needs.iter().find(|(_, has, needs, _)| *needs && !has) {
        None => Ok(()),
        Some(&(feature, _, _, remedy)) => Err(Error::Unsupported {
            space: device.name().to_string(),
            feature,
            kernel: program.name.clone(),
            remedy,
        }),
    }
}

/// A tile in scratch has the lanes of its team's vector.
///
/// # Errors
/// A tile of another width.
pub(crate) fn check_tiles(label: &str, program: &Program, vector: usize) -> Result<()> {
    match program.tile_widths.iter().find(|&&width| width != vector) {
        None => Ok(()),
        Some(width) => Err(Error::Invalid(format!(
            "launch `{label}`: its kernel takes a `scratch_tile` of width {width}, but the vector length is {vector}; \
             launch it with `TeamPolicy::vector_length({width})`, or make the tile {vector} wide"
        ))),
    }
}
