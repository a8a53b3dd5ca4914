//! Reductions over boxes on hosts: leaves of a fixed tree, each some cells that follow each other in the box's order.

use super::{
    Bound, Code, Launcher, Native, executor, launch_on,
    reduce::{CHAINS, chunk, in_leaves, join_chains},
    rows::{dimension, tuple},
};
use crate::{
    backend::Host,
    ir::Promise,
    kernel::{
        functor::MdReduceKernel,
        simd::elements::{first, join, join_lanes},
        value::{Element, Reducer},
    },
    launch::{Prepared, check::CheckedLaunch},
    policy::{Iterate, MdRangePolicy},
};
use std::{marker::PhantomData, sync::Arc};

/// The join of cells `first..last` of a box, counted from the fastest index on.
struct Leaf<'a, const LEFT: bool, const D: usize, N, K, R, Tag> {
    begin: &'a [usize; D],
    end: &'a [usize; D],
    first: usize,
    last: usize,
    of: PhantomData<(N, K, R, Tag)>,
}

/// What a leaf has joined: packs, and what they leave over of rows.
struct Joined<N: Native, V: Element> {
    packs: [V::In<N>; CHAINS],
    rest: V::In<N::Tail>,
}

impl<const LEFT: bool, const D: usize, N, K, R, Tag> Code for Leaf<'_, LEFT, D, N, K, R, Tag>
where
    N: Native,
    K: MdReduceKernel<D, Tag>,
    R: Reducer<K::Value>,
{
    type Functor = Bound<N, K>;
    type Kernel = K;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) -> K::Value {
        let (lane, identity) = (dimension::<LEFT, D>(0), R::identity());
        let mut joined = Joined::<N, K::Value> {
            packs: [identity.splat::<N>(); CHAINS],
            rest: identity.splat::<N::Tail>(),
        };
        let (mut at, mut left) = (self.cell(self.first), self.last - self.first);
        while left > 0 {
            let cells = left.min(self.end[lane] - at[lane]);
            joined = Self::row(bound, at, cells, joined);
            left -= cells;
            self.next_row(&mut at);
        }
        let packs = join_chains::<N, K::Value, R>(joined.packs);
        let packs = join_lanes::<N, K::Value, R>(packs);
        join::<K::Value, R>(packs, first::<N::Tail, K::Value>(joined.rest, identity))
    }
}

impl<const LEFT: bool, const D: usize, N, K, R, Tag> Leaf<'_, LEFT, D, N, K, R, Tag>
where
    N: Native,
    K: MdReduceKernel<D, Tag>,
    R: Reducer<K::Value>,
{
    /// Joins the `cells` cells of a row that begin at `at`.
    #[inline(always)]
    fn row(
        bound: &Bound<N, K>,
        mut at: [usize; D],
        cells: usize,
        mut joined: Joined<N, K::Value>,
    ) -> Joined<N, K::Value> {
        let (lane, lanes) = (dimension::<LEFT, D>(0), const { N::LANES });
        let end = at[lane] + cells;
        while at[lane] + CHAINS * lanes <= end {
            let mut c = 0;
            while c < CHAINS {
                let next = K::run::<N>(&bound.packs, tuple(at, lane));
                joined.packs[c] = R::accumulate::<N>(joined.packs[c], next);
                at[lane] += lanes;
                c += 1;
            }
        }
        while at[lane] + lanes <= end {
            let next = K::run::<N>(&bound.packs, tuple(at, lane));
            joined.packs[0] = R::accumulate::<N>(joined.packs[0], next);
            at[lane] += lanes;
        }
        while at[lane] < end {
            let next = K::run::<N::Tail>(&bound.rest, tuple(at, lane));
            joined.rest = R::accumulate::<N::Tail>(joined.rest, next);
            at[lane] += 1;
        }
        joined
    }

    /// The first cell of the row after that of `at`.
    #[inline(always)]
    fn next_row(&self, at: &mut [usize; D]) {
        at[dimension::<LEFT, D>(0)] = self.begin[dimension::<LEFT, D>(0)];
        let mut n = 1;
        while n < D {
            let d = dimension::<LEFT, D>(n);
            at[d] += 1;
            if at[d] < self.end[d] {
                return;
            }
            at[d] = self.begin[d];
            n += 1;
        }
    }

    /// Cell number `k`.
    #[inline(always)]
    fn cell(&self, mut k: usize) -> [usize; D] {
        let mut at = *self.begin;
        let mut n = 0;
        while n < D {
            let d = dimension::<LEFT, D>(n);
            let extent = self.end[d] - self.begin[d];
            at[d] += k % extent;
            k /= extent;
            n += 1;
        }
        at
    }
}

/// Prepares a reduction over a box.
pub(crate) fn prepare<
    const D: usize,
    Tag: 'static,
    K: MdReduceKernel<D, Tag>,
    R: Reducer<K::Value>,
>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    policy: MdRangePolicy<D, Tag>,
    iterate: Iterate,
) -> Prepared<K::Value> {
    let launcher = Reduce::<D, K, R, Tag> {
        host,
        launch: &launch,
        functor,
        policy,
        iterate,
        reducer: PhantomData,
    };
    launch_on(executor(&**host), &launch, launcher)
}

struct Reduce<'a, const D: usize, K, R, Tag> {
    host: &'a Arc<dyn Host>,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: MdRangePolicy<D, Tag>,
    iterate: Iterate,
    reducer: PhantomData<R>,
}

impl<const D: usize, Tag, K, R> Launcher for Reduce<'_, D, K, R, Tag>
where
    Tag: 'static,
    K: MdReduceKernel<D, Tag>,
    R: Reducer<K::Value>,
{
    const PROMISE: Promise = K::PROMISE;
    type Output = Prepared<K::Value>;

    fn on<N: Native>(self) -> Prepared<K::Value> {
        match self.iterate {
            Iterate::Left => self.in_order::<true, N>(),
            Iterate::Right => self.in_order::<false, N>(),
        }
    }
}

impl<const D: usize, Tag, K, R> Reduce<'_, D, K, R, Tag>
where
    Tag: 'static,
    K: MdReduceKernel<D, Tag>,
    R: Reducer<K::Value>,
{
    fn in_order<const LEFT: bool, N: Native>(self) -> Prepared<K::Value> {
        let sink = Box::new(self.launch.sink());
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (begin, end) = (self.policy.begin, self.policy.end);
        let leaf = move |first: usize, last: usize| {
            let code = Leaf {
                begin: &begin,
                end: &end,
                first,
                last,
                of: PhantomData::<(N, K, R, Tag)>,
            };
            // SAFETY: the host's executor is supported by this CPU.
            unsafe { N::inside::<Leaf<'_, LEFT, D, N, K, R, Tag>>(&bound, code) }
        };
        let len = self.policy.len();
        in_leaves::<N, K::Value, R>(self.host, self.launch, sink, [len, chunk(len, None)], leaf)
    }
}
