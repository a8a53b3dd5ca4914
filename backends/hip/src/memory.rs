//! Buffers and copies, in the order of the stream.

use crate::{
    Hip,
    error::{DriverResult, failed, reason},
    sys::{hipDeviceptr_t, hipError_t},
};
use portax::{
    backend::Buffer,
    error::{Error, Result},
};
use std::ptr;

impl Hip {
    /// A buffer of `bytes` bytes; one byte if that is zero, which HIP does not allow.
    pub(crate) fn create_buffer(&self, bytes: usize) -> Result<Buffer> {
        let size = bytes.max(1);
        let address = match self.allocate(size) {
            Err(hipError_t::hipErrorOutOfMemory) => self
                .return_cached_memory()
                .and_then(|()| self.allocate(size)),
            other => other,
        };
        let buffer = |address: hipDeviceptr_t| Buffer {
            handle: address as u64,
            bytes,
        };
        address
            .map(buffer)
            .map_err(|code| self.no_memory(bytes, code))
    }

    fn allocate(&self, bytes: usize) -> DriverResult<hipDeviceptr_t> {
        let (hip, stream) = (self.stream.hip(), self.stream.bind()?);
        let mut address = ptr::null_mut();
        // SAFETY: the device is current and the stream its own; the call writes one address.
        unsafe {
            match self.stream.context().pool() {
                Some(_) => (hip.hipMallocAsync)(&mut address, bytes, stream),
                None => (hip.hipMalloc)(&mut address, bytes),
            }
        }
        .result()?;
        Ok(address)
    }

    /// Ends pending frees and gives what the pool keeps back to the system, for allocations of other sizes.
    fn return_cached_memory(&self) -> DriverResult<()> {
        self.stream.context().fence()?;
        match self.stream.context().pool() {
            // SAFETY: the pool is the device's.
            Some(pool) => unsafe { (self.stream.hip().hipMemPoolTrimTo)(pool, 0) }.result(),
            None => Ok(()),
        }
    }

    /// Turns a failed allocation into an error. The runtime may call sizes beyond its address space invalid.
    fn no_memory(&self, bytes: usize, code: hipError_t) -> Error {
        let too_large = [
            hipError_t::hipErrorOutOfMemory,
            hipError_t::hipErrorInvalidValue,
        ];
        let hip = self.stream.hip();
        if !too_large.contains(&code) {
            return failed(hip, &self.name, "allocating", code);
        }
        let (mut free, mut total) = (0, 0);
        // SAFETY: the call writes two sizes; where it fails both stay zero.
        let _ = unsafe { (hip.hipMemGetInfo)(&mut free, &mut total) };
        Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: self.name.clone(),
            reason: format!("{}; {free} of {total} bytes are free", reason(hip, code)),
        }
    }

    /// # Safety
    /// As for [`Device::free`](portax::backend::Device::free).
    pub(crate) unsafe fn release_buffer(&self, buffer: Buffer) {
        let (hip, address) = (self.stream.hip(), buffer.handle as hipDeviceptr_t);
        let freed = self.stream.bind().and_then(|stream| {
            // SAFETY: the buffer is one of `create_buffer`, released once, after the work that the stream holds.
            unsafe {
                match self.stream.context().pool() {
                    Some(_) => (hip.hipFreeAsync)(address, stream).result(),
                    None => (hip.hipStreamSynchronize)(stream)
                        .result()
                        .and_then(|()| (hip.hipFree)(address).result()),
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
        let to = (to.handle + offset as u64) as hipDeviceptr_t;
        let from = data.as_ptr().cast_mut().cast();
        self.drive("copying to the device", |hip, stream| {
            // SAFETY: the range is inside the live buffer; `from` is only read; the stream is waited for.
            unsafe {
                (hip.hipMemcpyHtoDAsync)(to, from, data.len(), stream).result()?;
                (hip.hipStreamSynchronize)(stream).result()
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
        let from = (from.handle + offset as u64) as hipDeviceptr_t;
        self.drive("copying from the device", |hip, stream| {
            // SAFETY: the range is inside the live buffer; the stream is waited for.
            unsafe {
                (hip.hipMemcpyDtoHAsync)(data.as_mut_ptr().cast(), from, data.len(), stream)
                    .result()?;
                (hip.hipStreamSynchronize)(stream).result()
            }
        })
    }

    /// # Safety
    /// As for [`Device::zero`](portax::backend::Device::zero).
    pub(crate) unsafe fn zero_buffer(&self, buffer: Buffer) -> Result<()> {
        if buffer.bytes == 0 {
            return Ok(());
        }
        let address = buffer.handle as hipDeviceptr_t;
        self.drive("filling with zeros", |hip, stream| {
            // SAFETY: the whole live buffer, which is freed in the order of the stream.
            unsafe { (hip.hipMemsetD8Async)(address, 0, buffer.bytes, stream) }.result()
        })
    }

    /// # Safety
    /// As for [`Device::copy_within`](portax::backend::Device::copy_within).
    pub(crate) unsafe fn copy_buffer(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (from.handle as hipDeviceptr_t, to.handle as hipDeviceptr_t);
        self.drive("copying on the device", |hip, stream| {
            // SAFETY: both ranges are inside live, different buffers, which are freed in the order of the stream.
            unsafe { (hip.hipMemcpyDtoDAsync)(to, from, bytes, stream) }.result()
        })
    }
}
