//! Boxes on hosts.

use super::{
    Bound, Code, Launcher, Native, executor, launch_on,
    rows::{rows, slabs},
    tasks::{Division, run},
};
use crate::{
    backend::Host,
    ir::Promise,
    kernel::functor::MdRangeKernel,
    launch::{Prepared, check::CheckedLaunch},
    policy::{Iterate, MdRangePolicy},
};
use std::{marker::PhantomData, sync::Arc};

/// A box whose rows are whole packs. In one function for both orders, or with the code for what packs leave over, the
/// compiler would run out of registers.
struct Rows<'a, const LEFT: bool, const R: usize, N, K, Tag> {
    begin: &'a [usize; R],
    end: &'a [usize; R],
    of: PhantomData<(N, K, Tag)>,
}

impl<const LEFT: bool, const R: usize, N: Native, K: MdRangeKernel<R, Tag>, Tag> Code
    for Rows<'_, LEFT, R, N, K, Tag>
{
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = ();
    #[inline(always)]
    fn run(self, functor: &K::In<N>) {
        rows::<LEFT, N, R, Tag, K>(functor, self.begin, self.end);
    }
}

impl<'a, const LEFT: bool, const R: usize, N, K, Tag> Rows<'a, LEFT, R, N, K, Tag> {
    #[inline(always)]
    fn new(begin: &'a [usize; R], end: &'a [usize; R]) -> Self {
        let of = PhantomData;
        Rows { begin, end, of }
    }
}

/// A box that is not empty.
struct Region<'a, const R: usize, N, K, Tag> {
    begin: &'a [usize; R],
    end: &'a [usize; R],
    iterate: Iterate,
    of: PhantomData<(N, K, Tag)>,
}

impl<const R: usize, N: Native, K: MdRangeKernel<R, Tag>, Tag> Region<'_, R, N, K, Tag> {
    #[inline(always)]
    fn in_slabs<const LEFT: bool>(self, bound: &Bound<N, K>) {
        slabs::<LEFT, R>(
            N::LANES,
            self.begin,
            self.end,
            // SAFETY: this code runs on a CPU that has the instructions.
            |begin, end| unsafe {
                N::inside_apart(&bound.packs, Rows::<LEFT, R, N, K, Tag>::new(begin, end));
            },
            // SAFETY: as above.
            |begin, end| unsafe {
                N::Tail::inside_apart(
                    &bound.rest,
                    Rows::<LEFT, R, N::Tail, K, Tag>::new(begin, end),
                );
            },
        );
    }
}

impl<const R: usize, N: Native, K: MdRangeKernel<R, Tag>, Tag> Code for Region<'_, R, N, K, Tag> {
    type Functor = Bound<N, K>;
    type Kernel = K;
    type Output = ();
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) {
        match self.iterate {
            Iterate::Left => self.in_slabs::<true>(bound),
            Iterate::Right => self.in_slabs::<false>(bound),
        }
    }
}

/// Prepares a kernel over a box.
pub(crate) fn prepare<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    policy: MdRangePolicy<R, Tag>,
    iterate: Iterate,
) -> Prepared {
    let launcher = MdRange {
        host,
        launch: &launch,
        functor,
        policy,
        iterate,
    };
    launch_on(executor(&**host), &launch, launcher)
}

struct MdRange<'a, const R: usize, K, Tag> {
    host: &'a Arc<dyn Host>,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: MdRangePolicy<R, Tag>,
    iterate: Iterate,
}

impl<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>> Launcher for MdRange<'_, R, K, Tag> {
    const PROMISE: Promise = K::PROMISE;
    type Output = Prepared;

    fn on<N: Native>(self) -> Prepared {
        let (host, sink) = (self.host.clone(), Box::new(self.launch.sink()));
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (policy, iterate) = (self.policy, self.iterate);
        let division = Division::of(self.launch, policy.len(), host.concurrency(), 4);
        let (block, counts) = blocks(division, &policy, iterate);
        let work = division.into_tasks(counts.iter().product());
        let is_one = work.tasks == 1;
        let (begin, end) = (policy.begin, policy.end);
        let task = move |t: usize, _: &mut [u8]| {
            let part;
            let (begin, end) = if is_one {
                (&begin, &end)
            } else {
                part = block_at(t, begin, end, block, counts);
                (&part.0, &part.1)
            };
            let code = Region {
                begin,
                end,
                iterate,
                of: PhantomData::<(N, K, Tag)>,
            };
            // SAFETY: the host's executor is supported by this CPU.
            unsafe { N::inside(&bound, code) };
        };
        let label = self.launch.label.clone();
        Prepared::new(self.launch, move || {
            run::<N>(&*host, &label, &sink, work, &task)
        })
    }
}

/// Blocks of a box: extents of a block and how many there are in each dimension.
fn blocks<const R: usize, Tag>(
    division: Division,
    policy: &MdRangePolicy<R, Tag>,
    iterate: Iterate,
) -> ([usize; R], [usize; R]) {
    let slowest = iterate.dimension(R - 1, R);
    let tasks = match policy.tile == [0; R] {
        true => division.tasks,
        false => 1,
    };
    let block: [usize; R] = std::array::from_fn(|d| match policy.tile[d] {
        0 if d == slowest => policy.extent(d).div_ceil(tasks).max(1),
        0 => policy.extent(d).max(1),
        n => n.min(policy.extent(d)).max(1),
    });
    (
        block,
        std::array::from_fn(|d| policy.extent(d).div_ceil(block[d])),
    )
}

/// Corners of block number `t` of a box, the blocks' first dimension running fastest.
fn block_at<const R: usize>(
    t: usize,
    begin: [usize; R],
    end: [usize; R],
    block: [usize; R],
    counts: [usize; R],
) -> ([usize; R], [usize; R]) {
    let (mut rest, mut lo, mut hi) = (t, begin, end);
    for d in 0..R {
        lo[d] = begin[d] + rest % counts[d] * block[d];
        hi[d] = end[d].min(lo[d] + block[d]);
        rest /= counts[d];
    }
    (lo, hi)
}
