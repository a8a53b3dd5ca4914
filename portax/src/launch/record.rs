//! Programs of kernels, recorded at first use.

use crate::{
    backend::with_room,
    dump::Dump,
    error::{Error, Result},
    ir::Program,
    kernel::functor::Functor,
    space::{Body, Bytes, On, ProgramKey, Recorded, Space},
};
use std::{
    any::{Any, TypeId},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
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
        let program = with_room("portax-record", STACK, || {
            catch_unwind(AssertUnwindSafe(record))
        })
        .map_err(refused)?;
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
