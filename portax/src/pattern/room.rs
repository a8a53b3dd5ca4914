//! Room for recording: unoptimised code keeps every temporary of an inlined body on the stack at once.

use std::{panic::resume_unwind, thread};

/// Bytes of stack, of which only those that are used become memory.
const STACK: usize = 256 << 20;

/// Runs `f` on a thread with a large stack, or here where none starts.
pub(super) fn with_room<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    let mut f = Some(f);
    let made = thread::scope(|scope| {
        let run = || f.take().map(|f| f());
        let thread = thread::Builder::new()
            .name("portax-record".into())
            .stack_size(STACK)
            .spawn_scoped(scope, run)
            .ok()?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    });
    match (made, f) {
        (Some(made), _) => made,
        (None, Some(f)) => apart(f),
        (None, None) => unreachable!("it ran, or is still here"),
    }
}

/// Inlined into the caller, `f` would need its room there even where a thread starts.
#[inline(never)]
fn apart<R>(f: impl FnOnce() -> R) -> R {
    f()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_many_megabytes_fit() {
        let deep = || {
            let frame = [1u8; 64 << 20];
            std::hint::black_box(&frame)
                .iter()
                .map(|&x| x as usize)
                .sum::<usize>()
        };
        assert_eq!(with_room(deep), 64 << 20);
    }

    #[test]
    fn a_panic_passes_through() {
        let caught = std::panic::catch_unwind(|| with_room(|| panic!("in a body")));
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "in a body");
    }
}
