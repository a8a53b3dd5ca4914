//! The runtime's functions, as devices call them.

use crate::{
    dialect::HIP,
    error::{self, DriverResult},
    hiprtc, probe,
    sys::{
        HipLibrary, hipDeviceptr_t, hipError_t, hipEvent_t, hipEventDefault, hipFunction_attribute,
        hipFunction_t, hipGraph_t, hipGraphExec_t, hipHostMallocDefault, hipMemPool_t,
        hipMemPoolAttr, hipModule_t, hipStream_t, hipStreamCaptureMode, hipStreamNonBlocking,
    },
};
use portax::{
    backend::{Source, ToolDevice},
    error::Result,
    ir::render::Dialect,
};
use portax_driver::{Driver, Files, Found, Launch, Place, Resources, failed};
use std::{
    ffi::{CStr, c_int, c_void},
    ptr::{self, null_mut},
};

/// Work items of a grid along x: HIP counts them, not the groups, in 32 bits.
const MAX_ITEMS: usize = u32::MAX as usize;

/// A device of HIP's runtime.
#[derive(Clone)]
pub struct HipDriver {
    /// The runtime.
    pub hip: &'static HipLibrary,
    /// HIP's number of the device.
    pub ordinal: c_int,
    /// What its kernels are compiled for, as the cache knows it.
    pub target: String,
}

/// What is told of a kernel.
const RESOURCES: [(&str, hipFunction_attribute); 4] = [
    (
        "registers",
        hipFunction_attribute::HIP_FUNC_ATTRIBUTE_NUM_REGS,
    ),
    (
        "bytes of private memory (spills and arrays)",
        hipFunction_attribute::HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
    ),
    (
        "bytes of scratch",
        hipFunction_attribute::HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
    ),
    (
        "largest group",
        hipFunction_attribute::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
    ),
];

/// What a call of the runtime writes.
fn written<T>(mut place: T, call: impl FnOnce(&mut T) -> hipError_t) -> DriverResult<T> {
    call(&mut place).result()?;
    Ok(place)
}

#[allow(
    unsafe_op_in_unsafe_fn,
    reason = "each is a call of the runtime, whose handles are right by the trait's contract"
)]
// SAFETY: the runtime may be called from any thread, also at once; which device is current is a matter of each thread.
unsafe impl Driver for HipDriver {
    const PREFIX: &'static str = "hip";
    const DIALECT: &'static Dialect = &HIP;
    const OPENING: &'static str = "opening the device";
    const OUT_OF_MEMORY: hipError_t = hipError_t::hipErrorOutOfMemory;
    const INVALID_VALUE: hipError_t = hipError_t::hipErrorInvalidValue;

    type Code = hipError_t;
    type Context = ();
    type Pool = hipMemPool_t;
    type Stream = hipStream_t;
    type Event = hipEvent_t;
    type Module = hipModule_t;
    type Function = hipFunction_t;
    type Graph = hipGraph_t;
    type Executable = hipGraphExec_t;

    fn discover() -> Result<Vec<Found<Self>>> {
        probe::find()
    }

    fn most_groups(lanes: usize) -> usize {
        MAX_ITEMS / lanes.max(1)
    }

    fn tool_device(&self) -> ToolDevice {
        ToolDevice {
            kind: 3,
            number: self.ordinal as u8,
            memory: "HIP",
        }
    }

    fn reason(&self, code: hipError_t) -> String {
        error::reason(self.hip, code)
    }

    fn retain(&self) -> DriverResult<()> {
        Ok(())
    }

    unsafe fn release(&self, _: ()) -> DriverResult<()> {
        Ok(())
    }

    #[inline]
    unsafe fn bind(&self, _: ()) -> DriverResult<()> {
        (self.hip.hipSetDevice)(self.ordinal).result()
    }

    unsafe fn synchronize(&self) -> DriverResult<()> {
        (self.hip.hipDeviceSynchronize)().result()
    }

