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
        bind::{Arguments, TraceBinder},
        check::{CheckedLaunch, Ranges, check},
        device, host,
        record::recorded,
    },
    policy::RangePolicy,
    space::{Body, On, Recorded, Space},
};
use std::sync::Arc;

impl<Tag: 'static, K: RangeKernel<Tag>> ForPolicy<K> for RangePolicy<Tag> {
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let checked = || checked::<Tag, K>(space, label, functor, self);
        match space.on() {
            On::Host(host) => Ok(host::range::prepare(host, checked()?, functor, self)),
            On::Device(instance) => device::prepare_range(instance, self.len(), checked),
        }
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let prepare = || self.prepare(space, label, functor);
        let On::Device(instance) = space.on() else {
            return prepare()?.launch();
        };
        let recorded = record::<Tag, K>(space, functor)?;
        let numbers = [self.begin, self.end];
        device::launch_again(instance, &recorded, label, functor, &numbers, &prepare)
    }
}

fn checked<Tag: 'static, K: RangeKernel<Tag>>(
    space: &Space,
    label: &str,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Result<CheckedLaunch> {
    let recorded = record::<Tag, K>(space, functor)?;
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    check(space, label, recorded, Arguments::of(functor), ranges)
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
