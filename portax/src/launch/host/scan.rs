//! Scans on hosts: the sum of each part, then its outputs, for which its inputs are evaluated once more. One thread takes
//! the parts in order and evaluates them once.

use super::{
    Bound, Code, Launcher, Native, executor, index, launch_on,
    reduce::chunk_of,
    tasks::{Work, catch, run},
};
use crate::{
    backend::Host,
    ir::Promise,
    kernel::{
        functor::ScanKernel,
        simd::elements::{join, pack, unpack},
        value::{Element, Reducer},
    },
    launch::{Prepared, check::CheckedLaunch},
    policy::RangePolicy,
};
use std::{
    marker::PhantomData,
    sync::{Arc, Mutex, PoisonError},
};

/// Elements whose prefixes are joined one after the other before the sum of all before is joined to each: that sum waits
/// for one addition a block, not for one an element. Whole packs of every executor.
const BLOCK: usize = 8;

/// A block's contributions from `i` on.
#[inline(always)]
fn inputs<N: Native, K: ScanKernel<Tag>, Tag>(
    bound: &Bound<N, K>,
    i: usize,
    identity: K::Value,
) -> [K::Value; BLOCK] {
    let mut values = [identity; BLOCK];
    let mut l = 0;
    while l < BLOCK {
        let contributions = K::input::<N>(&bound.packs, index(i + l));
        unpack::<N, K::Value>(contributions, identity, &mut values[l..]);
        l += const { N::LANES };
    }
    values
}

/// The first contributions of a block that is not whole.
#[inline(always)]
fn first_inputs<N: Native, K: ScanKernel<Tag>, Tag>(
    bound: &Bound<N, K>,
    i: usize,
    count: usize,
    identity: K::Value,
) -> [K::Value; BLOCK] {
    let mut values = [identity; BLOCK];
    let mut l = 0;
    while l < count {
        let contribution = K::input::<N::Tail>(&bound.rest, index(i + l));
        unpack::<N::Tail, K::Value>(contribution, identity, &mut values[l..]);
        l += 1;
    }
    values
}

/// Replaces each value by the join of those up to it.
#[inline(always)]
fn accumulate<V: Element, R: Reducer<V>>(values: &mut [V; BLOCK]) {
    let mut l = 1;
    while l < BLOCK {
        values[l] = join::<V, R>(values[l - 1], values[l]);
        l += 1;
    }
}

/// Some of the scan's range.
struct Part<N, K, R, Tag> {
    begin: usize,
    end: usize,
    of: PhantomData<(N, K, R, Tag)>,
}

/// Gives the join of a part's contributions.
struct Inputs<N, K, R, Tag>(Part<N, K, R, Tag>);

impl<N: Native, K: ScanKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Inputs<N, K, R, Tag> {
    type Functor = Bound<N, K>;
    type Kernel = K;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) -> K::Value {
        let Part { begin, end, .. } = self.0;
        let identity = R::identity();
        let (mut sum, mut i) = (identity, begin);
        while i + BLOCK <= end {
            let mut values = inputs::<N, K, Tag>(bound, i, identity);
            accumulate::<K::Value, R>(&mut values);
            sum = join::<K::Value, R>(sum, values[BLOCK - 1]);
            i += BLOCK;
        }
        let mut values = first_inputs::<N, K, Tag>(bound, i, end - i, identity);
        accumulate::<K::Value, R>(&mut values);
        join::<K::Value, R>(sum, values[BLOCK - 1])
    }
}

/// Hands each prefix of a part, joined to what comes before the part, to the body: with or without an element's own
/// contribution. Gives the join of the part's contributions.
struct Outputs<N, K: ScanKernel<Tag>, R, Tag> {
    part: Part<N, K, R, Tag>,
    inclusive: bool,
    before: K::Value,
}

