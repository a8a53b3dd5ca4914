//! HIP's error codes in words.

use crate::sys::{HipLibrary, hipError_t};
use portax::error::Error;
use std::ffi::{CStr, c_char};

/// Result of HIP's runtime.
pub type DriverResult<T> = std::result::Result<T, hipError_t>;

impl hipError_t {
    /// Success or the code.
    ///
    /// # Errors
    /// The code, if it is not success.
    pub fn result(self) -> DriverResult<()> {
        match self {
            hipError_t::hipSuccess => Ok(()),
            code => Err(code),
        }
    }
}

/// Why there is no HIP device.
pub fn unavailable(reason: impl Into<String>) -> Error {
    Error::Unavailable {
        backend: "hip".to_string(),
        reason: reason.into(),
    }
}

/// Name of the code, the code, and what it means: in our words where they help more than HIP's.
pub fn reason(hip: &HipLibrary, code: hipError_t) -> String {
    // SAFETY: both take any code.
    let (name, meaning) = unsafe { ((hip.hipGetErrorName)(code), (hip.hipGetErrorString)(code)) };
    let words = match words(code) {
        "" => text(meaning),
        words => words.to_string(),
    };
    format!("{} ({}): {words}", text(name), code.0)
}

/// A static text of the library's.
fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: it ends with a zero and lives as long as the library.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}

fn words(code: hipError_t) -> &'static str {
    match code {
        hipError_t::hipErrorOutOfMemory => "the device has too little free memory",
        hipError_t::hipErrorNoDevice | hipError_t::hipErrorInvalidDevice => {
            "the runtime finds no AMD GPU; check `rocminfo`, HIP_VISIBLE_DEVICES, that the user is in the groups `render` \
             and `video`, and that a container was given /dev/kfd and /dev/dri"
        }
        hipError_t::hipErrorIllegalAddress => {
            "a kernel launched before touched memory that is not its own, and the device is lost to this process: start it \
             anew; PORTAX_CHECK=1 finds accesses out of bounds"
        }
        hipError_t::hipErrorLaunchFailure => {
            "a kernel launched before failed, and the device is lost to this process: start it anew"
        }
        hipError_t::hipErrorLaunchTimeOut => {
            "a kernel launched before ran longer than the display's watchdog allows, and the device is lost to this \
             process: use a GPU without display or smaller launches"
        }
        hipError_t::hipErrorLaunchOutOfResources => {
            "the device lacks registers or scratch for a group; smaller teams or less scratch may help"
        }
        hipError_t::hipErrorNotFound => "the source has no kernel of this name",
        hipError_t::hipErrorNoBinaryForGpu | hipError_t::hipErrorInvalidImage => {
            "hiprtc compiled for another GPU than this one; runtime and hiprtc must be of one ROCm: check LD_LIBRARY_PATH"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use portax_testing::skip;

    #[test]
    fn codes_show_names_numbers_and_remedies() {
        let hip = match library::hip() {
            Ok(hip) => hip,
            Err(reason) => return skip("hip:", reason),
        };
        let text = reason(hip, hipError_t::hipErrorIllegalAddress);
        assert!(
            text.starts_with("hipErrorIllegalAddress (700): a kernel"),
            "{text}"
        );
        let text = reason(hip, hipError_t::hipErrorNoDevice);
        assert!(text.contains("rocminfo"), "{text}");
    }
}
