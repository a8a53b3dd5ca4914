//! Memory of spaces: allocations, who uses them, and copies between them.

mod allocation;
mod copy;
mod host;
mod pending;

pub(crate) use allocation::Borrow;
pub use allocation::{ALIGNMENT, Allocation};
pub(crate) use copy::{
    can_copy, check_faults, copy_async, copy_by_threads, copy_bytes, copy_out, copy_stretch,
    wait_for,
};
