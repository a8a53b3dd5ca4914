//! Arguments and launches.

use crate::{OpenCl, compile::Compiled, error::check, memory::object};
use opencl3::{
    command_queue::enqueue_nd_range_kernel,
    kernel::{cl_kernel, set_kernel_arg},
};
use portax::{
    backend::{Arg, Grid, Module},
    error::{Error, Result},
};
use std::{ptr, sync::PoisonError};

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
        let kernel = compiled
            .kernel
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (index, &arg) in args.iter().enumerate() {
            // SAFETY: types and buffers are right by the caller's promise.
            unsafe { self.set_arg(kernel.get(), index, arg, &compiled.entry)? };
        }
        let local = grid.group_size;
        let global = [grid.groups * local[0], local[1]];
        let (queue, none) = (self.queue.get(), ptr::null());
        // SAFETY: the sizes are two numbers each, as said; the kernel is locked, so that its arguments are those above.
        let event = unsafe {
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
        };
        self.done(format_args!("launching `{}`", compiled.entry), event)?;
        check(&self.name, "starting launches", self.queue.flush())
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
        Err(Error::Limit {
            launch: compiled.entry.clone(),
            what: "team size times vector length of this kernel",
            found,
            limit,
            space: self.name.clone(),
        })
    }

    /// # Safety
    /// The argument is of the type that the kernel declares, a buffer is alive.
    unsafe fn set_arg(&self, kernel: cl_kernel, index: usize, arg: Arg, entry: &str) -> Result<()> {
        // SAFETY: the caller's promise.
        let set = unsafe {
            match arg {
                Arg::Buffer(buffer) => set(kernel, index, &object(buffer)),
                Arg::I32(value) => set(kernel, index, &value),
                Arg::U32(value) => set(kernel, index, &value),
                Arg::I64(value) => set(kernel, index, &value),
                Arg::F32(value) => set(kernel, index, &value),
                Arg::F64(value) => set(kernel, index, &value),
            }
        };
        check(
            &self.name,
            format_args!("argument {index} ({arg:?}) of `{entry}`"),
            set,
        )
    }
}

/// # Safety
/// `T` is the type of the kernel's argument.
unsafe fn set<T>(kernel: cl_kernel, index: usize, value: &T) -> std::result::Result<(), i32> {
    // SAFETY: OpenCL copies the size of a `T` from a `T`.
    unsafe {
        set_kernel_arg(
            kernel,
            index as u32,
            size_of::<T>(),
            ptr::from_ref(value).cast(),
        )
    }
}
