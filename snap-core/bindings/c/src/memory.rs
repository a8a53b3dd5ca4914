//! The caller's memory.

use std::ffi::{CStr, c_char};

use crate::error::Failure;

/// A number of things that C counts with an `int`.
pub fn count(name: &str, n: i32) -> Result<usize, Failure> {
    usize::try_from(n).map_err(|_| Failure::argument(format!("`{name}` is {n}, below zero")))
}

/// `n` things that the caller has; the pointer may be null where there is none.
///
/// # Safety
/// A pointer that is not null points to `n` things, which nobody changes while they are borrowed.
pub unsafe fn slice<'a, T>(name: &str, at: *const T, n: usize) -> Result<&'a [T], Failure> {
    match (n, at.is_null()) {
        (0, _) => Ok(&[]),
        (_, true) => Err(Failure::null(name)),
        // SAFETY: the caller's promise.
        _ => Ok(unsafe { std::slice::from_raw_parts(at, n) }),
    }
}

/// Room of the caller's for `n` things.
///
/// # Safety
/// The pointer is not null and points to `n` numbers, which nobody else uses meanwhile.
pub unsafe fn slice_mut<'a, T>(at: *mut T, n: usize) -> &'a mut [T] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(at, n) }
}

/// A struct of the caller's.
///
/// # Safety
/// A pointer that is not null points to one, which nobody changes while it is borrowed.
pub unsafe fn borrow<'a, T>(name: &str, at: *const T) -> Result<&'a T, Failure> {
    // SAFETY: the caller's promise.
    unsafe { at.as_ref() }.ok_or_else(|| Failure::null(name))
}

/// A text of the caller's.
///
/// # Safety
/// A pointer that is not null points to a text that ends with a null.
pub unsafe fn text<'a>(name: &str, at: *const c_char) -> Result<&'a str, Failure> {
    if at.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(at) };
    text.to_str()
        .map_err(|_| Failure::argument(format!("`{name}` is not UTF-8")))
}

/// Writes values where the caller wants them, nowhere if that is null.
///
/// # Safety
/// A pointer that is not null has room for the values.
pub unsafe fn write<T: Copy>(to: *mut T, values: &[T]) {
    if !to.is_null() {
        // SAFETY: the caller's promise; the values are this library's own.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), to, values.len()) };
    }
}
