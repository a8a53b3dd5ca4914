//! Reductions on hosts: leaves of a fixed tree, each by one thread, joined by the caller.

use super::{
    Bound, Code, Launcher, Native, end_of_packs, executor, index, launch_on,
    tasks::{Division, catch, run},
};
use crate::{
    backend::Host,
    ir::Promise,
    kernel::{
        exec::{Exec, native::FaultSink},
        functor::ReduceKernel,
        simd::elements::{first, join, join_lanes},
        value::{Element, Reducer},
    },
    launch::{Prepared, check::CheckedLaunch},
    policy::RangePolicy,
};
use std::{marker::PhantomData, sync::Arc};

/// Independent sums of a leaf: enough to hide the latency of an addition.
pub(super) const CHAINS: usize = 8;
/// Fewest iterations of a leaf of the tree: long enough for what joining its packs costs (20 ns of 500 for a dot product
/// in a cache).
const FEWEST: usize = 8192;
/// Most leaves.
const MOST_LEAVES: usize = 512;
/// So many leaves leave their results on the stack.
const FEW_LEAVES: usize = 8;

/// Iterations of a leaf: from the range alone, so that the tree does not depend on threads. Leaves are as many as two
/// threads, four and eight can share evenly.
pub(super) fn chunk_of<Tag>(policy: &RangePolicy<Tag>) -> usize {
    chunk(policy.len(), policy.chunk)
}

/// The same of `n` iterations.
pub(super) fn chunk(n: usize, wanted: Option<usize>) -> usize {
    let chunk = wanted.unwrap_or_else(|| match (n / FEWEST).min(MOST_LEAVES) {
        0 | 1 => n.max(1),
        few @ 2..8 => n.div_ceil(1 << few.ilog2()).next_multiple_of(64),
        many => n.div_ceil(many / 8 * 8).next_multiple_of(64),
    });
    chunk.min(n.max(1))
}

/// The join of `begin..end`, whose length is a multiple of the lanes.
struct Leaf<N, K, R, Tag> {
    begin: usize,
    end: usize,
    of: PhantomData<(N, K, R, Tag)>,
}

/// What whole packs leave over of a leaf, joined to their sum one by one.
struct Rest<N, K: ReduceKernel<Tag>, R, Tag> {
    begin: usize,
    end: usize,
    sum: K::Value,
    of: PhantomData<(N, K, R, Tag)>,
}

impl<N: Native, K: ReduceKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Rest<N, K, R, Tag> {
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, functor: &K::In<N>) -> K::Value {
        let mut sum = self.sum;
        let mut i = self.begin;
        while i < self.end {
            let next = K::run::<N>(functor, index(i));
            let joined = R::accumulate::<N>(sum.splat::<N>(), next);
            sum = first::<N, K::Value>(joined, R::identity());
            i += 1;
        }
        sum
    }
}

impl<N: Native, K: ReduceKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Leaf<N, K, R, Tag> {
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, functor: &K::In<N>) -> K::Value {
        let (mut i, mut packs) = self.chains(functor);
        while i < self.end {
            let next = K::run::<N>(functor, index(i));
            packs = R::accumulate::<N>(packs, next);
            i += const { N::LANES };
        }
        join_lanes::<N, K::Value, R>(packs)
    }
}

impl<N: Native, K: ReduceKernel<Tag>, R: Reducer<K::Value>, Tag> Leaf<N, K, R, Tag> {
    /// Joins as many packs as fill all chains: where the rest begins, and the join.
    #[inline(always)]
    fn chains(&self, functor: &K::In<N>) -> (usize, <K::Value as Element>::In<N>) {
        let lanes = const { N::LANES };
        let mut sums = [R::identity().splat::<N>(); CHAINS];
        let mut i = self.begin;
        let whole = self.end - (self.end - self.begin) % (CHAINS * lanes);
        while i != whole {
            let mut c = 0;
            while c < CHAINS {
                let next = K::run::<N>(functor, index(i + c * lanes));
                sums[c] = R::accumulate::<N>(sums[c], next);
                c += 1;
            }
            i += CHAINS * lanes;
        }
        (i, join_chains::<N, K::Value, R>(sums))
    }
}

/// Joins the chains of a leaf.
#[inline(always)]
pub(super) fn join_chains<E: Exec, V: Element, R: Reducer<V>>(
    mut sums: [V::In<E>; CHAINS],
) -> V::In<E> {
    let mut half = CHAINS / 2;
    while half > 0 {
        let mut c = 0;
        while c < half {
            sums[c] = R::join::<E>(sums[c], sums[c + half]);
            c += 1;
        }
        half /= 2;
    }
    sums[0]
}

