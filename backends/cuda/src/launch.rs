//! Arguments and launches.

use crate::{Cuda, compile::Compiled};
use cudarc::driver::result::launch_kernel;
use portax::{
    backend::{Arg, Grid, Module},
    error::{Error, Result},
};
use std::{ffi::c_void, ptr, sync::Arc};

/// Largest grid along x.
const MAX_GROUPS: usize = i32::MAX as usize;

impl Cuda {
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
        let groups = (grid.groups as u32, 1, 1);
        let group = (grid.group_size[0] as u32, grid.group_size[1] as u32, 1);
        let (function, scratch) = (compiled.function, compiled.scratch_bytes as u32);
        self.drive(format_args!("launching `{}`", compiled.entry), |stream| {
            // SAFETY: arguments match by the caller's promise, and the driver copies them before it returns.
            unsafe { launch_kernel(function, groups, group, scratch, stream, &mut pointers) }
        })
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
        let checks = [
            ("number of teams", grid.groups, 0, MAX_GROUPS),
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

/// The bits of an argument in the low bytes of a word: CUDA's hosts are little-endian.
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
