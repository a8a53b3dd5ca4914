//! HIP's runtime by the CUDA driver.

use crate::words::words;
use cudarc::driver::sys::{
    self, CUcontext, CUdevice_attribute as Attribute, CUevent, CUfunction, CUfunction_attribute,
    CUgraph, CUgraphExec, CUgraphNode, CUmemPool_attribute, CUmemoryPool, CUmodule, CUresult,
    CUstream, CUstreamCaptureMode,
};
use std::{
    cell::Cell,
    collections::BTreeMap,
    ffi::{c_char, c_int, c_uchar, c_uint, c_void},
    ptr,
    sync::{Mutex, PoisonError},
};

/// A result: zero or the number of an error, which HIP has from CUDA.
type Code = c_int;

const SUCCESS: Code = 0;
const INVALID_VALUE: Code = 1;
const NO_DEVICE: Code = 100;

/// What is appended to the names of devices.
const REMARK: &str = " (HIP shim on CUDA, test tool)";

thread_local! {
    /// The thread's device.
    static DEVICE: Cell<c_int> = const { Cell::new(0) };
}

/// A context, which any thread may use.
struct Context(CUcontext);

// SAFETY: the driver's functions may be called with it from any thread.
unsafe impl Send for Context {}

/// Primary contexts, retained when a device is first set and never released.
static CONTEXTS: Mutex<BTreeMap<c_int, Context>> = Mutex::new(BTreeMap::new());

fn code(result: CUresult) -> Code {
    result as Code
}

