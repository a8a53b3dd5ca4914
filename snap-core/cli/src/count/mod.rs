//! What kernels do, counted: a device that runs recorded programs on their real data, statement by statement, and notes
//! operations and bytes of every launch. Trip counts are those of the launch, whatever they depend on.
//!
//! Bytes are counted at three levels. *Registers*: each load, store and update of memory or scratch, exactly. *Group*: what
//! the work items of a group touch of views, each byte once: what has to come from beyond a cache (or scratch) that one group
//! has for itself. *Launch*: what a launch touches of views, each byte once: the compulsory traffic of memory.

mod counts;
mod group;
mod run;
#[cfg(test)]
mod tests;
mod touched;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use portax::backend::{Arg, Buffer, Device, Grid, Module, Properties, Source};
use portax::ir::Program;
use portax::space::Engine;
use portax::{Error, Result, Space};

pub use counts::Counts;

/// Most memory of the device.
const MEMORY: u64 = 8 << 30;
/// Work items of a group, at most.
const GROUP: usize = 1024;

/// A launch: its kernel, and what it did.
#[derive(Clone, Debug)]
pub struct Launch {
    pub kernel: String,
    pub counts: Counts,
}

/// A recorded program, and which accesses are checked.
struct Kernel {
    program: Program,
    options: portax::ir::render::RenderOptions,
}

/// Memory of the device by handle, and its launches so far.
#[derive(Default)]
struct State {
    buffers: Vec<Vec<u8>>,
    launches: Vec<Launch>,
}

/// The device.
pub struct Counter {
    properties: Properties,
    state: Mutex<State>,
}

impl Counter {
    /// A device whose vectors and scratch are those of a space, so that stages are mapped to it in the same way.
    pub fn like(space: &Space) -> Arc<Self> {
        let properties = match space.engine() {
            Engine::Device(device) => device.properties().clone(),
            Engine::Host(_) => Properties {
                description: String::new(),
                architecture: space.architecture().into(),
                is_gpu: false,
                memory_bytes: MEMORY,
                max_group_size: GROUP,
                max_scratch_bytes: space.scratch_limit(),
                natural_width: space.natural_width(),
                compute_units: space.concurrency(),
                has_f64: true,
                has_atomic64: true,
                sub_group_sizes: vec![],
            },
        };
        Arc::new(Self {
            properties: Properties {
                description: "counts operations and bytes".into(),
                memory_bytes: MEMORY,
                // Lanes join through scratch.
                sub_group_sizes: vec![],
                ..properties
            },
            state: Mutex::default(),
        })
    }

    /// The device as a space.
    pub fn space(self: &Arc<Self>) -> Space {
        Space::device(self.clone())
    }

    /// The launches since the last call.
    pub fn launches(&self) -> Vec<Launch> {
        std::mem::take(&mut self.state().launches)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Device for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        if bytes as u64 > MEMORY {
            return Err(Error::OutOfMemory {
                label: String::new(),
                bytes,
                space: self.name().into(),
                reason: format!("it has {MEMORY} bytes"),
            });
        }
        let buffers = &mut self.state().buffers;
        buffers.push(vec![0; bytes]);
        let handle = buffers.len() as u64 - 1;
        Ok(Buffer { handle, bytes })
    }

    unsafe fn free(&self, buffer: Buffer) {
        self.state().buffers[buffer.handle as usize] = vec![];
    }

    unsafe fn copy_in(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()> {
        self.state().buffers[to.handle as usize][offset..][..data.len()].copy_from_slice(data);
        Ok(())
    }

    unsafe fn copy_out(&self, from: Buffer, offset: usize, data: &mut [u8]) -> Result<()> {
        data.copy_from_slice(&self.state().buffers[from.handle as usize][offset..][..data.len()]);
        Ok(())
    }

    unsafe fn copy_within(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        let buffers = &mut self.state().buffers;
        let data = buffers[from.handle as usize][..bytes].to_vec();
        buffers[to.handle as usize][..bytes].copy_from_slice(&data);
        Ok(())
    }

    fn compile_program(&self, program: &Program, source: &Source) -> Result<Module> {
        Ok(Arc::new(Kernel {
            program: program.clone(),
            options: source.options.clone(),
        }))
    }

    unsafe fn launch(&self, module: &Module, grid: Grid, args: &[Arg]) -> Result<()> {
        let Some(kernel) = module.downcast_ref::<Kernel>() else {
            return Err(Error::Invalid("a kernel of another device".into()));
        };
        let state = &mut *self.state();
        let counts = run::launch(kernel, &mut state.buffers, grid, args)?;
        let name = &kernel.program.name;
        state.launches.push(Launch {
            kernel: name.strip_prefix("px_kernel_").unwrap_or(name).into(),
            counts,
        });
        Ok(())
    }

    fn fence(&self) -> Result<()> {
        Ok(())
    }
}
