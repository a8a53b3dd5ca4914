//! Scans on devices: a launch for the sums of the groups' parts, and one in which each group joins the sums before its own
//! and goes on from there.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    partials::{self, Collective, GROUP, ITEMS, Partials, head, index, range, record_partials},
    prepare, prepare_fitting,
    tree::Tree,
};
use crate::{
    error::Result,
    ir::{Builtin, Program, Promise, Shape},
    kernel::{
        exec::Values,
        functor::ScanKernel,
        trace::{self, Trace},
        value::{Contribution, Element, Reducer},
    },
    launch::{check::CheckedLaunch, record::recorded},
    ops::Cmp,
    policy::{Hints, RangePolicy},
    space::{Body, Instance, Reader, Recorded, Space},
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
    let n = policy.end - policy.begin;
    if n == 0 {
        return Ok(R::identity());
    }
    let types = scalars::<K::Value, R>();
    let total = Partials::new::<K::Value, R>(instance, Reader::Host, 1)?;
    let [sums, prefixes] = prepare_fitting(GROUP, |largest| {
        let plan = Collective::plan(n, largest, &types, instance.device().properties());
        let parts = Partials::new::<K::Value, R>(instance, Reader::Device, plan.groups)?;
        let [sums, prefixes] = passes::<Tag, K, R>(space, functor, &plan, inclusive)?;
        let pass = |program, partials: &[&Partials]| {
            let pass = partials::launch(launch, program, &plan, partials)?;
            prepare(instance, pass, plan.grid(), &[], Hints::default())
        };
        Ok([pass(sums, &[&parts])?, pass(prefixes, &[&parts, &total])?])
    })?;
    sums.launch()?;
    prefixes.launch()?;
    Ok(total.fetch::<K::Value, R>()?[0])
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
        if !R::COMMUTES {
            return record_sums_in_order::<Tag, K, R>(functor, group);
        }
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

/// The join of each group's part, to `px_partial*[group]`, for reducers that do not commute.
fn record_sums_in_order<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    functor: &K,
    group: usize,
) -> Program {
    let types = scalars::<K::Value, R>();
    trace::begin(K::NAME, Shape::Team, Promise::Unchecked);
    let head = head(functor, &types, ["px_partial"], range);
    let tree = Tree::<K::Value, R>::new(group, head.lane);
    let input = |i| K::input::<Trace>(&head.functor, index(i));
    let mut all = tree.join(head.begin, head.end, input);
    when(Trace::icmp(Cmp::Eq, head.lane, Trace::int(0)), || {
        let rank = trace::builtin(Builtin::LeagueRank);
        each::<K::Value>(&mut all, Step::Store(&head.partials[0], rank));
    });
    trace::finish()
}

/// Each group's prefixes: the sums of `px_partial*[0..group]`, then those of the items. The last group leaves the sum of all
/// in `px_total*[0]`.
fn record_prefixes<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    functor: &K,
    group: usize,
    inclusive: bool,
) -> Program {
    let types = scalars::<K::Value, R>();
    trace::begin(K::NAME, Shape::Team, Promise::Unchecked);
    let head = head(functor, &types, ["px_partial", "px_total"], range);
    let [parts, total] = &head.partials;
    let tree = Tree::<K::Value, R>::new(group, head.lane);
    let rank = trace::builtin(Builtin::LeagueRank);
    let part = |at| {
        let mut part = R::identity().splat::<Trace>();
        each::<K::Value>(&mut part, Step::Load(parts, at));
        part
    };
    let before = Variable::<K::Value>::new(tree.join(Trace::int(0), rank, part));
    let block = Trace::int((group * ITEMS) as i64);
    for first in trace::steps(head.begin, head.end, block) {
        let first = add(first, Trace::imul(head.lane, Trace::int(ITEMS as i64)));
        let items: [_; ITEMS] = std::array::from_fn(|k| {
            let i = add(first, Trace::int(k as i64));
            let own = Variable::<K::Value>::new(R::identity().splat::<Trace>());
            let is_inside = Trace::icmp(Cmp::Lt, i, head.end);
            when(is_inside, || {
                own.set(K::input::<Trace>(&head.functor, index(i)))
            });
            (i, own, is_inside)
        });
        let sum = |a, (_, own, _): &(_, Variable<K::Value>, _)| R::join::<Trace>(a, own.read());
        let own = items.iter().fold(R::identity().splat::<Trace>(), sum);
        let [lanes_before, all] = tree.scan(own);
        let mut prefix = R::join::<Trace>(before.read(), lanes_before);
        for (i, own, is_inside) in &items {
            let next = R::join::<Trace>(prefix, own.read());
            let given = if inclusive { next } else { prefix };
            when(*is_inside, || {
                K::output::<Trace>(&head.functor, index(*i), given)
            });
            prefix = next;
        }
        before.set(R::join::<Trace>(before.read(), all));
    }
    let groups = trace::builtin(Builtin::LeagueSize);
    let is_last = Trace::icmp(Cmp::Eq, add(rank, Trace::int(1)), groups);
    when(is_last, || {
        when(Trace::icmp(Cmp::Eq, head.lane, Trace::int(0)), || {
            each::<K::Value>(&mut before.read(), Step::Store(total, Trace::int(0)));
        });
    });
    trace::finish()
}
