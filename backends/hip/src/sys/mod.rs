//! What this crate declares of HIP and hiprtc: types, constants, functions. Feature `hip-sys` checks each against ROCm.
//!
//! Constants and functions are lists to which other macros are applied: `open_enums` and `table` make types of them,
//! the check compares every line with the original.

#[cfg(all(test, feature = "hip-sys"))]
mod check;

use libloading::Library;
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};

/// Enumerations of HIP, as far as they are used. The attributes' numbers are the same in ROCm 5, 6 and 7.
macro_rules! hip_constants {
    ($apply:ident) => {
        $apply! {
            hipError_t {
                hipSuccess = 0,
                hipErrorInvalidValue = 1,
                hipErrorOutOfMemory = 2,
                hipErrorNoDevice = 100,
                hipErrorInvalidDevice = 101,
                hipErrorInvalidImage = 200,
                hipErrorNoBinaryForGpu = 209,
                hipErrorNotFound = 500,
                hipErrorNotReady = 600,
                hipErrorIllegalAddress = 700,
                hipErrorLaunchOutOfResources = 701,
                hipErrorLaunchTimeOut = 702,
                hipErrorLaunchFailure = 719,
            }
            hipDeviceAttribute_t {
                hipDeviceAttributeComputeCapabilityMajor = 23,
                hipDeviceAttributeMaxThreadsPerBlock = 56,
                hipDeviceAttributeComputeCapabilityMinor = 61,
                hipDeviceAttributeMultiprocessorCount = 63,
                hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
                hipDeviceAttributeWarpSize = 87,
                hipDeviceAttributeMemoryPoolsSupported = 88,
            }
            hipFunction_attribute {
                HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
                HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
                HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
                HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
            }
            hipMemPoolAttr {
                hipMemPoolAttrReleaseThreshold = 4,
            }
            hipStreamCaptureMode {
                hipStreamCaptureModeRelaxed = 2,
            }
        }
    };
}

/// Enumerations of hiprtc, as far as they are used.
macro_rules! hiprtc_constants {
    ($apply:ident) => {
        $apply! {
            hiprtcResult {
                HIPRTC_SUCCESS = 0,
            }
        }
    };
}

/// Enumerations of C, which may have values that their headers do not know.
macro_rules! open_enums {
    ($($name:ident { $($constant:ident = $value:expr,)* })*) => {
        $(
            #[doc = concat!("`", stringify!($name), "`")]
            #[allow(non_camel_case_types)]
            #[repr(transparent)]
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name(pub c_uint);

            #[allow(non_upper_case_globals)]
            impl $name {
                $(#[doc = concat!("`", stringify!($constant), "`")]
                pub const $constant: $name = $name($value);)*
            }
        )*
    };
}

hip_constants!(open_enums);
hiprtc_constants!(open_enums);

/// Flag of `hipStreamCreateWithFlags`: the stream does not wait for the default one.
#[allow(non_upper_case_globals)]
pub const hipStreamNonBlocking: c_uint = 1;

/// Flag of `hipEventCreateWithFlags`: the event has a time.
#[allow(non_upper_case_globals)]
pub const hipEventDefault: c_uint = 0;

/// Flag of `hipHostMalloc`: page-locked memory of the current device.
#[allow(non_upper_case_globals)]
pub const hipHostMallocDefault: c_uint = 0;

/// Pointers to what only the library knows.
macro_rules! handles {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("`", stringify!($name), "`")]
            #[allow(non_camel_case_types)]
            pub type $name = *mut c_void;
        )*
    };
}

handles!(hipDeviceptr_t hipFunction_t hipMemPool_t hipModule_t hiprtcProgram);
handles!(hipStream_t hipEvent_t hipGraph_t hipGraphExec_t hipGraphNode_t);

/// Ordinal of a device.
#[allow(non_camel_case_types)]
pub type hipDevice_t = c_int;

