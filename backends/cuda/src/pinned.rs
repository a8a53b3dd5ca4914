//! Page-locked host memory.

use crate::{Cuda, error::reason};
use cudarc::driver::{
    result::{free_host, malloc_host},
    sys::{cuMemHostGetDevicePointer_v2, cuMemcpyDtoHAsync_v2, cuMemcpyHtoDAsync_v2},
};
use portax::{
    backend::{Buffer, Pinned},
    error::{Error, Result},
};
use std::ptr::NonNull;

impl Pinned for Cuda {
    fn alloc_pinned(&self, bytes: usize) -> Result<NonNull<u8>> {
        let memory = self.stream.bind().and_then(|_| {
            // SAFETY: the context is current, and there is no memory of zero bytes.
            unsafe { malloc_host(bytes.max(1), 0) }
        });
        let no_memory = |reason| Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: format!("page-locked host memory of {}", self.name),
            reason,
        };
        match memory {
            Ok(memory) => {
                NonNull::new(memory.cast()).ok_or_else(|| no_memory("no address".to_string()))
            }
            Err(code) => Err(no_memory(reason(code))),
        }
    }

    unsafe fn free_pinned(&self, memory: NonNull<u8>) {
        // If the device has failed, its memory is gone with it, and the next fence reports the failure.
        let _ = self.stream.bind().and_then(|_| {
            // SAFETY: the caller's promise.
            unsafe { free_host(memory.as_ptr().cast()) }
        });
    }

    unsafe fn copy_in_async(&self, to: Buffer, from: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        self.drive("copying to the device", |stream| {
            // SAFETY: the caller's promise.
            unsafe { cuMemcpyHtoDAsync_v2(to.handle, from.as_ptr().cast(), bytes, stream) }.result()
        })
    }

    unsafe fn copy_out_async(&self, from: Buffer, to: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        self.drive("copying from the device", |stream| {
            // SAFETY: the caller's promise.
            unsafe { cuMemcpyDtoHAsync_v2(to.as_ptr().cast(), from.handle, bytes, stream) }.result()
        })
    }

    fn shared(&self, memory: NonNull<u8>, bytes: usize) -> Option<Buffer> {
        let mut handle = 0;
        self.stream.bind().ok()?;
        // SAFETY: the memory was allocated page-locked in this context, and the flags are none.
        let code = unsafe { cuMemHostGetDevicePointer_v2(&mut handle, memory.as_ptr().cast(), 0) };
        code.result().ok()?;
        Some(Buffer { handle, bytes })
    }
}
