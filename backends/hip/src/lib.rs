//! HIP devices for portax: [`Hip`] is an opened device, [`HipProvider`] finds them by name (`hip:0`, `hip:1`).
//!
//! Two libraries of ROCm are loaded at run time, and a program that is built with this crate runs without them: HIP's
//! runtime (`libamdhip64.so`) when a device is first asked for, and hiprtc, the run-time compiler, when the runtime has
//! found a device. hiprtc brings an LLVM, which must not meet that of a CPU driver of OpenCL in one process. Major
//! versions 5 to 7 are tried, in the folders of the system's loader and in `/opt/rocm/lib`; hiprtc is looked for inside
//! the runtime first, then in `libhiprtc.so`. `PORTAX_HIP_LIBRARY=FILE` names one library to load instead.
//!
//! An opened device is HIP's device with one stream of its own: allocations, copies, launches and frees are ordered on
//! it. Further instances of the space are further streams.
//!
//! Kernels are compiled for the very GPU: without an option hiprtc takes the architecture of the thread's current device.
//! Thus nobody here reads the architecture's name, which HIP gives only in `hipDeviceProp_t`, a struct whose layout
//! changes between major versions; limits come from `hipDeviceGetAttribute`, whose numbers do not. The cache of compiled
//! kernels knows a GPU by its own name and its architecture's major and minor number.

mod dialect;
mod driver;
mod error;
mod hiprtc;
mod library;
mod probe;
mod sys;

pub use dialect::HIP;

/// An opened device, which its forks share, and one stream.
pub type Hip = portax_driver::Gpu<driver::HipDriver>;

/// Opens [`Hip`] devices by name; a device opened twice is the same object, and `hip` is the first one. It loads
/// the runtime and hiprtc when it is first asked for a device.
pub type HipProvider = portax::registry::Discovered<Hip>;
