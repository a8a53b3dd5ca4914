//! An opened device.

use crate::{
    compile::Compiler,
    error::check,
    probe::{self, Found},
};
use opencl3::{
    command_queue::{CL_QUEUE_PROFILING_ENABLE, CommandQueue},
    context::Context,
    device::Device as Id,
    program::Program,
};
use portax::{
    backend::{Arg, Buffer, Device, Grid, Inspection, Module, Pinned, Properties, Source, Streams},
    cache::Cache,
    error::Result,
    ir::render::Dialect,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

/// A device: one context with the programs compiled so far, which its forks share, and one in-order queue.
pub struct OpenCl {
    pub(crate) name: String,
    pub(crate) id: Id,
    pub(crate) properties: Properties,
    pub(crate) max_alloc_bytes: u64,
    pub(crate) compiler: Compiler,
    pub(crate) context: Arc<Context>,
    pub(crate) queue: CommandQueue,
    pub(crate) cache: Arc<Cache>,
    /// Device and driver with their versions, a part of the key of each cache entry.
    pub(crate) driver: String,
    /// Compiled programs by options and source text.
    pub(crate) programs: Arc<Mutex<HashMap<String, Arc<Program>>>>,
    /// Zeroes buffers, compiled at first use.
    pub(crate) zero: OnceLock<Module>,
    /// Buffers behind page-locked memory, by address.
    pub(crate) pinned: Arc<Mutex<HashMap<usize, u64>>>,
}

impl OpenCl {
    /// Opens a device that keeps what it compiles in `cache`; its name is its first alias, which says what it is as its
    /// number does not. Lanes form sub-groups where `sub_groups` says so and the device has them.
    pub(crate) fn open(found: &Found, cache: Arc<Cache>, sub_groups: bool) -> Result<OpenCl> {
        let mut properties = found.properties.clone();
        if !sub_groups {
            properties.sub_group_sizes.clear();
        }
        let name = found
            .info
            .aliases
            .first()
            .unwrap_or(&found.info.name)
            .clone();
        let _alone = probe::opening();
        let context = check(
            &name,
            "opening a context",
            Context::from_device(&found.device),
        )?;
        Ok(OpenCl {
            queue: open_queue(&name, &context, found.device)?,
            cache,
            driver: check(&name, "asking for versions", versions(&found.device))?,
            name,
            id: found.device,
            properties,
            max_alloc_bytes: found.max_alloc_bytes,
            compiler: found.compiler,
            context: Arc::new(context),
            programs: Arc::default(),
            zero: OnceLock::new(),
            pinned: Arc::default(),
        })
    }
}

/// An in-order queue that times its events.
pub(crate) fn open_queue(name: &str, context: &Context, device: Id) -> Result<CommandQueue> {
    // SAFETY: the device is the one that the context was made for.
    let queue = unsafe { CommandQueue::create(context, device.id(), CL_QUEUE_PROFILING_ENABLE) };
    check(name, "opening a queue", queue)
}

fn versions(device: &Id) -> opencl3::Result<String> {
    Ok(format!(
        "{}, driver {}",
        device.version()?,
        device.driver_version()?
    ))
}

impl Device for OpenCl {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn dialect(&self) -> &'static Dialect {
        self.compiler.dialect()
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

    fn largest_group(&self, module: &Module) -> Option<usize> {
        Some(self.own_kernel(module).ok()?.max_group_size)
    }

    fn fence(&self) -> Result<()> {
        check(&self.name, "waiting for launches", self.queue.finish())
    }

    fn streams(&self) -> Option<&dyn Streams> {
        Some(self)
    }

    fn pinned(&self) -> Option<&dyn Pinned> {
        Some(self)
    }

    fn inspect(&self, source: &Source, module: &Module) -> Result<Inspection> {
        self.inspect_kernel(source, module)
    }
}
