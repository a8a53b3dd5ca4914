//! `parallel_for` over ranges.

use super::ForPolicy;
use crate::{
    error::Result,
    ir::{Builtin, Shape},
    kernel::{
        functor::RangeKernel,
        trace::{self, Trace},
        value::{IndexOf, LaneStep},
    },
    launch::{
        Prepared,
        bind::TraceBinder,
        check::{CheckedLaunch, Ranges},
        device, host,
        record::recorded,
        source::{Kernel, Source},
    },
    policy::RangePolicy,
    space::{Body, Instance, On, Recorded, Space},
};
use std::sync::Arc;

impl<Tag: 'static, K: RangeKernel<Tag>> ForPolicy<K> for RangePolicy<Tag> {
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let (kernel, policy) = (kernel::<Tag, K>(functor), self.tag());
        match space.on() {
            On::Host(host) => {
                let launch = checked(space, label, &kernel, policy)?;
                Ok(host::range::prepare(host, launch, functor, self))
            }
            On::Device(instance) => on_device(space, instance, label, &kernel, policy),
        }
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        match space.on() {
            On::Host(_) => self.prepare(space, label, functor)?.launch(),
            On::Device(instance) => {
                let kernel = kernel::<Tag, K>(functor);
                launch_on_device(space, instance, label, &kernel, self.tag())
            }
        }
    }
}

/// A kernel over ranges.
fn kernel<Tag: 'static, K: RangeKernel<Tag>>(functor: &K) -> impl Source {
    let record = record::<Tag, K>;
    Kernel { functor, record }
}

fn checked(
    space: &Space,
    label: &str,
    kernel: &dyn Source,
    policy: RangePolicy,
) -> Result<CheckedLaunch> {
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    kernel.checked(space, label, ranges)
}

fn on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    policy: RangePolicy,
) -> Result<Prepared> {
    let checked = || checked(space, label, kernel, policy);
    device::prepare_range(instance, policy.len(), &checked)
}

/// Launches as before where such a launch was made.
fn launch_on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    policy: RangePolicy,
) -> Result<()> {
    let prepare = || on_device(space, instance, label, kernel, policy);
    let numbers = [policy.begin, policy.end];
    device::launch_again(space, instance, label, kernel, &numbers, &prepare)
}

fn record<Tag: 'static, K: RangeKernel<Tag>>(space: &Space, functor: &K) -> Result<Arc<Recorded>> {
    recorded::<K, (Tag, RangePolicy)>(space, functor, Body::For, &|| {
        let shape = Shape::Range {
            rank: 1,
            right: false,
        };
        trace::begin(K::NAME, shape, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, index());
        trace::finish()
    })
}

/// The index of a recorded range.
pub(super) fn index() -> IndexOf<Trace> {
    IndexOf {
        base: trace::builtin(Builtin::Work(0)),
        step: LaneStep,
    }
}
