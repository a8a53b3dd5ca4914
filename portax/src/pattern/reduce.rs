//! `parallel_reduce`: a fixed tree over a range.

use super::for_range::index;
use crate::{
    error::Result,
    ir::Shape,
    kernel::{functor::ReduceKernel, trace, trace::Trace, value::Reducer},
    launch::{
        Prepared,
        bind::{Arguments, TraceBinder},
        check::{CheckedLaunch, Ranges, check},
        device, host, observe,
        record::recorded,
    },
    policy::RangePolicy,
    space::{Body, On, Space},
    tools::Kind,
    view::{View, ViewElement, deep_copy},
};

impl Space {
    /// Joins the contributions of all iterations: `Sum`, `Min`, `Max` or a [`Reducer`] of your own (associative and
    /// commutative). The result has the same bits for any number of threads of one backend; of an empty range it is the
    /// identity.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
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

    /// Checks once a reduction that is launched often.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_reduce<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
    ) -> Result<Prepared<K::Value>> {
        let launch = checked::<Tag, K, R>(self, label, functor, policy)?;
        let prepared = match self.on() {
            On::Host(host) => host::reduce::prepare::<Tag, K, R>(host, launch, functor, policy),
            On::Device(instance) => device::reduce::prepare_reduce::<Tag, K, R>(
                self, instance, launch, functor, policy,
            )?,
        };
        Ok(observe::observe(prepared, self, Kind::Reduce, label))
    }

    /// The same, written to a view of one element.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
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

fn checked<Tag: 'static, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    functor: &K,
    policy: RangePolicy<Tag>,
) -> Result<CheckedLaunch> {
    let recorded = recorded::<K, (Tag, R)>(space, functor, Body::Reduce, || {
        let shape = Shape::Range {
            rank: 1,
            right: false,
        };
        trace::begin(K::NAME, shape, K::PROMISE);
        let k = functor.bind::<Trace>(&mut TraceBinder::default());
        K::run::<Trace>(&k, index());
        trace::finish()
    })?;
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    check(space, label, recorded, Arguments::of(functor), ranges)
}
