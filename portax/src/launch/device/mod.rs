//! Launches on devices.

pub(crate) mod collective;
mod compile;
pub(crate) mod repeat;

use crate::launch::check::Launch;
use crate::launch::check::view_label;
use crate::launch::device::compile::compile;
use crate::launch::prepared::Prepared;
use crate::launch::prepared::uses;
use crate::{
    backend::{Arg, Buffer, Command, Device, Grid, Module, Step},
    error::{Error, Result},
    ir::{
        Program, Stmt, Ty,
        render::{RenderOptions, ring_bytes},
        visit,
    },
    policy::Hints,
    space::{Guarded, Instance, Repeat},
    view::Allocation,
};
use std::sync::{Arc, Weak};

/// Work items of a group in range launches.
pub(crate) const RANGE_GROUP: usize = 256;

/// A launch that is ready for its device: arguments laid out, nothing left to check. It does not keep its views alive.
pub(crate) struct DeviceLaunch {
    work: Work,
    /// What it uses, and whether it writes that
    uses: Vec<(Weak<Allocation>, bool)>,
    guarded: Option<Arc<Guarded>>,
}

type Uses = [(Arc<Allocation>, bool)];

/// What the device is given.
enum Work {
    /// No iterations
    Nothing,
    Command(Box<dyn Command>),
    Copy {
        from: Buffer,
        to: Buffer,
        bytes: usize,
    },
    Zero(Buffer),
    /// Of a device that lays nothing out
    Arguments {
        module: Module,
        grid: Grid,
        arguments: Vec<Arg>,
    },
}

impl DeviceLaunch {
    fn new(work: Work, uses: &Uses, guarded: Option<Arc<Guarded>>) -> Self {
        let weak = |(a, writes): &(Arc<Allocation>, bool)| (Arc::downgrade(a), *writes);
        DeviceLaunch {
            work,
            uses: uses.iter().map(weak).collect(),
            guarded,
        }
    }

    /// A copy to the first of two allocations from the second.
    pub fn copy(uses: &Uses) -> Self {
        let [to, from] = [0, 1].map(|k| uses.get(k).and_then(|u| u.0.instance()));
        let work = match (to, from) {
            (Some((_, to)), Some((_, from))) => Work::Copy {
                from,
                to,
                bytes: to.bytes.min(from.bytes),
            },
            _ => Work::Nothing,
        };
        Self::new(work, uses, None)
    }

    /// Zeros for an allocation.
    pub fn zero(uses: &Uses) -> Self {
        let to = uses.first().and_then(|u| u.0.instance());
        let work = to.map_or(Work::Nothing, |(_, buffer)| Work::Zero(buffer));
        Self::new(work, uses, None)
    }

    /// Has it no iterations?
    pub fn is_nothing(&self) -> bool {
        matches!(self.work, Work::Nothing)
    }

    /// As a step of a graph, if the device lays it out.
    pub fn step(&self) -> Option<Step<'_>> {
        match &self.work {
            Work::Command(command) => Some(Step::Launch(&**command)),
            Work::Copy { from, to, bytes } => Some(Step::Copy {
                from: *from,
                to: *to,
                bytes: *bytes,
            }),
            Work::Zero(buffer) => Some(Step::Zero(*buffer)),
            Work::Nothing | Work::Arguments { .. } => None,
        }
    }

    /// Enqueues it after what other instances do with the same memory.
    ///
    /// # Safety
    /// The views that it was made for are alive, and `instance` is the one it was made for.
    #[inline]
    pub unsafe fn launch(&self, instance: &Instance) -> Result<()> {
        instance.enqueue(
            |device| self.order(device),
            || {
                instance.faults().during(self.guarded(), || {
                    // SAFETY: the caller's promise.
                    unsafe { self.enqueue(instance.device()) }
                })
            },
        )
    }

    /// Waits for other instances.
    pub fn order(&self, device: &Arc<dyn Device>) -> Result<()> {
        self.uses
            .iter()
            .filter_map(|(allocation, writes)| Some((allocation.upgrade()?, writes)))
            .try_for_each(|(allocation, writes)| allocation.order().next(device, *writes))
    }

    /// The launch, if it may fault.
    pub fn guarded(&self) -> &[Arc<Guarded>] {
        self.guarded.as_slice()
    }

    /// # Safety
    /// As for `launch`; the device is the instance's.
    unsafe fn enqueue(&self, device: &Arc<dyn Device>) -> Result<()> {
        match &self.work {
            Work::Nothing => Ok(()),
            // SAFETY: the caller's promise.
            Work::Command(command) => unsafe { command.enqueue() },
            // SAFETY: the buffers are alive by the caller's promise, differ and hold `bytes`.
            Work::Copy { from, to, bytes } => unsafe { device.copy_within(*from, *to, *bytes) },
            // SAFETY: the buffer is alive by the caller's promise.
            Work::Zero(buffer) => unsafe { device.zero(*buffer) },
            Work::Arguments {
                module,
                grid,
                arguments,
            } => {
                // SAFETY: the arguments were made for this program's signature, the views are alive by the caller's
                // promise, and the access summary, the bounds proof and the guards keep the program inside them (or the
                // kernel's author promised that).
                unsafe { device.launch(module, *grid, arguments) }
            }
        }
    }
}

