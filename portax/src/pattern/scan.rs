//! `parallel_scan`: prefix sums over a range.

use crate::launch::bind::Arguments;
use crate::launch::bind::NativeBinder;
use crate::launch::bind::TraceBinder;
use crate::launch::check::Launch;
use crate::launch::check::Ranges;
use crate::launch::check::validate;
use crate::launch::device::collective;
use crate::launch::device::collective::Collective;
use crate::launch::host::executor;
use crate::launch::host::join;
use crate::launch::host::on_executor;
use crate::launch::host::tasks::Work;
use crate::launch::host::tasks::run;
use crate::launch::{observe, record::recorded};
use crate::space::Body;

use crate::pattern::reduce::chunk_of;
use crate::{
    backend::{Host, HostExecutor},
    error::Result,
    ir::{Builtin, Shape},
    kernel::{
        exec::{Exec, native::FaultSink},
        functor::ScanKernel,
        trace,
        trace::Trace,
        value::{Element, IndexOf, LaneStep, Reducer, Varying, Visitor},
    },
    policy::RangePolicy,
    space::{On, Space},
    tools::{self, Kind},
};
use std::sync::Mutex;

impl Space {
    /// Exclusive prefix sums: `output` of index `i` gets the join of all contributions before `i`. Gives the join of
    /// all. The result has the same bits for any number of threads of one backend.
    ///
    /// Errors as for [`parallel_for`](Space::parallel_for).
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
    let recorded =
        recorded::<K, (Tag, R)>(space, functor, Body::Scan, || record::<Tag, K>(functor));
    let ranges = Ranges::work(&[(policy.begin, policy.end)]);
    let launch = validate(space, label, recorded, Arguments::of(functor), ranges)?;
    match space.on() {
        On::Host(host) => observe::span(space, Kind::Scan, label, || {
            on_host::<Tag, K, R>(&**host, launch, functor, policy, inclusive)
        }),
        On::Device(instance) => {
            let plan = Collective::plan(policy.begin, policy.end, instance.device().properties());
            collective::scan::<Tag, K, R>(space, instance, launch, functor, &plan, inclusive)
        }
    }
}

/// Both bodies as one range program, for proofs: the prefix is a variable that nobody knows.
fn record<Tag, K: ScanKernel<Tag>>(functor: &K) -> crate::ir::Program {
    trace::begin(
        K::NAME,
        Shape::Range {
            rank: 1,
            right: false,
        },
        K::PROMISED,
    );
    let k = functor.bind::<Trace>(&mut TraceBinder::default());
    let i = IndexOf {
        base: trace::builtin(Builtin::Work(0)),
        step: LaneStep,
    };
    let mut prefix = K::input::<Trace>(&k, i);
    K::Value::visit::<Trace>(&mut prefix, &mut Unknown);
    K::output::<Trace>(&k, i, prefix);
    trace::finish()
}

/// Makes variables of scalars.
struct Unknown;
impl Visitor<Trace> for Unknown {
    fn scalar<T: crate::kernel::exec::Scalar>(&mut self, v: &mut Varying<Trace, T>) {
        *v = Varying(Trace::read::<T>(Trace::var::<T>(v.0)));
    }
}

fn on_host<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    host: &dyn Host,
    launch: Launch,
    functor: &K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
) -> Result<K::Value> {
    let sink = FaultSink::new();
    let views = &launch.arguments.views;
    let _borrows = launch.borrow()?;
    let (begin, chunk) = (policy.begin, chunk_of(&policy));
    let mut prefixes = vec![R::identity(); policy.len()];
    let parts: Vec<_> = prefixes
        .chunks_mut(chunk)
        .map(|part| Mutex::new((part, R::identity())))
        .collect();
    let work = Work {
        tasks: parts.len(),
        short: false,
    };
    let total = on_executor!(executor(host), K, launch, run_one => {
        let k = functor.bind::<run_one::E>(&mut NativeBinder::new(views, &launch.checked, &sink));
        let tail = functor.bind::<run_one::Tail>(&mut NativeBinder::new(views, &launch.checked, &sink));
        run::<run_one::E>(host, &launch.label, &sink, work, &|t, _| {
            if let Ok(mut part) = parts[t].lock() {
                let (out, sum) = &mut *part;
                // SAFETY: the host's executor is supported by this CPU.
                #[allow(unused_unsafe)]
                let all = unsafe { run_one::scan_inputs::<Tag, K, R>(&k, &tail, begin + t * chunk, inclusive, out) };
                *sum = all;
            }
        })?;
        let mut before = R::identity();
        for part in &parts {
            if let Ok(mut part) = part.lock() {
                let next = join::<K::Value, R>(before, part.1);
                part.1 = std::mem::replace(&mut before, next);
            }
        }
        run::<run_one::E>(host, &launch.label, &sink, work, &|t, _| {
            if let Ok(part) = parts[t].lock() {
                // SAFETY: the host's executor is supported by this CPU.
                #[allow(unused_unsafe)]
                unsafe { run_one::scan_outputs::<Tag, K, R>(&k, &tail, begin + t * chunk, part.1, part.0) };
            }
        })?;
        before
    });
    Ok(total)
}
