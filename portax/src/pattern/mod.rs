//! Parallel patterns: for, reduce, scan.
//!
//! Every launch goes the same way: the functor is recorded as a program (once per type, comptime values and layouts),
//! the program's access summary is checked against the safe-launch rule and the policy's ranges (`validate`), then
//! the body runs natively or the printed program on the device.

mod again;
mod bind;
mod collective;
mod compile;
mod device;
mod for_;
mod for_team;
mod graph;
mod host;
mod memory;
mod prepared;
mod reduce;
mod room;
mod rows;
mod scan;
mod tasks;
mod teams;
mod validate;

pub(crate) use device::DeviceLaunch;
pub use for_::ForPolicy;
pub use graph::Graph;
pub use prepared::{Held, Prepared};
