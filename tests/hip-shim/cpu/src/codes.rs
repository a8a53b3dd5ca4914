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
pub const NOT_FOUND: Code = 500;
pub const LAUNCH_FAILURE: Code = 719;

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

/// Lanes of a wavefront, for each device.
pub const WAVEFRONTS: [c_int; 2] = [64, 32];

/// Largest work group.
pub const MAX_GROUP: usize = 1024;

/// Bytes of scratch of a group.
pub const SCRATCH: usize = 64 << 10;