impl<N: Native, K: ScanKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Outputs<N, K, R, Tag> {
    type Functor = Bound<N, K>;
    type Kernel = K;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) -> K::Value {
        let Part { begin, end, .. } = self.part;
        let (identity, before) = (R::identity(), self.before);
        let (mut sum, mut i) = (identity, begin);
        while i + BLOCK <= end {
            let values = inputs::<N, K, Tag>(bound, i, identity);
            let prefixes = prefixes::<K::Value, R>(&mut sum, values, self.inclusive);
            let mut l = 0;
            while l < BLOCK {
                let prefix = pack::<N, K::Value>(&prefixes[l..]);
                let joined = R::join::<N>(before.splat::<N>(), prefix);
                K::output::<N>(&bound.packs, index(i + l), joined);
                l += const { N::LANES };
            }
            i += BLOCK;
        }
        let values = first_inputs::<N, K, Tag>(bound, i, end - i, identity);
        let prefixes = prefixes::<K::Value, R>(&mut sum, values, self.inclusive);
        let mut l = 0;
        while i + l < end {
            let prefix = prefixes[l].splat::<N::Tail>();
            let joined = R::join::<N::Tail>(before.splat::<N::Tail>(), prefix);
            K::output::<N::Tail>(&bound.rest, index(i + l), joined);
            l += 1;
        }
        sum
    }
}

/// The prefixes of a block's values, of which `sum` comes before; it becomes the sum of all.
#[inline(always)]
fn prefixes<V: Element, R: Reducer<V>>(
    sum: &mut V,
    mut values: [V; BLOCK],
    inclusive: bool,
) -> [V; BLOCK] {
    accumulate::<V, R>(&mut values);
    let (before, mut prefixes) = (*sum, [*sum; BLOCK]);
    let mut l = 0;
    while l < BLOCK {
        values[l] = join::<V, R>(before, values[l]);
        l += 1;
    }
    *sum = values[BLOCK - 1];
    if inclusive {
        return values;
    }
    prefixes[1..].copy_from_slice(&values[..BLOCK - 1]);
    prefixes
}

/// Prepares a scan over a range, which gives the sum of all.
pub(crate) fn prepare<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
) -> Prepared<K::Value> {
    let launcher = Scan::<K, R, Tag> {
        host,
        launch: &launch,
        functor,
        policy,
        inclusive,
        reducer: PhantomData,
    };
    launch_on(executor(&**host), &launch, launcher)
}

struct Scan<'a, K, R, Tag> {
    host: &'a Arc<dyn Host>,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
    reducer: PhantomData<R>,
}

impl<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>> Launcher for Scan<'_, K, R, Tag> {
    const PROMISE: Promise = K::PROMISE;
    type Output = Prepared<K::Value>;

    fn on<N: Native>(self) -> Prepared<K::Value> {
        let (host, label) = (self.host.clone(), self.launch.label.clone());
        let sink = Box::new(self.launch.sink());
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (begin, end, inclusive) = (self.policy.begin, self.policy.end, self.inclusive);
        let chunk = chunk_of(&self.policy);
        let tasks = self.policy.len().div_ceil(chunk);
        let part = move |t: usize| Part {
            begin: begin + t * chunk,
            end: end.min(begin + (t + 1) * chunk),
            of: PhantomData::<(N, K, R, Tag)>,
        };
        Prepared::new(self.launch, move || {
            let inputs = |t: usize| {
                // SAFETY: the host's executor is supported by this CPU.
                unsafe { N::inside(&bound, Inputs(part(t))) }
            };
            let outputs = |t: usize, before: K::Value| {
                let code = Outputs {
                    part: part(t),
                    inclusive,
                    before,
                };
                // SAFETY: as above.
                unsafe { N::inside(&bound, code) }
            };
            if host.concurrency() == 1 || tasks <= 1 {
                return catch::<N, _>(&label, &sink, || {
                    let join = |sum, t| join::<K::Value, R>(sum, outputs(t, sum));
                    (0..tasks).fold(R::identity(), join)
                });
            }
            let work = Work {
                tasks,
                short: false,
            };
            let sums: Vec<_> = (0..tasks).map(|_| Mutex::new(R::identity())).collect();
            let sum_of = |t: usize| sums[t].lock().unwrap_or_else(PoisonError::into_inner);
            run::<N>(&*host, &label, &sink, work, &|t, _| {
                *sum_of(t) = inputs(t);
            })?;
            let total = exclusive::<K::Value, R>(&sums);
            run::<N>(&*host, &label, &sink, work, &|t, _| {
                let before = *sum_of(t);
                outputs(t, before);
            })?;
            Ok(total)
        })
    }
}

/// Replaces each part's sum by that of all parts before it; gives the sum of all.
fn exclusive<V: Element, R: Reducer<V>>(sums: &[Mutex<V>]) -> V {
    let mut before = R::identity();
    for sum in sums {
        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
        let next = join::<V, R>(before, *sum);
        *sum = std::mem::replace(&mut before, next);
    }
    before
}
