//! `parallel_scan`: prefix sums over a range. [`parallel_scan!`](crate::parallel_scan) takes lambdas.

use super::for_range::index;
use crate::{
    error::Result,
    ir::{Program, Shape},
    kernel::{
        exec::{Scalar, Values},
        functor::ScanKernel,
        trace::{self, Trace},
        value::{Element, Reducer, Varying, Visitor, joinable},
    },
    launch::{
        Collective, Prepared,
        bind::{Arguments, TraceBinder},
        check::{Ranges, check},
        device, host, observe,
        record::recorded,
    },
    policy::RangePolicy,
    space::{Body, On, Space},
    tools::Kind,
    view::{View, ViewElement},
};
use std::panic::resume_unwind;

impl Space {
    /// Exclusive prefix sums: `output` of index `i` gets the join of all contributions before `i`. Gives the join of
    /// all. The result has the same bits for any number of threads of one backend. The reducer need not be commutative.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn parallel_scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        reducer: R,
    ) -> Result<K::Value> {
        self.prepare_scan(label, policy, functor, reducer)?.launch()
    }

    /// Inclusive prefix sums: `output` of index `i` gets the join of all contributions up to and with `i`.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn parallel_scan_inclusive<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        reducer: R,
    ) -> Result<K::Value> {
        self.prepare_scan_inclusive(label, policy, functor, reducer)?
            .launch()
    }

    /// Checks once a [`parallel_scan`](Self::parallel_scan) that is launched often.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
    ) -> Result<Prepared<K::Value>> {
        to_host::<Tag, K, R>(self, label, policy, functor, false)
    }

    /// Checks once a [`parallel_scan_inclusive`](Self::parallel_scan_inclusive) that is launched often.
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_scan_inclusive<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
    ) -> Result<Prepared<K::Value>> {
        to_host::<Tag, K, R>(self, label, policy, functor, true)
    }

    /// As [`prepare_scan`](Self::prepare_scan), with the join of all in a view of one element in the space's memory. On a
    /// device its launches wait for nothing, and may be part of a [`Graph`](crate::Graph).
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_scan_to<
        Tag: 'static,
        K: ScanKernel<Tag, Value: ViewElement>,
        R: Reducer<K::Value>,
    >(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
        total: &View<K::Value, 0>,
    ) -> Result<Prepared> {
        to_view::<Tag, K, R>(self, label, policy, functor, false, total)
    }

    /// As [`prepare_scan_inclusive`](Self::prepare_scan_inclusive), with the join of all in a view as in
    /// [`prepare_scan_to`](Self::prepare_scan_to).
    ///
    /// # Errors
    /// As for [`parallel_for`](Space::parallel_for).
    pub fn prepare_scan_inclusive_to<
        Tag: 'static,
        K: ScanKernel<Tag, Value: ViewElement>,
        R: Reducer<K::Value>,
    >(
        &self,
        label: &str,
        policy: RangePolicy<Tag>,
        functor: &K,
        _: R,
        total: &View<K::Value, 0>,
    ) -> Result<Prepared> {
        to_view::<Tag, K, R>(self, label, policy, functor, true, total)
    }
}

/// A scan whose sum of all goes to the caller.
fn to_host<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    policy: RangePolicy<Tag>,
    functor: &K,
    inclusive: bool,
) -> Result<Prepared<K::Value>> {
    let scan = collect::<Tag, K, R>(space, label, policy, functor, inclusive)?;
    let prepared = scan.into_value::<R>();
    Ok(observe::observe(prepared, space, Kind::Scan, label))
}

/// A scan whose sum of all goes to a view.
fn to_view<Tag: 'static, K: ScanKernel<Tag, Value: ViewElement>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    policy: RangePolicy<Tag>,
    functor: &K,
    inclusive: bool,
    total: &View<K::Value, 0>,
) -> Result<Prepared> {
    let scan = collect::<Tag, K, R>(space, label, policy, functor, inclusive)?;
    let prepared = scan.into_view::<R>(space, label, total)?;
    Ok(observe::observe(prepared, space, Kind::Scan, label))
}

fn collect<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    policy: RangePolicy<Tag>,
    functor: &K,
    inclusive: bool,
) -> Result<Collective<K::Value>> {
    joinable::<K::Value>();
    let recorded =
        recorded::<K, (Tag, R)>(space, functor, Body::Scan, &|| record::<Tag, K>(functor))?;
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    let launch = check(space, label, recorded, Arguments::of(functor), ranges)?;
    match space.on() {
        On::Host(host) => Ok(Collective::of_value(host::scan::prepare::<Tag, K, R>(
            host, launch, functor, policy, inclusive,
        ))),
        On::Device(instance) => {
            device::scan::scan::<Tag, K, R>(space, instance, &launch, functor, policy, inclusive)
                .map(Collective::of_parts)
        }
    }
}

/// Both bodies as one range program, for proofs: the prefix is a variable of which nothing is known.
fn record<Tag, K: ScanKernel<Tag>>(functor: &K) -> Program {
    trace::begin(
        K::NAME,
        Shape::Range {
            rank: 1,
            right: false,
        },
        K::PROMISE,
    );
    let k = functor.bind::<Trace>(&mut TraceBinder::default());
    let i = index();
    let mut prefix = K::input::<Trace>(&k, i);
    if !trace::only_reads() {
        // Without the message of a panic: the launch is refused with these words.
        resume_unwind(Box::new(
            "the input of a scan only reads; write in its output",
        ));
    }
    K::Value::visit::<Trace>(&mut prefix, &mut Unknown);
    K::output::<Trace>(&k, i, prefix);
    trace::finish()
}

/// Makes variables of scalars.
struct Unknown;
impl Visitor<Trace> for Unknown {
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        *v = Varying(Trace::read::<T>(Trace::var::<T>(v.0)));
    }
}
