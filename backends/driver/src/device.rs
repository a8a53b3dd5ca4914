//! An opened device.

use crate::{Context, Driver, Found, Outcome, error::failed, stream::Stream};
use portax::{
    backend::{
        Arg, Buffer, Command, Device, Graphs, Grid, Inspection, Module, Peers, Pinned, Properties,
        Source, Streams, ToolDevice,
    },
    cache::Cache,
    error::Result,
    ir::render::Dialect,
};
use std::{fmt::Display, sync::Arc};

/// A device: its context, which its forks share, and one stream.
pub struct Gpu<D: Driver> {
    pub(crate) name: String,
    pub(crate) properties: Properties,
    pub(crate) stream: Arc<Stream<D>>,
    pub(crate) cache: Arc<Cache>,
    /// Run-time compiler and driver with their versions, a part of the key of each cache entry.
    pub(crate) compiler: String,
}

impl<D: Driver> Gpu<D> {
    /// Opens a device that keeps what it compiles in `cache`.
    pub(crate) fn open(found: &Found<D>, cache: Arc<Cache>) -> Result<Gpu<D>> {
        let name = found.info.name.clone();
        let driver = &found.driver;
        let stream = Context::open(driver.clone(), found.has_pools)
            .and_then(|context| Stream::new(&Arc::new(context)));
        let failed = |code| failed(&name, D::OPENING, driver.reason(code));
        Ok(Gpu {
            stream: stream.map_err(failed)?,
            compiler: found.compiler.clone(),
            cache,
            name,
            properties: found.properties.clone(),
        })
    }

    /// What its streams share.
    #[inline]
    pub fn context(&self) -> &Arc<Context<D>> {
        self.stream.context()
    }

    /// A result of the driver as a result of portax.
    pub(crate) fn check<T>(&self, operation: impl Display, outcome: Outcome<D, T>) -> Result<T> {
        self.context().check(&self.name, operation, outcome)
    }

    /// Makes this device current and passes its stream to a call of the driver.
    pub(crate) fn drive<T>(
        &self,
        operation: impl Display,
        call: impl FnOnce(&D, D::Stream) -> Outcome<D, T>,
    ) -> Result<T> {
        let driver = self.stream.driver();
        let done = self.stream.bind().and_then(|stream| call(driver, stream));
        self.check(operation, done)
    }
}

impl<D: Driver> Device for Gpu<D> {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn dialect(&self) -> &'static Dialect {
        D::DIALECT
    }

    fn alloc(&self, bytes: usize) -> Result<Buffer> {
        self.create_buffer(bytes)
    }

    unsafe fn free(&self, buffer: Buffer) {
        // SAFETY: the caller's promise.
        unsafe { self.release_buffer(buffer) }
    }

    unsafe fn foreign(&self, address: u64, bytes: usize) -> Option<Buffer> {
        let handle = address;
        Some(Buffer { handle, bytes })
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
        self.check("waiting for the device", self.stream.fence())
    }

    fn encode(
        &self,
        module: &Module,
        grid: Grid,
        args: &[Arg],
    ) -> Result<Option<Box<dyn Command>>> {
        Ok(Some(Box::new(self.encode_launch(module, grid, args)?)))
    }

    fn graphs(&self) -> Option<&dyn Graphs> {
        Some(self)
    }

    fn streams(&self) -> Option<&dyn Streams> {
        Some(self)
    }

    fn pinned(&self) -> Option<&dyn Pinned> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }

    fn inspect(&self, source: &Source, module: &Module) -> Result<Inspection> {
        self.inspect_kernel(source, module)
    }

    fn tool_device(&self) -> ToolDevice {
        self.stream.driver().tool_device()
    }
}
