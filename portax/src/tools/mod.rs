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

pub(crate) use events::{allocated, copy, deallocated, fence, observe, span};
pub(crate) use session::{is_active, remember, start};

/// How tools know a device: Kokkos' names are the only ones that its connectors take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToolDevice {
    /// Kokkos' number of the kind of device: 2 CUDA, 3 HIP, 7 SYCL
    pub kind: u8,
    /// Which device of this kind
    pub number: u8,
    /// Memory space: `Cuda`, `HIP` or `SYCL`
    pub memory: &'static str,
}

/// Devices that Kokkos has no name for go as SYCL's: several connectors end the process at unknown names.
impl Default for ToolDevice {
    fn default() -> Self {
        ToolDevice {
            kind: 7,
            number: 0,
            memory: "SYCL",
        }
    }
}

impl ToolDevice {
    /// Host threads.
    pub(crate) const HOST: ToolDevice = ToolDevice {
        kind: 6,
        number: 0,
        memory: "Host",
    };

    /// The number of an execution space instance: kind, device and instance in 8, 7 and 17 bits.
    pub(crate) fn id(self) -> u32 {
        const INSTANCE: u32 = 1;
        u32::from(self.kind) << 24 | u32::from(self.number & 0x7f) << 17 | INSTANCE
    }
}

/// What is launched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    For,
    Reduce,
    Scan,
}
