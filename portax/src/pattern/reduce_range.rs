//! `parallel_reduce` over ranges.

use super::{for_range::index, reduce::ReducePolicy};
use crate::{
    error::Result,
    ir::Shape,
    kernel::{
        functor::ReduceKernel,
        trace,
        trace::Trace,
        value::{Reducer, reducible},
    },
    launch::{
        Collective,
        bind::TraceBinder,
        check::{CheckedLaunch, Ranges},
        device, host,
        record::recorded,
        source::{Kernel, Source},
    },
    policy::RangePolicy,
    space::{Body, On, Recorded, Space},
};
use std::sync::Arc;

impl<Tag: 'static, K: ReduceKernel<Tag>> ReducePolicy<K> for RangePolicy<Tag> {
    type Value = K::Value;

    fn collect<R: Reducer<K::Value>>(
        self,
        space: &Space,
        label: &str,
        functor: &K,
        _: R,
    ) -> Result<Collective<K::Value>> {
        reducible::<K::Value, R>();
        let launch = checked::<Tag, K, R>(space, label, functor, self)?;
        match space.on() {
            On::Host(host) => Ok(Collective::of_value(host::reduce::prepare::<Tag, K, R>(
                host, launch, functor, self,
            ))),
            On::Device(instance) => {
                device::reduce::over_range::<Tag, K, R>(space, instance, launch, functor, self)
                    .map(Collective::of_parts)
            }
        }
    }
}

fn checked<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Result<CheckedLaunch> {
    let record = record::<Tag, K, R>;
    let kernel: &dyn Source = &Kernel { functor, record };
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    kernel.checked(space, label, ranges)
}

fn record<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    functor: &K,
) -> Result<Arc<Recorded>> {
    recorded::<K, (Tag, R)>(space, functor, Body::Reduce, &|| {
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
