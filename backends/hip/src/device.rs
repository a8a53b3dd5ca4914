//! An opened device.

use crate::{
    context::Context,
    dialect::HIP,
    error::{DriverResult, check},
    probe::Found,
    stream::Stream,
    sys::{HipLibrary, hipStream_t},
};
use portax::{
    backend::{
        Arg, Buffer, Command, Device, Graphs, Grid, Inspection, Module, Pinned, Properties, Source,
        Streams, ToolDevice,
    },
    cache::Cache,
    error::Result,
    ir::render::Dialect,
};
use std::{fmt::Display, sync::Arc};

/// A device, which its forks share, and one stream.
pub struct Hip {
    pub(crate) name: String,
    pub(crate) properties: Properties,
    /// What the code of its kernels is for, as the cache knows it.
    pub(crate) target: String,
    pub(crate) stream: Arc<Stream>,
    pub(crate) cache: Arc<Cache>,
    /// hiprtc and runtime with their versions, a part of the key of each cache entry.
    pub(crate) compiler: String,
}

impl Hip {
    /// Opens a device that keeps what it compiles in `cache`.
    pub(crate) fn open(found: &Found, cache: Arc<Cache>) -> Result<Hip> {
        let name = found.info.name.clone();
        let stream = Context::open(found.hip, found.ordinal, found.has_pools)
            .and_then(|context| Stream::new(&Arc::new(context)));
        Ok(Hip {
            stream: check(found.hip, &name, "opening the device", stream)?,
            compiler: found.compiler.clone(),
            target: found.target.clone(),
            cache,
            name,
            properties: found.properties.clone(),
        })
    }

    /// Makes this device current and passes its stream to a call of the runtime.
    pub(crate) fn drive<T>(
        &self,
        operation: impl Display,
        call: impl FnOnce(&HipLibrary, hipStream_t) -> DriverResult<T>,
    ) -> Result<T> {
        let hip = self.stream.hip();
        let done = self.stream.bind().and_then(|stream| call(hip, stream));
        check(hip, &self.name, operation, done)
    }
}

impl Device for Hip {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn dialect(&self) -> &'static Dialect {
        &HIP
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
        let (hip, fenced) = (self.stream.hip(), self.stream.fence());
        check(hip, &self.name, "waiting for the device", fenced)
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

    fn inspect(&self, source: &Source, module: &Module) -> Result<Inspection> {
        self.inspect_kernel(source, module)
    }

    fn tool_device(&self) -> ToolDevice {
        ToolDevice {
            kind: 3,
            number: self.stream.context().ordinal() as u8,
            memory: "HIP",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe;
    use portax::error::Error;
    use portax_testing::skip;

    /// Tests a device as if its GPU had no memory pools.
    #[test]
    fn plain_memory_serves_as_well() -> Result<()> {
        let mut found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("hip:", error);
                return Ok(());
            }
        };
        let first = found.first_mut().expect("at least one");
        first.has_pools = false;
        let device = Hip::open(first, Arc::default())?;
        let buffer = device.alloc(64)?;
        let mut back = [0; 64];
        // SAFETY: the ranges are inside the buffer.
        unsafe {
            device.copy_in(buffer, 0, &[7; 64])?;
            device.copy_out(buffer, 0, &mut back)?;
            device.free(buffer);
        }
        assert_eq!(back, [7; 64]);
        let too_much = device.alloc(1 << 50);
        assert!(
            matches!(too_much, Err(Error::OutOfMemory { .. })),
            "{too_much:?}"
        );
        Ok(())
    }
}
