//! Scans on devices: sums of the groups' parts, their prefixes on the host, then the prefixes inside the parts.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    partials::{Collective, Partials, head, index, range, record_partials, scratch},
    prepare,
};
use crate::{
    error::Result,
    ir::{Builtin, Id, Program, Promise, Shape},
    kernel::{
        exec::{Teams, Values},
        functor::ScanKernel,
        trace::{self, Trace},
        value::{Contribution, Element, Reducer},
    },
    launch::{Prepared, check::CheckedLaunch, host::join, record::recorded},
    ops::Cmp,
    policy::{Hints, RangePolicy},
    space::{Body, Instance, Recorded, Space},
};
use std::sync::Arc;

/// Runs a scan over a range; gives the sum of all.
///
/// # Errors
/// What the device refuses or reports.
pub(crate) fn run_scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    instance: &Arc<Instance>,
    launch: &CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
) -> Result<K::Value> {
    let plan = Collective::plan(policy.begin, policy.end, instance.device().properties());
    if plan.groups == 0 {
        return Ok(R::identity());
    }
    let partials = Partials::new::<K::Value, R>(instance, plan.groups)?;
    let [sums, prefixes] = passes::<Tag, K, R>(space, functor, &plan, inclusive)?.map(|program| {
        let pass = partials.launch(launch, program, &plan)?;
        prepare(instance, pass, plan.grid(), Hints::default())
    });
    let (sums, prefixes): (Prepared, Prepared) = (sums?, prefixes?);
    sums.launch()?;
    let mut values = partials.fetch::<K::Value, R>()?;
    let total = exclusive::<K::Value, R>(&mut values);
    partials.put(&values)?;
    prefixes.launch()?;
    Ok(total)
}

/// The programs of both passes.
fn passes<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    functor: &K,
    plan: &Collective,
    inclusive: bool,
) -> Result<[Arc<Recorded>; 2]> {
    let group = plan.group;
    let sums = recorded::<K, (Tag, R)>(space, functor, Body::ScanPart(group), || {
        record_partials::<K, K::Value, R>(K::NAME, functor, group, range, |k, i| {
            Contribution::new(K::input::<Trace>(k, index(i)))
        })
    })?;
    let body = Body::ScanPrefixes { group, inclusive };
    let prefixes = recorded::<K, (Tag, R)>(space, functor, body, || {
        record_prefixes::<Tag, K, R>(functor, group, inclusive)
    })?;
    Ok([sums, prefixes])
}

/// Replaces each value by the join of those before it; gives the join of all.
fn exclusive<V: Element, R: Reducer<V>>(values: &mut [V]) -> V {
    let mut before = R::identity();
    for value in values {
        let next = join::<V, R>(before, *value);
        *value = std::mem::replace(&mut before, next);
    }
    before
}

/// Each group's prefixes: what stands in `px_partial*[group]` joined with the prefixes inside the group's part.
fn record_prefixes<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    functor: &K,
    group: usize,
    inclusive: bool,
) -> Program {
    let types = scalars::<K::Value, R>();
    trace::begin(K::NAME, Shape::Team, Promise::Unchecked);
    let head = head(functor, &types, range);
    let tree = scratch(&types, group);
    let identity = || R::identity().splat::<Trace>();
    let load = |at: Id| {
        let mut v = identity();
        each::<K::Value>(&mut v, Step::Load(&tree, at));
        v
    };
    let mut before = identity();
    each::<K::Value>(
        &mut before,
        Step::Load(&head.partials, trace::builtin(Builtin::LeagueRank)),
    );
    let before = Variable::<K::Value>::new(before);
    for first in trace::steps(head.begin, head.end, Trace::int(group as i64)) {
        let i = add(first, head.lane);
        let inside = Trace::icmp(Cmp::Lt, i, head.end);
        let own = Variable::<K::Value>::new(identity());
        when(inside, || {
            own.set(K::input::<Trace>(&head.functor, index(i)))
        });
        each::<K::Value>(&mut own.read(), Step::Store(&tree, head.lane));
        Trace::barrier(());
        let mut distance = 1;
        while distance < group {
            let d = Trace::int(distance as i64);
            let sum = Variable::<K::Value>::new(load(head.lane));
            when(Trace::icmp(Cmp::Ge, head.lane, d), || {
                sum.set(R::join::<Trace>(
                    load(Trace::isub(head.lane, d)),
                    sum.read(),
                ))
            });
            Trace::barrier(());
            each::<K::Value>(&mut sum.read(), Step::Store(&tree, head.lane));
            Trace::barrier(());
            distance *= 2;
        }
        let prefix = Variable::<K::Value>::new(before.read());
        if inclusive {
            prefix.set(R::join::<Trace>(before.read(), load(head.lane)));
        } else {
            let one = Trace::int(1);
            when(Trace::icmp(Cmp::Ge, head.lane, one), || {
                prefix.set(R::join::<Trace>(
                    before.read(),
                    load(Trace::isub(head.lane, one)),
                ))
            });
        }
        when(inside, || {
            K::output::<Trace>(&head.functor, index(i), prefix.read())
        });
        before.set(R::join::<Trace>(
            before.read(),
            load(Trace::int(group as i64 - 1)),
        ));
        Trace::barrier(());
    }
    trace::finish()
}
