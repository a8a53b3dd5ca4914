//! Ranges and boxes on devices: groups of items in a line.

use super::{RANGE_GROUP, prepare, prepare_fitting};
use crate::{
    backend::Grid,
    error::Result,
    launch::{Prepared, check::CheckedLaunch},
    policy::Hints,
    space::Instance,
};
use std::sync::Arc;

/// Prepares a range or box of `len` items, in groups of `RANGE_GROUP` or as many as the kernel takes.
///
/// # Errors
/// What the checks find, and what the device refuses.
pub(crate) fn prepare_range(
    instance: &Arc<Instance>,
    len: usize,
    checked: impl Fn() -> Result<CheckedLaunch>,
) -> Result<Prepared> {
    let group = RANGE_GROUP.min(instance.device().properties().max_group_size);
    prepare_fitting(group, |group| {
        let grid = Grid {
            groups: len.div_ceil(group),
            group_size: [group, 1],
        };
        prepare(instance, checked()?, grid, Hints::default())
    })
}
