//! `parallel_for` over ranges and boxes.

use crate::launch::Prepared;
use crate::launch::bind::Arguments;
use crate::launch::bind::NativeBinder;
use crate::launch::bind::TraceBinder;
use crate::launch::check::Launch;
use crate::launch::check::Ranges;
use crate::launch::check::check_everything;
use crate::launch::check::validate;
use crate::launch::device;
use crate::launch::device::RANGE_GROUP;
use crate::launch::host::executor;
use crate::launch::host::on_executor;
use crate::launch::host::tasks::Division;
use crate::launch::host::tasks::run;
use crate::launch::{observe, record::recorded};
use crate::space::Body;
use crate::{
    backend::{Grid, Host, HostExecutor},
    dump::Dump,
    error::Result,
    ir::{Builtin, Program, Shape},
    kernel::{
        exec::native::FaultSink,
        functor::{Functor, MdRangeKernel, RangeKernel},
        trace,
        trace::Trace,
        value::{AnyStep, IndexOf, LaneStep},
    },
    policy::{Hints, Iterate, MdRangePolicy, RangePolicy},
    space::{Instance, On, ProgramKey, Recorded, Space},
    tools::{self, Kind},
};
use std::{any::TypeId, sync::Arc};

/// A policy that runs kernel `K`.
#[diagnostic::on_unimplemented(
    message = "`{K}` has no kernel for the policy `{Self}`",
    note = "implement `RangeKernel`, `MdRangeKernel` or `TeamKernel` with `#[kernel]`, for the policy's tag"
)]
pub trait ForPolicy<K> {
    /// Validates and compiles a launch.
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared>;
    /// Launches; on a device, one like the last ones is not validated again.
    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()>;
}

impl Space {
    /// Runs a kernel over a policy. `label` names the launch in messages and profiles.
    ///
    /// Errors: a view of another space, an index certainly out of range, races that the access summary cannot exclude
    /// (of kernels without `unsafe`), what the device refuses.
    pub fn parallel_for<K>(
        &self,
        label: &str,
        policy: impl ForPolicy<K>,
        functor: &K,
    ) -> Result<()> {
        if tools::is_active() {
            return self.prepare(label, policy, functor)?.launch();
        }
        policy.launch(self, label, functor)
    }

    /// Validates once what is launched often.
    pub fn prepare<K>(
        &self,
        label: &str,
        policy: impl ForPolicy<K>,
        functor: &K,
    ) -> Result<Prepared> {
        let prepared = policy.prepare(self, label, functor)?;
        Ok(observe::observe(prepared, self, Kind::For, label))
    }
}

/// Iterations of a task: a multiple of a cache line of f64, so that threads do not share lines.
fn chunk<Tag>(division: Division, policy: &RangePolicy<Tag>) -> usize {
    let n = policy.len();
    policy.chunk.unwrap_or_else(|| match division.tasks {
        1 => n.max(1),
        tasks => n.div_ceil(tasks).next_multiple_of(64).max(256),
    })
}

fn record_range<Tag: 'static, K: RangeKernel<Tag>>(space: &Space, functor: &K) -> Arc<Recorded> {
    recorded::<K, (Tag, RangePolicy)>(space, functor, Body::For, || {
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
    })
}

impl<Tag: 'static, K: RangeKernel<Tag>> ForPolicy<K> for RangePolicy<Tag> {
    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let On::Device(instance) = space.on() else {
            return self.prepare(space, label, functor)?.launch();
        };
        let recorded = record_range::<Tag, K>(space, functor);
        let policy = [self.begin, self.end];
        crate::launch::device::repeat::launch(instance, &recorded, label, functor, &policy, || {
            self.prepare(space, label, functor)
        })
    }

    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let validated = || {
            let recorded = record_range::<Tag, K>(space, functor);
            let ranges = Ranges::work(&[(self.begin, self.end)]);
            validate(space, label, recorded, Arguments::of(functor), ranges)
        };
        match space.on() {
            On::Host(host) => Ok(range_on_host::<Tag, K>(host, validated()?, functor, self)),
            On::Device(instance) => range_on_device(instance, self.len(), validated),
        }
    }
}

/// A range or box of `len` items, in groups of `RANGE_GROUP` or as many as the kernel takes.
fn range_on_device(
    instance: &Arc<Instance>,
    len: usize,
    validated: impl Fn() -> Result<Launch>,
) -> Result<Prepared> {
    let group = RANGE_GROUP.min(instance.device().properties().max_group_size);
    device::prepare_fitting(group, |group| {
        let grid = Grid {
            groups: len.div_ceil(group),
            group_size: [group, 1],
        };
        device::prepare(instance, validated()?, grid, Hints::default())
    })
}

