//! Names and meanings of HIP's codes, for both shims.

use std::ffi::CStr;

/// Every code that the HIP backend knows. CUDA has the same numbers.
const WORDS: &[(i32, &CStr, &CStr)] = &[
    (0, c"hipSuccess", c"no error"),
    (1, c"hipErrorInvalidValue", c"invalid argument"),
    (2, c"hipErrorOutOfMemory", c"out of memory"),
    (100, c"hipErrorNoDevice", c"no device"),
    (101, c"hipErrorInvalidDevice", c"invalid device"),
    (200, c"hipErrorInvalidImage", c"invalid code object"),
    (209, c"hipErrorNoBinaryForGpu", c"code for another device"),
    (400, c"hipErrorInvalidHandle", c"invalid handle"),
    (401, c"hipErrorIllegalState", c"illegal state"),
    (500, c"hipErrorNotFound", c"not found"),
    (600, c"hipErrorNotReady", c"not ready"),
    (700, c"hipErrorIllegalAddress", c"illegal address"),
    (701, c"hipErrorLaunchOutOfResources", c"too few resources"),
    (702, c"hipErrorLaunchTimeOut", c"timeout"),
    (719, c"hipErrorLaunchFailure", c"the kernel failed"),
    (
        900,
        c"hipErrorStreamCaptureUnsupported",
        c"not while the stream captures",
    ),
    (
        901,
        c"hipErrorStreamCaptureInvalidated",
        c"the capture has failed before",
    ),
];

/// Name and meaning.
pub fn words(code: i32) -> (&'static CStr, &'static CStr) {
    let known = WORDS.iter().find(|(known, ..)| *known == code);
    known.map_or((c"hipErrorUnknown", c"unknown error"), |(_, name, text)| {
        (name, text)
    })
}