    unsafe fn default_pool(&self) -> DriverResult<hipMemPool_t> {
        let pool = written(null_mut(), |pool| {
            (self.hip.hipDeviceGetDefaultMemPool)(pool, self.ordinal)
        })?;
        let attribute = hipMemPoolAttr::hipMemPoolAttrReleaseThreshold;
        let mut threshold = u64::MAX;
        (self.hip.hipMemPoolSetAttribute)(pool, attribute, ptr::from_mut(&mut threshold).cast())
            .result()?;
        Ok(pool)
    }

    unsafe fn trim(&self, pool: hipMemPool_t) -> DriverResult<()> {
        (self.hip.hipMemPoolTrimTo)(pool, 0).result()
    }

    unsafe fn memory_info(&self) -> DriverResult<(usize, usize)> {
        written((0, 0), |(free, total)| {
            (self.hip.hipMemGetInfo)(free, total)
        })
    }

    unsafe fn alloc_async(&self, bytes: usize, stream: hipStream_t) -> DriverResult<u64> {
        let allocated = written(null_mut(), |address| {
            (self.hip.hipMallocAsync)(address, bytes, stream)
        });
        allocated.map(|address| address as u64)
    }

    unsafe fn alloc(&self, bytes: usize) -> DriverResult<u64> {
        let allocated = written(null_mut(), |address| (self.hip.hipMalloc)(address, bytes));
        allocated.map(|address| address as u64)
    }

