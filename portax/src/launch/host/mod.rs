//! Native launches: the functions that carry `#[target_feature]`, and what a task of a launch does.
//!
//! Each executor has one module with one function a pattern; everything below them is inlined into them.

mod rows;
pub(crate) mod series;
pub(crate) mod tasks;

use crate::launch::host::rows::rows;
use crate::launch::host::rows::slabs;
use crate::{
    backend::{Host, HostExecutor},
    kernel::{
        exec::{
            Exec, Lane, Scalar,
            lane::Portable,
            native::{NativePtr, NativeTeam},
        },
        functor::{MdRangeKernel, RangeKernel, ReduceKernel, ScanKernel, TeamKernel},
        simd::Simd,
        team::TeamIn,
        value::{Element, IndexOf, LaneStep, Reducer, Varying, Visitor},
    },
    launch::check::check_everything,
    policy::Iterate,
};

/// Independent sums of a reduction: enough to hide the latency of an addition.
const CHAINS: usize = 8;

/// An index whose lanes count up.
#[inline(always)]
fn index<E: Exec<Int = i64>>(i: usize) -> IndexOf<E> {
    IndexOf {
        base: i as i64,
        step: LaneStep,
    }
}

/// Scalars of a pack of elements, lane by lane: at most eight scalars of eight lanes.
#[derive(Clone, Copy)]
pub(crate) struct Spilled {
    scalars: [[u64; 8]; 8],
    next: usize,
}

impl Spilled {
    #[inline(always)]
    fn new() -> Self {
        Spilled {
            scalars: [[0; 8]; 8],
            next: 0,
        }
    }
}

/// Writes each scalar of a pack.
struct Spill<'a>(&'a mut Spilled);
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Spill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        let row = NativePtr((&raw mut self.0.scalars[self.0.next]).cast());
        E::store_lanes::<T>(row, 0, v.0, None);
        self.0.next += 1;
    }
}

/// Reads each scalar of one lane.
struct Pick<'a> {
    from: &'a Spilled,
    lane: usize,
    next: usize,
}
impl Visitor<Lane> for Pick<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let row = NativePtr((&raw const self.from.scalars[self.next]).cast_mut().cast());
        *v = Varying(Lane::load_lanes::<T>(row, self.lane as i64, None));
        self.next += 1;
    }
}

/// Reads each scalar of a pack.
struct Fill<'a> {
    from: &'a Spilled,
    next: usize,
}
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Fill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        let row = NativePtr((&raw const self.from.scalars[self.next]).cast_mut().cast());
        *v = Varying(E::load_lanes::<T>(row, 0, None));
        self.next += 1;
    }
}

/// The elements of a pack's lanes.
#[inline(always)]
fn unpack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(
    mut pack: V::In<E>,
    default: V,
    lanes: &mut [V; 8],
) {
    let mut spilled = Spilled::new();
    V::visit::<E>(&mut pack, &mut Spill(&mut spilled));
    let mut lane = 0;
    while lane < E::LANES {
        let mut v = default.splat::<Lane>();
        V::visit::<Lane>(
            &mut v,
            &mut Pick {
                from: &spilled,
                lane,
                next: 0,
            },
        );
        lanes[lane] = V::from_lane(v);
        lane += 1;
    }
}

/// The element of the first lane.
#[inline(always)]
fn first<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(pack: V::In<E>, default: V) -> V {
    let mut lanes = [default; 8];
    unpack::<E, V>(pack, default, &mut lanes);
    lanes[0]
}

/// Writes each scalar of one element to its lane.
struct Put<'a> {
    to: &'a mut Spilled,
    lane: usize,
    next: usize,
}
impl Visitor<Lane> for Put<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let row = NativePtr((&raw mut self.to.scalars[self.next]).cast());
        Lane::store_lanes::<T>(row, self.lane as i64, v.0, None);
        self.next += 1;
    }
}

/// The pack of elements.
#[inline(always)]
fn pack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(lanes: &[V]) -> V::In<E> {
    let mut spilled = Spilled::new();
    let mut lane = 0;
    while lane < E::LANES {
        let mut v = lanes[lane].splat::<Lane>();
        V::visit::<Lane>(
            &mut v,
            &mut Put {
                to: &mut spilled,
                lane,
                next: 0,
            },
        );
        lane += 1;
    }
    let mut result = lanes[0].splat::<E>();
    V::visit::<E>(
        &mut result,
        &mut Fill {
            from: &spilled,
            next: 0,
        },
    );
    result
}

/// Joins two host elements.
#[inline(always)]
pub(crate) fn join<V: Element, R: Reducer<V>>(a: V, b: V) -> V {
    V::from_lane(R::join::<Lane>(a.splat(), b.splat()))
}

