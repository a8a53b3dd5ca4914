//! Arguments and launches.

use crate::{Hip, compile::Compiled, sys::HipLibrary, sys::hipError_t, sys::hipStream_t};
use portax::{
    backend::{Arg, Grid, Module},
    error::{Error, Result},
};
use std::{ffi::c_void, ptr, sync::Arc};

/// Work items of a grid along x: HIP counts them, not the groups, in 32 bits.
const MAX_ITEMS: usize = u32::MAX as usize;

impl Hip {
    /// Enqueues.
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
        self.check_grid(compiled, grid)?;
        if grid.groups == 0 {
            return Ok(());
        }
        let words: Vec<u64> = args.iter().map(word).collect();
        let mut pointers: Vec<*mut c_void> = words
            .iter()
            .map(|word| ptr::from_ref(word).cast_mut().cast())
            .collect();
        self.drive(
            format_args!("launching `{}`", compiled.entry),
            |hip, stream| {
                // SAFETY: arguments match by the caller's promise, and the runtime copies them before it returns.
                unsafe { enqueue(hip, compiled, grid, stream, &mut pointers) }.result()
            },
        )
    }

    fn own_kernel<'a>(&self, module: &'a Module) -> Result<&'a Compiled> {
        let own = |compiled: &&Compiled| Arc::ptr_eq(&compiled.context, &self.context);
        module.downcast_ref().filter(own).ok_or_else(|| {
            let name = &self.name;
            Error::Invalid(format!(
                "{name}: the kernel was compiled for another device"
            ))
        })
    }

    fn check_grid(&self, compiled: &Compiled, grid: Grid) -> Result<()> {
        let items = grid.group_size[0] * grid.group_size[1];
        let most = compiled.max_group_size;
        let most_groups = MAX_ITEMS / grid.group_size[0].max(1);
        let checks = [
            ("number of teams", grid.groups, 0, most_groups),
            (
                "team size times vector length of this kernel",
                items,
                1,
                most,
            ),
        ];
        for (what, found, least, limit) in checks {
            if !(least..=limit).contains(&found) {
                return Err(Error::Limit {
                    launch: compiled.entry.clone(),
                    what,
                    found,
                    limit,
                    space: self.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// # Safety
/// The pointers are those of the kernel's arguments.
unsafe fn enqueue(
    hip: &HipLibrary,
    compiled: &Compiled,
    grid: Grid,
    stream: hipStream_t,
    arguments: &mut [*mut c_void],
) -> hipError_t {
    let (groups, [lanes, threads]) = (grid.groups as u32, grid.group_size.map(|n| n as u32));
    let (scratch, arguments) = (0, arguments.as_mut_ptr());
    // SAFETY: by the caller's promise; the kernel is loaded.
    unsafe {
        (hip.hipModuleLaunchKernel)(
            compiled.function,
            groups,
            1,
            1,
            lanes,
            threads,
            1,
            scratch,
            stream,
            arguments,
            ptr::null_mut(),
        )
    }
}

/// The bits of an argument in the low bytes of a word: ROCm's hosts are little-endian.
fn word(arg: &Arg) -> u64 {
    match *arg {
        Arg::Buffer(buffer) => buffer.handle,
        Arg::I32(value) => u64::from(value.cast_unsigned()),
        Arg::U32(value) => u64::from(value),
        Arg::I64(value) => value.cast_unsigned(),
        Arg::F32(value) => u64::from(value.to_bits()),
        Arg::F64(value) => value.to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_start_with_their_bytes() {
        let start = |arg: Arg, bytes: &[u8]| word(&arg).to_ne_bytes().starts_with(bytes);
        assert!(start(Arg::I32(-2), &(-2i32).to_ne_bytes()));
        assert!(start(Arg::F32(0.1), &0.1f32.to_ne_bytes()));
        assert!(start(Arg::F64(-0.1), &(-0.1f64).to_ne_bytes()));
        assert!(start(Arg::I64(i64::MIN), &i64::MIN.to_ne_bytes()));
    }
}
