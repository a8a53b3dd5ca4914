//! Arguments and launches.

use crate::{
    Cuda,
    compile::Compiled,
    error::{DriverResult, failed},
    stream::Stream,
};
use cudarc::driver::sys::{
    CUfunction, CUlaunchAttribute, CUlaunchAttributeID, CUlaunchAttributeValue, CUlaunchConfig,
    CUstream, cuLaunchKernel, cuLaunchKernelEx,
};
use portax::{
    backend::{Arg, Command, Grid, Module},
    error::{Error, Result},
};
use std::{ffi::c_void, ptr, sync::Arc};

/// Largest grid along x.
const MAX_GROUPS: usize = i32::MAX as usize;

/// A launch in the driver's terms, for one stream.
pub struct Launch {
    name: String,
    stream: Arc<Stream>,
    module: Module,
    function: CUfunction,
    /// Whether the kernel waits for the launch before it.
    waits: bool,
    grid: Grid,
    scratch_bytes: u32,
    /// Where the arguments are: in `_words`, which stays where it is
    pointers: Box<[*mut c_void]>,
    _words: Box<[u64]>,
}

// SAFETY: the driver's functions may be called with the handle from any thread, also at once, and only read the
// arguments.
unsafe impl Send for Launch {}
// SAFETY: as above.
unsafe impl Sync for Launch {}

impl Launch {
    /// Enqueues on a stream of the kernel's context, which is current.
    ///
    /// # Errors
    /// What the driver reports.
    ///
    /// # Safety
    /// As for [`Device::launch`](portax::backend::Device::launch).
    #[inline]
    pub unsafe fn enqueue_on(&self, stream: CUstream) -> DriverResult<()> {
        let [lanes, threads] = self.grid.group_size.map(|n| n as u32);
        let (groups, scratch) = (self.grid.groups as u32, self.scratch_bytes);
        let arguments = self.pointers.as_ptr().cast_mut();
        // SAFETY: arguments match by the caller's promise, and the driver copies them before it returns.
        unsafe {
            cuLaunchKernel(
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

    /// Enqueues after another launch. A kernel that waits for that launch by itself starts while it ends ("programmatic
    /// dependent launch"; four launches take 1 us less).
    ///
    /// # Errors
    /// What the driver reports.
    ///
    /// # Safety
    /// As for [`enqueue_on`](Self::enqueue_on); the command before this on the stream is a launch of such a [`Launch`].
    pub unsafe fn enqueue_after_launch(&self, stream: CUstream) -> DriverResult<()> {
        if !self.waits {
            // SAFETY: the caller's promise.
            return unsafe { self.enqueue_on(stream) };
        }
        let [lanes, threads] = self.grid.group_size.map(|n| n as u32);
        let mut early = CUlaunchAttribute {
            id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            pad: [0; 4],
            value: CUlaunchAttributeValue {
                programmaticStreamSerializationAllowed: 1,
            },
        };
        let config = CUlaunchConfig {
            gridDimX: self.grid.groups as u32,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: lanes,
            blockDimY: threads,
            blockDimZ: 1,
            sharedMemBytes: self.scratch_bytes,
            hStream: stream,
            attrs: &mut early,
            numAttrs: 1,
        };
        let arguments = self.pointers.as_ptr().cast_mut();
        // SAFETY: as in `enqueue_on`; the attribute lives until the call returns.
        unsafe { cuLaunchKernelEx(&config, self.function, arguments, ptr::null_mut()) }.result()
    }
}

impl Command for Launch {
    #[inline]
    unsafe fn enqueue(&self) -> Result<()> {
        let enqueued = self
            .stream
            .bind()
            // SAFETY: the caller's promise.
            .and_then(|stream| unsafe { self.enqueue_on(stream) });
        enqueued.map_err(|code| {
            let entry = self
                .module
                .downcast_ref::<Compiled>()
                .map_or("", |c| &c.entry);
            failed(&self.name, format_args!("launching `{entry}`"), code)
        })
    }
}

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
            waits: self.target.capability() >= 90,
            grid,
            scratch_bytes: compiled.scratch_bytes as u32,
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
        if grid.groups > MAX_GROUPS {
            return Err(Error::Limit {
                launch: compiled.entry.clone(),
                what: "number of teams",
                found: grid.groups,
                limit: MAX_GROUPS,
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
