//! Scans on devices, in one pass over memory: a group scans a tile of the range in its scratch, learns from the
//! [`Board`] what the tiles before it amount to, and goes on from there.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    join::Parts,
    look_back::{self, Board},
    partials::{self, Partials, index},
    prepare, prepare_fitting,
    tree::Tree,
};
use crate::{
    backend::{Grid, Properties},
    error::Result,
    ir::{Builtin, Id, Per, Program, Promise, Shape, Ty},
    kernel::{
        exec::{Teams, Values},
        functor::ScanKernel,
        trace::{self, Trace},
        value::{Element, Reducer},
    },
    launch::{bind::TraceBinder, check::CheckedLaunch, record::recorded},
    ops::Cmp,
    policy::{Hints, RangePolicy},
    space::{Body, Instance, Recorded, Space},
};
use std::sync::Arc;

/// Lanes of a group.
const GROUP: usize = 256;
/// Most items of a lane.
const MOST_ITEMS: usize = 15;
/// Most bytes of a group's scratch, so that several groups share a compute unit.
const ROOM: usize = 48 << 10;

/// A scan over a range, which leaves the sum of all.
///
/// # Errors
/// What the device refuses.
pub(crate) fn scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: &CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
) -> Result<Parts> {
    let (n, label) = (policy.end - policy.begin, launch.label.clone());
    let types = scalars::<K::Value, R>();
    let partials = Partials::new::<K::Value, R>(instance, n.min(1))?;
    let launch = prepare_fitting(GROUP, |largest| {
        let tile = Tile::plan(largest, &types, instance.device().properties());
        let groups = n.div_ceil(tile.len());
        let program = program::<Tag, K, R>(space, functor, tile, inclusive)?;
        let board = look_back::memory(instance, groups, tile.group, &types)?;
        let buffers = [(board, 1)].into_iter().chain(partials.buffers());
        let pass = partials::launch(launch, program, groups, buffers, [])?;
        let grid = Grid {
            groups,
            group_size: [tile.group, 1],
        };
        prepare(instance, pass, grid, &[], Hints::default())
    })?;
    Ok(Parts {
        label,
        launch,
        partials,
    })
}

/// What a group scans: so many items of each of its lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tile {
    group: usize,
    /// Odd, so that lanes which read items in a row use different banks of scratch
    items: usize,
}

impl Tile {
    /// For elements of `types` in groups of up to `largest`: as many items as scratch has room for beside the tree.
    fn plan(largest: usize, types: &[Ty], properties: &Properties) -> Self {
        let element: usize = types.iter().map(|ty| ty.bytes()).sum();
        let room = properties.max_scratch_bytes.min(ROOM) / element.max(1);
        let largest = largest.min(properties.max_group_size).min(room / 4);
        let group = 1 << largest.max(1).ilog2();
        let items = (room / group).saturating_sub(2).clamp(1, MOST_ITEMS);
        Tile {
            group,
            items: (items - 1) | 1,
        }
    }

    fn len(self) -> usize {
        self.group * self.items
    }
}

fn program<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    functor: &K,
    tile: Tile,
    inclusive: bool,
) -> Result<Arc<Recorded>> {
    let body = Body::ScanTile {
        group: tile.group,
        items: tile.items,
        inclusive,
    };
    recorded::<K, (Tag, R)>(space, functor, body, &|| {
        record::<Tag, K, R>(functor, tile, inclusive)
    })
}