    unsafe fn free_async(&self, address: u64, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipFreeAsync)(address as hipDeviceptr_t, stream).result()
    }

    unsafe fn free(&self, address: u64) -> DriverResult<()> {
        (self.hip.hipFree)(address as hipDeviceptr_t).result()
    }

    unsafe fn copy_in(&self, to: u64, from: *const [u8], stream: hipStream_t) -> DriverResult<()> {
        // The runtime only reads what `from` points to.
        let (to, start) = (to as hipDeviceptr_t, from.cast_mut().cast());
        (self.hip.hipMemcpyHtoDAsync)(to, start, from.len(), stream).result()
    }

    unsafe fn copy_out(&self, to: *mut [u8], from: u64, stream: hipStream_t) -> DriverResult<()> {
        let (start, from) = (to.cast(), from as hipDeviceptr_t);
        (self.hip.hipMemcpyDtoHAsync)(start, from, to.len(), stream).result()
    }

    unsafe fn copy(
        &self,
        to: u64,
        from: u64,
        bytes: usize,
        stream: hipStream_t,
    ) -> DriverResult<()> {
        let (to, from) = (to as hipDeviceptr_t, from as hipDeviceptr_t);
        (self.hip.hipMemcpyDtoDAsync)(to, from, bytes, stream).result()
    }

    unsafe fn copy_from_peer(
        to: Place<Self>,
        from: Place<Self>,
        bytes: usize,
        stream: hipStream_t,
    ) -> DriverResult<()> {
        let target = (to.address as *mut c_void, to.driver.ordinal);
        let source = (from.address as *const c_void, from.driver.ordinal);
        let copy = to.driver.hip.hipMemcpyPeerAsync;
        copy(target.0, target.1, source.0, source.1, bytes, stream).result()
    }

    unsafe fn zero(&self, address: u64, bytes: usize, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipMemsetD8Async)(address as hipDeviceptr_t, 0, bytes, stream).result()
    }

    unsafe fn alloc_host(&self, bytes: usize) -> DriverResult<*mut u8> {
        let allocated = written(null_mut(), |memory| {
            (self.hip.hipHostMalloc)(memory, bytes, hipHostMallocDefault)
        });
        allocated.map(|memory| memory.cast())
    }

    unsafe fn free_host(&self, memory: *mut u8) -> DriverResult<()> {
        (self.hip.hipHostFree)(memory.cast()).result()
    }

    unsafe fn create_stream(&self) -> DriverResult<hipStream_t> {
        written(null_mut(), |stream| {
            (self.hip.hipStreamCreateWithFlags)(stream, hipStreamNonBlocking)
        })
    }

    unsafe fn synchronize_stream(&self, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipStreamSynchronize)(stream).result()
    }

    unsafe fn wait_event(&self, stream: hipStream_t, event: hipEvent_t) -> DriverResult<()> {
        let no_flags = 0;
        (self.hip.hipStreamWaitEvent)(stream, event, no_flags).result()
    }

    unsafe fn destroy_stream(&self, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipStreamDestroy)(stream).result()
    }

    unsafe fn create_event(&self) -> DriverResult<hipEvent_t> {
        written(null_mut(), |event| {
            (self.hip.hipEventCreateWithFlags)(event, hipEventDefault)
        })
    }

    unsafe fn record_event(&self, event: hipEvent_t, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipEventRecord)(event, stream).result()
    }

    unsafe fn synchronize_event(&self, event: hipEvent_t) -> DriverResult<()> {
        (self.hip.hipEventSynchronize)(event).result()
    }

    unsafe fn query_event(&self, event: hipEvent_t) -> DriverResult<bool> {
        match (self.hip.hipEventQuery)(event) {
            hipError_t::hipSuccess => Ok(true),
            hipError_t::hipErrorNotReady => Ok(false),
            code => Err(code),
        }
    }

    unsafe fn elapsed(&self, start: hipEvent_t, end: hipEvent_t) -> DriverResult<f32> {
        written(0.0, |milliseconds| {
            (self.hip.hipEventElapsedTime)(milliseconds, start, end)
        })
    }

    unsafe fn destroy_event(&self, event: hipEvent_t) -> DriverResult<()> {
        (self.hip.hipEventDestroy)(event).result()
    }

    unsafe fn begin_capture(&self, stream: hipStream_t) -> DriverResult<()> {
        let mode = hipStreamCaptureMode::hipStreamCaptureModeRelaxed;
        (self.hip.hipStreamBeginCapture)(stream, mode).result()
    }

    /// A capture that failed may leave a graph all the same, which is destroyed here.
    unsafe fn end_capture(&self, stream: hipStream_t) -> DriverResult<hipGraph_t> {
        let mut graph = null_mut();
        let ended = (self.hip.hipStreamEndCapture)(stream, &mut graph).result();
        if ended.is_err() {
            self.destroy_graph(graph)?;
        }
        ended.map(|()| graph)
    }

    unsafe fn instantiate(&self, graph: hipGraph_t) -> DriverResult<hipGraphExec_t> {
        written(null_mut(), |executable| {
            let (no_node, no_log) = (null_mut(), null_mut());
            (self.hip.hipGraphInstantiate)(executable, graph, no_node, no_log, 0)
        })
    }

    /// A capture that failed may leave no graph, also where it ends with success.
    unsafe fn destroy_graph(&self, graph: hipGraph_t) -> DriverResult<()> {
        if graph.is_null() {
            return Ok(());
        }
        (self.hip.hipGraphDestroy)(graph).result()
    }

    #[inline]
    unsafe fn launch_graph(&self, graph: hipGraphExec_t, stream: hipStream_t) -> DriverResult<()> {
        (self.hip.hipGraphLaunch)(graph, stream).result()
    }

    unsafe fn destroy_executable(&self, graph: hipGraphExec_t) -> DriverResult<()> {
        (self.hip.hipGraphExecDestroy)(graph).result()
    }

    fn key_words(&self) -> [String; 2] {
        [self.target.clone(), hiprtc::options(None)]
    }

    fn compile(&self, space: &str, source: &Source) -> Result<Vec<u8>> {
        // SAFETY: devices need not be retained. The compiler takes the architecture of the thread's current device.
        unsafe { self.bind(()) }.map_err(|code| {
            let operation = format_args!("compiling `{}`", source.entry);
            failed(space, operation, self.reason(code))
        })?;
        hiprtc::compile(space, source, None)
    }

    /// Gives the code object.
    fn files(&self, _: &str, _: &Source, image: &dyn Fn() -> Result<Vec<u8>>) -> Result<Files> {
        Ok(vec![("hsaco", image()?)])
    }

    /// The image is a code object, which knows its length.
    unsafe fn load(&self, image: &[u8]) -> DriverResult<hipModule_t> {
        written(null_mut(), |module| {
            (self.hip.hipModuleLoadData)(module, image.as_ptr().cast())
        })
    }

    /// All scratch is declared in the text, and needs no attribute.
    unsafe fn find_function(
        &self,
        module: hipModule_t,
        name: &CStr,
        _: usize,
    ) -> DriverResult<(hipFunction_t, usize)> {
        let function = written(null_mut(), |function| {
            (self.hip.hipModuleGetFunction)(function, module, name.as_ptr())
        })?;
        let most = hipFunction_attribute::HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        Ok((function, self.attribute(function, most)? as usize))
    }

    unsafe fn resources(&self, function: hipFunction_t, _: usize) -> DriverResult<Resources> {
        let resource = |(name, attribute)| {
            self.attribute(function, attribute)
                .map(|amount| (name, amount as u64))
        };
        RESOURCES.into_iter().map(resource).collect()
    }

    unsafe fn unload(&self, module: hipModule_t) -> DriverResult<()> {
        (self.hip.hipModuleUnload)(module).result()
    }

    #[inline]
    unsafe fn launch(&self, launch: &Launch<Self>, stream: hipStream_t) -> DriverResult<()> {
        let [lanes, threads] = launch.grid.group_size.map(|n| n as u32);
        (self.hip.hipModuleLaunchKernel)(
            launch.function,
            launch.grid.groups as u32,
            1,
            1,
            lanes,
            threads,
            1,
            launch.scratch_bytes,
            stream,
            launch.arguments(),
            null_mut(),
        )
        .result()
    }
}

