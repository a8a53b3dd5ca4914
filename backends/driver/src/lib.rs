//! Devices of drivers that are made like CUDA's: contexts, streams, events, graphs, modules, memory pools.
//!
//! A backend such as `portax-cuda` or `portax-hip` implements [`Driver`], one function for each of the driver's, and its
//! device is [`Gpu`]. Users open devices through those crates.
//!
//! An opened device has one stream of its own: allocations, copies, launches and frees are ordered on it. Further
//! instances of the space ([`Gpu::fork`](portax::backend::Streams::fork)) are further streams of the same [`Context`].
//!
//! Two rules hold in every file. The context is made current before each series of calls, since any thread may call.
//! Owners of streams, modules and graphs wait for the work that uses them, then destroy them; errors of those calls are
//! ignored, since a device that has failed reports the same at the next fence.

mod compile;
mod context;
mod device;
mod driver;
mod error;
mod graph;
pub mod helpers;
mod launch;
mod memory;
mod peers;
mod pinned;
mod provider;
mod stream;

pub use context::Context;
pub use device::Gpu;
pub use driver::{Driver, Files, Outcome, Resources};
pub use error::failed;
pub use launch::Launch;
pub use peers::Place;
pub use provider::Found;
