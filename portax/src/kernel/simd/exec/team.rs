//! Teams of packs: one thread runs a team.

use super::{P, inlined};
use crate::{
    ir::Per,
    kernel::{
        exec::{
            Scalar, Stored, Teams, Values,
            native::{NativeInfo, NativePtr, NativeTeam, Steps, opaque},
        },
        simd::{Isa, Pack, Simd, elements::join_lanes},
        value::{Element, Reducer},
    },
    ops::Bin,
};

impl<I: Isa, const CHECKS: bool> Teams for Simd<I, CHECKS> {
    type Team = NativeTeam;
    inlined! {
        fn barrier(_t: NativeTeam) {}
        fn league_rank(t: NativeTeam) -> i64 { t.league_rank }
        fn league_size(t: NativeTeam) -> i64 { t.league_size }
        fn team_rank(_t: NativeTeam) -> i64 { 0 }
        fn team_size(_t: NativeTeam) -> i64 { 1 }
        fn vector_length(t: NativeTeam) -> i64 { t.vector_length }
        // The end is hidden: where it is known to be small the compiler would write the body out as often.
        fn thread_range(_t: NativeTeam, lo: i64, hi: i64) -> Steps { Steps::new(lo, opaque(hi), 1) }
        fn vector_range(_t: NativeTeam, n: i64) -> Steps { Steps::new(0, whole::<I>(n), I::LANES as i64) }
        fn team_vector_range(t: NativeTeam, n: i64) -> Steps { Self::vector_range(t, n) }
        fn even_range(_t: NativeTeam, n: i64) -> Steps { Steps::new(0, n, I::LANES as i64) }
        fn even_vector_range(t: NativeTeam, n: i64) -> Steps { Self::even_range(t, n) }
        fn even_thread_range(t: NativeTeam, n: i64) -> Steps { Self::thread_range(t, 0, n) }
    }

    /// Where the vector length is a constant, one pack: each address in a tile is one register.
    #[inline(always)]
    fn lanes(t: NativeTeam) -> Steps {
        Steps::new(0, t.vector_length, I::LANES as i64)
    }

    #[inline(always)]
    fn vector_tail(_: NativeTeam, n: i64) -> Option<(i64, I::Mask)> {
        let begin = whole::<I>(n);
        if begin < n {
            Some((begin, I::mask_first(n - begin)))
        } else {
            None
        }
    }

    /// A thread runs the team, and has its memory at hand.
    #[inline(always)]
    fn scratch<T: Stored>(
        t: NativeTeam,
        label: &'static str,
        n: usize,
        _: Per,
        _: bool,
    ) -> (NativePtr, NativeInfo, bool) {
        t.scratch::<T>(label, n)
    }

    inlined! {
        fn tile_width(t: NativeTeam, _width: usize) -> usize { t.vector_length as usize }
        fn enter_per_thread(_t: NativeTeam) -> bool { true }
        fn enter_per_team(_t: NativeTeam) -> bool { true }
    }

    #[inline(always)]
    fn team_scan<T: Scalar>(t: NativeTeam, op: Bin, identity: T, a: P<I, T>) -> (P<I, T>, T) {
        Self::vector_scan(t, op, identity, a)
    }

    #[inline(always)]
    fn vector_scan<T: Scalar>(_: NativeTeam, op: Bin, identity: T, a: P<I, T>) -> (P<I, T>, T) {
        let mut lanes = a.to_array();
        let mut all = identity;
        let mut l = 0;
        while l < I::LANES {
            let joined = T::bin(op, all, lanes[l]);
            lanes[l] = all;
            all = joined;
            l += 1;
        }
        (P::<I, T>::from_array(lanes), all)
    }

    #[inline(always)]
    fn thread_scan<T: Scalar>(_: NativeTeam, _: Bin, identity: T, a: T) -> (T, T) {
        (identity, a)
    }

    #[inline(always)]
    fn vector_reduce<T: Scalar>(_: NativeTeam, op: Bin, a: P<I, T>) -> T {
        Self::fold::<T>(op, a, None, T::default())
    }

    inlined! {
        fn team_reduce<T>(_t: NativeTeam, _op: Bin, a: T) -> T { a }
    }

    #[inline(always)]
    fn vector_join<V: Element, R: Reducer<V>>(_: Self::Team, a: V::In<Self>) -> V::In<Self> {
        join_lanes::<Self, V, R>(a).splat::<Self>()
    }

    #[inline(always)]
    fn team_join<V: Element, R: Reducer<V>>(_: Self::Team, a: V::In<Self>) -> V::In<Self> {
        a
    }
}

/// The part of `0..n` that whole packs cover.
#[inline(always)]
fn whole<I: Isa>(n: i64) -> i64 {
    n.max(0) & -(I::LANES as i64)
}
