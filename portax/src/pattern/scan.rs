//! `parallel_scan`: prefix sums over a range.

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
        bind::{Arguments, TraceBinder},
        check::{Ranges, check},
        device, host, observe,
        record::recorded,
    },
    policy::RangePolicy,
    space::{Body, On, Space},
    tools::Kind,
};

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
        _: R,
    ) -> Result<K::Value> {
        scan::<Tag, K, R>(self, label, policy, functor, false)
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
        _: R,
    ) -> Result<K::Value> {
        scan::<Tag, K, R>(self, label, policy, functor, true)
    }
}

fn scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    space: &Space,
    label: &str,
    policy: RangePolicy<Tag>,
    functor: &K,
    inclusive: bool,
) -> Result<K::Value> {
    joinable::<K::Value>();
    let recorded =
        recorded::<K, (Tag, R)>(space, functor, Body::Scan, &|| record::<Tag, K>(functor))?;
    let ranges = Ranges::work(label, &[(policy.begin, policy.end)])?;
    let launch = check(space, label, recorded, Arguments::of(functor), ranges)?;
    observe::span(space, Kind::Scan, label, || match space.on() {
        On::Host(host) => {
            host::scan::run_scan::<Tag, K, R>(&**host, &launch, functor, policy, inclusive)
        }
        On::Device(instance) => device::scan::run_scan::<Tag, K, R>(
            space, instance, &launch, functor, policy, inclusive,
        ),
    })
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
