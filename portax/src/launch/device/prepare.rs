//! From a checked launch to one that is ready for its device.

use super::{
    command::{DeviceLaunch, Work},
    compile::compile,
};
use crate::{
    backend::{Arg, Device, Grid, Module},
    config,
    error::{Error, Result},
    ir::{Program, ScratchArray, ViewPlace, render::RenderOptions},
    launch::{
        Prepared,
        check::{CheckedLaunch, check_group, check_limits, view_label},
        uses,
    },
    policy::Hints,
    space::{Guarded, Instance, memory::Allocation},
};
use std::sync::Arc;

/// Compiles the launch's program for the grid and prepares it. Groups of a box may have a tile of it each.
pub(crate) fn prepare(
    instance: &Arc<Instance>,
    launch: CheckedLaunch,
    grid: Grid,
    tile: &[usize],
    hints: Hints,
) -> Result<Prepared> {
    let device = instance.device();
    check_limits(device, &launch, grid)?;
    let options = RenderOptions {
        wide: launch.findings.wide,
        wraps: launch.findings.wraps,
        cuts: launch.findings.cuts,
        guarded: if launch.is_guarded() {
            launch.findings.guarded.clone()
        } else {
            Vec::new()
        },
        watches_nan: config::watches_nan(),
        aliased: launch.aliased(),
        group_size: Some(grid.group_size),
        tile: tile.to_vec(),
        sub_groups: has_sub_groups(device, grid.group_size[0]),
        registers: hints.registers,
        early_next: hints.early_next,
        ..RenderOptions::default()
    };
    let program = launch.recorded.program();
    let module = launch
        .recorded
        .module(&options, || compile(&**device, program, &options))?;
    check_group(device, &launch.label, grid, &module)?;
    let reports = options.has_fault() || !program.messages.is_empty();
    let guarded = reports.then(|| Arc::new(describe(&launch)));
    let report = match &guarded {
        Some(guarded) => Some((instance.faults().buffer()?, guarded.number())),
        None => None,
    };
    let scratch = large_scratch(instance, program, grid)?;
    let mut arguments = launch.device_arguments(&scratch, report)?;
    if let (Some((buffer, number)), true) = (report, options.has_fault()) {
        arguments.extend([Arg::Buffer(buffer), Arg::I32(number)]);
    }
    let scratch: Vec<_> = scratch.into_iter().flatten().collect();
    let mut uses = uses(&launch);
    uses.extend(scratch.iter().map(|memory| (memory.clone(), true)));
    let ready = DeviceLaunch::new(work(device, module, grid, arguments)?, &uses, guarded)
        .with_scratch(scratch);
    Ok(Prepared::on_device(
        instance,
        &launch.label,
        Arc::new(ready),
        uses,
    ))
}

/// Memory for each array of large scratch, of all teams.
fn large_scratch(
    instance: &Arc<Instance>,
    program: &Program,
    grid: Grid,
) -> Result<Vec<Option<Arc<Allocation>>>> {
    let memory = |array: &ScratchArray| {
        let bytes = (array.bytes(grid.group_size)).saturating_mul(grid.groups);
        Allocation::on_device(instance, "large scratch", bytes)
    };
    let memory = |array: &ScratchArray| array.is_large.then(|| memory(array)).transpose();
    program.scratch.iter().map(memory).collect()
}

fn work(device: &Arc<dyn Device>, module: Module, grid: Grid, arguments: Vec<Arg>) -> Result<Work> {
    if grid.groups == 0 {
        return Ok(Work::Nothing);
    }
    Ok(match device.encode(&module, grid, &arguments)? {
        Some(command) => Work::Command(command),
        None => Work::Arguments {
            module,
            grid,
            arguments,
        },
    })
}

/// The launch as an error would tell of it.
fn describe(launch: &CheckedLaunch) -> Guarded {
    let program = launch.recorded.program();
    let known = |v: usize| launch.arguments.views.get(v).map(|v| v.extents.clone());
    let extents = |v: usize| match &program.views[v].place {
        ViewPlace::Buffer(_) => known(v).unwrap_or_default(),
        ViewPlace::Scratch(_, extents) => extents.clone(),
        ViewPlace::Local(array) => vec![program.locals[*array as usize].len()],
        ViewPlace::Report(_) => Vec::new(),
    };
    let views = (0..program.views.len()).map(|v| {
        let label = view_label(program, &launch.arguments, v);
        (label, extents(v))
    });
    Guarded::new(&launch.label, launch.recorded.clone(), views.collect())
}

/// Whether so many lanes form a sub-group.
pub(crate) fn has_sub_groups(device: &Arc<dyn Device>, lanes: usize) -> bool {
    device.properties().sub_group_sizes.contains(&lanes)
}

/// Prepares for groups of `size` parts, or of as many as its compiled kernel takes.
pub(crate) fn prepare_fitting<T>(size: usize, prepare: impl Fn(usize) -> Result<T>) -> Result<T> {
    match prepare(size) {
        Err(Error::KernelGroup { found, limit, .. }) if size > 1 => {
            prepare_fitting((size * limit / found).clamp(1, size - 1), prepare)
        }
        result => result,
    }
}
