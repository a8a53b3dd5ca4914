//! The driver's functions, as devices call them.

use crate::{
    dialect::CUDA,
    error::{self, DriverResult},
    image::is_whole,
    nvrtc::{self, Target},
    probe,
};
use cudarc::driver::{
    DriverError,
    result::{
        ctx, device, event, free_async, free_host, free_sync,
        function::{get_function_attribute, set_function_attribute},
        graph, malloc_async, malloc_host, malloc_sync, mem_get_info, mem_pool, memcpy_dtod_async,
        memcpy_peer_async, memset_d8_async, module, primary_ctx, stream,
    },
    sys::{
        self, CUcontext, CUdevice, CUevent, CUevent_flags, CUevent_wait_flags, CUfunction,
        CUfunction_attribute, CUgraph, CUgraphExec, CUgraphInstantiate_flags, CUlaunchAttribute,
        CUlaunchAttributeID, CUlaunchAttributeValue, CUlaunchConfig, CUmemAccess_flags,
        CUmemAccessDesc, CUmemLocation, CUmemLocationType, CUmemPool_attribute, CUmemoryPool,
        CUmodule, CUresult, CUstream, CUstreamCaptureMode, cuDeviceCanAccessPeer, cuLaunchKernel,
        cuLaunchKernelEx, cuMemHostGetDevicePointer_v2, cuMemPoolSetAccess, cuMemcpyDtoHAsync_v2,
        cuMemcpyHtoDAsync_v2,
    },
};
use portax::{
    backend::{Source, ToolDevice},
    error::Result,
    ir::render::Dialect,
};
use portax_driver::{Driver, Files, Found, Launch, Place, Resources};
use std::{ffi::CStr, ptr};

/// A device of CUDA's driver.
#[derive(Clone)]
pub struct CudaDriver {
    /// CUDA's number.
    pub ordinal: i32,
    /// CUDA's handle.
    pub device: CUdevice,
    /// The target that NVRTC compiles for.
    pub target: Target,
}

/// What is told of a kernel.
const RESOURCES: [(&str, CUfunction_attribute); 4] = [
    (
        "registers",
        CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS,
    ),
    (
        "bytes of local memory (spills and arrays)",
        CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
    ),
    (
        "bytes of static shared memory",
        CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
    ),
    (
        "largest group",
        CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
    ),
];

#[allow(
    unsafe_op_in_unsafe_fn,
    reason = "each is a call of the driver, whose handles are right by the trait's contract"
)]
// SAFETY: the driver may be called from any thread, also at once; which context is current is a matter of each thread.
unsafe impl Driver for CudaDriver {
    const PREFIX: &'static str = "cuda";
    const DIALECT: &'static Dialect = &CUDA;
    const OPENING: &'static str = "opening a context";
    const OUT_OF_MEMORY: DriverError = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    const INVALID_VALUE: DriverError = DriverError(CUresult::CUDA_ERROR_INVALID_VALUE);

    type Code = DriverError;
    type Context = CUcontext;
    type Pool = CUmemoryPool;
    type Stream = CUstream;
    type Event = CUevent;
    type Module = CUmodule;
    type Function = CUfunction;
    type Graph = CUgraph;
    type Executable = CUgraphExec;

    fn discover() -> Result<Vec<Found<Self>>> {
        probe::find()
    }

    fn most_groups(_: usize) -> usize {
        i32::MAX as usize
    }

    fn tool_device(&self) -> ToolDevice {
        ToolDevice {
            kind: 2,
            number: self.ordinal as u8,
            memory: "Cuda",
        }
    }

    fn reason(&self, code: DriverError) -> String {
        error::reason(code)
    }

    /// Retains the primary context.
    fn retain(&self) -> DriverResult<CUcontext> {
        // SAFETY: the device is one of the driver's.
        unsafe { primary_ctx::retain(self.device) }
    }

    unsafe fn release(&self, _: CUcontext) -> DriverResult<()> {
        primary_ctx::release(self.device)
    }

    #[inline]
    unsafe fn bind(&self, context: CUcontext) -> DriverResult<()> {
        ctx::set_current(context)
    }

    unsafe fn synchronize(&self) -> DriverResult<()> {
        ctx::synchronize()
    }

