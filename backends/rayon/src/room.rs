//! Stacks that kernels fit on. Unoptimised code keeps every temporary of an inlined body there at once, megabytes of a long one.

use std::{cell::Cell, panic::resume_unwind, thread};

/// Bytes of a thread's stack, of which only those that are used become memory: as much as a program's main thread has, more in debug
/// builds.
pub const STACK: usize = if cfg!(debug_assertions) {
    128 << 20
} else {
    8 << 20
};

thread_local! {
    /// Does this thread have a stack of [`STACK`] bytes?
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` where there is room: here, except in debug builds, where the calling thread may have a small stack. Workers of a pool stay
/// where they are, since their pool may wait for them.
pub fn with_room(work: impl FnOnce() + Send) {
    if cfg!(not(debug_assertions)) || HAS_ROOM.get() || rayon::current_thread_index().is_some() {
        return apart(work);
    }
    let mut work = Some(work);
    thread::scope(|scope| {
        let there = || {
            HAS_ROOM.set(true);
            work.take().map(|work| work())
        };
        let thread = thread::Builder::new().stack_size(STACK);
        if let Ok(thread) = thread.spawn_scoped(scope, there) {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    // no thread has started
    if let Some(work) = work {
        apart(work);
    }
}

/// Inlined into the caller, `work` would need its room there even where another thread runs it.
#[inline(never)]
fn apart(work: impl FnOnce()) {
    work();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_many_megabytes_fit() {
        let mut sum = 0;
        with_room(|| {
            sum = std::hint::black_box([1u8; 6 << 20])
                .iter()
                .map(|x| u64::from(*x))
                .sum()
        });
        assert_eq!(sum, 6 << 20);
    }

    #[test]
    #[should_panic(expected = "of the work")]
    fn panics_are_passed_on() {
        with_room(|| panic!("of the work"));
    }
}
