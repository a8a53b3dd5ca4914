//! Scans on hosts: prefixes of each part, the parts' sums, then the outputs.

use super::{
    Bound, Code, Launcher, Native,
    elements::first,
    elements::join,
    elements::pack,
    elements::unpack,
    executor, index, launch_on,
    reduce::chunk_of,
    tasks::{Work, run},
};
use crate::{
    backend::Host,
    error::Result,
    ir::Promise,
    kernel::{
        exec::Values,
        functor::ScanKernel,
        value::{Element, Reducer},
    },
    launch::check::CheckedLaunch,
    policy::RangePolicy,
};
use std::{
    marker::PhantomData,
    sync::{Mutex, PoisonError},
};

/// Writes the prefixes of a part that starts at `begin` to `out`, with or without each element's own contribution, and
/// gives the sum of all.
struct Inputs<'a, N, K: ScanKernel<Tag>, R, Tag> {
    begin: usize,
    inclusive: bool,
    out: &'a mut [K::Value],
    of: PhantomData<(N, R, Tag)>,
}

impl<N: Native, K: ScanKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Inputs<'_, N, K, R, Tag> {
    type Functor = Bound<N, K>;
    type Output = K::Value;
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) -> K::Value {
        let (lanes, identity) = (const { N::E::LANES }, R::identity());
        let (begin, end) = (self.begin, self.begin + self.out.len());
        let mut sum = identity;
        let mut i = begin;
        while i + lanes <= end {
            let mut values = [identity; 8];
            let contributions = K::input::<N::E>(&bound.packs, index(i));
            unpack::<N::E, K::Value>(contributions, identity, &mut values);
            let mut l = 0;
            while l < lanes {
                let next = join::<K::Value, R>(sum, values[l]);
                self.out[i - begin + l] = if self.inclusive { next } else { sum };
                sum = next;
                l += 1;
            }
            i += lanes;
        }
        while i < end {
            let contribution = K::input::<N::Tail>(&bound.rest, index(i));
            let next = join::<K::Value, R>(sum, first::<N::Tail, K::Value>(contribution, identity));
            self.out[i - begin] = if self.inclusive { next } else { sum };
            sum = next;
            i += 1;
        }
        sum
    }
}

/// Hands `prefix` joined with each of `sums` to the body.
struct Outputs<'a, N, K: ScanKernel<Tag>, R, Tag> {
    begin: usize,
    prefix: K::Value,
    sums: &'a [K::Value],
    of: PhantomData<(N, R, Tag)>,
}

impl<N: Native, K: ScanKernel<Tag>, R: Reducer<K::Value>, Tag> Code for Outputs<'_, N, K, R, Tag> {
    type Functor = Bound<N, K>;
    type Output = ();
    #[inline(always)]
    fn run(self, bound: &Bound<N, K>) {
        let (lanes, prefix) = (const { N::E::LANES }, self.prefix);
        let mut i = 0;
        while i + lanes <= self.sums.len() {
            let sums = pack::<N::E, K::Value>(&self.sums[i..]);
            let joined = R::join::<N::E>(prefix.splat::<N::E>(), sums);
            K::output::<N::E>(&bound.packs, index(self.begin + i), joined);
            i += lanes;
        }
        while i < self.sums.len() {
            let sum = self.sums[i].splat::<N::Tail>();
            let joined = R::join::<N::Tail>(prefix.splat::<N::Tail>(), sum);
            K::output::<N::Tail>(&bound.rest, index(self.begin + i), joined);
            i += 1;
        }
    }
}

/// Runs a scan over a range; gives the sum of all.
///
/// # Errors
/// Views that are in use; accesses out of bounds.
pub(crate) fn run_scan<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
    host: &dyn Host,
    launch: &CheckedLaunch,
    functor: &K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
) -> Result<K::Value> {
    let _borrows = launch.borrow()?;
    let launcher = Scan::<K, R, Tag> {
        host,
        launch,
        functor,
        policy,
        inclusive,
        reducer: PhantomData,
    };
    launch_on(executor(host), launch, launcher)
}

struct Scan<'a, K, R, Tag> {
    host: &'a dyn Host,
    launch: &'a CheckedLaunch,
    functor: &'a K,
    policy: RangePolicy<Tag>,
    inclusive: bool,
    reducer: PhantomData<R>,
}

/// Prefixes inside a part, and its sum; then what comes before it.
type Part<'a, V> = Mutex<(&'a mut [V], V)>;

impl<Tag: 'static, K: ScanKernel<Tag>, R: Reducer<K::Value>> Launcher for Scan<'_, K, R, Tag> {
    const PROMISE: Promise = K::PROMISE;
    type Output = Result<K::Value>;

    fn on<N: Native>(self) -> Result<K::Value> {
        let (label, sink) = (&self.launch.label, self.launch.sink());
        let bound = Bound::<N, K>::new(self.functor, self.launch, &sink);
        let (begin, chunk) = (self.policy.begin, chunk_of(&self.policy));
        let mut prefixes = vec![R::identity(); self.policy.len()];
        let parts: Vec<Part<'_, K::Value>> = prefixes
            .chunks_mut(chunk)
            .map(|part| Mutex::new((part, R::identity())))
            .collect();
        let work = Work {
            tasks: parts.len(),
            short: false,
        };
        run::<N::E>(self.host, label, &sink, work, &|t, _| {
            let mut part = parts[t].lock().unwrap_or_else(PoisonError::into_inner);
            let code = Inputs {
                begin: begin + t * chunk,
                inclusive: self.inclusive,
                out: &mut *part.0,
                of: PhantomData::<(N, R, Tag)>,
            };
            // SAFETY: the host's executor is supported by this CPU.
            part.1 = unsafe { N::call(&bound, code) };
        })?;
        let total = exclusive::<K::Value, R>(&parts);
        run::<N::E>(self.host, label, &sink, work, &|t, _| {
            let part = parts[t].lock().unwrap_or_else(PoisonError::into_inner);
            let code = Outputs {
                begin: begin + t * chunk,
                prefix: part.1,
                sums: &*part.0,
                of: PhantomData::<(N, R, Tag)>,
            };
            // SAFETY: as above.
            unsafe { N::call(&bound, code) };
        })?;
        Ok(total)
    }
}

/// Replaces each part's sum by that of all parts before it; gives the sum of all.
fn exclusive<V: Element, R: Reducer<V>>(parts: &[Part<'_, V>]) -> V {
    let mut before = R::identity();
    for part in parts {
        let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
        let next = join::<V, R>(before, part.1);
        part.1 = std::mem::replace(&mut before, next);
    }
    before
}