    unsafe fn default_pool(&self) -> DriverResult<CUmemoryPool> {
        let mut threshold = u64::MAX;
        let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        let pool = device::get_default_mem_pool(self.device)?;
        mem_pool::set_attribute(pool, attribute, ptr::from_mut(&mut threshold).cast())?;
        Ok(pool)
    }

    unsafe fn trim(&self, pool: CUmemoryPool) -> DriverResult<()> {
        mem_pool::trim_to(pool, 0)
    }

    unsafe fn memory_info(&self) -> DriverResult<(usize, usize)> {
        mem_get_info()
    }

    unsafe fn alloc_async(&self, bytes: usize, stream: CUstream) -> DriverResult<u64> {
        malloc_async(stream, bytes)
    }

    unsafe fn alloc(&self, bytes: usize) -> DriverResult<u64> {
        malloc_sync(bytes)
    }

    unsafe fn free_async(&self, address: u64, stream: CUstream) -> DriverResult<()> {
        free_async(address, stream)
    }

    unsafe fn free(&self, address: u64) -> DriverResult<()> {
        free_sync(address)
    }

    unsafe fn copy_in(&self, to: u64, from: *const [u8], stream: CUstream) -> DriverResult<()> {
        cuMemcpyHtoDAsync_v2(to, from.cast(), from.len(), stream).result()
    }

    unsafe fn copy_out(&self, to: *mut [u8], from: u64, stream: CUstream) -> DriverResult<()> {
        cuMemcpyDtoHAsync_v2(to.cast(), from, to.len(), stream).result()
    }

    unsafe fn copy(&self, to: u64, from: u64, bytes: usize, stream: CUstream) -> DriverResult<()> {
        memcpy_dtod_async(to, from, bytes, stream)
    }

