//! What a driver supplies.

use crate::{Found, Launch, Place};
use portax::{
    backend::{Source, ToolDevice},
    error::Result,
    ir::render::Dialect,
};
use std::ffi::CStr;

/// A result of the driver: a value or its code.
pub type Outcome<D, T = ()> = std::result::Result<T, <D as Driver>::Code>;

/// Files that `PORTAX_DUMP` writes of a kernel: endings and contents.
pub type Files = Vec<(&'static str, Vec<u8>)>;

/// Registers, scratch and the like of a kernel, with their amounts.
pub type Resources = Vec<(&'static str, u64)>;

/// A device in its driver's terms, and the driver's functions. Most of these are one call each, and return what that call
/// returns; addresses on the device are numbers.
///
/// # Safety
/// The functions do what they say, and may be called with their handles from any thread, also at once: which device is
/// current is a matter of each thread, and [`bind`](Self::bind) sets it.
///
/// Who calls an unsafe function of this trait promises: the device's context is retained and, but for `bind` and
/// `release`, current; handles are the device's and alive; memory is alive and as large as the call says until the work
/// that uses it is done; what is destroyed is not used any more.
#[allow(
    clippy::missing_errors_doc,
    clippy::missing_safety_doc,
    reason = "the same for each function, in the trait's own doc"
)]
pub unsafe trait Driver: Clone + Send + Sync + 'static {
    /// Prefix of the devices' names.
    const PREFIX: &'static str;
    /// The language of its run-time compiler.
    const DIALECT: &'static Dialect;
    /// What opening a device is called in an error.
    const OPENING: &'static str;
    /// Code of too little memory.
    const OUT_OF_MEMORY: Self::Code;
    /// Code of an invalid argument, which drivers also give for sizes beyond their address space.
    const INVALID_VALUE: Self::Code;

    /// What the driver calls an error.
    type Code: Copy + PartialEq;
    /// What has to be current in a thread.
    type Context: Copy;
    /// What streams allocate from.
    type Pool: Copy;
    /// A queue.
    type Stream: Copy;
    /// A mark in a queue.
    type Event: Copy;
    /// Loaded code.
    type Module: Copy;
    /// A kernel in it.
    type Function: Copy;
    /// Captured work.
    type Graph: Copy;
    /// Captured work that can be launched.
    type Executable: Copy;

    /// Every usable device, or why there is none.
    fn discover() -> Result<Vec<Found<Self>>>;
    /// The largest grid along x, in groups of so many lanes.
    fn most_groups(lanes: usize) -> usize;
    /// How tools know the device.
    fn tool_device(&self) -> ToolDevice;
    /// Name of a code, the code, and what it means.
    fn reason(&self, code: Self::Code) -> String;

    /// Gives the context of the device. CUDA counts who holds it; HIP's devices have no handle.
    fn retain(&self) -> Outcome<Self, Self::Context>;
    /// Takes a retained context back, whose streams, modules and memory are gone.
    unsafe fn release(&self, context: Self::Context) -> Outcome<Self>;
    /// Makes a retained context the calling thread's.
    unsafe fn bind(&self, context: Self::Context) -> Outcome<Self>;
    /// Waits for every stream.
    unsafe fn synchronize(&self) -> Outcome<Self>;
    /// The device's default pool, told to keep what is freed: by default it gives memory back to the system at every fence.
    unsafe fn default_pool(&self) -> Outcome<Self, Self::Pool>;
    /// Gives what the pool keeps back to the system.
    unsafe fn trim(&self, pool: Self::Pool) -> Outcome<Self>;
    /// Free and all bytes of the device.
    unsafe fn memory_info(&self) -> Outcome<Self, (usize, usize)>;

    /// Allocates from the pool, in the order of the stream.
    unsafe fn alloc_async(&self, bytes: usize, stream: Self::Stream) -> Outcome<Self, u64>;
    /// Allocates without a pool.
    unsafe fn alloc(&self, bytes: usize) -> Outcome<Self, u64>;
    /// Frees what `alloc_async` gave, in the order of the stream.
    unsafe fn free_async(&self, address: u64, stream: Self::Stream) -> Outcome<Self>;
    /// Frees what `alloc` gave.
    unsafe fn free(&self, address: u64) -> Outcome<Self>;
    /// Enqueues a copy from the host.
    unsafe fn copy_in(&self, to: u64, from: *const [u8], stream: Self::Stream) -> Outcome<Self>;
    /// Enqueues a copy to the host.
    unsafe fn copy_out(&self, to: *mut [u8], from: u64, stream: Self::Stream) -> Outcome<Self>;
    /// Enqueues a copy on the device.
    unsafe fn copy(&self, to: u64, from: u64, bytes: usize, stream: Self::Stream) -> Outcome<Self>;
    /// Gives another device access to what the pool of this one allocates, where a link joins the two: without it the
    /// driver copies by way of the host. Nothing to do by default.
    unsafe fn share(&self, pool: Self::Pool, peer: &Self) -> Outcome<Self> {
        let _ = (pool, peer);
        Ok(())
    }
    /// Enqueues a copy from another device, on a stream of the one that is written.
    unsafe fn copy_from_peer(
        to: Place<Self>,
        from: Place<Self>,
        bytes: usize,
        stream: Self::Stream,
    ) -> Outcome<Self>;
    /// Enqueues filling with zeros.
    unsafe fn zero(&self, address: u64, bytes: usize, stream: Self::Stream) -> Outcome<Self>;

    /// Allocates page-locked memory of the host.
    unsafe fn alloc_host(&self, bytes: usize) -> Outcome<Self, *mut u8>;
    /// Frees what `alloc_host` gave.
    unsafe fn free_host(&self, memory: *mut u8) -> Outcome<Self>;
    /// Where kernels reach what `alloc_host` gave, if they do.
    unsafe fn host_address(&self, memory: *mut u8) -> Option<u64> {
        let _ = memory;
        None
    }

    /// Creates a stream that does not wait for the default one.
    unsafe fn create_stream(&self) -> Outcome<Self, Self::Stream>;
    /// Waits for everything on a stream.
    unsafe fn synchronize_stream(&self, stream: Self::Stream) -> Outcome<Self>;
    /// Lets a stream wait for an event.
    unsafe fn wait_event(&self, stream: Self::Stream, event: Self::Event) -> Outcome<Self>;
    /// Destroys a stream.
    unsafe fn destroy_stream(&self, stream: Self::Stream) -> Outcome<Self>;

    /// Creates an event that has a time.
    unsafe fn create_event(&self) -> Outcome<Self, Self::Event>;
    /// Marks the present end of a stream.
    unsafe fn record_event(&self, event: Self::Event, stream: Self::Stream) -> Outcome<Self>;
    /// Waits for an event.
    unsafe fn synchronize_event(&self, event: Self::Event) -> Outcome<Self>;
    /// Whether an event has been reached.
    unsafe fn query_event(&self, event: Self::Event) -> Outcome<Self, bool>;
    /// Milliseconds between two events.
    unsafe fn elapsed(&self, start: Self::Event, end: Self::Event) -> Outcome<Self, f32>;
    /// Destroys an event; the driver keeps what streams still need of it.
    unsafe fn destroy_event(&self, event: Self::Event) -> Outcome<Self>;

    /// Begins to capture what is enqueued on a stream; other threads go on undisturbed.
    unsafe fn begin_capture(&self, stream: Self::Stream) -> Outcome<Self>;
    /// Ends a capture.
    unsafe fn end_capture(&self, stream: Self::Stream) -> Outcome<Self, Self::Graph>;
    /// Makes captured work executable.
    unsafe fn instantiate(&self, graph: Self::Graph) -> Outcome<Self, Self::Executable>;
    /// Destroys captured work; what was instantiated from it stays.
    unsafe fn destroy_graph(&self, graph: Self::Graph) -> Outcome<Self>;
    /// Enqueues captured work.
    unsafe fn launch_graph(&self, graph: Self::Executable, stream: Self::Stream) -> Outcome<Self>;
    /// Destroys an executable, which does not run.
    unsafe fn destroy_executable(&self, graph: Self::Executable) -> Outcome<Self>;

    /// What the key of an entry of the cache has of the driver: the target of the code and the compiler's options.
    fn key_words(&self) -> [String; 2];
    /// Compiles a source for the device `space`.
    fn compile(&self, space: &str, source: &Source) -> Result<Vec<u8>>;
    /// Files that say what a source was compiled to; `image` gives what `compile` has given for it.
    fn files(
        &self,
        space: &str,
        source: &Source,
        image: &dyn Fn() -> Result<Vec<u8>>,
    ) -> Result<Files>;
    /// Loads what `compile` gave, or returns an error where the cache has cut the image or kept it from another driver.
    unsafe fn load(&self, image: &[u8]) -> Outcome<Self, Self::Module>;
    /// Looks a kernel up and readies it for launches with so many bytes of scratch beside what its text declares; also
    /// returns its largest group, which registers may limit below the device's.
    unsafe fn find_function(
        &self,
        module: Self::Module,
        name: &CStr,
        scratch_bytes: usize,
    ) -> Outcome<Self, (Self::Function, usize)>;
    /// What a kernel takes that was found with so many bytes of scratch.
    unsafe fn resources(
        &self,
        function: Self::Function,
        scratch_bytes: usize,
    ) -> Outcome<Self, Resources>;
    /// Unloads code.
    unsafe fn unload(&self, module: Self::Module) -> Outcome<Self>;
    /// Enqueues a launch; the driver copies the arguments before it returns.
    unsafe fn launch(&self, launch: &Launch<Self>, stream: Self::Stream) -> Outcome<Self>;
    /// Enqueues a launch whose predecessor on the stream is a launch too. CUDA may start it while that one ends.
    unsafe fn launch_after_launch(
        &self,
        launch: &Launch<Self>,
        stream: Self::Stream,
    ) -> Outcome<Self> {
        // SAFETY: the caller's promise.
        unsafe { self.launch(launch, stream) }
    }
}
