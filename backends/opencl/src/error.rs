//! OpenCL's error codes in words.

use opencl3::error_codes::{
    CL_BUILD_PROGRAM_FAILURE, CL_DEVICE_NOT_AVAILABLE, CL_INVALID_ARG_SIZE, CL_INVALID_BUFFER_SIZE,
    CL_INVALID_KERNEL_ARGS, CL_INVALID_KERNEL_NAME, CL_INVALID_WORK_GROUP_SIZE,
    CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES,
    CL_PLATFORM_NOT_FOUND_KHR, ClError, DLOPEN_FUNCTION_NOT_AVAILABLE, DLOPEN_RUNTIME_LOAD_FAILED,
};
use portax::error::{Error, Result};
use std::fmt::Display;

/// A result of the OpenCL library as a result of portax.
///
/// # Errors
/// That of the result, in words.
pub fn check<T>(
    space: &str,
    operation: impl Display,
    result: std::result::Result<T, impl Into<ClError>>,
) -> Result<T> {
    result.map_err(|code| Error::Device {
        space: space.to_string(),
        operation: operation.to_string(),
        reason: reason(code.into()),
    })
}

/// Why there is no OpenCL device, and how to get one.
pub fn unavailable(code: impl Into<ClError>) -> Error {
    Error::Unavailable {
        backend: "opencl".to_string(),
        reason: reason(code.into()),
    }
}

/// Name of the code, the code, and what it means where that helps.
pub fn reason(code: ClError) -> String {
    let words = words(&code);
    let separator = if words.is_empty() { "" } else { ": " };
    format!("{code} ({}){separator}{words}", code.0)
}

fn words(code: &ClError) -> &'static str {
    match code.0 {
        DLOPEN_RUNTIME_LOAD_FAILED => {
            "the OpenCL loader (libOpenCL.so.1, OpenCL.dll) is not found; install it (Debian: ocl-icd-libopencl1) and the \
             driver of a device (Debian: pocl-opencl-icd for CPUs, else the GPU vendor's)"
        }
        DLOPEN_FUNCTION_NOT_AVAILABLE => {
            "the OpenCL loader lacks a function of OpenCL 1.2; install a newer one"
        }
        CL_PLATFORM_NOT_FOUND_KHR => {
            "the OpenCL loader finds no driver; install one (Debian: pocl-opencl-icd for CPUs, else the GPU vendor's) or \
             point OCL_ICD_VENDORS to the folder of its .icd file"
        }
        CL_MEM_OBJECT_ALLOCATION_FAILURE => "the device has too little free memory",
        CL_OUT_OF_RESOURCES => {
            "the device lacks registers, scratch or memory for this, or a kernel before it failed; smaller teams, less \
             scratch or smaller views may help, PORTAX_CHECK=1 finds accesses out of bounds"
        }
        CL_OUT_OF_HOST_MEMORY => "the driver has too little host memory",
        CL_DEVICE_NOT_AVAILABLE => "the device is in use or lost",
        CL_INVALID_BUFFER_SIZE => "larger than the device allocates at once",
        CL_INVALID_WORK_GROUP_SIZE => "the kernel or the device does not take groups of this size",
        CL_INVALID_KERNEL_NAME => "the source has no kernel of this name",
        CL_INVALID_KERNEL_ARGS => "the kernel has more arguments than were given",
        CL_INVALID_ARG_SIZE => "the kernel declares another type for this argument",
        _ => "",
    }
}

/// Why a build failed, by the code and the compiler's log.
pub fn not_built(code: ClError, log: &str) -> String {
    if code.0 != CL_BUILD_PROGRAM_FAILURE {
        return reason(code);
    }
    let why = if log.contains("error") {
        "the source does not compile"
    } else {
        "the log names no error of the source: the compiler may be unable to write its own files (PoCL's are in the folder \
         POCL_CACHE_DIR, by default ~/.cache/pocl), or lack memory"
    };
    format!("{}: {why}", reason(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_says_what_to_install() {
        let text = unavailable(DLOPEN_RUNTIME_LOAD_FAILED).to_string();
        assert!(
            text.contains("opencl is not available") && text.contains("install"),
            "{text}"
        );
    }

    #[test]
    fn a_build_fails_by_the_source_only_where_the_log_says_so() {
        let why = |log| not_built(ClError(CL_BUILD_PROGRAM_FAILURE), log);
        let of_source = why("1:4:33: error: expected ';'");
        assert!(
            of_source.ends_with("(-11): the source does not compile"),
            "{of_source}"
        );
        for log in ["", "Could not open /home/me/.cache/pocl/tempfile"] {
            assert!(why(log).contains("POCL_CACHE_DIR"), "{log}");
        }
    }

    #[test]
    fn codes_show_their_names() {
        assert!(reason(ClError(CL_OUT_OF_RESOURCES)).starts_with("CL_OUT_OF_RESOURCES (-5): "));
        assert_eq!(reason(ClError(-36)), "CL_INVALID_COMMAND_QUEUE (-36)");
    }
}
