//! What runs, told to tools: Kokkos' connectors and a built-in table.
//!
//! | variable | meaning |
//! |---|---|
//! | `KOKKOS_TOOLS_LIBS` | shared libraries with the C interface of Kokkos Tools, separated by `;` |
//! | `KOKKOS_TOOLS_ARGS` | arguments for them, separated by blanks |
//! | `PORTAX_PROFILE=1` | a table of kernels on standard error when the process ends |
//!
//! The variables are read when the first [`Space`](crate::Space) is made. Every launch, fence, allocation and deep copy
//! on every backend is reported under its label; [`region`] and [`Section`] add the program's own phases. A launch
//! that was prepared before a tool was there is not. Without a tool this costs one load and a branch an event, and
//! launches in a loop nothing.
//!
//! Several libraries see the same events in the order in which they are listed. One that the first has loaded itself, as
//! Kokkos' kernel-filter does with those after it, is left to that.
//!
//! Tools find a kernel's time between its begin and its end: unless every one of them says (by
//! `kokkosp_request_tool_settings`) that it needs none, launches are fenced for them, as Kokkos does.

mod events;
mod kokkosp;
mod profile;
mod section;
mod session;

pub use section::{Region, Section, mark, metadata, region};
pub use session::finalize;

pub use crate::backend::ToolDevice;
pub(crate) use events::{
    Memory, Timing, Wanted, allocated, begin, copy, deallocated, end, fence, time, wanted,
};
pub(crate) use session::{is_active, remember, start};

/// What is launched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    For,
    Reduce,
    Scan,
}
