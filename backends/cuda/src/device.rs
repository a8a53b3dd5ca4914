//! An opened device.

use crate::{
    context::Context,
    dialect::CUDA,
    error::{DriverResult, check},
    nvrtc::Target,
    probe::Found,
    stream::Stream,
};
use cudarc::driver::sys::CUstream;
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

/// A device: its primary context, which its forks share, and one stream.
pub struct Cuda {
    pub(crate) name: String,
    pub(crate) properties: Properties,
    pub(crate) target: Target,
    pub(crate) ordinal: i32,
    pub(crate) stream: Arc<Stream>,
    pub(crate) cache: Arc<Cache>,
    /// NVRTC and driver with their versions, a part of the key of each cache entry.
    pub(crate) compiler: String,
}

impl Cuda {
    /// Opens a device that keeps what it compiles in `cache`.
    pub(crate) fn open(found: &Found, cache: Arc<Cache>) -> Result<Cuda> {
        let name = found.info.name.clone();
        let stream = Context::open(found.device, found.has_pools)
            .and_then(|context| Stream::new(&Arc::new(context)));
        Ok(Cuda {
            stream: check(&name, "opening a context", stream)?,
            compiler: found.compiler.clone(),
            ordinal: found.ordinal,
            cache,
            name,
            properties: found.properties.clone(),
            target: found.target,
        })
    }

    /// Makes this device current and passes its stream to a call of the driver.
    pub(crate) fn drive<T>(
        &self,
        operation: impl Display,
        call: impl FnOnce(CUstream) -> DriverResult<T>,
    ) -> Result<T> {
        check(&self.name, operation, self.stream.bind().and_then(call))
    }
}

impl Device for Cuda {
    fn name(&self) -> &str {
        &self.name
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn dialect(&self) -> &'static Dialect {
        &CUDA
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
        check(&self.name, "waiting for the device", self.stream.fence())
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
            kind: 2,
            number: self.ordinal as u8,
            memory: "Cuda",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe;
    use portax::error::Error;
    use portax_testing::skip;

    /// Tests a device as if its GPU were newer than NVRTC and had no memory pools.
    #[test]
    fn ptx_and_plain_memory_serve_as_well() -> Result<()> {
        let mut found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("cuda", error);
                return Ok(());
            }
        };
        let first = found.first_mut().expect("at least one");
        (first.target, first.has_pools) = (Target::Ptx(75), false);
        let device = Cuda::open(first, Arc::default())?;
        let source = Source::new(
            "extern \"C\" __global__ void twice(int* a) { a[threadIdx.x] *= 2; }",
            "twice",
        );
        let (kernel, buffer) = (device.compile(&source)?, device.alloc(64)?);
        let grid = Grid {
            groups: 1,
            group_size: [16, 1],
        };
        let mut back = [0; 64];
        // SAFETY: the argument matches, 16 integers are inside the buffer.
        unsafe {
            device.copy_in(buffer, 0, &[1; 64])?;
            device.launch(&kernel, grid, &[Arg::Buffer(buffer)])?;
            device.copy_out(buffer, 0, &mut back)?;
            device.free(buffer);
        }
        assert_eq!(back, [2; 64]);
        let too_much = device.alloc(1 << 50);
        assert!(
            matches!(too_much, Err(Error::OutOfMemory { .. })),
            "{too_much:?}"
        );
        Ok(())
    }
}
