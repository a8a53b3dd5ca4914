//! What a backend supplies: threads ([`Host`]) or a device with its own memory ([`Device`]).
//!
//! portax validates before it calls: buffers belong to the device, ranges are inside them, group sizes and scratch are
//! within [`Properties`], argument lists match the compiled kernel. A backend reports what only it can know (out of
//! memory, compile failures, a lost device) as [`Error`] and never panics. Launches and `copy_within` are
//! asynchronous and in order on one device; `copy_in`, `copy_out` and `fence` return when they are done.
//!
//! About a dozen functions are required. The rest are capabilities ([`Command`], [`Graphs`], [`Streams`], [`Pinned`],
//! [`Peers`]) that a device may lack.

mod capability;
mod room;
mod tool_device;

pub use capability::{Command, Event, Graphs, Part, Peers, Pinned, Step, Streams};
pub use room::with_room;
pub use tool_device::ToolDevice;

pub use crate::{cpu::HostExecutor, ir::render::Source};
use crate::{
    error::{Error, Result},
    ir::{Program, render::Dialect},
};
use std::{any::Any, sync::Arc};

/// Threads that run tasks on host memory.
///
/// # Safety
/// Launches write where their tasks say: `run` and `run_short` call each task once and no other, with scratch of the
/// size and alignment that they were asked for and that nobody else uses, and return when all are done. `executor` is
/// one that the CPU supports.
pub unsafe trait Host: Send + Sync {
    /// Name by which the registry knows it, such as `rayon` or `rayon:avx2`.
    fn name(&self) -> &str;
    /// The executor that its launches use.
    fn executor(&self) -> HostExecutor;
    /// Threads.
    fn concurrency(&self) -> usize;
    /// Calls `task(0), ..., task(tasks - 1)`, each once, and returns when all are done. Which thread runs which task
    /// first is the same in every launch. The slice is the worker's scratch of at least `scratch_bytes`, aligned to 64
    /// bytes, contents undefined.
    fn run(&self, tasks: usize, scratch_bytes: usize, task: &(dyn Fn(usize, &mut [u8]) + Sync));
    /// The same for up to one task a thread, each about as short as a fork is: any thread may run any of them. The slice
    /// is empty.
    fn run_short(&self, tasks: usize, task: &(dyn Fn(usize, &mut [u8]) + Sync)) {
        self.run(tasks, 0, task);
    }
}

/// Limits and traits of a device.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Marketing name.
    pub description: String,
    /// What devices that run the same code equally well have in common, in their backend's words. Settings are tuned for it.
    pub architecture: String,
    /// Whether it is a GPU: OpenCL also drives CPUs.
    pub is_gpu: bool,
    /// Bytes of device memory.
    pub memory_bytes: u64,
    /// Largest work group.
    pub max_group_size: usize,
    /// Bytes of scratch (local, shared memory) of a work group.
    pub max_scratch_bytes: usize,
    /// Width of a natural tile and vector: the warp, the wavefront, or the preferred width.
    pub natural_width: usize,
    /// Compute units.
    pub compute_units: usize,
    /// Supports f64.
    pub has_f64: bool,
    /// Supports 64-bit atomics, which f64 atomics are made of.
    pub has_atomic64: bool,
    /// Vector lengths whose lanes form a sub-group where the text demands it
    /// ([`Dialect::sub_group`]). Others join their lanes through scratch.
    pub sub_group_sizes: Vec<usize>,
}

/// Memory on a device: a handle that the backend understands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Buffer {
    /// The backend's handle (a pointer or an object).
    pub handle: u64,
    /// Size.
    pub bytes: usize,
}

/// A value for one argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg {
    /// Device memory
    Buffer(Buffer),
    /// i32, also an index of 32 bits
    I32(i32),
    /// u32
    U32(u32),
    /// i64, also an index of 64 bits
    I64(i64),
    /// f32
    F32(f32),
    /// f64
    F64(f64),
}

impl Arg {
    /// Its bytes, the first ones lowest: of memory, those of the handle.
    pub fn bits(self) -> u64 {
        match self {
            Arg::Buffer(buffer) => buffer.handle,
            Arg::I32(value) => u64::from(value.cast_unsigned()),
            Arg::U32(value) => u64::from(value),
            Arg::I64(value) => value.cast_unsigned(),
            Arg::F32(value) => u64::from(value.to_bits()),
            Arg::F64(value) => value.to_bits(),
        }
    }
}

/// How many groups of how many work items: x is the vector lane, y the team thread, groups are teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Work groups (teams)
    pub groups: usize,
    /// Work items of a group: (lanes, threads)
    pub group_size: [usize; 2],
}

/// A compiled kernel; the backend downcasts it in `launch`.
pub type Module = Arc<dyn Any + Send + Sync>;

