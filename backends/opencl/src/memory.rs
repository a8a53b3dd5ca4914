//! Buffers and copies.

use crate::{
    OpenCl,
    error::{check, reason},
};
use opencl3::{
    command_queue::{enqueue_copy_buffer, enqueue_read_buffer, enqueue_write_buffer},
    error_codes::{CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES},
    event::release_event,
    memory::{CL_MEM_READ_WRITE, create_buffer, release_mem_object},
    types::{CL_BLOCKING, cl_event, cl_mem},
};
use portax::{
    backend::{Arg, Buffer, Grid, Module, Source},
    error::{Error, Result},
};
use std::{fmt::Display, ptr};

/// Bytes of which buffers have a multiple, and of one store of [`ZERO`].
const GRAIN: usize = 16;

/// Zeroes `n` grains. OpenCL's own fill writes a pattern element by element on some drivers.
const ZERO: &str = "__kernel void px_zero(__global uint4* p, const long n) {
  const long i = get_global_id(0);
  if (i < n) p[i] = (uint4)(0u);
}";

/// Work items of a group of [`ZERO`].
const ZERO_GROUP: usize = 256;

/// OpenCL's object behind a buffer.
pub fn object(buffer: Buffer) -> cl_mem {
    buffer.handle as cl_mem
}

impl OpenCl {
    /// A buffer of `bytes` bytes, rounded up to whole grains; one grain if that is zero, which OpenCL does not allow.
    pub(crate) fn create_buffer(&self, bytes: usize) -> Result<Buffer> {
        let rounded = bytes.max(1).checked_next_multiple_of(GRAIN);
        let (size, none) = (rounded.unwrap_or(bytes), ptr::null_mut());
        // A driver may give more than there is and say nothing: NVIDIA's gives 2^60 bytes.
        if size as u64 > self.properties.memory_bytes {
            return Err(self.no_memory(bytes, CL_MEM_OBJECT_ALLOCATION_FAILURE));
        }
        // SAFETY: no host memory is involved.
        let create = || unsafe { create_buffer(self.context.get(), CL_MEM_READ_WRITE, size, none) };
        self.after_frees(create)
            .map(|object| Buffer {
                handle: object as u64,
                bytes,
            })
            .map_err(|code| self.no_memory(bytes, code))
    }

    /// Tries once more if memory is short: released buffers are freed only after the commands that use them.
    fn after_frees<T>(
        &self,
        attempt: impl Fn() -> std::result::Result<T, i32>,
    ) -> std::result::Result<T, i32> {
        match attempt() {
            Err(CL_MEM_OBJECT_ALLOCATION_FAILURE | CL_OUT_OF_RESOURCES) => {
                // The next fence reports an earlier failure.
                let _ = self.queue.finish();
                attempt()
            }
            result => result,
        }
    }

    fn no_memory(&self, bytes: usize, code: i32) -> Error {
        let limit = self.max_alloc_bytes;
        Error::OutOfMemory {
            label: String::new(),
            bytes,
            space: self.name.clone(),
            reason: format!("{}; at most {limit} bytes at once", reason(code.into())),
        }
    }

    /// # Safety
    /// As for [`Device::free`](portax::backend::Device::free).
    pub(crate) unsafe fn release_buffer(&self, buffer: Buffer) {
        // SAFETY: the buffer is one of `create_buffer`, released once. Commands in the queue hold references of their
        // own: the runtime deletes the object after the last of them.
        let released = unsafe { release_mem_object(object(buffer)) };
        debug_assert!(
            released.is_ok(),
            "{}: releasing {buffer:?}: {released:?}",
            self.name
        );
    }

    /// # Safety
    /// As for [`Device::copy_in`](portax::backend::Device::copy_in).
    pub(crate) unsafe fn write_buffer(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()> {
        if data.is_empty() {
            return Ok(());
        }
        let (queue, from) = (self.queue.get(), data.as_ptr().cast());
        // SAFETY: the range is inside the live buffer; the call blocks until `data` has been read.
        let event = unsafe {
            enqueue_write_buffer(
                queue,
                object(to),
                CL_BLOCKING,
                offset,
                data.len(),
                from,
                0,
                ptr::null(),
            )
        };
        self.done("copying to the device", event)
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
        let (queue, to) = (self.queue.get(), data.as_mut_ptr().cast());
        // SAFETY: the range is inside the live buffer; the call blocks until `data` has been written.
        let event = unsafe {
            enqueue_read_buffer(
                queue,
                object(from),
                CL_BLOCKING,
                offset,
                data.len(),
                to,
                0,
                ptr::null(),
            )
        };
        self.done("copying from the device", event)
    }

    /// # Safety
    /// As for [`Device::copy_within`](portax::backend::Device::copy_within).
    pub(crate) unsafe fn copy_buffer(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (queue, from, to) = (self.queue.get(), object(from), object(to));
        // SAFETY: both ranges are inside live, different buffers; the runtime keeps them until the copy is done.
        let event = unsafe { enqueue_copy_buffer(queue, from, to, 0, 0, bytes, 0, ptr::null()) };
        self.done("copying on the device", event)
    }

    /// # Safety
    /// As for [`Device::zero`](portax::backend::Device::zero).
    pub(crate) unsafe fn zero_buffer(&self, buffer: Buffer) -> Result<()> {
        if buffer.bytes == 0 {
            return Ok(());
        }
        let (grains, group) = (
            buffer.bytes.div_ceil(GRAIN),
            ZERO_GROUP.min(self.properties.max_group_size),
        );
        let grid = Grid {
            groups: grains.div_ceil(group),
            group_size: [group, 1],
        };
        let args = [Arg::Buffer(buffer), Arg::I64(grains as i64)];
        let module = self.zero_kernel()?;
        let compiled = self.own_kernel(&module)?;
        // SAFETY: the buffer is alive by the caller's promise.
        let kernel = unsafe { self.with_args(compiled, &args)? };
        // SAFETY: the arguments match, and the buffer has whole grains.
        let event = self.after_frees(|| unsafe { self.enqueue(&kernel, grid) });
        match event {
            // Drivers allocate at first use.
            Err(code @ CL_MEM_OBJECT_ALLOCATION_FAILURE) => Err(self.no_memory(buffer.bytes, code)),
            event => self.done("filling with zeros", event),
        }
    }

    /// The kernel that zeroes, compiled at first use.
    fn zero_kernel(&self) -> Result<Module> {
        if let Some(module) = self.zero.get() {
            return Ok(Module::clone(module));
        }
        let source = Source::new(ZERO, "px_zero");
        let module = self.compile_kernel(&source)?;
        Ok(Module::clone(self.zero.get_or_init(|| module)))
    }

    /// Drops the event of a command that was enqueued: order comes from the queue.
    pub(crate) fn done(
        &self,
        operation: impl Display,
        event: std::result::Result<cl_event, i32>,
    ) -> Result<()> {
        let event = check(&self.name, &operation, event)?;
        // SAFETY: the event is fresh and nobody else has it.
        check(&self.name, operation, unsafe { release_event(event) })
    }
}