    /// To write, too: pools are opened to no less. It is the device's default pool, so memory that other code of the process
    /// takes from it is opened as well.
    unsafe fn share(&self, pool: CUmemoryPool, peer: &Self) -> DriverResult<()> {
        let mut are_linked = 0;
        cuDeviceCanAccessPeer(&mut are_linked, peer.device, self.device).result()?;
        if are_linked == 0 {
            return Ok(());
        }
        let access = CUmemAccessDesc {
            location: CUmemLocation {
                type_: CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                id: peer.ordinal,
            },
            flags: CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        cuMemPoolSetAccess(pool, &access, 1).result()
    }

    unsafe fn copy_from_peer(
        to: Place<Self>,
        from: Place<Self>,
        bytes: usize,
        stream: CUstream,
    ) -> DriverResult<()> {
        memcpy_peer_async(
            to.context,
            to.address,
            from.context,
            from.address,
            bytes,
            stream,
        )
    }

    unsafe fn zero(&self, address: u64, bytes: usize, stream: CUstream) -> DriverResult<()> {
        memset_d8_async(address, 0, bytes, stream)
    }

    unsafe fn alloc_host(&self, bytes: usize) -> DriverResult<*mut u8> {
        malloc_host(bytes, 0).map(|memory| memory.cast())
    }

    unsafe fn free_host(&self, memory: *mut u8) -> DriverResult<()> {
        free_host(memory.cast())
    }

    unsafe fn host_address(&self, memory: *mut u8) -> Option<u64> {
        let (mut address, no_flags) = (0, 0);
        let code = cuMemHostGetDevicePointer_v2(&mut address, memory.cast(), no_flags);
        code.result().ok().map(|()| address)
    }

    unsafe fn create_stream(&self) -> DriverResult<CUstream> {
        stream::create(stream::StreamKind::NonBlocking)
    }

    unsafe fn synchronize_stream(&self, stream: CUstream) -> DriverResult<()> {
        stream::synchronize(stream)
    }

    unsafe fn wait_event(&self, stream: CUstream, event: CUevent) -> DriverResult<()> {
        stream::wait_event(stream, event, CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT)
    }

    unsafe fn destroy_stream(&self, stream: CUstream) -> DriverResult<()> {
        stream::destroy(stream)
    }

    unsafe fn create_event(&self) -> DriverResult<CUevent> {
        event::create(CUevent_flags::CU_EVENT_DEFAULT)
    }

    unsafe fn record_event(&self, event: CUevent, stream: CUstream) -> DriverResult<()> {
        event::record(event, stream)
    }

    unsafe fn synchronize_event(&self, event: CUevent) -> DriverResult<()> {
        event::synchronize(event)
    }

    unsafe fn query_event(&self, event: CUevent) -> DriverResult<bool> {
        match event::query(event) {
            Ok(()) => Ok(true),
            Err(DriverError(CUresult::CUDA_ERROR_NOT_READY)) => Ok(false),
            Err(code) => Err(code),
        }
    }

    /// By `cuEventElapsedTime`, which every driver has; `_v2`, which cudarc calls, came with CUDA 12.8.
    unsafe fn elapsed(&self, start: CUevent, end: CUevent) -> DriverResult<f32> {
        type Elapsed = unsafe extern "C" fn(*mut f32, CUevent, CUevent) -> CUresult;
        let Ok(function) = sys::culib().get::<Elapsed>(b"cuEventElapsedTime\0") else {
            return event::elapsed(start, end);
        };
        let mut milliseconds = 0.0;
        function(&mut milliseconds, start, end).result()?;
        Ok(milliseconds)
    }

    unsafe fn destroy_event(&self, event: CUevent) -> DriverResult<()> {
        event::destroy(event)
    }

    unsafe fn begin_capture(&self, stream: CUstream) -> DriverResult<()> {
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        stream::begin_capture(stream, mode)
    }

    unsafe fn end_capture(&self, stream: CUstream) -> DriverResult<CUgraph> {
        stream::end_capture(stream)
    }

    unsafe fn instantiate(&self, graph: CUgraph) -> DriverResult<CUgraphExec> {
        graph::instantiate(graph, CUgraphInstantiate_flags(0))
    }

    unsafe fn destroy_graph(&self, graph: CUgraph) -> DriverResult<()> {
        graph::destroy(graph)
    }

    #[inline]
    unsafe fn launch_graph(&self, graph: CUgraphExec, stream: CUstream) -> DriverResult<()> {
        graph::launch(graph, stream)
    }

    unsafe fn destroy_executable(&self, graph: CUgraphExec) -> DriverResult<()> {
        graph::exec_destroy(graph)
    }

    fn key_words(&self) -> [String; 2] {
        let options = nvrtc::options(self.target);
        [self.target.to_string(), options.join(" ")]
    }

    fn compile(&self, space: &str, source: &Source) -> Result<Vec<u8>> {
        nvrtc::compile(space, source, self.target)
    }

    /// Gives machine code and PTX, which is compiled anew, since no module keeps it.
    fn files(
        &self,
        space: &str,
        source: &Source,
        image: &dyn Fn() -> Result<Vec<u8>>,
    ) -> Result<Files> {
        let Target::Cubin(capability) = self.target else {
            return Ok(Vec::new());
        };
        let cubin = image()?;
        let mut ptx = nvrtc::compile(space, source, Target::Ptx(capability))?;
        ptx.retain(|&byte| byte != 0);
        Ok(vec![("cubin", cubin), ("ptx", ptx)])
    }

    unsafe fn load(&self, image: &[u8]) -> DriverResult<CUmodule> {
        if !is_whole(image) {
            return Err(DriverError(CUresult::CUDA_ERROR_INVALID_IMAGE));
        }
        // The image is a cubin, which knows its length, or PTX that ends with a zero.
        module::load_data(image.as_ptr().cast())
    }

    /// Raises the limit of shared memory, which is 48 KiB unless a program asks for more. A kernel without scratch leaves
    /// all of that memory to the first-level cache.
    unsafe fn find_function(
        &self,
        module: CUmodule,
        name: &CStr,
        scratch_bytes: usize,
    ) -> DriverResult<(CUfunction, usize)> {
        let function = module::get_function(module, name.to_owned())?;
        let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        let max_group_size = get_function_attribute(function, most)? as usize;
        if scratch_bytes > 0 {
            let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            set_function_attribute(function, most, scratch_bytes as i32)?;
        }
        let own = CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
        if scratch_bytes == 0 && get_function_attribute(function, own)? == 0 {
            let carve_out =
                CUfunction_attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
            set_function_attribute(function, carve_out, 0)?;
        }
        Ok((function, max_group_size))
    }

    unsafe fn resources(
        &self,
        function: CUfunction,
        scratch_bytes: usize,
    ) -> DriverResult<Resources> {
        let mut resources = vec![("bytes of dynamic shared memory", scratch_bytes as u64)];
        for (name, attribute) in RESOURCES {
            let amount = get_function_attribute(function, attribute)?;
            resources.push((name, amount as u64));
        }
        Ok(resources)
    }

    unsafe fn unload(&self, module: CUmodule) -> DriverResult<()> {
        module::unload(module)
    }

    #[inline]
    unsafe fn launch(&self, launch: &Launch<Self>, stream: CUstream) -> DriverResult<()> {
        let [lanes, threads] = launch.grid.group_size.map(|n| n as u32);
        cuLaunchKernel(
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
            ptr::null_mut(),
        )
        .result()
    }

    /// A kernel that waits for the launch before it by itself starts while that one ends ("programmatic dependent
    /// launch"; four launches take 1 us less).
    unsafe fn launch_after_launch(
        &self,
        launch: &Launch<Self>,
        stream: CUstream,
    ) -> DriverResult<()> {
        let waits = self.target.capability() >= 90;
        if !waits {
            return self.launch(launch, stream);
        }
        let [lanes, threads] = launch.grid.group_size.map(|n| n as u32);
        let mut early = CUlaunchAttribute {
            id: CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
            pad: [0; 4],
            value: CUlaunchAttributeValue {
                programmaticStreamSerializationAllowed: 1,
            },
        };
        let config = CUlaunchConfig {
            gridDimX: launch.grid.groups as u32,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: lanes,
            blockDimY: threads,
            blockDimZ: 1,
            sharedMemBytes: launch.scratch_bytes,
            hStream: stream,
            attrs: &mut early,
            numAttrs: 1,
        };
        cuLaunchKernelEx(
            &config,
            launch.function,
            launch.arguments(),
            ptr::null_mut(),
        )
        .result()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cuda;
    use portax::{
        backend::{Arg, Device, Grid},
        error::Error,
        registry::Discover,
    };
    use portax_testing::skip;
    use std::sync::Arc;

    fn reserved(pool: CUmemoryPool) -> u64 {
        let mut bytes = 0u64;
        let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT;
        // SAFETY: the pool is the device's; this attribute is a u64.
        let known =
            unsafe { mem_pool::get_attribute(pool, attribute, ptr::from_mut(&mut bytes).cast()) };
        known.expect("the attribute is known");
        bytes
    }

    #[test]
    fn freed_memory_stays_in_the_pool() -> Result<()> {
        let found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("cuda", error);
                return Ok(());
            }
        };
        let device = Cuda::open(&found[0], Arc::default())?;
        let Some(pool) = device.context().pool() else {
            skip("cuda", "the device has no memory pool");
            return Ok(());
        };
        let bytes = 100 << 20;
        for _ in 0..10 {
            let buffer = device.alloc(bytes)?;
            // SAFETY: allocated above, not used.
            unsafe { device.free(buffer) };
            device.fence()?;
            assert!(reserved(pool) >= bytes as u64);
        }
        Ok(())
    }

