//! Buffers and copies, in the order of the stream.

use crate::{Driver, Gpu, Outcome};
use portax::{
    backend::Buffer,
    error::{Error, Result},
};

impl<D: Driver> Gpu<D> {
    /// A buffer of `bytes` bytes; one byte if that is zero, which drivers do not allow.
    pub(crate) fn create_buffer(&self, bytes: usize) -> Result<Buffer> {
        let size = bytes.max(1);
        let address = match self.allocate(size) {
            Err(code) if code == D::OUT_OF_MEMORY => self
                .return_cached_memory()
                .and_then(|()| self.allocate(size)),
            other => other,
        };
        address
            .map(|handle| Buffer { handle, bytes })
            .map_err(|code| self.no_memory(bytes, code))
    }

    fn allocate(&self, bytes: usize) -> Outcome<D, u64> {
        let (driver, stream) = (self.stream.driver(), self.stream.bind()?);
        // SAFETY: the context is current and the stream its own.
        unsafe {
            match self.context().pool() {
                Some(_) => driver.alloc_async(bytes, stream),
                None => driver.alloc(bytes),
            }
        }
    }

    /// Ends pending frees and gives what the pool keeps back to the system, for allocations of other sizes.
    fn return_cached_memory(&self) -> Outcome<D> {
        self.context().fence()?;
        match self.context().pool() {
            // SAFETY: the pool is the device's, whose context is current.
            Some(pool) => unsafe { self.stream.driver().trim(pool) },
            None => Ok(()),
        }
    }

    /// Turns a failed allocation into an error. Drivers call sizes beyond their address space invalid.
    fn no_memory(&self, bytes: usize, code: D::Code) -> Error {
        if code != D::OUT_OF_MEMORY && code != D::INVALID_VALUE {
            return self.context().failed(&self.name, "allocating", code);
        }
        let driver = self.stream.driver();
        // SAFETY: the context is current, if the failed allocation could make it so; else the call fails.
        let (free, total) = unsafe { driver.memory_info() }.unwrap_or_default();
        Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: self.name.clone(),
            reason: format!("{}; {free} of {total} bytes are free", driver.reason(code)),
        }
    }

    /// # Safety
    /// As for [`Device::free`](portax::backend::Device::free).
    pub(crate) unsafe fn release_buffer(&self, buffer: Buffer) {
        let (driver, address) = (self.stream.driver(), buffer.handle);
        let freed = self.stream.bind().and_then(|stream| {
            // SAFETY: the buffer is one of `create_buffer`, released once, after the work that the stream holds.
            unsafe {
                match self.context().pool() {
                    Some(_) => driver.free_async(address, stream),
                    None => driver
                        .synchronize_stream(stream)
                        .and_then(|()| driver.free(address)),
                }
            }
        });
        // If the device has failed, its memory is gone with it, and the next fence reports the failure.
        let _ = freed;
    }

    /// # Safety
    /// As for [`Device::copy_in`](portax::backend::Device::copy_in).
    pub(crate) unsafe fn write_buffer(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()> {
        if data.is_empty() {
            return Ok(());
        }
        let to = to.handle + offset as u64;
        self.drive("copying to the device", |driver, stream| {
            // SAFETY: the range is inside the live buffer; the stream is waited for, since where the GPU reads pageable
            // host memory directly, the copy may outlast the call.
            unsafe {
                driver.copy_in(to, data, stream)?;
                driver.synchronize_stream(stream)
            }
        })
    }

    /// # Safety
    /// As for [`Device::copy_out`](portax::backend::Device::copy_out).
    pub(crate) unsafe fn read_buffer(
        &self,
        from: Buffer,
        offset: usize,
        data: &mut [u8],
    ) -> Result<()> {
        if data.is_empty() {
            return Ok(());
        }
        let from = from.handle + offset as u64;
        self.drive("copying from the device", |driver, stream| {
            // SAFETY: the range is inside the live buffer; the stream is waited for.
            unsafe {
                driver.copy_out(data, from, stream)?;
                driver.synchronize_stream(stream)
            }
        })
    }

    /// # Safety
    /// As for [`Device::zero`](portax::backend::Device::zero).
    pub(crate) unsafe fn zero_buffer(&self, buffer: Buffer) -> Result<()> {
        if buffer.bytes == 0 {
            return Ok(());
        }
        self.drive("filling with zeros", |driver, stream| {
            // SAFETY: the whole live buffer, which is freed in the order of the stream.
            unsafe { driver.zero(buffer.handle, buffer.bytes, stream) }
        })
    }

    /// # Safety
    /// As for [`Device::copy_within`](portax::backend::Device::copy_within).
    pub(crate) unsafe fn copy_buffer(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        self.drive("copying on the device", |driver, stream| {
            // SAFETY: both ranges are inside live, different buffers, which are freed in the order of the stream.
            unsafe { driver.copy(to.handle, from.handle, bytes, stream) }
        })
    }
}
