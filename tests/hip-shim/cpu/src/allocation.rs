//! Allocation as HIP's runtime has it: of devices, their pools and page-locked memory of the host.

use crate::{
    codes::{Code, INVALID_VALUE, SUCCESS, code},
    memory::{TOTAL, check_range, memory, pinned},
    runtime::{checked, current},
    stream::{fence_device, stream},
};
use std::{
    ffi::{c_int, c_uint, c_void},
    ptr,
};

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
        *free = memory(current()).free_bytes();
        *total = TOTAL;
    }
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMalloc(address: *mut *mut c_void, bytes: usize) -> Code {
    let allocated = memory(current()).allocate(bytes);
    // SAFETY: the caller's pointer.
    code(allocated.map(|new| unsafe { *address = new as *mut c_void }))
}

#[unsafe(no_mangle)]
extern "C" fn hipFree(address: *mut c_void) -> Code {
    let device = current();
    code(fence_device(device).and_then(|()| memory(device).release(address as usize)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMallocAsync(
    address: *mut *mut c_void,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let allocated = stream(queue).and_then(|stream| {
        stream.expect_no_capture("an allocation")?;
        memory(stream.device).allocate(bytes)
    });
    // SAFETY: the caller's pointer.
    code(allocated.map(|new| unsafe { *address = new as *mut c_void }))
}

#[unsafe(no_mangle)]
extern "C" fn hipFreeAsync(address: *mut c_void, queue: *mut c_void) -> Code {
    let address = address as usize;
    let freed = stream(queue).and_then(|stream| {
        stream.expect_no_capture("a free")?;
        check_range("a free", address, 1)?;
        let device = stream.device;
        stream.push(move || memory(device).keep(address))
    });
    code(freed)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipHostMalloc(
    address: *mut *mut c_void,
    bytes: usize,
    _flags: c_uint,
) -> Code {
    let allocated = pinned().allocate(bytes);
    // SAFETY: the caller's pointer.
    code(allocated.map(|new| unsafe { *address = new as *mut c_void }))
}

#[unsafe(no_mangle)]
extern "C" fn hipHostFree(address: *mut c_void) -> Code {
    code(fence_device(current()).and_then(|()| pinned().release(address as usize)))
}
