//! An opened device.

use crate::{
    context::Context,
    dialect::HIP,
    error::{DriverResult, failed},
    probe::Found,
    sys::{HipLibrary, hipStream_t},
};
use portax::{
    backend::{Arg, Buffer, Device, Grid, Module, Properties, Source},
    error::Result,
    ir::render::Dialect,
};
use std::{fmt::Display, sync::Arc};

/// A device with one stream.
pub struct Hip {
    pub(crate) name: String,
    pub(crate) properties: Properties,
    pub(crate) context: Arc<Context>,
}

impl Hip {
    /// Opens a device.
    pub(crate) fn open(found: &Found) -> Result<Hip> {
        let name = found.info.name.clone();
        let context = Context::open(found.hip, found.ordinal, found.has_pools)
            .map_err(|code| failed(found.hip, &name, "opening the device", code))?;
        Ok(Hip {
            context: Arc::new(context),
            name,
            properties: found.properties.clone(),
        })
    }

    /// Calls the runtime with this device current; the stream is given.
    pub(crate) fn drive<T>(
        &self,
        operation: impl Display,
        call: impl FnOnce(&HipLibrary, hipStream_t) -> DriverResult<T>,
    ) -> Result<T> {
        let hip = self.context.hip;
        let result = self.context.bind().and_then(|stream| call(hip, stream));
        result.map_err(|code| failed(hip, &self.name, operation, code))
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
        let fenced = self.context.fence();
        fenced.map_err(|code| failed(self.context.hip, &self.name, "waiting for the device", code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{probe, testing::skip};
    use portax::error::Error;

    /// As on a GPU without memory pools.
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
        let device = Hip::open(first)?;
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
