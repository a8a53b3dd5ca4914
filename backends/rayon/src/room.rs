//! Stacks that kernels fit on. Unoptimised code keeps every temporary of an inlined body there at once, megabytes of a long one.

use portax::backend::with_room;
use std::cell::Cell;

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

/// Runs a launch where there is room: here, except in debug builds, where the calling thread may have a small stack. Workers of a pool
/// stay where they are, since their pool may wait for them.
pub fn launch_with_room(launch: impl FnOnce() + Send) {
    if cfg!(not(debug_assertions)) || HAS_ROOM.get() || rayon::current_thread_index().is_some() {
        return launch();
    }
    with_room("portax-0", STACK, || {
        HAS_ROOM.set(true);
        launch();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[inline(never)]
    fn long() -> u64 {
        black_box([1u8; 6 << 20])
            .iter()
            .map(|x| u64::from(*x))
            .sum()
    }

    #[test]
    fn frames_of_many_megabytes_fit_in_launches_from_launches() {
        let (mut first, mut second) = (0, 0);
        launch_with_room(|| {
            first = long();
            launch_with_room(|| second = long());
        });
        assert_eq!([first, second], [6 << 20; 2]);
    }
}
