//! Parallel patterns: for, reduce, scan.

mod for_range;
mod for_team;
pub(crate) mod reduce;
mod scan;

pub use for_range::ForPolicy;
