//! Zeroed memory of the host that nobody has touched: its pages come to the threads that first work on them, which on
//! machines with several memories places them there, and where the system has them they are huge.

use super::ALIGNMENT;
use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    ptr::NonNull,
};

/// Bytes and room to align them. The layout asks for no more than the system aligns anyway: for more, Rust's allocator
/// would write the zeros itself, on this thread.
fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(ALIGNMENT)?, align_of::<usize>()).ok()
}

/// Zeros, aligned to [`ALIGNMENT`]; none where the system refuses.
pub(super) fn allocate(bytes: usize) -> Option<NonNull<u8>> {
    // SAFETY: the layout has a non-zero size.
    let start = NonNull::new(unsafe { alloc_zeroed(layout(bytes)?) })?;
    let pad = ALIGNMENT - start.addr().get() % ALIGNMENT;
    // SAFETY: `pad` is at most ALIGNMENT, by which the allocation is larger, and at least the size of a `usize`, of
    // which `start` and ALIGNMENT are multiples: there is room for it before `memory`.
    unsafe {
        let memory = start.add(pad);
        memory.cast::<usize>().sub(1).write(pad);
        huge_pages::ask_for(memory, bytes);
        Some(memory)
    }
}

/// Gives memory back.
///
/// # Safety
/// [`allocate`] gave it for as many bytes, and nobody uses it any more.
pub(super) unsafe fn free(memory: NonNull<u8>, bytes: usize) {
    // SAFETY: `allocate` wrote how far before `memory` the allocation of this layout starts.
    unsafe {
        let pad = memory.cast::<usize>().sub(1).read();
        if let Some(layout) = layout(bytes) {
            dealloc(memory.sub(pad).as_ptr(), layout);
        }
    }
}

#[cfg(target_os = "linux")]
mod huge_pages {
    use std::{
        ffi::{c_int, c_void},
        ptr::NonNull,
    };

    /// Size of a huge page on x86-64 and on ARM with small pages of 4 KiB.
    const HUGE: usize = 2 << 20;
    /// `MADV_HUGEPAGE` of `<sys/mman.h>`
    const MADV_HUGEPAGE: c_int = 14;

    // SAFETY: <sys/mman.h> declares it so.
    unsafe extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    /// Asks for huge pages where whole ones lie inside; a system that has none says no, which changes nothing.
    pub(super) fn ask_for(memory: NonNull<u8>, bytes: usize) {
        let pad = memory.align_offset(HUGE);
        let whole = bytes.saturating_sub(pad) / HUGE * HUGE;
        if whole > 0 {
            // SAFETY: the range is inside the allocation, and the advice leaves its contents as they are.
            unsafe { madvise(memory.add(pad).as_ptr().cast(), whole, MADV_HUGEPAGE) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod huge_pages {
    use std::ptr::NonNull;

    /// There is nothing to ask.
    pub fn ask_for(_: NonNull<u8>, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zero_aligned_and_reused() {
        for bytes in [0, 1, 63, 64, 65, 4096, 100_000, 9 << 20, 64, 100_000] {
            let memory = allocate(bytes).expect("memory");
            assert!(memory.addr().get().is_multiple_of(ALIGNMENT));
            // SAFETY: fresh memory of this size, freed once.
            unsafe {
                let bytes = std::slice::from_raw_parts_mut(memory.as_ptr(), bytes);
                assert!(bytes.iter().all(|&b| b == 0));
                bytes.fill(0xff);
                free(memory, bytes.len());
            }
        }
    }

    #[test]
    fn too_much_is_refused() {
        for bytes in [usize::MAX, isize::MAX as usize, 1 << 60] {
            assert_eq!(allocate(bytes), None);
        }
    }
}
