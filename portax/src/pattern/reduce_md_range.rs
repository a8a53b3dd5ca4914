//! `parallel_reduce` over boxes.

use super::{for_md_range::indices, reduce::ReducePolicy};
use crate::{
    error::Result,
    ir::{Program, Shape},
    kernel::{
        functor::MdReduceKernel,
        trace,
        trace::Trace,
        value::{Reducer, reducible},
    },
    launch::{
        Collective,
        bind::{Arguments, TraceBinder},
        check::{Ranges, check},
        device, host,
        record::recorded,
    },
    layout::Order,
    policy::{Iterate, MdRangePolicy},
    space::{Body, On, Recorded, Space},
};
use std::sync::Arc;

impl<const N: usize, Tag: 'static, K: MdReduceKernel<N, Tag>> ReducePolicy<K>
    for MdRangePolicy<N, Tag>
{
    type Value = K::Value;

    fn collect<R: Reducer<K::Value>>(
        self,
        space: &Space,
        label: &str,
        functor: &K,
        _: R,
    ) -> Result<Collective<K::Value>> {
        reducible::<K::Value, R>();
        let iterate = order::<N, Tag, K>(space, functor, self)?;
        let recorded = record::<N, Tag, K>(space, functor, iterate)?;
        let bounds: Vec<_> = self.begin.into_iter().zip(self.end).collect();
        let ranges = Ranges::work(label, &bounds)?;
        let launch = check(space, label, recorded, Arguments::of(functor), ranges)?;
        match space.on() {
            On::Host(host) => Ok(Collective::of_value(host::reduce_md_range::prepare::<
                N,
                Tag,
                K,
                R,
            >(
                host, launch, functor, self, iterate
            ))),
            On::Device(instance) => device::reduce::over_md_range::<N, Tag, K, R>(
                space, instance, launch, functor, self, iterate,
            )
            .map(Collective::of_parts),
        }
    }
}

/// The order that the policy asks for, or that of the layout of what the kernel touches.
fn order<const N: usize, Tag: 'static, K: MdReduceKernel<N, Tag>>(
    space: &Space,
    functor: &K,
    policy: MdRangePolicy<N, Tag>,
) -> Result<Iterate> {
    if let Some(iterate) = policy.iterate {
        return Ok(iterate);
    }
    let recorded = record::<N, Tag, K>(space, functor, Iterate::Left)?;
    Ok(recorded.order(|program| order_of_accesses(program, N, &Arguments::of(functor))))
}

/// The order of the first view of the box's rank that a program touches; left where it has none.
fn order_of_accesses(program: &Program, rank: usize, arguments: &Arguments) -> Iterate {
    let touched = program.accesses.iter().map(|a| a.view);
    let first = touched
        .filter(|&view| program.views[view].rank == rank)
        .find_map(|view| arguments.views.get(view));
    match first.map(|view| view.order) {
        Some(Order::Right) => Iterate::Right,
        _ => Iterate::Left,
    }
}

fn record<const N: usize, Tag: 'static, K: MdReduceKernel<N, Tag>>(
    space: &Space,
    functor: &K,
    iterate: Iterate,
) -> Result<Arc<Recorded>> {
    let (right, body) = match iterate {
        Iterate::Left => (false, Body::Reduce),
        Iterate::Right => (true, Body::ReduceRight),
    };
    recorded::<K, (Tag, MdRangePolicy<N>)>(space, functor, body, &|| {
        trace::begin(K::NAME, Shape::Range { rank: N, right }, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, indices());
        trace::finish()
    })
}
