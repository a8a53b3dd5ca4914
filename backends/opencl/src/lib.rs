//! OpenCL devices for portax: [`OpenCl`] is an opened device, [`OpenClProvider`] finds them by name.
//!
//! The OpenCL library is loaded when a device is first asked for; a program that is built with this crate runs without
//! it. Devices are numbered, GPUs first (`opencl:0`), and named by platform (`opencl:nvidia`, `opencl:amd`,
//! `opencl:intel`, `opencl:pocl`, a second one `opencl:nvidia:1`).
//!
//! OpenCL 1.2 is enough, and nothing optional is used, sub-groups aside, which are a choice
//! ([`sub_groups`](OpenClProvider::sub_groups)). An opened device is one context with one in-order queue; further
//! instances of the space are further queues.

mod compile;
mod device;
pub mod dialect;
mod error;
mod launch;
mod memory;
mod pinned;
mod probe;
mod provider;
mod stream;

pub use device::OpenCl;
pub use provider::OpenClProvider;
