//! Devices as HIP's runtime has them.

use crate::{
    codes::{
        Code, DEVICES, Device, INVALID_DEVICE, INVALID_VALUE, MAX_GROUP, Outcome, SUCCESS, code,
    },
    hiprtc::prelude_version,
    memory::TOTAL,
    words::words,
};
use std::{
    cell::Cell,
    ffi::{c_char, c_int, c_uint},
    thread::available_parallelism,
};

thread_local! {
    /// The thread's device.
    static DEVICE: Cell<usize> = const { Cell::new(0) };
}

/// Number of the thread's device.
pub fn current() -> usize {
    DEVICE.get()
}

/// The thread's device, as the compiler sees it too.
pub fn device() -> &'static Device {
    &DEVICES[current()]
}

/// The device of this number.
pub fn checked(device: c_int) -> Outcome<usize> {
    let device = usize::try_from(device).map_err(|_| INVALID_DEVICE)?;
    (device < DEVICES.len())
        .then_some(device)
        .ok_or(INVALID_DEVICE)
}

#[unsafe(no_mangle)]
extern "C" fn hipInit(_flags: c_uint) -> Code {
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipRuntimeGetVersion(version: *mut c_int) -> Code {
    // SAFETY: the caller's pointer.
    unsafe { *version = prelude_version() };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDeviceCount(count: *mut c_int) -> Code {
    // SAFETY: the caller's pointer.
    unsafe { *count = DEVICES.len() as c_int };
    SUCCESS
}

#[unsafe(no_mangle)]
pub extern "C" fn hipSetDevice(device: c_int) -> Code {
    code(checked(device).map(|device| DEVICE.set(device)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_uint,
    device: c_int,
) -> Code {
    let attribute = |device: usize| {
        Ok(match attribute {
            23 => DEVICES[device].architecture[0],
            56 => MAX_GROUP as c_int,
            61 => DEVICES[device].architecture[1],
            63 => available_parallelism().map_or(1, |n| n.get() as c_int),
            74 => DEVICES[device].scratch as c_int,
            87 => DEVICES[device].wavefront,
            88 => 1,
            _ => return Err(INVALID_VALUE),
        })
    };
    code(checked(device).and_then(attribute).map(|found| {
        // SAFETY: the caller's pointer to an integer.
        unsafe { *value = found }
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetName(name: *mut c_char, length: c_int, device: c_int) -> Code {
    let write = |device: usize| {
        let text = format!(
            "HIP shim on the CPU (test tool), wavefronts of {}, {} KiB of scratch",
            DEVICES[device].wavefront,
            DEVICES[device].scratch >> 10
        );
        let room = (length as usize).saturating_sub(1);
        let bytes = &text.as_bytes()[..text.len().min(room)];
        // SAFETY: text and zero are no longer than the caller's buffer.
        unsafe {
            name.cast::<u8>().copy_from(bytes.as_ptr(), bytes.len());
            name.add(bytes.len()).write(0);
        }
    };
    code(checked(device).map(write))
}

/// A place inside of the struct; the backend looks for the name wherever it is.
const GCN_ARCH_NAME: usize = 1160;

/// Of all that the struct has, the architecture alone.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDevicePropertiesR0600(properties: *mut u8, device: c_int) -> Code {
    let write = |device: usize| {
        let text = format!("{}:sramecc+:xnack-\0", DEVICES[device].gfx);
        // SAFETY: the caller's struct has 1472 bytes, 256 of them for the name from here on.
        unsafe {
            properties
                .add(GCN_ARCH_NAME)
                .copy_from(text.as_ptr(), text.len())
        };
    };
    code(checked(device).map(write))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceTotalMem(bytes: *mut usize, device: c_int) -> Code {
    // SAFETY: the caller's pointer.
    code(checked(device).map(|_| unsafe { *bytes = TOTAL }))
}

#[unsafe(no_mangle)]
extern "C" fn hipGetErrorName(code: Code) -> *const c_char {
    words(code).0.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn hipGetErrorString(code: Code) -> *const c_char {
    words(code).1.as_ptr()
}
