//! Threads whose stack unoptimised kernels fit on.

use std::{panic::resume_unwind, thread};

/// Runs `f` on a thread of this name with so many bytes of stack, or here where none starts. Passes on a panic of `f`.
pub fn with_room<R: Send>(name: &str, bytes: usize, f: impl FnOnce() -> R + Send) -> R {
    let mut f = Some(f);
    let made = thread::scope(|scope| {
        let run = || f.take().map(|f| f());
        let thread = thread::Builder::new()
            .name(name.into())
            .stack_size(bytes)
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
        assert_eq!(with_room("portax-test", 128 << 20, deep), 64 << 20);
    }

    #[test]
    fn a_panic_passes_through() {
        let caught = std::panic::catch_unwind(|| {
            with_room("portax-test", 128 << 20, || panic!("in a body"))
        });
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "in a body");
    }
}