    /// Tests a device as if its GPU were newer than NVRTC and had no memory pools.
    #[test]
    fn ptx_and_plain_memory_serve_as_well() -> Result<()> {
        let mut found = match probe::find() {
            Ok(found) => found,
            Err(error) => {
                skip("cuda", error);
                return Ok(());
            }
        };
        let first = found.first_mut().expect("at least one");
        (first.driver.target, first.has_pools) = (Target::Ptx(75), false);
        let device = Cuda::open(first, Arc::default())?;
        let source = Source::new(
            "extern \"C\" __global__ void twice(int* a) { a[threadIdx.x] *= 2; }",
            "twice",
        );
        let (kernel, buffer) = (device.compile(&source)?, device.alloc(64)?);
        let grid = Grid {
            groups: 1,
            group_size: [16, 1],
        };
        let mut back = [0; 64];
        // SAFETY: the argument matches, 16 integers are inside the buffer.
        unsafe {
            device.copy_in(buffer, 0, &[1; 64])?;
            device.launch(&kernel, grid, &[Arg::Buffer(buffer)])?;
            device.copy_out(buffer, 0, &mut back)?;
            device.free(buffer);
        }
        assert_eq!(back, [2; 64]);
        let too_much = device.alloc(1 << 50);
        assert!(
            matches!(too_much, Err(Error::OutOfMemory { .. })),
            "{too_much:?}"
        );
        Ok(())
    }
}