/// A group's prefixes. The last tile leaves the sum of all in `px_total*[0]`.
fn record<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    functor: &K,
    tile: Tile,
    inclusive: bool,
) -> Program {
    let types = scalars::<K::Value, R>();
    trace::begin(K::NAME, Shape::Team, Promise::Unchecked);
    let bound = functor.bind::<Trace>(&mut TraceBinder::default());
    let board = Board::<K::Value, R>::new(tile.group);
    let total = partials::buffers("px_total", &types);
    let scratch = |label, len| {
        let array = |&ty: &Ty| trace::scratch_array(label, ty, len, Per::Team).0;
        types.iter().map(array).collect::<Vec<_>>()
    };
    let items = scratch("px_items", tile.len());
    let lane = trace::builtin(Builtin::LaneRank);
    let tree = Tree::<K::Value, R>::to_scan(tile.group, lane);
    let at = board.begin(lane);
    let first = add(
        trace::begin_param(0),
        Trace::imul(at, Trace::int(tile.len() as i64)),
    );
    let striped = Striped { tile, lane, first };

    striped.load::<K::Value, R>(&items, |i| K::input::<Trace>(&bound, index(i)));
    Trace::barrier(());
    let mut own = R::identity().splat::<Trace>();
    for k in 0..tile.items {
        own = R::join::<Trace>(own, load::<K::Value, R>(&items, striped.in_row(k)));
    }
    let own = Variable::<K::Value>::new(own);
    let [in_tile, all] = tree.scan(own.read());
    let before = board.join_before(&tree, at, all, &total);
    let mut prefix = R::join::<Trace>(before, in_tile);
    for k in 0..tile.items {
        let item = striped.in_row(k);
        let next = R::join::<Trace>(prefix, load::<K::Value, R>(&items, item));
        let mut given = if inclusive { next } else { prefix };
        each::<K::Value>(&mut given, Step::Store(&items, item));
        prefix = next;
    }
    Trace::barrier(());
    striped.for_each(|item, i| {
        let given = load::<K::Value, R>(&items, item);
        K::output::<Trace>(&bound, index(i), given);
    });
    board.end(lane);
    trace::finish()
}

fn load<V: Element, R: Reducer<V>>(from: &[Id], at: Id) -> V::In<Trace> {
    let mut v = R::identity().splat::<Trace>();
    each::<V>(&mut v, Step::Load(from, at));
    v
}

/// How a lane goes through a tile: between memory and scratch it takes every `group`-th item, so that lanes reach neighbours
/// at once; in scratch it has items in a row.
struct Striped {
    tile: Tile,
    lane: Id,
    /// First index of the tile
    first: Id,
}

impl Striped {
    /// Goes on with each item of the lane, its place in the tile and its index, where that is inside the range.
    fn for_each(&self, mut body: impl FnMut(Id, Id)) {
        for k in 0..self.tile.items {
            let item = add(self.lane, Trace::int((k * self.tile.group) as i64));
            let i = add(self.first, item);
            when(Trace::icmp(Cmp::Lt, i, trace::end_param(0)), || {
                body(item, i)
            });
        }
    }

    /// Stores what all items are: first everything is read, so that the reads wait for memory together.
    fn load<V: Element, R: Reducer<V>>(&self, items: &[Id], input: impl Fn(Id) -> V::In<Trace>) {
        let identity = || Variable::<V>::new(R::identity().splat::<Trace>());
        let values: Vec<_> = (0..self.tile.items).map(|_| identity()).collect();
        let mut next = values.iter();
        self.for_each(|_, i| {
            if let Some(value) = next.next() {
                value.set(input(i));
            }
        });
        for (k, value) in values.iter().enumerate() {
            let item = add(self.lane, Trace::int((k * self.tile.group) as i64));
            each::<V>(&mut value.read(), Step::Store(items, item));
        }
    }

    /// Place of the `k`-th item of the lane's row.
    fn in_row(&self, k: usize) -> Id {
        let row = Trace::imul(self.lane, Trace::int(self.tile.items as i64));
        add(row, Trace::int(k as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fit_scratch() {
        let plan = |group, scratch, scalars| {
            let properties = Properties {
                max_group_size: group,
                max_scratch_bytes: scratch,
                ..partials::tests::gpu()
            };
            let tile = Tile::plan(GROUP, &vec![Ty::F64; scalars], &properties);
            (tile.group, tile.items)
        };
        assert_eq!(plan(1024, 48 << 10, 1), (256, 15));
        assert_eq!(plan(1024, 200 << 10, 2), (256, 9));
        assert_eq!(plan(1024, 48 << 10, 8), (128, 3));
        assert_eq!(plan(100, 48 << 10, 1), (64, 15));
        assert_eq!(plan(1024, 1000, 1), (16, 5));
        for scalars in 1..50 {
            let (group, items) = plan(1024, 32 << 10, scalars);
            let tree = group + group.div_ceil(16);
            assert!(
                (group * items + tree) * scalars * 8 <= 32 << 10,
                "{scalars}"
            );
        }
    }
}
