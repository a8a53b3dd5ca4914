//! The executor that records: every operation becomes a statement of a [`Program`](crate::ir::Program).
//!
//! A lane is a thread on a device, so one lane is recorded, its rank is part of every index, and masked code is a real
//! `if`: masks that arrive with an access are true where it stands. Methods are never inlined (three traces: 47 to 21 s of
//! compile time). Integer arithmetic is folded and shared as it is recorded.
//!
//! ```text
//! trace::begin("axpy", Shape::Range { rank: 1, right: false }, Promise::None);
//! let (x, info) = trace::buffer("x", 1, Ty::F64);   // arguments, in the order of the launch
//! let i = trace::builtin(Builtin::Work(0));
//! ...                                               // the body, through `Exec`
//! let program = trace::finish();
//! ```

mod builder;
mod control;
mod fold;
mod forward;
mod local;
mod memory;
mod program;
mod reduce;
mod repeat;
mod rows;
mod say;
mod scan;
mod team;
#[cfg(test)]
pub(crate) mod tests;
mod values;

pub(crate) use program::only_reads;
pub use program::{
    begin, begin_param, buffer, builtin, end_param, extent, finish, part, scalar, scratch_array,
    stride,
};
pub use repeat::{Loop, Turns, steps};

/// Records.
#[derive(Clone, Copy, Debug)]
pub struct Trace;
