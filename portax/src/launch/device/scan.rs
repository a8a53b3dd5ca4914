//! Scans on devices: a launch for the sums of the groups' parts, and one in which each group joins the sums before its own
//! and goes on from there.

use super::{
    element::{Step, Variable, add, each, scalars, when},
    partials::{
        self, Collective, GROUP, ITEMS, Partials, head, index, range, record_partials, scratch,
    },
    prepare, prepare_fitting,
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
    launch::{check::CheckedLaunch, record::recorded},
    ops::{Bin, Cmp},
    policy::{Hints, RangePolicy},
    space::{Body, Instance, Reader, Recorded, Space},
};
use std::{marker::PhantomData, sync::Arc};

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

/// Scratch with an element a lane of a group.
struct Tree<V, R> {
    scratch: Vec<Id>,
    group: usize,
    lane: Id,
    reducer: PhantomData<(V, R)>,
}

impl<V: Element, R: Reducer<V>> Tree<V, R> {
    fn new(group: usize, lane: Id) -> Self {
        Tree {
            scratch: scratch(&scalars::<V, R>(), group),
            group,
            lane,
            reducer: PhantomData,
        }
    }

    fn identity() -> V::In<Trace> {
        R::identity().splat::<Trace>()
    }

    fn load(&self, at: Id) -> V::In<Trace> {
        let mut v = Self::identity();
        each::<V>(&mut v, Step::Load(&self.scratch, at));
        v
    }

    fn store(&self, mut v: V::In<Trace>) {
        each::<V>(&mut v, Step::Store(&self.scratch, self.lane));
    }

    /// The join of what the lanes before this one have, and of what all have.
    fn scan(&self, own: V::In<Trace>) -> [V::In<Trace>; 2] {
        self.store(own);
        Trace::barrier(());
        let mut distance = 1;
        while distance < self.group {
            let sum = Variable::<V>::new(self.load(self.lane));
            self.if_past(distance, |other| {
                sum.set(R::join::<Trace>(other, sum.read()));
            });
            Trace::barrier(());
            self.store(sum.read());
            Trace::barrier(());
            distance *= 2;
        }
        let before = Variable::<V>::new(Self::identity());
        self.if_past(1, |other| before.set(other));
        let all = self.load(Trace::int(self.group as i64 - 1));
        Trace::barrier(());
        [before.read(), all]
    }

    /// Goes on with the element of the lane so far before this one, if there is one.
    fn if_past(&self, distance: usize, body: impl FnOnce(V::In<Trace>)) {
        let distance = Trace::int(distance as i64);
        when(Trace::icmp(Cmp::Ge, self.lane, distance), || {
            body(self.load(Trace::isub(self.lane, distance)))
        });
    }

    /// The join of what `begin..end` give, in order: a lane takes indices that follow each other.
    fn join(&self, begin: Id, end: Id, value: impl Fn(Id) -> V::In<Trace>) -> V::In<Trace> {
        let rounded = add(Trace::isub(end, begin), Trace::int(self.group as i64 - 1));
        let share = Trace::ibin(Bin::Div, rounded, Trace::int(self.group as i64));
        let first = add(begin, Trace::imul(self.lane, share));
        let end = Trace::ibin(Bin::Min, end, add(first, share));
        let own = Variable::<V>::new(Self::identity());
        for at in trace::steps(first, end, Trace::int(1)) {
            own.set(R::join::<Trace>(own.read(), value(at)));
        }
        let [_, all] = self.scan(own.read());
        all
    }
}
