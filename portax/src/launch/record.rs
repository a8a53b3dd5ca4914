//! Programs of kernels, recorded at first use.

use crate::{
    dump::Dump,
    error::{Error, Result},
    ir::Program,
    kernel::functor::Functor,
    space::{Body, Bytes, On, ProgramKey, Recorded, Space},
};
use std::{
    any::{Any, TypeId},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
    thread,
};

/// The program of a functor's body on a space, recorded at first use. `Marker` has the types that the body depends on
/// beside the functor's: tag, policy, reducer.
///
/// What records is called through a pointer: as a type it would be compiled wherever it is passed on, and it has all of a
/// kernel's body inside.
///
/// # Errors
/// A body that panics while it is recorded.
pub(crate) fn recorded<K: Functor, Marker: 'static>(
    space: &Space,
    functor: &K,
    body: Body,
    record: &(dyn Fn() -> Program + Sync),
) -> Result<Arc<Recorded>> {
    let mut comptime = Bytes::default();
    functor.comptime(&mut comptime);
    let key = ProgramKey {
        kernel: TypeId::of::<(K, Marker)>(),
        body,
        comptime: comptime.0,
    };
    recorded_as(key, space, record)
}

fn recorded_as(
    key: ProgramKey,
    space: &Space,
    record: &(dyn Fn() -> Program + Sync),
) -> Result<Arc<Recorded>> {
    space.programs().get(key, || {
        let program = with_room(|| catch_unwind(AssertUnwindSafe(record))).map_err(refused)?;
        if let On::Host(host) = space.on() {
            Dump::begin(&program, host.name());
        }
        Ok(program)
    })
}

/// A body that panics while it is recorded, which runs its comptime expressions, has none of a program.
fn refused(panic: Box<dyn Any + Send>) -> Error {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Error::Invalid(format!(
        "a kernel cannot be recorded: {}",
        text.unwrap_or_default()
    ))
}

/// Bytes of stack for recording, of which only those that are used become memory: unoptimised code keeps every temporary
/// of an inlined body on the stack at once.
const STACK: usize = 256 << 20;

/// Runs `f` on a thread with a large stack, or here where none starts.
fn with_room<R: Send>(f: impl FnOnce() -> R + Send) -> R {
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
