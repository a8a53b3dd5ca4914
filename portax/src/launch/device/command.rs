//! Launches that are ready for their device.

use crate::{
    backend::{Arg, Buffer, Command, Device, Grid, Module, Step},
    error::Result,
    space::{Guarded, Instance, Repeat, memory::Allocation},
};
use std::sync::{Arc, Weak};

/// A launch that is ready for its device: arguments laid out, nothing left to check. It does not keep its views alive, but
/// memory of its own.
pub(crate) struct DeviceLaunch {
    work: Work,
    /// What it uses, and whether it writes that
    uses: Vec<(Weak<Allocation>, bool)>,
    guarded: Option<Arc<Guarded>>,
    /// Large scratch, which no view of the launch is
    scratch: Vec<Arc<Allocation>>,
}

type Uses = [(Arc<Allocation>, bool)];

/// What the device is given.
pub(super) enum Work {
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
    pub(super) fn new(work: Work, uses: &Uses, guarded: Option<Arc<Guarded>>) -> Self {
        let weak = |(a, writes): &(Arc<Allocation>, bool)| (Arc::downgrade(a), *writes);
        DeviceLaunch {
            work,
            uses: uses.iter().map(weak).collect(),
            guarded,
            scratch: Vec::new(),
        }
    }

    /// With large scratch, which it uses and keeps.
    pub(super) fn with_scratch(self, scratch: Vec<Arc<Allocation>>) -> Self {
        DeviceLaunch { scratch, ..self }
    }

    /// Whether a program may remember it: what has memory of its own would hold that for good.
    pub(super) fn is_light(&self) -> bool {
        self.scratch.is_empty()
    }

    /// A copy to the first of two allocations from the second.
    pub(crate) fn copy(uses: &Uses) -> Self {
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
    pub(crate) fn zero(uses: &Uses) -> Self {
        let to = uses.first().and_then(|u| u.0.instance());
        let work = to.map_or(Work::Nothing, |(_, buffer)| Work::Zero(buffer));
        Self::new(work, uses, None)
    }

    /// Whether it has no iterations.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.work, Work::Nothing)
    }

    /// As a step of a graph, if the device lays it out.
    pub(crate) fn step(&self) -> Option<Step<'_>> {
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
    pub(crate) unsafe fn launch(&self, instance: &Instance) -> Result<()> {
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
    pub(crate) fn order(&self, device: &Arc<dyn Device>) -> Result<()> {
        self.uses
            .iter()
            .filter_map(|(allocation, writes)| Some((allocation.upgrade()?, writes)))
            .try_for_each(|(allocation, writes)| allocation.order().next(device, *writes))
    }

    /// The launch, if it may fault.
    pub(crate) fn guarded(&self) -> &[Arc<Guarded>] {
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