impl Repeat for DeviceLaunch {
    #[inline]
    unsafe fn repeat(&self, instance: &Instance) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.launch(instance) }
    }
}

/// Compiles the launch's program for the grid and prepares it.
pub(crate) fn prepare(
    instance: &Arc<Instance>,
    launch: Launch,
    grid: Grid,
    hints: Hints,
) -> Result<Prepared> {
    let device = instance.device();
    check_limits(device, &launch, grid)?;
    let options = RenderOptions {
        wide: launch.wide,
        wraps: launch.wraps,
        guarded: if launch.guarded.contains(&true) {
            launch.guarded.clone()
        } else {
            Vec::new()
        },
        aliased: launch.aliased(),
        group_size: Some(grid.group_size),
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
    let guarded = options.has_fault().then(|| Arc::new(describe(&launch)));
    let mut arguments = launch.device_arguments()?;
    if let Some(guarded) = &guarded {
        arguments.push(Arg::Buffer(instance.faults().buffer()?));
        arguments.push(Arg::I32(guarded.number()));
    }
    let uses = uses(&launch.arguments.views, &launch.written, |_| true);
    let ready = DeviceLaunch::new(work(device, module, grid, arguments)?, &uses, guarded);
    Ok(Prepared::on_device(
        instance,
        &launch.label,
        Arc::new(ready),
        uses,
    ))
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
fn describe(launch: &Launch) -> Guarded {
    let program = launch.recorded.program();
    let views = (0..program.views.len()).map(|v| {
        let extents = launch.arguments.views.get(v).map(|v| v.extents.clone());
        let label = view_label(program, &launch.arguments, v);
        (label, extents.unwrap_or_default())
    });
    Guarded::new(&launch.label, launch.recorded.clone(), views.collect())
}

/// Do so many lanes form a sub-group?
pub(crate) fn has_sub_groups(device: &Arc<dyn Device>, lanes: usize) -> bool {
    device.properties().sub_group_sizes.contains(&lanes)
}

/// What a group is called that is too large for the registers of its kernel.
const KERNEL_GROUP: &str = "team size times vector length of this kernel";

/// Does the compiled kernel take groups of this size?
fn check_group(device: &Arc<dyn Device>, label: &str, grid: Grid, module: &Module) -> Result<()> {
    let found = grid.group_size[0] * grid.group_size[1];
    match device.largest_group(module) {
        Some(limit) if found > limit => Err(Error::Limit {
            launch: label.to_string(),
            what: KERNEL_GROUP,
            found,
            limit,
            space: device.name().to_string(),
        }),
        _ => Ok(()),
    }
}

/// Prepares for groups of `size` parts, or of as many as its compiled kernel takes.
pub(crate) fn prepare_fitting(
    size: usize,
    prepare: impl Fn(usize) -> Result<Prepared>,
) -> Result<Prepared> {
    match prepare(size) {
        Err(Error::Limit {
            what: KERNEL_GROUP,
            found,
            limit,
            ..
        }) if size > 1 => prepare_fitting((size * limit / found).clamp(1, size - 1), prepare),
        result => result,
    }
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
            program.scratch_bytes(items) + ring_bytes(program, device.dialect(), grid.group_size),
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
    check_features(device, program)
}

/// Has the device what the program needs?
fn check_features(device: &Arc<dyn Device>, program: &Program) -> Result<()> {
    let properties = device.properties();
    let of_f64 = |ty: Ty| matches!(ty, Ty::F64 | Ty::F64x2);
    let mut updates_f64 = false;
    visit(&program.body, &mut |s| {
        if let Stmt::Atomic { value, .. } = s {
            updates_f64 |= of_f64(program.ty(*value));
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
            updates_f64,
            "use atomics of f32, or sum by a reduction",
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