impl HipDriver {
    /// # Safety
    /// The function is one of a loaded module.
    unsafe fn attribute(
        &self,
        function: hipFunction_t,
        attribute: hipFunction_attribute,
    ) -> DriverResult<c_int> {
        written(0, |amount| {
            // SAFETY: the caller's promise; the call writes one number.
            unsafe { (self.hip.hipFuncGetAttribute)(amount, attribute, function) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hip;
    use portax::{
        backend::Device,
        cache::{Cache, Key},
        error::Error,
        registry::Discover,
    };
    use portax_testing::skip;
    use std::{env, fs, process, sync::Arc};

    /// As after an update of the driver that changes what it loads.
    #[test]
    fn an_entry_that_does_not_load_is_compiled_anew() -> Result<()> {
        let found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("hip:", error);
                return Ok(());
            }
        };
        let folder = env::temp_dir().join(format!("portax-hip-stale-{}", process::id()));
        let cache = Arc::new(Cache::new(&folder, 1 << 20));
        let device = Hip::open(&found[0], Arc::clone(&cache))?;
        let source = Source::new(
            "extern \"C\" __global__ void one(int* a) { *a = 1; }",
            "one",
        );
        let (words, stale) = (found[0].driver.key_words(), b"not a code object\0");
        let key = Key {
            device: &words[0],
            compiler: &found[0].compiler,
            options: &words[1],
            entry: &source.entry,
            text: &source.text,
        };
        cache.store(&key, stale);
        device.compile(&source)?;
        let now = cache.find(&key).expect("an entry");
        assert_ne!(now, stale);
        device.compile(&source)?;
        assert_eq!((cache.hits(), cache.misses()), (3, 0));
        fs::remove_dir_all(&folder).expect("the folder is this test's");
        Ok(())
    }

    /// Tests a device as if its GPU had no memory pools.
    #[test]
    fn plain_memory_serves_as_well() -> Result<()> {
        let mut found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("hip:", error);
                return Ok(());
            }
        };
        let first = found.first_mut().expect("at least one");
        first.has_pools = false;
        let device = Hip::open(first, Arc::default())?;
        let buffer = device.alloc(64)?;
        let mut back = [0; 64];
        // SAFETY: the ranges are inside the buffer.
        unsafe {
            device.copy_in(buffer, 0, &[7; 64])?;
            device.copy_out(buffer, 0, &mut back)?;
            device.free(buffer);
        }
        assert_eq!(back, [7; 64]);
        let too_much = device.alloc(1 << 50);
        assert!(
            matches!(too_much, Err(Error::OutOfMemory { .. })),
            "{too_much:?}"
        );
        Ok(())
    }
}
