//! Ranges on hosts.

use super::{
    Bound, Code, Launcher, Native, end_of_packs, executor, index, launch_on,
    tasks::{Division, run},
};
use crate::{
    backend::Host,
    ir::Promise,
    kernel::functor::RangeKernel,
    launch::{Prepared, check::CheckedLaunch},
    policy::RangePolicy,
};
use std::{marker::PhantomData, sync::Arc};

/// The kernel for `begin..end`, whose length is a multiple of the lanes.
struct Iterations<N, K, Tag> {
    begin: usize,
    end: usize,
    of: PhantomData<(N, K, Tag)>,
}

impl<N: Native, K: RangeKernel<Tag>, Tag> Code for Iterations<N, K, Tag> {
    type Functor = K::In<N>;
    type Kernel = K;
    type Output = ();
    #[inline(always)]
    fn run(self, functor: &K::In<N>) {
        let lanes = const { N::LANES };
        let len = self.end - self.begin;
        // In this form, from 0 by steps up to a multiple of them, the compiler unrolls the loop. The remainder, which is 0,
        // tells it that the steps end there.
        let whole = len - len % lanes;
        let mut i = 0;
        while i != whole {
            K::run::<N>(functor, index(self.begin + i));
            i += lanes;
        }
    }
}

impl<N: Native, K: RangeKernel<Tag>, Tag> Iterations<N, K, Tag> {
    fn new(begin: usize, end: usize) -> Self {
        let of = PhantomData;
        Iterations { begin, end, of }
    }
}

/// Prepares a kernel over a range.
pub(crate) fn prepare<Tag: 'static, K: RangeKernel<Tag>>(
    host: &Arc<dyn Host>,
    launch: CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Prepared {
    let launcher = Range {
        host,
        launch: &launch,
        functor,
        policy,
    };
    launch_on(executor(&**host), &launch, launcher)
}

struct Range<'a, K, Tag> {
    host: &'a Arc<dyn Host>,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: RangePolicy<Tag>,
}

impl<Tag: 'static, K: RangeKernel<Tag>> Launcher for Range<'_, K, Tag> {
    const PROMISE: Promise = K::PROMISE;
    type Output = Prepared;

    fn on<N: Native>(self) -> Prepared {
        let (host, sink) = (self.host.clone(), Box::new(self.launch.sink()));
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (begin, len) = (self.policy.begin, self.policy.len());
        let division = Division::of(self.launch, len, host.concurrency(), 8);
        let chunk = chunk(division, &self.policy);
        let work = division.into_tasks(len.div_ceil(chunk));
        let task = move |t: usize, _: &mut [u8]| {
            let (first, last) = (begin + t * chunk, begin + len.min((t + 1) * chunk));
            let whole = end_of_packs::<N>(first, last);
            // SAFETY: the host's executor is supported by this CPU.
            unsafe { N::inside(&bound.packs, Iterations::<N, K, Tag>::new(first, whole)) };
            if whole != last {
                let rest = Iterations::<N::Tail, K, Tag>::new(whole, last);
                // SAFETY: as above.
                unsafe { N::Tail::inside(&bound.rest, rest) };
            }
        };
        let label = self.launch.label.clone();
        Prepared::new(self.launch, move || {
            run::<N>(&*host, &label, &sink, work, &task)
        })
    }
}

/// Iterations of a task, at most all: a multiple of a cache line of f64, so that threads do not share lines.
fn chunk<Tag>(division: Division, policy: &RangePolicy<Tag>) -> usize {
    let n = policy.len().max(1);
    let chunk = policy.chunk.unwrap_or_else(|| match division.tasks {
        1 => n,
        tasks => n.div_ceil(tasks).next_multiple_of(64).max(256),
    });
    chunk.min(n)
}