/// What a device knows of a compiled kernel.
#[derive(Clone, Default, Debug)]
pub struct Inspection {
    /// Endings and contents of files: assembly, machine code
    pub files: Vec<(&'static str, Vec<u8>)>,
    /// Resources such as registers of a work item, with their amounts
    pub resources: Vec<(&'static str, u64)>,
}

/// A device with memory of its own.
pub trait Device: Any + Send + Sync {
    /// Name by which the registry knows it, such as `opencl:pocl`.
    fn name(&self) -> &str;
    /// Limits.
    fn properties(&self) -> &Properties;
    /// How source text is written for it; left alone by devices that run programs and no text.
    fn dialect(&self) -> &'static Dialect {
        &Dialect::C
    }
    /// Allocates; contents undefined.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], with an empty label: portax adds the view's.
    fn alloc(&self, bytes: usize) -> Result<Buffer>;
    /// Frees what `alloc` gave.
    ///
    /// # Safety
    /// The buffer came from this device and is not used afterwards; launches that use it may still run: the backend
    /// frees it after them.
    unsafe fn free(&self, buffer: Buffer);
    /// The buffer of memory that somebody else has allocated on this device and frees, where the driver's addresses are those
    /// of buffers.
    ///
    /// # Safety
    /// `bytes` bytes of the device are allocated from `address` on.
    unsafe fn foreign(&self, address: u64, bytes: usize) -> Option<Buffer> {
        let _ = (address, bytes);
        None
    }
    /// Sets a whole buffer to zero bytes; backends override it where the device can do that itself.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// The buffer is alive.
    unsafe fn zero(&self, buffer: Buffer) -> Result<()> {
        let zeros = vec![0; buffer.bytes.min(1 << 24)];
        (0..buffer.bytes)
            .step_by(zeros.len().max(1))
            .try_for_each(|done| {
                let n = zeros.len().min(buffer.bytes - done);
                // SAFETY: the buffer is alive, and `done + n` is inside it.
                unsafe { self.copy_in(buffer, done, &zeros[..n]) }
            })
    }
    /// Copies to the device.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// The buffer is alive and `offset + data.len()` is inside it.
    unsafe fn copy_in(&self, to: Buffer, offset: usize, data: &[u8]) -> Result<()>;
    /// Copies from the device, after everything launched before.
    ///
    /// # Errors
    /// What the device reports, also of launches before.
    ///
    /// # Safety
    /// The buffer is alive and `offset + data.len()` is inside it.
    unsafe fn copy_out(&self, from: Buffer, offset: usize, data: &mut [u8]) -> Result<()>;
    /// Copies on the device.
    ///
    /// # Errors
    /// What the device reports.
    ///
    /// # Safety
    /// Both buffers are alive, different, and `bytes` is inside both.
    unsafe fn copy_within(&self, from: Buffer, to: Buffer, bytes: usize) -> Result<()>;
    /// Compiles; a failure shows the source and the compiler's log.
    ///
    /// # Errors
    /// The compiler refuses the text; a device that runs programs has no compiler, and leaves this alone.
    fn compile(&self, source: &Source) -> Result<Module> {
        let log = "error: the device runs programs and compiles no text";
        Err(Error::compile(self.name(), source, log))
    }
    /// Compiles what the source was printed from: for devices that run programs ([`evaluate`](crate::ir::evaluate)) and no
    /// text.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile).
    fn compile_program(&self, program: &Program, source: &Source) -> Result<Module> {
        let _ = program;
        self.compile(source)
    }
    /// Launches.
    ///
    /// # Errors
    /// A module of another device, a grid that the kernel does not take ([`Error::KernelGroup`]), or what the device reports.
    ///
    /// # Safety
    /// Arguments match the kernel's signature, buffers are alive, and the program touches only elements inside them.
    unsafe fn launch(&self, module: &Module, grid: Grid, args: &[Arg]) -> Result<()>;
    /// Largest group that takes a compiled kernel, where registers may limit it further than
    /// [`Properties::max_group_size`].
    fn largest_group(&self, module: &Module) -> Option<usize> {
        let _ = module;
        None
    }
    /// Waits for everything launched.
    ///
    /// # Errors
    /// What the device reports of anything launched.
    fn fence(&self) -> Result<()>;
    /// Lays a launch out for repetition; nothing where `launch` is as good.
    ///
    /// # Errors
    /// As for [`launch`](Self::launch).
    fn encode(
        &self,
        _module: &Module,
        _grid: Grid,
        _args: &[Arg],
    ) -> Result<Option<Box<dyn Command>>> {
        Ok(None)
    }
    /// Graphs, if it has them.
    fn graphs(&self) -> Option<&dyn Graphs> {
        None
    }
    /// Queues beside its own, and events, if it has them.
    fn streams(&self) -> Option<&dyn Streams> {
        None
    }
    /// Page-locked host memory, if it has it.
    fn pinned(&self) -> Option<&dyn Pinned> {
        None
    }
    /// Copies from other devices, if it has them.
    fn peers(&self) -> Option<&dyn Peers> {
        None
    }
    /// What `PORTAX_DUMP` writes of a kernel beside its program and its source.
    ///
    /// # Errors
    /// What the device reports.
    fn inspect(&self, _source: &Source, _module: &Module) -> Result<Inspection> {
        Ok(Inspection::default())
    }
    /// How tools know it.
    fn tool_device(&self) -> ToolDevice {
        ToolDevice::default()
    }
}

#[cfg(test)]
mod tests {
    use super::Arg;

    #[test]
    fn arguments_start_with_their_bytes() {
        let starts = |arg: Arg, bytes: &[u8]| arg.bits().to_le_bytes().starts_with(bytes);
        assert!(starts(Arg::I32(-2), &(-2i32).to_le_bytes()));
        assert!(starts(Arg::F32(0.1), &0.1f32.to_le_bytes()));
        assert!(starts(Arg::F64(-0.1), &(-0.1f64).to_le_bytes()));
        assert!(starts(Arg::I64(i64::MIN), &i64::MIN.to_le_bytes()));
    }
}
