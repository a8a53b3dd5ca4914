//! Parallel patterns: for, reduce, scan.
//!
//! Every launch goes the same way: the functor is recorded as a program (once per type, comptime values and layouts),
//! the program's access summary is checked against the safe-launch rule and the policy's ranges (`validate`), then
//! the body runs natively or the printed program on the device.

mod bind;
mod collective;
mod device;
mod for_;
mod host;
mod prepared;
mod reduce;
mod scan;
mod validate;

pub use for_::ForPolicy;
pub use prepared::{Held, Prepared};