/// Compute capability of the thread's device, `10 * major + minor`; none where there is no driver or no device.
pub fn capability() -> Option<i32> {
    let number = |attribute| {
        let mut value = 0;
        // SAFETY: the call writes one integer.
        let result = unsafe { sys::cuDeviceGetAttribute(&mut value, attribute, DEVICE.get()) };
        (result == CUresult::CUDA_SUCCESS).then_some(value)
    };
    // SAFETY: loading the driver runs its initializers only; without it the other calls would panic.
    if !unsafe { sys::is_culib_present() } {
        return None;
    }
    let major = number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    Some(10 * major + minor)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipInit(flags: c_uint) -> Code {
    // SAFETY: loading the driver runs its initializers only.
    if !unsafe { sys::is_culib_present() } {
        eprintln!("HIP shim: the CUDA driver (libcuda.so.1) is not found");
        return NO_DEVICE;
    }
    // SAFETY: the driver is there.
    code(unsafe { sys::cuInit(flags) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDeviceCount(count: *mut c_int) -> Code {
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuDeviceGetCount(count) })
}

/// The primary context of a device.
fn context(device: c_int) -> Result<CUcontext, CUresult> {
    let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(context) = contexts.get(&device) {
        return Ok(context.0);
    }
    let mut context = ptr::null_mut();
    // SAFETY: the call refuses what is no device and writes one handle.
    unsafe { sys::cuDevicePrimaryCtxRetain(&mut context, device).result() }
        .map_err(|error| error.0)?;
    contexts.insert(device, Context(context));
    Ok(context)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipSetDevice(device: c_int) -> Code {
    match context(device) {
        Ok(context) => {
            DEVICE.set(device);
            // SAFETY: the context is retained.
            code(unsafe { sys::cuCtxSetCurrent(context) })
        }
        Err(error) => code(error),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyPeerAsync(
    to: u64,
    to_device: c_int,
    from: u64,
    from_device: c_int,
    bytes: usize,
    stream: CUstream,
) -> Code {
    match (context(to_device), context(from_device)) {
        (Ok(target), Ok(source)) => {
            // SAFETY: by the caller's promise; the contexts are retained.
            code(unsafe { sys::cuMemcpyPeerAsync(to, target, from, source, bytes, stream) })
        }
        (Err(error), _) | (_, Err(error)) => code(error),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    device: c_int,
) -> Code {
    let attribute = match attribute {
        23 => Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
        56 => Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        61 => Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
        63 => Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
        74 => Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK,
        87 => Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE,
        88 => Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED,
        _ => return INVALID_VALUE,
    };
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuDeviceGetAttribute(value, attribute, device) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetName(name: *mut c_char, length: c_int, device: c_int) -> Code {
    let room = length - REMARK.len() as c_int;
    if room < 1 {
        return INVALID_VALUE;
    }
    // SAFETY: the driver writes `room` bytes at most, a zero among them, and the remark fits behind.
    unsafe {
        let result = sys::cuDeviceGetName(name, room, device);
        if result == CUresult::CUDA_SUCCESS {
            let end = std::ffi::CStr::from_ptr(name).count_bytes();
            name.add(end)
                .cast::<u8>()
                .copy_from(REMARK.as_ptr(), REMARK.len());
            name.add(end + REMARK.len()).write(0);
        }
        code(result)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceTotalMem(bytes: *mut usize, device: c_int) -> Code {
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuDeviceTotalMem_v2(bytes, device) })
}

#[unsafe(no_mangle)]
extern "C" fn hipGetErrorName(code: Code) -> *const c_char {
    words(code).0.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn hipGetErrorString(code: Code) -> *const c_char {
    words(code).1.as_ptr()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetDefaultMemPool(pool: *mut CUmemoryPool, device: c_int) -> Code {
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuDeviceGetDefaultMemPool(pool, device) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemPoolSetAttribute(
    pool: CUmemoryPool,
    attribute: c_uint,
    value: *mut c_void,
) -> Code {
    let attribute = match attribute {
        4 => CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
        _ => return INVALID_VALUE,
    };
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuMemPoolSetAttribute(pool, attribute, value) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipFuncGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    function: CUfunction,
) -> Code {
    let attribute = match attribute {
        0 => CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        1 => CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        3 => CUfunction_attribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
        4 => CUfunction_attribute::CU_FUNC_ATTRIBUTE_NUM_REGS,
        _ => return INVALID_VALUE,
    };
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuFuncGetAttribute(value, attribute, function) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamBeginCapture(stream: CUstream, mode: c_uint) -> Code {
    let mode = match mode {
        0 => CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL,
        1 => CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
        2 => CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED,
        _ => return INVALID_VALUE,
    };
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuStreamBeginCapture_v2(stream, mode) })
}

/// CUDA's graphs have no log any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphInstantiate(
    executable: *mut CUgraphExec,
    graph: CUgraph,
    _node: *mut CUgraphNode,
    _log: *mut c_char,
    _log_bytes: usize,
) -> Code {
    // SAFETY: by the caller's promise.
    code(unsafe { sys::cuGraphInstantiateWithFlags(executable, graph, 0) })
}

/// Functions whose counterpart takes the same arguments.
macro_rules! forward {
    ($($hip:ident => $cuda:ident($($argument:ident: $ty:ty),*);)*) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C" fn $hip($($argument: $ty),*) -> Code {
                // SAFETY: by the caller's promise.
                code(unsafe { sys::$cuda($($argument),*) })
            }
        )*
    };
}

forward! {
    hipRuntimeGetVersion => cuDriverGetVersion(version: *mut c_int);
    hipDeviceSynchronize => cuCtxSynchronize();
    hipStreamCreateWithFlags => cuStreamCreate(stream: *mut CUstream, flags: c_uint);
    hipStreamSynchronize => cuStreamSynchronize(stream: CUstream);
    hipStreamDestroy => cuStreamDestroy_v2(stream: CUstream);
    hipStreamWaitEvent => cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    hipStreamEndCapture => cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph);
    hipEventCreateWithFlags => cuEventCreate(event: *mut CUevent, flags: c_uint);
    hipEventDestroy => cuEventDestroy_v2(event: CUevent);
    hipEventRecord => cuEventRecord(event: CUevent, stream: CUstream);
    hipEventSynchronize => cuEventSynchronize(event: CUevent);
    hipEventQuery => cuEventQuery(event: CUevent);
    hipEventElapsedTime => cuEventElapsedTime_v2(milliseconds: *mut f32, start: CUevent, end: CUevent);
    hipGraphLaunch => cuGraphLaunch(executable: CUgraphExec, stream: CUstream);
    hipGraphExecDestroy => cuGraphExecDestroy(executable: CUgraphExec);
    hipGraphDestroy => cuGraphDestroy(graph: CUgraph);
    hipMemPoolTrimTo => cuMemPoolTrimTo(pool: CUmemoryPool, bytes: usize);
    hipMemGetInfo => cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    hipMalloc => cuMemAlloc_v2(address: *mut u64, bytes: usize);
    hipFree => cuMemFree_v2(address: u64);
    hipHostMalloc => cuMemHostAlloc(address: *mut *mut c_void, bytes: usize, flags: c_uint);
    hipHostFree => cuMemFreeHost(address: *mut c_void);
    hipMallocAsync => cuMemAllocAsync(address: *mut u64, bytes: usize, stream: CUstream);
    hipFreeAsync => cuMemFreeAsync(address: u64, stream: CUstream);
    hipMemcpyHtoDAsync => cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: CUstream);
    hipMemcpyDtoHAsync => cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: CUstream);
    hipMemcpyDtoDAsync => cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: CUstream);
    hipMemsetD8Async => cuMemsetD8Async(to: u64, value: c_uchar, bytes: usize, stream: CUstream);
    hipModuleLoadData => cuModuleLoadData(module: *mut CUmodule, image: *const c_void);
    hipModuleUnload => cuModuleUnload(module: CUmodule);
    hipModuleGetFunction => cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    hipModuleLaunchKernel => cuLaunchKernel(
        function: CUfunction,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        scratch: c_uint, stream: CUstream, arguments: *mut *mut c_void, extra: *mut *mut c_void);
}

const _: () = assert!(CUresult::CUDA_SUCCESS as Code == SUCCESS);
const _: () = assert!(CUresult::CUDA_ERROR_OUT_OF_MEMORY as Code == 2);
const _: () = assert!(CUresult::CUDA_ERROR_NOT_READY as Code == 600);
const _: () = assert!(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS as Code == 700);
