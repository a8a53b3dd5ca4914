//! Reductions on devices: trees in team scratch, partial results of the groups joined on the host.

use super::{
    partials::{Collective, Partials, record_partials},
    prepare,
};
use crate::{
    error::Result,
    kernel::{functor::ReduceKernel, trace::Trace, value::Reducer},
    launch::{Prepared, check::CheckedLaunch, host::reduce::tree, record::recorded},
    policy::{Hints, RangePolicy},
    space::{Body, Instance, Space},
};
use std::sync::Arc;

/// Prepares the join of each group's part, then of those.
///
/// # Errors
/// What the device refuses.
pub(crate) fn prepare_reduce<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Result<Prepared<K::Value>> {
    let plan = Collective::plan(policy.begin, policy.end, instance.device().properties());
    let program = recorded::<K, (Tag, R)>(space, functor, Body::ReducePart(plan.group), || {
        record_partials::<K, K::Value, R>(K::NAME, functor, plan.group, |k, i| {
            K::run::<Trace>(k, i)
        })
    })?;
    let partials = Partials::new::<K::Value, R>(space, plan.groups)?;
    let parts = partials.launch(&launch, program, &plan)?;
    let parts = prepare(instance, parts, plan.grid(), Hints::default())?;
    Ok(Prepared::new(&launch, move || {
        parts.launch()?;
        Ok(tree::<K::Value, R>(&mut partials.fetch::<K::Value, R>()?))
    }))
}
