//! Devices, streams, memory and copies as HIP's runtime has them.

use crate::{
    codes::{
        Code, DEVICES, Device, INVALID_DEVICE, INVALID_VALUE, MAX_GROUP, Outcome, SUCCESS, code,
    },
    memory::{TOTAL, check_range, memory},
    words::words,
};
use std::{
    cell::Cell,
    ffi::{c_char, c_int, c_uchar, c_uint, c_void},
    ptr,
    thread::available_parallelism,
};

thread_local! {
    /// The thread's device.
    static DEVICE: Cell<usize> = const { Cell::new(0) };
}

/// The thread's device, as the compiler sees it too.
pub fn device() -> &'static Device {
    &DEVICES[DEVICE.get()]
}

fn checked(device: c_int) -> Outcome<usize> {
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
unsafe extern "C" fn hipGetDeviceCount(count: *mut c_int) -> Code {
    // SAFETY: the caller's pointer.
    unsafe { *count = DEVICES.len() as c_int };
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn hipSetDevice(device: c_int) -> Code {
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
            56 => MAX_GROUP as c_int,
            63 => available_parallelism().map_or(1, |n| n.get() as c_int),
            74 => DEVICES[device].scratch as c_int,
            87 => DEVICES[device].wavefront,
            88 => 1,
            _ => return Err(INVALID_VALUE),
        })
    };
    // SAFETY: the caller's pointer.
    code(
        checked(device)
            .and_then(attribute)
            .map(|found| unsafe { *value = found }),
    )
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetName(name: *mut c_char, length: c_int, device: c_int) -> Code {
    let write = |device: usize| {
        let text = format!(
            "HIP shim on the CPU (test tool), wavefronts of {}",
            DEVICES[device].wavefront
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

/// A stream is a number that is not zero: everything is done when its call returns.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamCreateWithFlags(stream: *mut *mut c_void, _flags: c_uint) -> Code {
    // SAFETY: the caller's pointer.
    unsafe { *stream = ptr::without_provenance_mut(DEVICE.get() + 1) };
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn hipStreamSynchronize(_stream: *mut c_void) -> Code {
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn hipStreamDestroy(_stream: *mut c_void) -> Code {
    SUCCESS
}

/// A pool is the device's number plus one.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipDeviceGetDefaultMemPool(pool: *mut *mut c_void, device: c_int) -> Code {
    // SAFETY: the caller's pointer.
    let write = |device: usize| unsafe { *pool = ptr::without_provenance_mut(device + 1) };
    code(checked(device).map(write))
}

#[unsafe(no_mangle)]
extern "C" fn hipMemPoolSetAttribute(
    _pool: *mut c_void,
    attribute: c_uint,
    _value: *mut c_void,
) -> Code {
    match attribute {
        4 => SUCCESS,
        _ => INVALID_VALUE,
    }
}

#[unsafe(no_mangle)]
extern "C" fn hipMemPoolTrimTo(pool: *mut c_void, _bytes: usize) -> Code {
    code(checked(pool.addr() as c_int - 1).and_then(|device| memory(device).trim()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemGetInfo(free: *mut usize, total: *mut usize) -> Code {
    // SAFETY: the caller's pointers.
    unsafe {
        *free = memory(DEVICE.get()).free_bytes();
        *total = TOTAL;
    }
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMalloc(address: *mut *mut c_void, bytes: usize) -> Code {
    let allocated = memory(DEVICE.get()).allocate(bytes);
    // SAFETY: the caller's pointer.
    code(allocated.map(|new| unsafe { *address = new as *mut c_void }))
}

#[unsafe(no_mangle)]
extern "C" fn hipFree(address: *mut c_void) -> Code {
    code(memory(DEVICE.get()).release(address as usize))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMallocAsync(
    address: *mut *mut c_void,
    bytes: usize,
    _stream: *mut c_void,
) -> Code {
    // SAFETY: by the caller's promise.
    unsafe { hipMalloc(address, bytes) }
}

#[unsafe(no_mangle)]
extern "C" fn hipFreeAsync(address: *mut c_void, _stream: *mut c_void) -> Code {
    code(memory(DEVICE.get()).keep(address as usize))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyHtoDAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    _stream: *mut c_void,
) -> Code {
    let checked = check_range("a copy to the device", to as usize, bytes);
    // SAFETY: the range is allocated; the caller's memory is as long.
    code(checked.map(|()| unsafe { to.copy_from(from, bytes) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyDtoHAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    _stream: *mut c_void,
) -> Code {
    let checked = check_range("a copy from the device", from as usize, bytes);
    // SAFETY: the range is allocated; the caller's memory is as long.
    code(checked.map(|()| unsafe { to.copy_from(from, bytes) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyDtoDAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    _stream: *mut c_void,
) -> Code {
    let checked = check_range("a copy on the device", from as usize, bytes)
        .and_then(|()| check_range("a copy on the device", to as usize, bytes));
    // SAFETY: both ranges are allocated.
    code(checked.map(|()| unsafe { to.copy_from(from, bytes) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemsetD8Async(
    to: *mut c_void,
    value: c_uchar,
    bytes: usize,
    _stream: *mut c_void,
) -> Code {
    let checked = check_range("a fill", to as usize, bytes);
    // SAFETY: the range is allocated.
    code(checked.map(|()| unsafe { to.cast::<u8>().write_bytes(value, bytes) }))
}