fn range_on_host<Tag: 'static, K: RangeKernel<Tag>>(
    host: &Arc<dyn Host>,
    launch: Launch,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Prepared {
    let (host, sink) = (host.clone(), Box::new(FaultSink::new()));
    let (views, written) = (launch.arguments.views.clone(), launch.written.clone());
    let division = Division::of(&launch, policy.len(), host.concurrency(), 8);
    let chunk = chunk(division, &policy);
    let (begin, end) = (policy.begin, policy.end);
    let work = division.into_tasks(policy.len().div_ceil(chunk));
    on_executor!(executor(&*host), K, launch, run_one => {
        let k = functor.bind::<run_one::E>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let tail = functor.bind::<run_one::Tail>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let task = move |t: usize, _: &mut [u8]| {
            let first = begin + t * chunk;
            // SAFETY: the host's executor is supported by this CPU.
            #[allow(unused_unsafe)]
            unsafe { run_one::range::<Tag, K>(&k, &tail, first, end.min(first + chunk)) };
        };
        Prepared::new(launch.label.clone(), &views, &written, move || run::<run_one::E>(&*host, &launch.label, &sink, work, &task))
    })
}

fn record_md_range<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    space: &Space,
    functor: &K,
    right: bool,
) -> Arc<Recorded> {
    let body = if right { Body::ForRight } else { Body::For };
    recorded::<K, (Tag, MdRangePolicy<R>)>(space, functor, body, || {
        trace::begin(K::NAME, Shape::Range { rank: R, right }, K::PROMISED);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        let index = std::array::from_fn(|d| IndexOf {
            base: trace::builtin(Builtin::Work(d as u8)),
            step: AnyStep(false),
        });
        K::run::<Trace>(&k, index);
        trace::finish()
    })
}

impl<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>> ForPolicy<K>
    for MdRangePolicy<R, Tag>
{
    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let On::Device(instance) = space.on() else {
            return self.prepare(space, label, functor)?.launch();
        };
        let right = self.iterate == Iterate::Right;
        let recorded = record_md_range::<R, Tag, K>(space, functor, right);
        let bounds = [self.begin, self.end];
        crate::launch::device::repeat::launch(
            instance,
            &recorded,
            label,
            functor,
            bounds.as_flattened(),
            || self.prepare(space, label, functor),
        )
    }

    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let right = self.iterate == Iterate::Right;
        let bounds: Vec<_> = (0..R).map(|d| (self.begin[d], self.end[d])).collect();
        let validated = || {
            let recorded = record_md_range::<R, Tag, K>(space, functor, right);
            let ranges = Ranges::work(&bounds);
            validate(space, label, recorded, Arguments::of(functor), ranges)
        };
        match space.on() {
            On::Host(host) => Ok(md_range_on_host::<R, Tag, K>(
                host,
                validated()?,
                functor,
                self,
            )),
            On::Device(instance) => range_on_device(instance, self.len(), validated),
        }
    }
}

/// Blocks of a box: extents of a block and how many there are in each dimension.
fn blocks<const R: usize, Tag>(
    division: Division,
    policy: &MdRangePolicy<R, Tag>,
) -> ([usize; R], [usize; R]) {
    let slowest = if policy.iterate == Iterate::Left {
        R - 1
    } else {
        0
    };
    let tasks = match policy.tile == [0; R] {
        true => division.tasks,
        false => 1,
    };
    let block: [usize; R] = std::array::from_fn(|d| match policy.tile[d] {
        0 if d == slowest => policy.extent(d).div_ceil(tasks).max(1),
        0 => policy.extent(d).max(1),
        n => n,
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

fn md_range_on_host<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    host: &Arc<dyn Host>,
    launch: Launch,
    functor: &K,
    policy: MdRangePolicy<R, Tag>,
) -> Prepared {
    let (host, sink) = (host.clone(), Box::new(FaultSink::new()));
    let (views, written) = (launch.arguments.views.clone(), launch.written.clone());
    let division = Division::of(&launch, policy.len(), host.concurrency(), 4);
    let (block, counts) = blocks(division, &policy);
    let work = division.into_tasks(counts.iter().product());
    let is_one = work.tasks == 1;
    let (begin, end, iterate) = (policy.begin, policy.end, policy.iterate);
    on_executor!(executor(&*host), K, launch, run_one => {
        let k = functor.bind::<run_one::E>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let tail = functor.bind::<run_one::Tail>(&mut NativeBinder::new(&views, &launch.checked, &sink));
        let task = move |t: usize, _: &mut [u8]| {
            let part;
            let (begin, end) = if is_one {
                (&begin, &end)
            } else {
                part = block_at(t, begin, end, block, counts);
                (&part.0, &part.1)
            };
            // SAFETY: the host's executor is supported by this CPU.
            #[allow(unused_unsafe)]
            unsafe { run_one::md_range::<R, Tag, K>(&k, &tail, begin, end, iterate) };
        };
        Prepared::new(launch.label.clone(), &views, &written, move || run::<run_one::E>(&*host, &launch.label, &sink, work, &task))
    })
}
