//! Launches on devices.

mod arguments;
mod command;
mod compile;
mod element;
mod join;
mod look_back;
mod md_range;
mod partials;
mod prepare;
mod range;
pub(crate) mod reduce;
mod repeat;
pub(crate) mod scan;
mod team;
mod tree;

pub(crate) use command::DeviceLaunch;
pub(crate) use join::Parts;
pub(crate) use md_range::prepare_md_range;
pub(crate) use partials::Partials;
use prepare::{prepare, prepare_fitting};
pub(crate) use range::prepare_range;
pub(crate) use repeat::launch_again;
pub(crate) use team::prepare_teams;

/// Work items of a group in range launches.
const RANGE_GROUP: usize = 256;
