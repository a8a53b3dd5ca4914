//! Execution policies: which iterations run, and how they are grouped.

mod md_range;
mod range;
mod team;

pub use md_range::{Iterate, MdRangePolicy};
pub use range::RangePolicy;
pub(crate) use team::Hints;
pub use team::{AUTO, TeamPolicy};
