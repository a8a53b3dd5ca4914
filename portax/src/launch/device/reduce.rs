//! Reductions on devices: a tree in the scratch of each group, whose partial results are joined by [`Parts`].

use super::{
    element::scalars,
    join::Parts,
    partials::{self, Deal, GROUP, Partials, index, range, record_partials},
    prepare, prepare_fitting,
};
use crate::{
    error::Result,
    ir::Id,
    kernel::{
        exec::Values,
        functor::{MdReduceKernel, ReduceKernel},
        trace::{self, Trace},
        value::{AnyStep, Element, IndexOf, Reducer},
    },
    launch::{check::CheckedLaunch, record::recorded},
    ops::Bin,
    policy::{Hints, Iterate, MdRangePolicy, RangePolicy},
    space::{Body, Instance, Recorded, Space},
};
use std::sync::Arc;

/// A reduction over a range.
///
/// # Errors
/// What the device refuses.
pub(crate) fn over_range<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Result<Parts> {
    let n = policy.end - policy.begin;
    parts::<K::Value, R>(instance, &launch, n, |group| {
        recorded::<K, (Tag, R)>(space, functor, Body::ReducePart(group), &|| {
            record_partials::<K, K::Value, R>(K::NAME, functor, group, range, |k, i| {
                K::run::<Trace>(k, index(i))
            })
        })
    })
}

/// A reduction over a box, whose items are numbered from the fastest index on.
///
/// # Errors
/// What the device refuses.
pub(crate) fn over_md_range<
    const N: usize,
    Tag: 'static,
    K: MdReduceKernel<N, Tag>,
    R: Reducer<K::Value>,
>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: CheckedLaunch,
    functor: &K,
    policy: MdRangePolicy<N, Tag>,
    iterate: Iterate,
) -> Result<Parts> {
    parts::<K::Value, R>(instance, &launch, policy.len(), |group| {
        let body = match iterate {
            Iterate::Left => Body::ReducePart(group),
            Iterate::Right => Body::ReducePartRight(group),
        };
        recorded::<K, (Tag, R, MdRangePolicy<N>)>(space, functor, body, &|| {
            let items = || (Trace::int(0), items::<N>());
            record_partials::<K, K::Value, R>(K::NAME, functor, group, items, |k, i| {
                K::run::<Trace>(k, indices(i, iterate))
            })
        })
    })
}

/// The join of each group's part, in groups of as many items as `program` takes once compiled.
fn parts<V: Element, R: Reducer<V>>(
    instance: &Arc<Instance>,
    launch: &CheckedLaunch,
    n: usize,
    program: impl Fn(usize) -> Result<Arc<Recorded>>,
) -> Result<Parts> {
    let types = scalars::<V, R>();
    prepare_fitting(GROUP, |largest| {
        let plan = Deal::plan(n, largest, &types, instance.device().properties());
        let partials = Partials::new::<V, R>(instance, plan.groups)?;
        let span = plan.span_argument(&launch.label)?;
        let (program, buffers) = (program(plan.group)?, partials.buffers());
        let parts = partials::launch(launch, program, plan.groups, buffers, [span])?;
        Ok(Parts {
            label: launch.label.clone(),
            launch: prepare(instance, parts, plan.grid(), &[], Hints::default())?,
            partials,
        })
    })
}

/// Extent of dimension `d` of a box.
fn extent(d: usize) -> Id {
    Trace::isub(trace::end_param(d), trace::begin_param(d))
}

/// Number of items of a box.
fn items<const N: usize>() -> Id {
    (0..N).map(extent).fold(Trace::int(1), Trace::imul)
}

/// Indices of item `i` of a box.
fn indices<const N: usize>(mut i: Id, iterate: Iterate) -> [IndexOf<Trace, AnyStep>; N] {
    let mut all = [i; N];
    for n in 0..N {
        let d = iterate.dimension(n, N);
        let inside = match n + 1 == N {
            true => i,
            false => Trace::ibin(Bin::Rem, i, extent(d)),
        };
        all[d] = Trace::iadd(trace::begin_param(d), inside);
        i = Trace::ibin(Bin::Div, i, extent(d));
    }
    all.map(|base| IndexOf {
        base,
        step: AnyStep(false),
    })
}
