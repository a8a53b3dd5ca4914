//! Boxes on devices: a group has a tile of the box, or so many items in a line.

use super::{RANGE_GROUP, prepare, prepare_fitting, prepare_range};
use crate::{
    backend::{Grid, Properties},
    error::Result,
    launch::{Prepared, check::CheckedLaunch},
    policy::{Hints, Iterate, MdRangePolicy},
    space::Instance,
};
use std::sync::Arc;

/// Items of a group in the fastest dimension, where the policy says nothing: a warp reads them side by side.
const ROW: usize = 32;

/// Largest end of a dimension that is tiled: indices past it, up to the end of a tile, fit 31 bits.
const LARGEST_END: usize = 1 << 30;

/// Prepares a box, tile by tile where the policy has a tile that a group can have, or where the default tile fits the box.
///
/// # Errors
/// What the checks find, and what the device refuses.
pub(crate) fn prepare_md_range<const R: usize, Tag>(
    instance: &Arc<Instance>,
    policy: MdRangePolicy<R, Tag>,
    iterate: Iterate,
    checked: &dyn Fn() -> Result<CheckedLaunch>,
) -> Result<Prepared> {
    let Some(tile) = tile(&policy, iterate, instance.device().properties()) else {
        return prepare_range(instance, policy.len(), checked);
    };
    prepare_fitting(tile.iter().product(), |group| {
        let tile = shrunk(tile, group, iterate);
        let tiles = |d: usize| policy.extent(d).div_ceil(tile[d]);
        let grid = Grid {
            groups: (0..R).map(tiles).product(),
            group_size: [tile.iter().product(), 1],
        };
        prepare(instance, checked()?, grid, &tile, Hints::default())
    })
}

/// The tile of a group; none where items go in a line.
fn tile<const R: usize, Tag>(
    policy: &MdRangePolicy<R, Tag>,
    iterate: Iterate,
    properties: &Properties,
) -> Option<[usize; R]> {
    let is_large = policy.end.iter().any(|&end| end > LARGEST_END);
    if is_large || policy.len() == 0 {
        return None;
    }
    let items = policy
        .tile
        .iter()
        .try_fold(1, |n: usize, &t| n.checked_mul(t));
    if items.is_some_and(|items| (1..=properties.max_group_size).contains(&items)) {
        return Some(policy.tile);
    }
    default_tile(policy, iterate)
        .filter(|_| properties.is_gpu && properties.max_group_size >= RANGE_GROUP)
}

/// A row of the fastest dimension by a few of the next: neighbours in both share what they read (a product of matrices on a
/// GPU: 0.053 to 0.047 ms). None where an eighth of the items would have nothing to do, or more.
fn default_tile<const R: usize, Tag>(
    policy: &MdRangePolicy<R, Tag>,
    iterate: Iterate,
) -> Option<[usize; R]> {
    let [fastest, next] = [0, 1].map(|k| iterate.dimension(k, R));
    let mut tile = [1; R];
    tile[fastest] = ROW;
    tile[next] = RANGE_GROUP / ROW;
    let covered = |d: usize| policy.extent(d).next_multiple_of(tile[d]);
    let (all, needed) = (
        covered(fastest) * covered(next),
        policy.extent(fastest) * policy.extent(next),
    );
    (all - needed < needed / 8).then_some(tile)
}

/// The tile, halved from the slowest dimension on until it has no more than `group` items.
fn shrunk<const R: usize>(mut tile: [usize; R], group: usize, iterate: Iterate) -> [usize; R] {
    for k in (0..R).rev() {
        let d = iterate.dimension(k, R);
        while tile[d] > 1 && tile.iter().product::<usize>() > group {
            tile[d] = tile[d].div_ceil(2);
        }
    }
    tile
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const R: usize>(extents: [usize; R], iterate: Iterate) -> Option<[usize; R]> {
        default_tile(&MdRangePolicy::new(extents.map(|n| 0..n)), iterate)
    }

    #[test]
    fn boxes_that_tiles_cover_well_are_tiled() {
        assert_eq!(of([1000, 1000], Iterate::Left), Some([32, 8]));
        assert_eq!(of([64, 100, 1000], Iterate::Right), Some([1, 8, 32]));
        assert_eq!(of([3, 1000], Iterate::Left), None);
        assert_eq!(of([1000, 9], Iterate::Left), None);
    }

    #[test]
    fn tiles_shrink_from_the_slowest_dimension_on() {
        assert_eq!(shrunk([32, 8, 1], 100, Iterate::Left), [32, 2, 1]);
        assert_eq!(shrunk([4, 4, 32], 16, Iterate::Right), [1, 1, 16]);
        assert_eq!(shrunk([5, 3], 15, Iterate::Left), [5, 3]);
    }
}
