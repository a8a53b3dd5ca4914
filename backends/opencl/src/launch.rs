//! Arguments and launches.

use crate::{OpenCl, compile::Compiled, error::check, memory::object};
use opencl3::{
    command_queue::enqueue_nd_range_kernel,
    kernel::{Kernel, set_kernel_arg},
    types::cl_event,
};
use portax::{
    backend::{Arg, Grid, Module},
    error::{Error, Result},
};
use std::{
    ptr,
    sync::{MutexGuard, PoisonError},
};

impl OpenCl {
    /// Enqueues and flushes, so that the device starts while the host goes on.
    ///
    /// # Safety
    /// As for [`Device::launch`](portax::backend::Device::launch).
    pub(crate) unsafe fn launch_kernel(
        &self,
        module: &Module,
        grid: Grid,
        args: &[Arg],
    ) -> Result<()> {
        let compiled = self.own_kernel(module)?;
        self.check_group(compiled, grid)?;
        if grid.groups == 0 {
            return Ok(());
        }
        // SAFETY: the caller's promise.
        let kernel = unsafe { self.with_args(compiled, args)? };
        // SAFETY: the caller's promise; the kernel stays locked, so that its arguments are these.
        let event = unsafe { self.enqueue(&kernel, grid) };
        self.done(format_args!("launching `{}`", compiled.entry), event)?;
        check(&self.name, "starting launches", self.queue.flush())
    }

    /// The kernel with these arguments, for as long as it is locked.
    ///
    /// # Safety
    /// The buffers are alive.
    pub(crate) unsafe fn with_args<'a>(
        &self,
        compiled: &'a Compiled,
        args: &[Arg],
    ) -> Result<MutexGuard<'a, Kernel>> {
        let kernel = compiled
            .kernel
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (index, &arg) in args.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { set_arg(&kernel, index, arg) }.or_else(|code| {
                let operation = format_args!("argument {index} ({arg:?}) of `{}`", compiled.entry);
                check(&self.name, operation, Err(code))
            })?;
        }
        Ok(kernel)
    }

    /// # Safety
    /// As for [`Device::launch`](portax::backend::Device::launch), with the arguments that the kernel has.
    pub(crate) unsafe fn enqueue(
        &self,
        kernel: &Kernel,
        grid: Grid,
    ) -> std::result::Result<cl_event, i32> {
        let local = grid.group_size;
        let global = [grid.groups * local[0], local[1]];
        let (queue, none) = (self.queue.get(), ptr::null());
        // SAFETY: the sizes are two numbers each, as said; the rest is the caller's promise.
        unsafe {
            enqueue_nd_range_kernel(
                queue,
                kernel.get(),
                2,
                none,
                global.as_ptr(),
                local.as_ptr(),
                0,
                ptr::null(),
            )
        }
    }

    pub(crate) fn own_kernel<'a>(&self, module: &'a Module) -> Result<&'a Compiled> {
        let wrong = || {
            Error::Invalid(format!(
                "{}: the kernel was compiled by another backend",
                self.name
            ))
        };
        module.downcast_ref().ok_or_else(wrong)
    }

    fn check_group(&self, compiled: &Compiled, grid: Grid) -> Result<()> {
        let (found, limit) = (
            grid.group_size[0] * grid.group_size[1],
            compiled.max_group_size,
        );
        if (1..=limit).contains(&found) {
            return Ok(());
        }
        Err(Error::KernelGroup {
            launch: compiled.entry.clone(),
            found,
            limit,
            space: self.name.clone(),
        })
    }
}

/// OpenCL copies the argument, and compares its size with that of the kernel's.
///
/// # Safety
/// A buffer is alive.
unsafe fn set_arg(kernel: &Kernel, index: usize, arg: Arg) -> std::result::Result<(), i32> {
    // SAFETY: the caller's promise; numbers may have any value.
    unsafe {
        match arg {
            Arg::Buffer(buffer) => set(kernel, index, &object(buffer)),
            Arg::I32(value) => set(kernel, index, &value),
            Arg::U32(value) => set(kernel, index, &value),
            Arg::I64(value) => set(kernel, index, &value),
            Arg::F32(value) => set(kernel, index, &value),
            Arg::F64(value) => set(kernel, index, &value),
        }
    }
}

/// # Safety
/// The value is a number, or the object of a live buffer.
unsafe fn set<T>(kernel: &Kernel, index: usize, value: &T) -> std::result::Result<(), i32> {
    let (size, value) = (size_of::<T>(), ptr::from_ref(value).cast());
    // SAFETY: OpenCL reads the size of a `T` from a `T`; the rest is the caller's promise.
    unsafe { set_kernel_arg(kernel.get(), index as u32, size, value) }
}
