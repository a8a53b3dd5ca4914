//! Arguments and launches.

use crate::{Driver, Gpu, compile::Compiled, stream::Stream};
use portax::{
    backend::{Arg, Command, Grid, Module},
    error::{Error, Result},
};
use std::{ffi::c_void, ptr, sync::Arc};

/// A launch in the driver's terms, for one stream.
pub struct Launch<D: Driver> {
    name: String,
    stream: Arc<Stream<D>>,
    module: Module,
    /// The kernel.
    pub function: D::Function,
    /// Groups and their size.
    pub grid: Grid,
    /// Bytes of scratch beside what the text declares.
    pub scratch_bytes: u32,
    /// Where the arguments are: in `_words`, which stays where it is
    pointers: Box<[*mut c_void]>,
    _words: Box<[u64]>,
}

// SAFETY: handles of a driver may go to any thread, by the contract of `Driver`, which only reads the arguments.
unsafe impl<D: Driver> Send for Launch<D> {}
// SAFETY: as above.
unsafe impl<D: Driver> Sync for Launch<D> {}

impl<D: Driver> Launch<D> {
    /// Where each argument is.
    #[inline]
    pub fn arguments(&self) -> *mut *mut c_void {
        self.pointers.as_ptr().cast_mut()
    }
}

impl<D: Driver> Command for Launch<D> {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let enqueued = self.stream.bind().and_then(|stream| {
            // SAFETY: the context is current, and arguments match by the caller's promise.
            unsafe { self.stream.driver().launch(self, stream) }
        });
        enqueued.map_err(|code| {
            let compiled = self.module.downcast_ref::<Compiled<D>>();
            let entry = compiled.map_or("", |c| &c.entry);
            let operation = format_args!("launching `{entry}`");
            self.stream.context().failed(&self.name, operation, code)
        })
    }
}

impl<D: Driver> Gpu<D> {
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
    ) -> Result<Launch<D>> {
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
            scratch_bytes: compiled.scratch_bytes as u32,
            pointers,
            _words: words,
        })
    }

    pub(crate) fn own_kernel<'a>(&self, module: &'a Module) -> Result<&'a Compiled<D>> {
        let own = |compiled: &&Compiled<D>| Arc::ptr_eq(compiled.context(), self.context());
        module.downcast_ref().filter(own).ok_or_else(|| {
            let name = &self.name;
            Error::Invalid(format!(
                "{name}: the kernel was compiled for another device"
            ))
        })
    }

    fn check_grid(&self, compiled: &Compiled<D>, grid: Grid) -> Result<()> {
        let most_groups = D::most_groups(grid.group_size[0]);
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
