//! Page-locked host memory.

use crate::{
    Hip,
    error::reason,
    sys::{hipDeviceptr_t, hipHostMallocDefault},
};
use portax::{
    backend::{Buffer, Pinned},
    error::{Error, Result},
};
use std::ptr::{self, NonNull};

impl Pinned for Hip {
    fn alloc_pinned(&self, bytes: usize) -> Result<NonNull<u8>> {
        let (hip, mut memory) = (self.stream.hip(), ptr::null_mut());
        let allocated = self.stream.bind().and_then(|_| {
            // SAFETY: the device is current, there is no memory of zero bytes, and the call writes one address.
            unsafe { (hip.hipHostMalloc)(&mut memory, bytes.max(1), hipHostMallocDefault) }.result()
        });
        let no_memory = |reason| Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: format!("page-locked host memory of {}", self.name),
            reason,
        };
        match allocated {
            Ok(()) => {
                NonNull::new(memory.cast()).ok_or_else(|| no_memory("no address".to_string()))
            }
            Err(code) => Err(no_memory(reason(hip, code))),
        }
    }

    unsafe fn free_pinned(&self, memory: NonNull<u8>) {
        // If the device has failed, its memory is gone with it, and the next fence reports the failure.
        let _ = self.stream.bind().and_then(|_| {
            // SAFETY: the caller's promise.
            unsafe { (self.stream.hip().hipHostFree)(memory.as_ptr().cast()) }.result()
        });
    }

    unsafe fn copy_in_async(&self, to: Buffer, from: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (to, from) = (to.handle as hipDeviceptr_t, from.as_ptr().cast());
        self.drive("copying to the device", |hip, stream| {
            // SAFETY: the caller's promise.
            unsafe { (hip.hipMemcpyHtoDAsync)(to, from, bytes, stream) }.result()
        })
    }

    unsafe fn copy_out_async(&self, from: Buffer, to: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (from.handle as hipDeviceptr_t, to.as_ptr().cast());
        self.drive("copying from the device", |hip, stream| {
            // SAFETY: the caller's promise.
            unsafe { (hip.hipMemcpyDtoHAsync)(to, from, bytes, stream) }.result()
        })
    }
}
