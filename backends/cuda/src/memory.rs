//! Buffers and copies, in the order of the stream.

use crate::{
    Cuda,
    error::{DriverResult, failed, reason},
};
use cudarc::driver::{
    DriverError,
    result::{
        free_async, free_sync, malloc_async, malloc_sync, mem_get_info, mem_pool,
        memcpy_dtod_async, memcpy_dtoh_async, memcpy_htod_async, memset_d8_async, stream,
    },
    sys::{CUdeviceptr, CUresult},
};
use portax::{
    backend::Buffer,
    error::{Error, Result},
};

impl Cuda {
    /// A buffer of `bytes` bytes; one byte if that is zero, which CUDA does not allow.
    pub(crate) fn create_buffer(&self, bytes: usize) -> Result<Buffer> {
        let size = bytes.max(1);
        let address = match self.allocate(size) {
            Err(DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => self
                .return_cached_memory()
                .and_then(|()| self.allocate(size)),
            other => other,
        };
        address
            .map(|handle| Buffer { handle, bytes })
            .map_err(|code| self.no_memory(bytes, code))
    }

    fn allocate(&self, bytes: usize) -> DriverResult<CUdeviceptr> {
        let stream = self.stream.bind()?;
        // SAFETY: the context is current and the stream its own.
        unsafe {
            match self.stream.context().pool() {
                Some(_) => malloc_async(stream, bytes),
                None => malloc_sync(bytes),
            }
        }
    }

    /// Ends pending frees and gives what the pool keeps back to the system, for allocations of other sizes.
    fn return_cached_memory(&self) -> DriverResult<()> {
        self.stream.context().fence()?;
        match self.stream.context().pool() {
            // SAFETY: the pool is the device's.
            Some(pool) => unsafe { mem_pool::trim_to(pool, 0) },
            None => Ok(()),
        }
    }

    /// Turns a failed allocation into an error. The driver calls sizes beyond its address space invalid.
    fn no_memory(&self, bytes: usize, code: DriverError) -> Error {
        let too_large = [
            CUresult::CUDA_ERROR_OUT_OF_MEMORY,
            CUresult::CUDA_ERROR_INVALID_VALUE,
        ];
        if !too_large.contains(&code.0) {
            return failed(&self.name, "allocating", code);
        }
        let (free, total) = mem_get_info().unwrap_or_default();
        Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: self.name.clone(),
            reason: format!("{}; {free} of {total} bytes are free", reason(code)),
        }
    }

    /// # Safety
    /// As for [`Device::free`](portax::backend::Device::free).
    pub(crate) unsafe fn release_buffer(&self, buffer: Buffer) {
        let freed = self.stream.bind().and_then(|stream| {
            // SAFETY: the buffer is one of `create_buffer`, released once, after the work that the stream holds.
            unsafe {
                match self.stream.context().pool() {
                    Some(_) => free_async(buffer.handle, stream),
                    None => stream::synchronize(stream).and_then(|()| free_sync(buffer.handle)),
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
        self.drive("copying to the device", |stream| {
            // SAFETY: the range is inside the live buffer; the stream is waited for, since where the GPU reads pageable
            // host memory directly, the copy may outlast the call.
            unsafe {
                memcpy_htod_async(to, data, stream)?;
                stream::synchronize(stream)
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
        self.drive("copying from the device", |stream| {
            // SAFETY: the range is inside the live buffer; the stream is waited for.
            unsafe {
                memcpy_dtoh_async(data, from, stream)?;
                stream::synchronize(stream)
            }
        })
    }

    /// # Safety
    /// As for [`Device::zero`](portax::backend::Device::zero).
    pub(crate) unsafe fn zero_buffer(&self, buffer: Buffer) -> Result<()> {
        if buffer.bytes == 0 {
            return Ok(());
        }
        self.drive("filling with zeros", |stream| {
            // SAFETY: the whole live buffer, which is freed in the order of the stream.
            unsafe { memset_d8_async(buffer.handle, 0, buffer.bytes, stream) }
        })
    }

    /// # Safety
    /// As for [`Device::copy_within`](portax::backend::Device::copy_within).
    pub(crate) unsafe fn copy_buffer(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        self.drive("copying on the device", |stream| {
            // SAFETY: both ranges are inside live, different buffers, which are freed in the order of the stream.
            unsafe { memcpy_dtod_async(to.handle, from.handle, bytes, stream) }
        })
    }
}