macro_rules! executor {
    ($(#[$feature:meta])* $name:ident, $isa:ty, $checks:literal) => {
        /// Launch functions of one executor.
        #[allow(clippy::modulo_one)] // of one lane
        pub(crate) mod $name {
            use super::*;

            /// Runs whole packs.
            pub(crate) type E = Simd<$isa, $checks>;
            /// Runs what they leave over.
            pub(crate) type Tail = Simd<Portable, $checks>;

            $(#[$feature])*
            pub(crate) fn range<Tag, K: RangeKernel<Tag>>(k: &K::In<E>, tail: &K::In<Tail>, begin: usize, end: usize) {
                let rest = (end - begin) % E::LANES;
                let whole = (end - begin) - rest;
                // In this form, from 0 by steps up to a multiple of them, the compiler unrolls the loop.
                let mut i = 0;
                while i != whole {
                    K::run::<E>(k, index(begin + i));
                    i += E::LANES;
                }
                i = 0;
                while i < rest {
                    K::run::<Tail>(tail, index(begin + whole + i));
                    i += 1;
                }
            }

            /// A box of whole packs. In one function for both orders, or with the code for what packs leave over, the
            /// compiler would run out of registers.
            #[inline(never)]
            $(#[$feature])*
            fn packs<const LEFT: bool, const R: usize, Tag, K: MdRangeKernel<R, Tag>>(
                k: &K::In<E>,
                begin: &[usize; R],
                end: &[usize; R],
            ) {
                rows::<LEFT, E, R, Tag, K>(k, begin, end);
            }

            /// A box of single cells.
            #[inline(never)]
            $(#[$feature])*
            fn cells<const LEFT: bool, const R: usize, Tag, K: MdRangeKernel<R, Tag>>(
                tail: &K::In<Tail>,
                begin: &[usize; R],
                end: &[usize; R],
            ) {
                rows::<LEFT, Tail, R, Tag, K>(tail, begin, end);
            }

            /// A box that is not empty.
            $(#[$feature])*
            pub(crate) fn md_range<const R: usize, Tag, K: MdRangeKernel<R, Tag>>(
                k: &K::In<E>,
                tail: &K::In<Tail>,
                begin: &[usize; R],
                end: &[usize; R],
                iterate: Iterate,
            ) {
                match iterate {
                    Iterate::Left => slabs::<true, R>(
                        E::LANES,
                        begin,
                        end,
                        |begin, end| packs::<true, R, Tag, K>(k, begin, end),
                        |begin, end| cells::<true, R, Tag, K>(tail, begin, end),
                    ),
                    Iterate::Right => slabs::<false, R>(
                        E::LANES,
                        begin,
                        end,
                        |begin, end| packs::<false, R, Tag, K>(k, begin, end),
                        |begin, end| cells::<false, R, Tag, K>(tail, begin, end),
                    ),
                }
            }

            /// A team of one pack, which the compiler knows.
            $(#[$feature])*
            pub(crate) fn team<Tag, K: TeamKernel<Tag>>(k: &K::In<E>, team: NativeTeam) {
                K::run::<E>(k, TeamIn(team.of_one_pack::<E>()));
            }

            /// A team of any number of packs.
            $(#[$feature])*
            pub(crate) fn team_of_packs<Tag, K: TeamKernel<Tag>>(k: &K::In<E>, team: NativeTeam) {
                K::run::<E>(k, TeamIn(team));
            }

            $(#[$feature])*
            pub(crate) fn reduce<Tag, K: ReduceKernel<Tag>, R: Reducer<K::Value>>(
                k: &K::In<E>,
                tail: &K::In<Tail>,
                begin: usize,
                end: usize,
            ) -> K::Value {
                let identity = R::identity();
                let mut sums = [identity.splat::<E>(); CHAINS];
                let mut i = begin;
                let whole = end - (end - begin) % (CHAINS * E::LANES);
                while i != whole {
                    let mut c = 0;
                    while c < CHAINS {
                        sums[c] = R::accumulate::<E>(sums[c], K::run::<E>(k, index(i + c * E::LANES)));
                        c += 1;
                    }
                    i += CHAINS * E::LANES;
                }
                let mut half = CHAINS / 2;
                while half > 0 {
                    let mut c = 0;
                    while c < half {
                        sums[c] = R::join::<E>(sums[c], sums[c + half]);
                        c += 1;
                    }
                    half /= 2;
                }
                let mut packs = sums[0];
                while i + E::LANES <= end {
                    packs = R::accumulate::<E>(packs, K::run::<E>(k, index(i)));
                    i += E::LANES;
                }
                let mut lanes = [identity; 8];
                unpack::<E, K::Value>(packs, identity, &mut lanes);
                let mut half = E::LANES / 2;
                while half > 0 {
                    let mut l = 0;
                    while l < half {
                        lanes[l] = join::<K::Value, R>(lanes[l], lanes[l + half]);
                        l += 1;
                    }
                    half /= 2;
                }
                let mut sum = lanes[0];
                while i < end {
                    let next = K::run::<Tail>(tail, index(i));
                    sum = first::<Tail, K::Value>(R::accumulate::<Tail>(sum.splat::<Tail>(), next), identity);
                    i += 1;
                }
                sum
            }

            /// Writes the prefixes of `begin..` to `out`, with or without each element's own contribution, and gives
            /// the sum of all.
            $(#[$feature])*
            pub(crate) fn scan_inputs<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
                k: &K::In<E>,
                tail: &K::In<Tail>,
                begin: usize,
                inclusive: bool,
                out: &mut [K::Value],
            ) -> K::Value {
                let identity = R::identity();
                let end = begin + out.len();
                let mut sum = identity;
                let mut i = begin;
                while i + E::LANES <= end {
                    let mut lanes = [identity; 8];
                    unpack::<E, K::Value>(K::input::<E>(k, index(i)), identity, &mut lanes);
                    let mut l = 0;
                    while l < E::LANES {
                        let next = join::<K::Value, R>(sum, lanes[l]);
                        out[i - begin + l] = if inclusive { next } else { sum };
                        sum = next;
                        l += 1;
                    }
                    i += E::LANES;
                }
                while i < end {
                    let next = join::<K::Value, R>(sum, first::<Tail, K::Value>(K::input::<Tail>(tail, index(i)), identity));
                    out[i - begin] = if inclusive { next } else { sum };
                    sum = next;
                    i += 1;
                }
                sum
            }

            /// Hands `prefix` joined with each of `sums` to the body.
            $(#[$feature])*
            pub(crate) fn scan_outputs<Tag, K: ScanKernel<Tag>, R: Reducer<K::Value>>(
                k: &K::In<E>,
                tail: &K::In<Tail>,
                begin: usize,
                prefix: K::Value,
                sums: &[K::Value],
            ) {
                let mut i = 0;
                while i + E::LANES <= sums.len() {
                    let v = R::join::<E>(prefix.splat::<E>(), pack::<E, K::Value>(&sums[i..]));
                    K::output::<E>(k, index(begin + i), v);
                    i += E::LANES;
                }
                while i < sums.len() {
                    let v = R::join::<Tail>(prefix.splat::<Tail>(), sums[i].splat::<Tail>());
                    K::output::<Tail>(tail, index(begin + i), v);
                    i += 1;
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
macro_rules! avx512 {
    ($name:ident, $checks:literal) => {
        executor!(
            #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
            $name,
            crate::kernel::simd::Avx512,
            $checks
        );
    };
}
#[cfg(target_arch = "x86_64")]
macro_rules! avx2 {
    ($name:ident, $checks:literal) => {
        executor!(
            #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
            $name,
            crate::kernel::simd::Avx2,
            $checks
        );
    };
}
#[cfg(target_arch = "x86_64")]
avx512!(avx512, false);
#[cfg(target_arch = "x86_64")]
avx512!(avx512_checked, true);
#[cfg(target_arch = "x86_64")]
avx2!(avx2, false);
#[cfg(target_arch = "x86_64")]
avx2!(avx2_checked, true);
executor!(lane, Portable, true);

/// The executor that launches of a host use now: one checked lane under `PORTAX_CHECK=1`.
pub(crate) fn executor(host: &dyn Host) -> HostExecutor {
    if check_everything() {
        HostExecutor::Lane
    } else {
        host.executor()
    }
}

/// Expands an expression for the host's executor, with `$m` its module of launch functions. The executors that check
/// exist for kernels without a promise only, and run where an access needs its check.
macro_rules! on_executor {
    ($executor:expr, $kernel:ty, $launch:expr, $m:ident => $body:expr) => {
        match $executor {
            #[cfg(target_arch = "x86_64")]
            HostExecutor::Avx512 => {
                if const { <$kernel>::PROMISED } || !$launch.guarded.contains(&true) {
                    use crate::launch::host::avx512 as $m;
                    $body
                } else {
                    use crate::launch::host::avx512_checked as $m;
                    $body
                }
            }
            #[cfg(target_arch = "x86_64")]
            HostExecutor::Avx2 => {
                if const { <$kernel>::PROMISED } || !$launch.guarded.contains(&true) {
                    use crate::launch::host::avx2 as $m;
                    $body
                } else {
                    use crate::launch::host::avx2_checked as $m;
                    $body
                }
            }
            _ => {
                use crate::launch::host::lane as $m;
                $body
            }
        }
    };
}
pub(crate) use on_executor;
