//! Ranges on devices, and boxes as ranges: groups of items in a line.

use super::{RANGE_GROUP, prepare, prepare_fitting};
use crate::{
    backend::{Grid, Properties},
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
    checked: &dyn Fn() -> Result<CheckedLaunch>,
) -> Result<Prepared> {
    prepare_fitting(group(len, instance.device().properties()), |group| {
        let grid = Grid {
            groups: len.div_ceil(group),
            group_size: [group, 1],
        };
        prepare(instance, checked()?, grid, &[], Hints::default())
    })
}

/// Items of a group. Few items go in groups of one warp, so that more compute units have some (500 items, each a loop, on a
/// GPU of 132 units: 3.8 to 1.7 ms).
fn group(len: usize, properties: &Properties) -> usize {
    let is_short = len.div_ceil(RANGE_GROUP) < properties.compute_units / 4;
    let group = if is_short {
        properties.natural_width
    } else {
        RANGE_GROUP
    };
    group.clamp(1, properties.max_group_size)
}
