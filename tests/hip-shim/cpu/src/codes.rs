//! Codes of HIP, and what the devices are.

use std::ffi::c_int;

/// A result: zero or the number of an error.
pub type Code = c_int;

pub const SUCCESS: Code = 0;
pub const INVALID_VALUE: Code = 1;
pub const OUT_OF_MEMORY: Code = 2;
pub const INVALID_DEVICE: Code = 101;
pub const INVALID_IMAGE: Code = 200;
pub const INVALID_HANDLE: Code = 400;
pub const ILLEGAL_STATE: Code = 401;
pub const NOT_FOUND: Code = 500;
pub const NOT_READY: Code = 600;
pub const LAUNCH_FAILURE: Code = 719;
pub const CAPTURE_UNSUPPORTED: Code = 900;
pub const CAPTURE_INVALIDATED: Code = 901;

/// Success or what went wrong.
pub type Outcome<T = ()> = Result<T, Code>;

/// The code of an outcome.
pub fn code(outcome: Outcome) -> Code {
    outcome.err().unwrap_or(SUCCESS)
}

/// A mistake of the program under test, in words, and its code.
pub fn refuse(code: Code, words: impl std::fmt::Display) -> Code {
    eprintln!("HIP shim: {words}");
    code
}

/// What a device is.
pub struct Device {
    /// Lanes of a wavefront.
    pub wavefront: c_int,
    /// Bytes of scratch of a group.
    pub scratch: usize,
    /// Major and minor number of the architecture.
    pub architecture: [c_int; 2],
    /// Its name.
    pub gfx: &'static str,
}

/// Like accelerators of CDNA 2 (gfx90a) and 4 (gfx950), and between them a graphics card (gfx1030).
pub const DEVICES: [Device; 3] = [
    Device {
        wavefront: 64,
        scratch: 64 << 10,
        architecture: [9, 0],
        gfx: "gfx90a",
    },
    Device {
        wavefront: 32,
        scratch: 64 << 10,
        architecture: [10, 3],
        gfx: "gfx1030",
    },
    Device {
        wavefront: 64,
        scratch: 160 << 10,
        architecture: [9, 5],
        gfx: "gfx950",
    },
];

/// Largest work group.
pub const MAX_GROUP: usize = 1024;
