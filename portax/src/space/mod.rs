//! Execution spaces with their memory.

mod event;
mod faults;
mod instance;
mod last;
pub(crate) mod memory;
mod programs;
mod results;

pub use event::Event;
pub(crate) use faults::Guarded;
pub(crate) use instance::{Instance, Order};
pub(crate) use last::Repeat;
pub(crate) use programs::Recorded;
pub(crate) use programs::{Body, Bytes, Findings, ProgramKey, Programs};
pub(crate) use results::{BLOCK, Block};

use crate::{
    backend::{Device, Host, ToolDevice},
    error::Result,
    layout::Storage,
    tools,
};
use std::sync::Arc;

/// Where kernels run and views live: host threads or a device. Cloning gives another handle of the same space.
///
/// Launches of one space run in order. Host launches return when they are done; launches on devices return at once, and
/// what fails later surfaces at [`fence`](Space::fence) and when data is copied out.
#[derive(Clone)]
pub struct Space {
    engine: Engine,
    programs: Arc<Programs>,
    on: On,
}

/// What takes launches.
#[derive(Clone)]
pub(crate) enum On {
    Host(Arc<dyn Host>),
    /// A queue of a device
    Device(Arc<Instance>),
}

/// What runs launches.
#[derive(Clone)]
pub enum Engine {
    /// Threads of this process
    Host(Arc<dyn Host>),
    /// A device with memory of its own
    Device(Arc<dyn Device>),
}

impl std::fmt::Debug for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Space `{}`", self.name())
    }
}

impl Space {
    /// A space of host threads.
    pub fn host(host: Arc<dyn Host>) -> Space {
        tools::start();
        Space {
            on: On::Host(host.clone()),
            engine: Engine::Host(host),
            programs: Arc::default(),
        }
    }

    /// A space of a device. Views of one are not for another: a program makes one of each device, as
    /// [`Registry::open`](crate::registry::Registry::open) does, and clones it.
    pub fn device(device: Arc<dyn Device>) -> Space {
        Self::first_of_instance(&Instance::first(device))
    }

    fn first_of_instance(instance: &Arc<Instance>) -> Space {
        tools::start();
        tools::remember(instance.device());
        Self::of_instance(instance)
    }

    /// A handle of an instance that has spaces already.
    pub(crate) fn of_instance(instance: &Arc<Instance>) -> Space {
        Space {
            engine: Engine::Device(instance.device().clone()),
            programs: instance.programs(),
            on: On::Device(instance.clone()),
        }
    }

    /// Another instance of the device, with a queue of its own (Kokkos' execution space instances): the same
    /// memory and kernels, and launches that may run at the same time as those of this one. Launches and copies that use
    /// the same views wait for each other. Host threads are one instance, which this gives again.
    ///
    /// # Errors
    /// A device with one queue, or what it reports.
    pub fn instance(&self) -> Result<Space> {
        match &self.on {
            On::Host(_) => Ok(self.clone()),
            On::Device(instance) => Ok(Self::first_of_instance(&instance.another()?)),
        }
    }

    pub(crate) fn on(&self) -> &On {
        &self.on
    }

    /// What runs launches.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether it is CPU threads of this process.
    pub fn is_host(&self) -> bool {
        matches!(self.engine, Engine::Host(_))
    }

    /// Whether it is a device that is a GPU.
    pub fn is_gpu(&self) -> bool {
        matches!(&self.engine, Engine::Device(device) if device.properties().is_gpu)
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.programs
    }

    /// Name by which the registry knows it.
    pub fn name(&self) -> &str {
        match &self.engine {
            Engine::Host(host) => host.name(),
            Engine::Device(device) => device.name(),
        }
    }

    /// What it is.
    pub fn description(&self) -> String {
        match &self.engine {
            Engine::Host(host) => {
                let (threads, executor) = (host.concurrency(), host.executor().name());
                let plural = if threads == 1 { "" } else { "s" };
                format!("{threads} thread{plural}, {executor}")
            }
            Engine::Device(device) => device.properties().description.clone(),
        }
    }

    /// What is tuned for: `avx512`, `avx2` or `lane`, or a device's [architecture](crate::backend::Properties::architecture).
    pub fn architecture(&self) -> &str {
        match &self.engine {
            Engine::Host(host) => host.executor().name(),
            Engine::Device(device) => &device.properties().architecture,
        }
    }

    /// Threads of a host space, compute units of a device.
    pub fn concurrency(&self) -> usize {
        match &self.engine {
            Engine::Host(host) => host.concurrency(),
            Engine::Device(device) => device.properties().compute_units,
        }
    }

    /// Width of a natural tile (`AoSoA` without argument) and of a vector where the policy leaves it open.
    pub fn natural_width(&self) -> usize {
        match &self.engine {
            Engine::Host(host) => host.executor().lanes(),
            Engine::Device(device) => device.properties().natural_width,
        }
    }

    /// How views are stored here.
    pub(crate) fn storage(&self) -> Storage {
        let split_complex = self.is_host();
        Storage {
            natural_width: self.natural_width(),
            split_complex,
        }
    }

    /// Bytes of team scratch that a kernel may take.
    pub fn scratch_limit(&self) -> usize {
        match &self.engine {
            Engine::Host(_) => HOST_SCRATCH_LIMIT,
            Engine::Device(device) => device.properties().max_scratch_bytes,
        }
    }

    /// Whether segments of tables (`view.segments`) are copied ahead of their use, which takes team scratch.
    pub fn copies_segments(&self) -> bool {
        match &self.engine {
            Engine::Host(_) => false,
            Engine::Device(device) => device.dialect().copy_ahead.is_some(),
        }
    }

    /// Waits for everything launched on this instance.
    ///
    /// # Errors
    /// What a launch before it did: [`Error::OutOfBounds`](crate::Error::OutOfBounds) with its label for an access that
    /// was checked on a device, or a device that failed.
    pub fn fence(&self) -> Result<()> {
        tools::fence(self.tool_device(), || match &self.on {
            On::Host(_) => Ok(()),
            On::Device(instance) => instance.fence(),
        })
    }

    /// How tools know what runs its launches.
    pub(crate) fn tool_device(&self) -> ToolDevice {
        match &self.engine {
            Engine::Host(_) => ToolDevice::HOST,
            Engine::Device(device) => device.tool_device(),
        }
    }

    /// The same, of which tools are not told, and which leaves the faults of launches to be found.
    pub(crate) fn settle(&self) -> Result<()> {
        match &self.engine {
            Engine::Host(_) => Ok(()),
            Engine::Device(device) => device.fence(),
        }
    }
}

/// Scratch of a CPU thread: beyond this it would leave every cache.
pub(crate) const HOST_SCRATCH_LIMIT: usize = 64 << 20;
