//! Scratch of a worker: kept by its thread between launches, aligned to a cache line.

use std::cell::Cell;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

thread_local! {
    static SCRATCH: Cell<Vec<Line>> = const { Cell::new(Vec::new()) };
}

/// Calls `work` with at least `bytes` bytes of this thread's scratch, aligned to 64 bytes, contents undefined.
///
/// A call from inside `work` gets memory of its own.
pub fn with_scratch(bytes: usize, work: impl FnOnce(&mut [u8])) {
    if bytes == 0 {
        return work(&mut []);
    }
    let mut lines = SCRATCH.take();
    let needed = bytes.div_ceil(size_of::<Line>());
    if lines.len() < needed {
        lines = vec![Line([0; 64]); needed];
    }
    work(as_bytes(&mut lines));
    SCRATCH.set(lines);
}

fn as_bytes(lines: &mut [Line]) -> &mut [u8] {
    // SAFETY: `Line` is 64 initialised bytes without padding; the slice covers exactly the memory of `lines`.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), size_of_val(lines)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_aligned_large_enough_and_kept() {
        let mut first: *const u8 = std::ptr::null();
        for bytes in [100, 1, 64, 100] {
            with_scratch(bytes, |scratch| {
                assert!(scratch.len() >= bytes);
                assert_eq!(scratch.as_ptr().addr() % 64, 0);
                if first.is_null() {
                    first = scratch.as_ptr();
                }
                assert_eq!(
                    scratch.as_ptr(),
                    first,
                    "a smaller request reuses the buffer"
                );
            });
        }
    }

    #[test]
    fn nested_use_does_not_alias() {
        with_scratch(64, |outer| {
            outer.fill(1);
            with_scratch(64, |inner| inner.fill(2));
            assert!(outer.iter().all(|&b| b == 1));
        });
    }
}
