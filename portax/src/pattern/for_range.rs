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
        let kernel = Kernel {
            functor,
            record: record::<Tag, K>,
        };
        let bounds = (self.begin, self.end);
        match space.on() {
            On::Host(host) => {
                let launch = checked(space, label, &kernel, bounds)?;
                Ok(host::range::prepare(host, launch, functor, self))
            }
            On::Device(instance) => on_device(space, instance, label, &kernel, bounds),
        }
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let On::Device(instance) = space.on() else {
            return self.prepare(space, label, functor)?.launch();
        };
        let kernel = Kernel {
            functor,
            record: record::<Tag, K>,
        };
        launch_on_device(space, instance, label, &kernel, (self.begin, self.end))
    }
}

fn checked(
    space: &Space,
    label: &str,
    kernel: &dyn Source,
    bounds: (usize, usize),
) -> Result<CheckedLaunch> {
    kernel.checked(space, label, Ranges::work(label, &[bounds])?)
}

fn on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    bounds: (usize, usize),
) -> Result<Prepared> {
    let len = bounds.1.saturating_sub(bounds.0);
    device::prepare_range(instance, len, &|| checked(space, label, kernel, bounds))
}

/// Launches as before where such a launch was made.
fn launch_on_device(
    space: &Space,
    instance: &Arc<Instance>,
    label: &str,
    kernel: &dyn Source,
    bounds: (usize, usize),
) -> Result<()> {
    let prepare = || on_device(space, instance, label, kernel, bounds);
    let numbers = [bounds.0, bounds.1];
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
