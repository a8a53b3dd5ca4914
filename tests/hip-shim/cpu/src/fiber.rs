//! Stacks that are switched between by hand, on one thread.

use std::{alloc, arch::naked_asm, ptr};

/// Bytes of a stack; kernels keep their arrays there.
const STACK: usize = 128 << 10;

/// Puts the registers that a function must preserve on the stack, keeps the stack's top in `*save`, and goes on with the
/// stack whose top is `load`.
///
/// # Safety
/// `load` was saved by this function or made by [`Stacks::start`], and nobody else runs on that stack.
#[unsafe(naked)]
pub unsafe extern "C" fn switch(save: *mut *mut u8, load: *mut u8) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Stacks side by side, whose pages come when they are touched.
pub struct Stacks {
    start: *mut u8,
    count: usize,
}

impl Stacks {
    /// At least one.
    pub fn new(count: usize) -> Stacks {
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc::alloc(layout(count)) };
        assert!(!start.is_null(), "no memory for {count} stacks");
        Stacks { start, count }
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Top of stack `k` as if `entry` were about to be called there.
    ///
    /// # Safety
    /// Whoever runs on this stack is given up; `k` is below the count.
    pub unsafe fn start(&self, k: usize, entry: extern "C" fn() -> !) -> *mut u8 {
        // SAFETY: the nine words are inside the stack. A function finds its stack eight bytes off a multiple of 16: the
        // word for its return address, which is never used, is the last one.
        unsafe {
            let top = self.start.add((k + 1) * STACK).cast::<usize>();
            ptr::write_bytes(top.sub(9), 0, 9);
            top.sub(2).write(entry as usize);
            top.sub(8).cast()
        }
    }
}

impl Drop for Stacks {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { alloc::dealloc(self.start, layout(self.count)) };
    }
}

fn layout(count: usize) -> alloc::Layout {
    alloc::Layout::from_size_align(count.max(1) * STACK, 4096)
        .expect("a size below the address space")
}
