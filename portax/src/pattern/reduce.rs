//! `parallel_reduce`: a fixed tree over a range.

use crate::launch::Prepared;
use crate::launch::bind::Arguments;
use crate::launch::bind::NativeBinder;
use crate::launch::bind::TraceBinder;
use crate::launch::check::Launch;
use crate::launch::check::Ranges;
use crate::launch::check::validate;
use crate::launch::device::collective;
use crate::launch::device::collective::Collective;
use crate::launch::host::executor;
use crate::launch::host::join;
use crate::launch::host::on_executor;
use crate::launch::host::tasks::Division;
use crate::launch::host::tasks::catch;
use crate::launch::host::tasks::run;
use crate::launch::{observe, record::recorded};
use crate::space::Body;

use crate::{
    backend::{Host, HostExecutor},
    error::Result,
    ir::{Builtin, Shape},
    kernel::{
        exec::native::FaultSink,
        functor::ReduceKernel,
        trace,
        trace::Trace,
        value::{Element, IndexOf, LaneStep, Reducer},
        view::ViewElement,
    },
    policy::RangePolicy,
    space::{On, Space},
    tools::{self, Kind},
    view::{View, deep_copy},
};
use std::sync::Arc;

/// Fewest iterations of a leaf of the tree: long enough for what joining its packs costs (20 ns of 500 for a dot product
/// in a cache).
const FEWEST: usize = 8192;
/// Most leaves.
const MOST_LEAVES: usize = 512;
/// So many leaves leave their results on the stack.
const FEW_LEAVES: usize = 8;

/// Iterations of a leaf: from the range alone, so that the tree does not depend on threads. Leaves are as many as two
/// threads, four and eight can share evenly.
pub(crate) fn chunk_of<Tag>(policy: &RangePolicy<Tag>) -> usize {
    let n = policy.len();
    policy
        .chunk
        .unwrap_or_else(|| match (n / FEWEST).min(MOST_LEAVES) {
            0 | 1 => n.max(1),
            few @ 2..8 => n.div_ceil(1 << few.ilog2()).next_multiple_of(64),
            many => n.div_ceil(many / 8 * 8).next_multiple_of(64),
        })
}

impl Space {
    /// Joins the contributions of all iterations: `Sum`, `Min`, `Max` or a [`Reducer`] of your own (associative and
    /// commutative). The result has the same bits for any number of threads of one backend; of an empty range it is the
    /// identity.
    ///
    /// Errors as for [`parallel_for`](Space::parallel_for).
    pub fn parallel_reduce<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        reducer: R,
    ) -> Result<K::Value> {
        self.prepare_reduce(label, policy, functor, reducer)?
            .launch()
    }

    /// Validates once a reduction that is launched often.
    pub fn prepare_reduce<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
    ) -> Result<Prepared<K::Value>> {
        let recorded = recorded::<K, (Tag, R)>(self, functor, Body::Reduce, || {
            trace::begin(
                K::NAME,
                Shape::Range {
                    rank: 1,
                    right: false,
                },
                K::PROMISED,
            );
            let k = functor.bind::<Trace>(&mut TraceBinder::default());
            K::run::<Trace>(
                &k,
                IndexOf {
                    base: trace::builtin(Builtin::Work(0)),
                    step: LaneStep,
                },
            );
            trace::finish()
        });
        let ranges = Ranges::work(&[(policy.begin, policy.end)]);
        let launch = validate(self, label, recorded, Arguments::of(functor), ranges)?;
        let prepared = match self.on() {
            On::Host(host) => on_host::<Tag, K, R>(host, launch, functor, policy),
            On::Device(instance) => {
                let plan =
                    Collective::plan(policy.begin, policy.end, instance.device().properties());
                collective::reduce::<Tag, K, R>(self, instance, launch, functor, plan)?
            }
        };
        Ok(observe::observe(prepared, self, Kind::Reduce, label))
    }

    /// The same, written to a view of one element.
    pub fn parallel_reduce_to<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        reducer: R,
        result: &View<K::Value, 0>,
    ) -> Result<()>
    where
        K::Value: ViewElement,
    {
        let value = self.parallel_reduce(label, policy, functor, reducer)?;
        let host = result.create_mirror_view()?;
        host.write()?.set([], value);
        deep_copy(result, &host)
    }
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

fn on_host<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    host: &Arc<dyn Host>,
    launch: Launch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Prepared<K::Value> {
    let (host, sink) = (host.clone(), Box::new(FaultSink::new()));
    let (views, written) = (launch.arguments.views.clone(), launch.written.clone());
    let chunk = chunk_of(&policy);
    let (begin, end, leaves) = (policy.begin, policy.end, policy.len().div_ceil(chunk));
    let division = Division::of(&launch, policy.len(), host.concurrency(), 8);
    let share = leaves.div_ceil(division.tasks).max(1);
    let work = division.into_tasks(leaves.div_ceil(share));
    on_executor!(executor(&*host), K, launch, run_one => {
        let k = functor.bind::<run_one::E>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let tail = functor.bind::<run_one::Tail>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let one = move |leaf: usize| {
            let first = begin + leaf * chunk;
            // SAFETY: the host's executor is supported by this CPU.
            #[allow(unused_unsafe)]
            unsafe { run_one::reduce::<Tag, K, R>(&k, &tail, first, end.min(first + chunk)) }
        };
        Prepared::new(launch.label.clone(), &views, &written, move || match leaves {
            1 => catch::<run_one::E, _>(&launch.label, &sink, || one(0)),
            _ => apart(|| with_leaves(leaves, R::identity(), |values| {
                let (slots, one) = (Slots(values.as_mut_ptr()), &one);
                run::<run_one::E>(&*host, &launch.label, &sink, work, &move |t, _| {
                    for leaf in t * share..leaves.min((t + 1) * share) {
                        // SAFETY: a leaf belongs to one task, which runs once.
                        unsafe { slots.set(leaf, one(leaf)) };
                    }
                })?;
                Ok(tree::<K::Value, R>(values))
            })),
        })
    })
}

/// Runs code in a function of its own: the short way around it then saves no registers for its sake.
#[inline(never)]
fn apart<V>(code: impl FnOnce() -> V) -> V {
    code()
}
