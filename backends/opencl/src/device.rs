//! An opened device.

use crate::{dialect::OPENCL, error::check, probe::Found};
use opencl3::{
    command_queue::CommandQueue, context::Context, device::Device as Id, program::Program,
};
use portax::{
    backend::{Arg, Buffer, Device, Grid, Module, Properties, Source},
    error::Result,
    ir::render::Dialect,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// A device with one context, one in-order queue and the programs compiled so far.
pub struct OpenCl {
    pub(crate) name: String,
    pub(crate) id: Id,
    pub(crate) properties: Properties,
    pub(crate) max_alloc_bytes: u64,
    pub(crate) context: Context,
    pub(crate) queue: CommandQueue,
    /// By source text.
    pub(crate) programs: Mutex<HashMap<String, Arc<Program>>>,
}

impl OpenCl {
    /// Opens a device; it is called by its first alias, which unlike its number says what it is.
    pub(crate) fn open(found: &Found) -> Result<OpenCl> {
        let name = found
            .info
            .aliases
            .first()
            .unwrap_or(&found.info.name)
            .clone();
        let context = check(
            &name,
            "opening a context",
            Context::from_device(&found.device),
        )?;
        // SAFETY: the device is the one that the context was made for.
        let queue = unsafe { CommandQueue::create(&context, found.device.id(), 0) };
        Ok(OpenCl {
            queue: check(&name, "opening a queue", queue)?,
            name,
            id: found.device,
            properties: found.properties.clone(),
            max_alloc_bytes: found.max_alloc_bytes,
            context,
            programs: Mutex::default(),
        })
    }
}

impl Device for OpenCl {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn dialect(&self) -> &'static Dialect {
        &OPENCL
    }

    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        self.create_buffer(bytes)
    }

    unsafe fn free(&self, buffer: Buffer) {
        // SAFETY: the caller's promise.
        unsafe { self.release_buffer(buffer) }
    }

    unsafe fn zero(&self, buffer: Buffer) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.zero_buffer(buffer) }
    }

    unsafe fn copy_in(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.write_buffer(to, offset, data) }
    }

    unsafe fn copy_out(&self, from: Buffer, offset: usize, data: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.read_buffer(from, offset, data) }
    }

    unsafe fn copy_within(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.copy_buffer(from, to, bytes) }
    }

    fn compile(&self, source: &Source) -> Result<Module> {
        self.compile_kernel(source)
    }

    unsafe fn launch(&self, module: &Module, grid: Grid, args: &[Arg]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.launch_kernel(module, grid, args) }
    }

    fn fence(&self) -> Result<()> {
        check(&self.name, "waiting for launches", self.queue.finish())
    }
}
