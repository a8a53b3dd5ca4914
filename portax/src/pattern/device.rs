//! Launches on devices.

use super::{
    prepared::Prepared,
    validate::{Launch, view_label},
};
use crate::{
    backend::{Arg, Buffer, Device, Grid},
    error::{Error, Result},
    ir::{
        render::{FAULT_WORDS, RenderOptions},
        simplify,
    },
};
use std::sync::Arc;

/// Work items of a group in range launches.
pub(crate) const RANGE_GROUP: usize = 256;

/// Compiles the launch's program for the grid and prepares it.
pub(crate) fn prepare(
    device: &Arc<dyn Device>,
    launch: Launch,
    grid: Grid,
    registers: Option<u32>,
) -> Result<Prepared> {
    check_limits(device, &launch, grid)?;
    let options = RenderOptions {
        wide: launch.wide,
        guarded: if launch.guarded.contains(&true) {
            launch.guarded.clone()
        } else {
            Vec::new()
        },
        aliased: launch.aliased(),
        group_size: Some(grid.group_size),
        registers,
        ..RenderOptions::default()
    };
    let program = launch.recorded.program();
    let module = launch.recorded.module(&options, || {
        let simplified = simplify::simplify(program, &options);
        device.compile(&simplified.render(device.dialect(), &options))
    })?;
    let mut arguments = launch.device_arguments()?;
    let faults = options
        .has_fault()
        .then(|| Faults::new(device))
        .transpose()?;
    if let Some(faults) = &faults {
        arguments.push(Arg::Buffer(faults.buffer));
    }
    let device = device.clone();
    let (views, written) = (launch.arguments.views.clone(), launch.written.clone());
    Ok(Prepared::new(&views, &written, move || {
        if grid.groups == 0 {
            return Ok(());
        }
        if let Some(faults) = &faults {
            faults.clear()?;
        }
        // SAFETY: the arguments were made for this program's signature, `launch` keeps the views alive, and the access
        // summary, the bounds proof and the guards keep it inside them (or the kernel's author promised that).
        unsafe { device.launch(&module, grid, &arguments)? };
        match &faults {
            Some(faults) => faults.check(&launch),
            None => Ok(()),
        }
    }))
}

fn check_limits(device: &Arc<dyn Device>, launch: &Launch, grid: Grid) -> Result<()> {
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
            program.scratch_bytes(items),
            properties.max_scratch_bytes,
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
    let needs_f64 = program
        .values
        .iter()
        .any(|(ty, _)| matches!(ty, crate::ir::Ty::F64 | crate::ir::Ty::F64x2));
    if needs_f64 && !properties.has_f64 {
        return Err(Error::Unsupported {
            space: device.name().to_string(),
            feature: "f64",
            kernel: program.name.clone(),
            remedy: "use the f32 version of the functor",
        });
    }
    Ok(())
}

/// Where guarded accesses report.
struct Faults {
    device: Arc<dyn Device>,
    buffer: Buffer,
}

impl Faults {
    fn new(device: &Arc<dyn Device>) -> Result<Self> {
        Ok(Faults {
            device: device.clone(),
            buffer: device.alloc(FAULT_WORDS * 8)?,
        })
    }

    fn clear(&self) -> Result<()> {
        // SAFETY: the buffer is alive.
        unsafe { self.device.zero(self.buffer) }
    }

    /// The first fault of the launch as an error.
    fn check(&self, launch: &Launch) -> Result<()> {
        let mut bytes = [0; FAULT_WORDS * 8];
        // SAFETY: the buffer is alive and has this size.
        unsafe { self.device.copy_out(self.buffer, 0, &mut bytes)? };
        let word = |k: usize| i64::from_ne_bytes(std::array::from_fn(|b| bytes[8 * k + b]));
        if word(0) == 0 {
            return Ok(());
        }
        let program = launch.recorded.program();
        let access = &program.accesses[word(1) as usize];
        let extents = launch
            .arguments
            .views
            .get(access.view)
            .map(|v| v.extents.clone())
            .unwrap_or_default();
        Err(Error::OutOfBounds {
            launch: launch.label.clone(),
            view: view_label(program, &launch.arguments, access.view),
            indices: (0..access.indices.len()).map(|d| word(2 + d)).collect(),
            extents,
            location: access.location.to_string(),
        })
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        // SAFETY: allocated in `new`; the device frees it after launches that use it.
        unsafe { self.device.free(self.buffer) };
    }
}
