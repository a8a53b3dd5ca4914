//! CUDA's error codes in words.

use cudarc::driver::{DriverError, sys::CUresult};
use portax::error::Error;

/// Result of the driver.
pub type DriverResult<T> = std::result::Result<T, DriverError>;

/// Why there is no CUDA device.
pub fn unavailable(reason: impl Into<String>) -> Error {
    Error::Unavailable {
        backend: "cuda".to_string(),
        reason: reason.into(),
    }
}

/// Name of the code, the code, and what it means: in our words where they help more than the driver's.
pub fn reason(code: DriverError) -> String {
    let words = match words(code.0) {
        "" => code.error_string().map(|words| words.to_string_lossy()),
        words => Ok(words.into()),
    };
    let number = code.0 as u32;
    format!("{:?} ({number}): {}", code.0, words.unwrap_or_default())
}

fn words(code: CUresult) -> &'static str {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => "the device has too little free memory",
        CUresult::CUDA_ERROR_NO_DEVICE => {
            "the driver finds no NVIDIA GPU; check `nvidia-smi`, CUDA_VISIBLE_DEVICES, and that a container was given its GPUs"
        }
        CUresult::CUDA_ERROR_STUB_LIBRARY => {
            "the toolkit's stub of libcuda.so was loaded; take `stubs` out of LD_LIBRARY_PATH"
        }
        CUresult::CUDA_ERROR_ILLEGAL_ADDRESS | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS => {
            "a kernel launched before touched memory that is not its own, and the device is lost to this process: start it \
             anew; PORTAX_CHECK=1 finds accesses out of bounds"
        }
        CUresult::CUDA_ERROR_LAUNCH_FAILED
        | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
        | CUresult::CUDA_ERROR_ASSERT => {
            "a kernel launched before failed, and the device is lost to this process: start it anew"
        }
        CUresult::CUDA_ERROR_LAUNCH_TIMEOUT => {
            "a kernel launched before ran longer than the display's watchdog allows, and the device is lost to this \
             process: use a GPU without display or smaller launches"
        }
        CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
        | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
        | CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE => {
            "the GPU is broken, lost or in exclusive use by another process; see `nvidia-smi` and the system's log"
        }
        CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => {
            "the device lacks registers or scratch for a group; smaller teams or less scratch may help"
        }
        CUresult::CUDA_ERROR_NOT_FOUND => "the source has no kernel of this name",
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU
        | CUresult::CUDA_ERROR_INVALID_IMAGE
        | CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            "the driver is older than NVRTC; update the driver or put an older NVRTC first in LD_LIBRARY_PATH"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_show_names_numbers_and_remedies() {
        let text = reason(DriverError(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS));
        assert!(
            text.starts_with("CUDA_ERROR_ILLEGAL_ADDRESS (700): a kernel"),
            "{text}"
        );
        let text = reason(DriverError(CUresult::CUDA_ERROR_NO_DEVICE));
        assert!(text.contains("nvidia-smi"), "{text}");
    }
}
