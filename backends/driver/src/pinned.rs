//! Page-locked host memory.

use crate::{Driver, Gpu};
use portax::{
    backend::{Buffer, Pinned},
    error::{Error, Result},
};
use std::ptr::{NonNull, slice_from_raw_parts, slice_from_raw_parts_mut};

// SAFETY: the driver gives fresh page-locked memory of the size, aligned to a page, until `free_host`; `host_address` is where
// kernels find the same memory.
unsafe impl<D: Driver> Pinned for Gpu<D> {
    fn alloc_pinned(&self, bytes: usize) -> Result<NonNull<u8>> {
        let driver = self.stream.driver();
        let memory = self.stream.bind().and_then(|_| {
            // SAFETY: the context is current, and there is no memory of zero bytes.
            unsafe { driver.alloc_host(bytes.max(1)) }
        });
        let no_memory = |reason| Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: format!("page-locked host memory of {}", self.name),
            reason,
        };
        match memory {
            Ok(memory) => NonNull::new(memory).ok_or_else(|| no_memory("no address".to_string())),
            Err(code) => Err(no_memory(driver.reason(code))),
        }
    }

    unsafe fn free_pinned(&self, memory: NonNull<u8>) {
        // If the device has failed, its memory is gone with it, and the next fence reports the failure.
        let _ = self.stream.bind().and_then(|_| {
            // SAFETY: the caller's promise.
            unsafe { self.stream.driver().free_host(memory.as_ptr()) }
        });
    }

    unsafe fn copy_in_async(&self, to: Buffer, from: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let from = slice_from_raw_parts(from.as_ptr(), bytes);
        self.drive("copying to the device", |driver, stream| {
            // SAFETY: the caller's promise.
            unsafe { driver.copy_in(to.handle, from, stream) }
        })
    }

    unsafe fn copy_out_async(&self, from: Buffer, to: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let to = slice_from_raw_parts_mut(to.as_ptr(), bytes);
        self.drive("copying from the device", |driver, stream| {
            // SAFETY: the caller's promise.
            unsafe { driver.copy_out(to, from.handle, stream) }
        })
    }

    fn shared(&self, memory: NonNull<u8>, bytes: usize) -> Option<Buffer> {
        self.stream.bind().ok()?;
        // SAFETY: the memory was allocated page-locked in this context, which is current.
        let handle = unsafe { self.stream.driver().host_address(memory.as_ptr()) }?;
        Some(Buffer { handle, bytes })
    }
}
