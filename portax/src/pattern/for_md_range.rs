//! `parallel_for` over boxes.

use super::ForPolicy;
use crate::{
    error::Result,
    ir::{Builtin, Shape},
    kernel::{
        functor::MdRangeKernel,
        trace::{self, Trace},
        value::{AnyStep, IndexOf},
    },
    launch::{
        Prepared,
        bind::{Arguments, TraceBinder},
        check::{CheckedLaunch, Ranges, check},
        device, host,
        record::recorded,
    },
    policy::{Iterate, MdRangePolicy},
    space::{Body, On, Recorded, Space},
};
use std::sync::Arc;

impl<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>> ForPolicy<K>
    for MdRangePolicy<R, Tag>
{
    fn prepare(self, space: &Space, label: &str, functor: &K) -> Result<Prepared> {
        let checked = || checked::<R, Tag, K>(space, label, functor, self);
        match space.on() {
            On::Host(host) => Ok(host::md_range::prepare(host, checked()?, functor, self)),
            On::Device(instance) => device::prepare_range(instance, self.len(), checked),
        }
    }

    fn launch(self, space: &Space, label: &str, functor: &K) -> Result<()> {
        let prepare = || self.prepare(space, label, functor);
        let On::Device(instance) = space.on() else {
            return prepare()?.launch();
        };
        let recorded = record::<R, Tag, K>(space, functor, self.iterate)?;
        let bounds = [self.begin, self.end];
        let numbers = bounds.as_flattened();
        device::launch_again(instance, &recorded, label, functor, numbers, prepare)
    }
}

fn checked<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    space: &Space,
    label: &str,
    functor: &K,
    policy: MdRangePolicy<R, Tag>,
) -> Result<CheckedLaunch> {
    let recorded = record::<R, Tag, K>(space, functor, policy.iterate)?;
    let bounds: Vec<_> = policy.begin.into_iter().zip(policy.end).collect();
    let ranges = Ranges::work(label, &bounds)?;
    check(space, label, recorded, Arguments::of(functor), ranges)
}

fn record<const R: usize, Tag: 'static, K: MdRangeKernel<R, Tag>>(
    space: &Space,
    functor: &K,
    iterate: Iterate,
) -> Result<Arc<Recorded>> {
    let (right, body) = match iterate {
        Iterate::Left => (false, Body::For),
        Iterate::Right => (true, Body::ForRight),
    };
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