/// Joins neighbours, then neighbours of the results, and so on.
pub(crate) fn tree<V: Element, R: Reducer<V>>(values: &mut [V]) -> V {
    let mut n = values.len();
    while n > 1 {
        for i in 0..n / 2 {
            values[i] = join::<V, R>(values[2 * i], values[2 * i + 1]);
        }
        if n % 2 == 1 {
            values[n / 2] = values[n - 1];
        }
        n = n.div_ceil(2);
    }
    values.first().copied().unwrap_or_else(R::identity)
}

/// Calls `join` with memory for the results of `leaves` leaves.
#[inline]
fn with_leaves<V: Element, X>(leaves: usize, identity: V, join: impl FnOnce(&mut [V]) -> X) -> X {
    match leaves {
        few @ 0..=FEW_LEAVES => join(&mut [identity; FEW_LEAVES][..few]),
        many => join(&mut vec![identity; many]),
    }
}

/// Where leaves leave their results.
struct Slots<V>(*mut V);
// SAFETY: tasks write different slots.
unsafe impl<V: Send> Sync for Slots<V> {}

impl<V> Slots<V> {
    /// # Safety
    /// The slot exists, and nobody else uses it meanwhile.
    unsafe fn set(&self, slot: usize, value: V) {
        // SAFETY: the caller's promise.
        unsafe { *self.0.add(slot) = value }
    }
}

/// Prepares a reduction over a range.
pub(crate) fn prepare<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Prepared<K::Value> {
    let launcher = Reduce::<K, R, Tag> {
        host,
        launch: &launch,
        functor,
        policy,
        reducer: PhantomData,
    };
    launch_on(executor(&**host), &launch, launcher)
}

struct Reduce<'a, K, R, Tag> {
    host: &'a Arc<dyn Host>,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: RangePolicy<Tag>,
    reducer: PhantomData<R>,
}

impl<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>> Launcher for Reduce<'_, K, R, Tag> {
    const PROMISE: Promise = K::PROMISE;
    type Output = Prepared<K::Value>;

    fn on<N: Native>(self) -> Prepared<K::Value> {
        let sink = Box::new(self.launch.sink());
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (begin, len, chunk) = (self.policy.begin, self.policy.len(), chunk_of(&self.policy));
        let leaf = move |first: usize, last: usize| {
            let (first, last) = (begin + first, begin + last);
            let whole = end_of_packs::<N>(first, last);
            let packs = Leaf {
                begin: first,
                end: whole,
                of: PhantomData::<(N, K, R, Tag)>,
            };
            // SAFETY: the host's executor is supported by this CPU.
            let sum = unsafe { N::inside(&bound.packs, packs) };
            if whole == last {
                return sum;
            }
            let rest = Rest {
                begin: whole,
                end: last,
                sum,
                of: PhantomData::<(N::Tail, K, R, Tag)>,
            };
            // SAFETY: as above.
            unsafe { N::Tail::inside(&bound.rest, rest) }
        };
        in_leaves::<N, K::Value, R>(self.host, self.launch, sink, [len, chunk], leaf)
    }
}

/// Prepares a reduction of `len` iterations in leaves of `chunk`, each the join of `first..last`.
#[inline(always)]
pub(super) fn in_leaves<N: Native, V: Element, R: Reducer<V>>(
    host: &Arc<dyn Host>,
    launch: &CheckedLaunch,
    sink: Box<FaultSink>,
    [len, chunk]: [usize; 2],
    leaf: impl Fn(usize, usize) -> V + Send + Sync + 'static,
) -> Prepared<V> {
    let (host, label) = (host.clone(), launch.label.clone());
    let leaves = len.div_ceil(chunk);
    let division = Division::of(launch, len, host.concurrency(), 8);
    let share = leaves.div_ceil(division.tasks).max(1);
    let work = division.into_tasks(leaves.div_ceil(share));
    let one = move |k: usize| leaf(k * chunk, len.min((k + 1) * chunk));
    Prepared::new(launch, move || match leaves {
        1 => catch::<N, _>(&label, &sink, || one(0)),
        _ => apart(|| {
            with_leaves(leaves, R::identity(), |values| {
                let (slots, one) = (Slots(values.as_mut_ptr()), &one);
                run::<N>(&*host, &label, &sink, work, &move |t, _| {
                    for leaf in t * share..leaves.min((t + 1) * share) {
                        // SAFETY: a leaf belongs to one task, which runs once.
                        unsafe { slots.set(leaf, one(leaf)) };
                    }
                })?;
                Ok(tree::<V, R>(values))
            })
        }),
    })
}

/// Runs code in a function of its own: inlined, it would take registers from the short way around it.
#[inline(never)]
fn apart<V>(code: impl FnOnce() -> V) -> V {
    code()
}
