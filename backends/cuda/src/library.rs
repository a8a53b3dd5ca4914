//! What the driver and NVRTC must have: cudarc panics at the first call of a function that its library lacks.

use cudarc::{driver, nvrtc};

/// Functions of the driver, all there since CUDA 11.4. `cuLaunchKernelEx` of 11.8 is called on GPUs alone that need as
/// new a driver.
const DRIVER: [&str; 51] = [
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetCount",
    "cuDeviceGetDefaultMemPool",
    "cuDeviceGetName",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDeviceTotalMem_v2",
    "cuDriverGetVersion",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventElapsedTime",
    "cuEventQuery",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuFuncGetAttribute",
    "cuFuncSetAttribute",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGraphDestroy",
    "cuGraphExecDestroy",
    "cuGraphInstantiateWithFlags",
    "cuGraphLaunch",
    "cuInit",
    "cuLaunchKernel",
    "cuMemAllocAsync",
    "cuMemAlloc_v2",
    "cuMemFreeAsync",
    "cuMemFreeHost",
    "cuMemFree_v2",
    "cuMemGetInfo_v2",
    "cuMemHostAlloc",
    "cuMemHostGetDevicePointer_v2",
    "cuMemPoolGetAttribute",
    "cuMemPoolSetAttribute",
    "cuMemPoolTrimTo",
    "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemsetD8Async",
    "cuModuleGetFunction",
    "cuModuleLoadData",
    "cuModuleUnload",
    "cuStreamBeginCapture_v2",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamEndCapture",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
];

/// Functions of NVRTC, all there since CUDA 11.2.
const NVRTC: [&str; 12] = [
    "nvrtcCompileProgram",
    "nvrtcCreateProgram",
    "nvrtcDestroyProgram",
    "nvrtcGetCUBIN",
    "nvrtcGetCUBINSize",
    "nvrtcGetNumSupportedArchs",
    "nvrtcGetPTX",
    "nvrtcGetPTXSize",
    "nvrtcGetProgramLog",
    "nvrtcGetProgramLogSize",
    "nvrtcGetSupportedArchs",
    "nvrtcVersion",
];

/// Finds the driver with all its functions.
///
/// # Errors
/// It is absent or incomplete; the message says what to do.
pub fn require_driver() -> Result<(), String> {
    // SAFETY: loading the driver runs its initializers only.
    if !unsafe { driver::sys::is_culib_present() } {
        return Err(
            "the driver (libcuda.so.1, nvcuda.dll) is not found; install NVIDIA's driver, and in a container pass it in \
             (`--gpus all`)"
                .to_string(),
        );
    }
    // SAFETY: the library is present; a function is looked up and not called.
    let has = |name: &str| unsafe { driver::sys::culib().get::<fn()>(name.as_bytes()).is_ok() };
    match DRIVER.iter().find(|name| !has(name)) {
        None => Ok(()),
        Some(name) => Err(format!(
            "the driver (libcuda.so, nvcuda.dll) is damaged or older than CUDA 11.4: it lacks {name}; install NVIDIA's \
             driver, or take the folder of that library out of LD_LIBRARY_PATH"
        )),
    }
}

/// Finds NVRTC with all its functions; the functions of the module [`nvrtc`](crate::nvrtc) panic without.
///
/// # Errors
/// It is absent or incomplete; the message says what to do.
pub fn require_nvrtc() -> Result<(), String> {
    // SAFETY: loading NVRTC runs its initializers only.
    if !unsafe { nvrtc::sys::is_culib_present() } {
        return Err(
            "the run-time compiler NVRTC (libnvrtc.so, .so.13, .so.12, .so.11) is not found; install the CUDA toolkit or \
             the Python wheel nvidia-cuda-nvrtc and put its folder into LD_LIBRARY_PATH"
                .to_string(),
        );
    }
    // SAFETY: the library is present; a function is looked up and not called.
    let has = |name: &str| unsafe { nvrtc::sys::culib().get::<fn()>(name.as_bytes()).is_ok() };
    match NVRTC.iter().find(|name| !has(name)) {
        None => Ok(()),
        Some(name) => Err(format!(
            "the run-time compiler NVRTC is damaged or older than CUDA 11.2: it lacks {name}; install a newer CUDA toolkit"
        )),
    }
}
