//! Host memory that the driver allocates, for copies that the host does not wait for.

use crate::{
    OpenCl,
    error::{check, reason},
    memory::object,
};
use opencl3::{
    command_queue::{
        enqueue_map_buffer, enqueue_read_buffer, enqueue_unmap_mem_object, enqueue_write_buffer,
    },
    memory::{
        CL_MAP_READ, CL_MAP_WRITE, CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_WRITE, create_buffer,
        release_mem_object,
    },
    types::{CL_BLOCKING, CL_NON_BLOCKING, cl_mem},
};
use portax::{
    backend::{Buffer, Pinned},
    error::{Error, Result},
};
use std::{
    ptr::{self, NonNull},
    sync::PoisonError,
};

impl OpenCl {
    /// Address of the memory behind a fresh buffer.
    fn map(&self, object: cl_mem, bytes: usize) -> Result<NonNull<u8>> {
        let mut address = ptr::null_mut();
        let (queue, access) = (self.queue.get(), CL_MAP_READ | CL_MAP_WRITE);
        // SAFETY: the whole live buffer; the call blocks until the address is there.
        let event = unsafe {
            enqueue_map_buffer(
                queue,
                object,
                CL_BLOCKING,
                access,
                0,
                bytes,
                &mut address,
                0,
                ptr::null(),
            )
        };
        self.done("mapping host memory", event)?;
        NonNull::new(address.cast())
            .ok_or_else(|| Error::Invalid(format!("{}: host memory without an address", self.name)))
    }
}

// SAFETY: the memory is that of a buffer of its own of the size, mapped whole until it is freed; `shared` gives none.
unsafe impl Pinned for OpenCl {
    fn alloc_pinned(&self, bytes: usize) -> Result<NonNull<u8>> {
        let (size, flags) = (bytes.max(1), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
        // SAFETY: the driver allocates the host memory.
        let created = unsafe { create_buffer(self.context.get(), flags, size, ptr::null_mut()) };
        let object = created.map_err(|code| Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: format!("page-locked host memory of {}", self.name),
            reason: reason(code.into()),
        })?;
        let memory = self.map(object, size).inspect_err(|_| {
            // SAFETY: created above, used by nobody.
            let _ = unsafe { release_mem_object(object) };
        })?;
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        pinned.insert(memory.addr().get(), object as u64);
        Ok(memory)
    }

    unsafe fn free_pinned(&self, memory: NonNull<u8>) {
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(handle) = pinned.remove(&memory.addr().get()) else {
            return;
        };
        let (queue, buffer) = (self.queue.get(), object(Buffer { handle, bytes: 0 }));
        // SAFETY: mapped and created in `alloc_pinned`, no longer used; the queue holds a reference of its own.
        let _ = unsafe {
            enqueue_unmap_mem_object(queue, buffer, memory.as_ptr().cast(), 0, ptr::null())
                .map(|event| self.done("unmapping host memory", Ok(event)))
                .and_then(|_| release_mem_object(buffer))
        };
    }

    unsafe fn copy_in_async(&self, to: Buffer, from: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (queue, from) = (self.queue.get(), from.as_ptr().cast_const().cast());
        // SAFETY: the caller's promise.
        let event = unsafe {
            enqueue_write_buffer(
                queue,
                object(to),
                CL_NON_BLOCKING,
                0,
                bytes,
                from,
                0,
                ptr::null(),
            )
        };
        self.done("copying to the device", event)?;
        check(&self.name, "starting copies", self.queue.flush())
    }

    unsafe fn copy_out_async(&self, from: Buffer, to: NonNull<u8>, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (queue, to) = (self.queue.get(), to.as_ptr().cast());
        // SAFETY: the caller's promise.
        let event = unsafe {
            enqueue_read_buffer(
                queue,
                object(from),
                CL_NON_BLOCKING,
                0,
                bytes,
                to,
                0,
                ptr::null(),
            )
        };
        self.done("copying from the device", event)?;
        check(&self.name, "starting copies", self.queue.flush())
    }
}