/// Functions of `libamdhip64`, with the types that C calls them by.
macro_rules! hip_functions {
    ($apply:ident) => {
        $apply! { HipLibrary: "HIP's runtime"
            fn hipInit(c_uint) -> hipError_t;
            fn hipRuntimeGetVersion(*mut c_int) -> hipError_t;
            fn hipGetDeviceCount(*mut c_int) -> hipError_t;
            fn hipSetDevice(c_int) -> hipError_t;
            fn hipDeviceSynchronize() -> hipError_t;
            fn hipDeviceGetAttribute(*mut c_int, hipDeviceAttribute_t, c_int) -> hipError_t;
            fn hipDeviceGetName(*mut c_char, c_int, hipDevice_t) -> hipError_t;
            fn hipDeviceTotalMem(*mut usize, hipDevice_t) -> hipError_t;
            fn hipGetErrorName(hipError_t) -> *const c_char;
            fn hipGetErrorString(hipError_t) -> *const c_char;
            fn hipStreamCreateWithFlags(*mut hipStream_t, c_uint) -> hipError_t;
            fn hipStreamSynchronize(hipStream_t) -> hipError_t;
            fn hipStreamDestroy(hipStream_t) -> hipError_t;
            fn hipStreamWaitEvent(hipStream_t, hipEvent_t, c_uint) -> hipError_t;
            fn hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode) -> hipError_t;
            fn hipStreamEndCapture(hipStream_t, *mut hipGraph_t) -> hipError_t;
            fn hipEventCreateWithFlags(*mut hipEvent_t, c_uint) -> hipError_t;
            fn hipEventDestroy(hipEvent_t) -> hipError_t;
            fn hipEventRecord(hipEvent_t, hipStream_t) -> hipError_t;
            fn hipEventSynchronize(hipEvent_t) -> hipError_t;
            fn hipEventQuery(hipEvent_t) -> hipError_t;
            fn hipEventElapsedTime(*mut f32, hipEvent_t, hipEvent_t) -> hipError_t;
            fn hipGraphInstantiate(*mut hipGraphExec_t, hipGraph_t, *mut hipGraphNode_t, *mut c_char, usize) -> hipError_t;
            fn hipGraphLaunch(hipGraphExec_t, hipStream_t) -> hipError_t;
            fn hipGraphExecDestroy(hipGraphExec_t) -> hipError_t;
            fn hipGraphDestroy(hipGraph_t) -> hipError_t;
            fn hipDeviceGetDefaultMemPool(*mut hipMemPool_t, c_int) -> hipError_t;
            fn hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, *mut c_void) -> hipError_t;
            fn hipMemPoolTrimTo(hipMemPool_t, usize) -> hipError_t;
            fn hipMemGetInfo(*mut usize, *mut usize) -> hipError_t;
            fn hipMalloc(*mut *mut c_void, usize) -> hipError_t;
            fn hipFree(*mut c_void) -> hipError_t;
            fn hipHostMalloc(*mut *mut c_void, usize, c_uint) -> hipError_t;
            fn hipHostFree(*mut c_void) -> hipError_t;
            fn hipMallocAsync(*mut *mut c_void, usize, hipStream_t) -> hipError_t;
            fn hipFreeAsync(*mut c_void, hipStream_t) -> hipError_t;
            fn hipMemcpyHtoDAsync(hipDeviceptr_t, *mut c_void, usize, hipStream_t) -> hipError_t;
            fn hipMemcpyDtoHAsync(*mut c_void, hipDeviceptr_t, usize, hipStream_t) -> hipError_t;
            fn hipMemcpyDtoDAsync(hipDeviceptr_t, hipDeviceptr_t, usize, hipStream_t) -> hipError_t;
            fn hipMemcpyPeerAsync(*mut c_void, c_int, *const c_void, c_int, usize, hipStream_t) -> hipError_t;
            fn hipMemsetD8Async(hipDeviceptr_t, c_uchar, usize, hipStream_t) -> hipError_t;
            fn hipModuleLoadData(*mut hipModule_t, *const c_void) -> hipError_t;
            fn hipModuleUnload(hipModule_t) -> hipError_t;
            fn hipModuleGetFunction(*mut hipFunction_t, hipModule_t, *const c_char) -> hipError_t;
            fn hipFuncGetAttribute(*mut c_int, hipFunction_attribute, hipFunction_t) -> hipError_t;
            fn hipModuleLaunchKernel(hipFunction_t,
                c_uint, c_uint, c_uint,
                c_uint, c_uint, c_uint,
                c_uint, hipStream_t, *mut *mut c_void, *mut *mut c_void) -> hipError_t;
        }
    };
}

/// Functions of hiprtc; `const` inside of pointers differs between ROCm's versions.
macro_rules! hiprtc_functions {
    ($apply:ident) => {
        $apply! { HiprtcLibrary: "hiprtc"
            fn hiprtcVersion(*mut c_int, *mut c_int) -> hiprtcResult;
            fn hiprtcGetErrorString(hiprtcResult) -> *const c_char;
            fn hiprtcCreateProgram(*mut hiprtcProgram, *const c_char, *const c_char,
                c_int, *const *const c_char, *const *const c_char) -> hiprtcResult;
            fn hiprtcDestroyProgram(*mut hiprtcProgram) -> hiprtcResult;
            fn hiprtcCompileProgram(hiprtcProgram, c_int, *const *const c_char) -> hiprtcResult;
            fn hiprtcGetProgramLogSize(hiprtcProgram, *mut usize) -> hiprtcResult;
            fn hiprtcGetProgramLog(hiprtcProgram, *mut c_char) -> hiprtcResult;
            fn hiprtcGetCodeSize(hiprtcProgram, *mut usize) -> hiprtcResult;
            fn hiprtcGetCode(hiprtcProgram, *mut c_char) -> hiprtcResult;
        }
    };
}

#[cfg(all(test, feature = "hip-sys"))]
use {hip_constants, hip_functions, hiprtc_constants, hiprtc_functions};

/// A struct of function pointers.
macro_rules! table {
    ($table:ident: $what:literal $(fn $name:ident($($argument:ty),*) -> $result:ty;)*) => {
        #[doc = concat!("Functions of ", $what, ".")]
        #[allow(non_snake_case)]
        pub struct $table {
            $(#[doc = concat!("`", stringify!($name), "`")]
            pub $name: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl $table {
            /// Looks every function up; the library stays loaded.
            ///
            /// # Errors
            /// The loader's message on a function that is missing.
            ///
            /// # Safety
            /// Functions of these names have these types in this library.
            pub unsafe fn load(library: &'static Library) -> Result<Self, libloading::Error> {
                // SAFETY: by the caller's promise; the library is never unloaded.
                unsafe {
                    Ok($table {
                        $($name: *library.get(concat!(stringify!($name), "\0"))?,)*
                    })
                }
            }
        }
    };
}

hip_functions!(table);
hiprtc_functions!(table);
