//! Arguments and launches.

use crate::{
    Hip,
    compile::Compiled,
    error::{DriverResult, failed},
    stream::Stream,
    sys::{HipLibrary, hipFunction_t, hipStream_t},
};
use portax::{
    backend::{Arg, Command, Grid, Module},
    error::{Error, Result},
};
use std::{ffi::c_void, ptr, sync::Arc};

/// Work items of a grid along x: HIP counts them, not the groups, in 32 bits.
const MAX_ITEMS: usize = u32::MAX as usize;

/// A launch in the runtime's terms, for one stream.
pub struct Launch {
    name: String,
    stream: Arc<Stream>,
    module: Module,
    function: hipFunction_t,
    grid: Grid,
    /// Where the arguments are: in `_words`, which stays where it is
    pointers: Box<[*mut c_void]>,
    _words: Box<[u64]>,
}

// SAFETY: the runtime's functions may be called with the handle from any thread, also at once, and only read the
// arguments.
unsafe impl Send for Launch {}
// SAFETY: as above.
unsafe impl Sync for Launch {}

impl Launch {
    /// Enqueues on a stream of the kernel's device, which is current. All scratch is declared in the text.
    ///
    /// # Errors
    /// What the driver reports.
    ///
    /// # Safety
    /// As for [`Device::launch`](portax::backend::Device::launch).
    #[inline]
    pub unsafe fn enqueue_on(&self, hip: &HipLibrary, stream: hipStream_t) -> DriverResult<()> {
        let [lanes, threads] = self.grid.group_size.map(|n| n as u32);
        let (groups, scratch) = (self.grid.groups as u32, 0);
        let arguments = self.pointers.as_ptr().cast_mut();
        // SAFETY: arguments match by the caller's promise, and the runtime copies them before it returns.
        unsafe {
            (hip.hipModuleLaunchKernel)(
                self.function,
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
        .result()
    }
}

impl Command for Launch {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let hip = self.stream.hip();
        let enqueued = self
            .stream
            .bind()
            // SAFETY: the caller's promise.
            .and_then(|stream| unsafe { self.enqueue_on(hip, stream) });
        enqueued.map_err(|code| {
            let entry = self
                .module
                .downcast_ref::<Compiled>()
                .map_or("", |c| &c.entry);
            failed(hip, &self.name, format_args!("launching `{entry}`"), code)
        })
    }
}

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
        let launch = self.encode_launch(module, grid, args)?;
        if grid.groups == 0 {
            return Ok(());
        }
        // SAFETY: the caller's promise.
        unsafe { launch.enqueue() }
    }

    /// Checks the grid and lays the arguments out.
    pub(crate) fn encode_launch(
        &self,
        module: &Module,
        grid: Grid,
        args: &[Arg],
    ) -> Result<Launch> {
        let compiled = self.own_kernel(module)?;
        self.check_grid(compiled, grid)?;
        // Hosts are little-endian: the bytes of an argument are the first of its word.
        let words: Box<[u64]> = args.iter().map(|arg| arg.bits()).collect();
        let pointers = words
            .iter()
            .map(|word| ptr::from_ref(word).cast_mut().cast())
            .collect();
        Ok(Launch {
            name: self.name.clone(),
            stream: Arc::clone(&self.stream),
            module: Arc::clone(module),
            function: compiled.function,
            grid,
            pointers,
            _words: words,
        })
    }

    pub(crate) fn own_kernel<'a>(&self, module: &'a Module) -> Result<&'a Compiled> {
        let own = |compiled: &&Compiled| Arc::ptr_eq(&compiled.context, self.stream.context());
        module.downcast_ref().filter(own).ok_or_else(|| {
            let name = &self.name;
            Error::Invalid(format!(
                "{name}: the kernel was compiled for another device"
            ))
        })
    }

    fn check_grid(&self, compiled: &Compiled, grid: Grid) -> Result<()> {
        let most_groups = MAX_ITEMS / grid.group_size[0].max(1);
        if grid.groups > most_groups {
            return Err(Error::Limit {
                launch: compiled.entry.clone(),
                what: "number of teams",
                found: grid.groups,
                limit: most_groups,
                space: self.name.clone(),
            });
        }
        let found = grid.group_size[0] * grid.group_size[1];
        let limit = compiled.max_group_size;
        if !(1..=limit).contains(&found) {
            return Err(Error::KernelGroup {
                launch: compiled.entry.clone(),
                found,
                limit,
                space: self.name.clone(),
            });
        }
        Ok(())
    }
}
