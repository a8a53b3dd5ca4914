//! Copies and fills as HIP's runtime has them, in the order of a stream.

use crate::{
    codes::{Code, Outcome, code},
    memory::check_range,
    stream::stream,
};
use std::ffi::{c_int, c_uchar, c_void};

/// Enqueues a copy.
///
/// # Safety
/// Both ranges are there until the copy is done.
unsafe fn copy(to: *mut c_void, from: *mut c_void, bytes: usize, queue: *mut c_void) -> Outcome {
    let (to, from) = (to as usize, from as usize);
    stream(queue)?.push(move || {
        // SAFETY: by the caller's promise.
        unsafe { (to as *mut u8).copy_from(from as *const u8, bytes) };
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyHtoDAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let checked = check_range("a copy to the device", to as usize, bytes);
    // SAFETY: the range is allocated; the caller's memory is as long.
    code(checked.and_then(|()| unsafe { copy(to, from, bytes, queue) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyDtoHAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let checked = check_range("a copy from the device", from as usize, bytes);
    // SAFETY: the range is allocated; the caller's memory is as long.
    code(checked.and_then(|()| unsafe { copy(to, from, bytes, queue) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyDtoDAsync(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let checked = check_range("a copy on the device", from as usize, bytes)
        .and_then(|()| check_range("a copy on the device", to as usize, bytes));
    // SAFETY: both ranges are allocated.
    code(checked.and_then(|()| unsafe { copy(to, from, bytes, queue) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyPeerAsync(
    to: *mut c_void,
    _to_device: c_int,
    from: *const c_void,
    _from_device: c_int,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let checked = check_range("a copy from a peer", from as usize, bytes)
        .and_then(|()| check_range("a copy from a peer", to as usize, bytes));
    // SAFETY: both ranges are allocated.
    code(checked.and_then(|()| unsafe { copy(to, from.cast_mut(), bytes, queue) }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemsetD8Async(
    to: *mut c_void,
    value: c_uchar,
    bytes: usize,
    queue: *mut c_void,
) -> Code {
    let to = to as usize;
    let filled = check_range("a fill", to, bytes).and_then(|()| {
        stream(queue)?.push(move || {
            // SAFETY: the range is allocated.
            unsafe { (to as *mut u8).write_bytes(value, bytes) };
            Ok(())
        })
    });
    code(filled)
}
