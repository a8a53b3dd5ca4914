//! [`Exec`] for packs: what differs between instruction sets is behind [`Isa`] and [`Pack`].

use super::check::check;
use super::{Isa, MAX_LANES, Pack, Simd, by_lane, math};
use crate::ir::Ty;
use crate::kernel::exec::native::{NativeInfo, NativePtr, NativeTeam, Steps, opaque};
use crate::kernel::exec::scalar::{compare, convert, unsupported};
use crate::{
    kernel::exec::{Coordinate, Exec, Scalar, Stored},
    ops::{AtomicOp, Bin, Cmp, Scope, Un},
};
use std::panic::Location;

type P<I, T> = <I as Isa>::Pack<T>;

/// Functions of one line, always inlined; their type parameters are scalars.
macro_rules! inline {
    ($(fn $name:ident $(<$($g:ident),+>)? ($($a:ident: $t:ty),*) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name $(<$($g: Scalar),+>)? ($($a: $t),*) $(-> $r)? $body
    )* };
}

impl<I: Isa, const CHECKS: bool> Exec for Simd<I, CHECKS> {
    const LANES: usize = I::LANES;
    const NATURAL_WIDTH: usize = I::LANES;
    const SPLIT_COMPLEX: bool = true;
    const STREAM_AHEAD: bool = false;
    const CHECKS: bool = CHECKS;
    const CAN_CHECK: bool = I::CAN_CHECK;

    type Var<T: Scalar> = P<I, T>;
    type Uni<T: Scalar> = T;
    type Int = i64;
    type Offset = I::Offset;
    type Mask = I::Mask;
    type Cond = bool;
    type Ptr = NativePtr;
    type Info = NativeInfo;
    type Team = NativeTeam;
    type Range = Steps;

    inline! {
        fn splat<T>(a: T) -> P<I, T> { P::<I, T>::splat(a) }
        fn bin<T>(op: Bin, a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::bin(op, a, b) }
        fn add<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::add(a, b) }
        fn sub<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::sub(a, b) }
        fn mul<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::mul(a, b) }
        fn fma<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fma(a, b, c) }
        fn fnma<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fnma(a, b, c) }
        fn fms<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fms(a, b, c) }
    }

    #[inline(always)]
    fn un<T: Scalar>(op: Un, a: P<I, T>) -> P<I, T> {
        match op {
            Un::Sin => P::<I, T>::from_f64(math::sin::<I>(a.to_f64())),
            Un::Cos => P::<I, T>::from_f64(math::cos::<I>(a.to_f64())),
            _ => P::<I, T>::un(op, a),
        }
    }

    inline! {
        fn flip<T>(a: P<I, T>, sign: i64) -> P<I, T> { P::<I, T>::flip(a, sign) }
    }

    #[inline(always)]
    fn cast<T: Scalar, U: Scalar>(a: P<I, T>) -> P<I, U> {
        if const { T::INTEGER && U::INTEGER && size_of::<P<I, T>>() == size_of::<P<I, U>>() } {
            // SAFETY: packs of i32 and u32 are the same register and wrap into each other.
            return unsafe { std::mem::transmute_copy(&a) };
        }
        P::<I, U>::from_f64(a.to_f64())
    }

    inline! {
        fn cmp<T>(op: Cmp, a: P<I, T>, b: P<I, T>) -> I::Mask { P::<I, T>::cmp(op, a, b) }
        fn select<T>(m: I::Mask, a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::select(m, a, b) }
        fn lanes_to<T>(base: i64, step: i64) -> P<I, T> { P::<I, T>::iota(base, step) }
        fn lanes_bin(op: Bin, base: i64, step: i64, b: i64) -> P<I, i32> {
            // Where one lane's index fits 32 bits and the last one's does, so do all, and packs divide faster.
            let (last, b32) = (base.wrapping_add((I::LANES as i64 - 1) * step), b as i32);
            if base as i32 as i64 == base && last as i32 as i64 == last && i64::from(b32) == b {
                return P::<I, i32>::bin(op, P::<I, i32>::iota(base, step), P::<I, i32>::splat(b32));
            }
            let (mut lanes, mut l) = ([0; MAX_LANES], 0);
            while l < I::LANES {
                lanes[l] = Self::ibin(op, base.wrapping_add(l as i64 * step), b) as i32;
                l += 1;
            }
            P::<I, i32>::from_array(lanes)
        }
        fn lanes_cmp(op: Cmp, base: i64, step: i64, b: i64) -> I::Mask { I::lanes_cmp(op, base, step, b) }
    }

    #[inline(always)]
    fn fold<T: Scalar>(op: Bin, a: P<I, T>, mask: Option<I::Mask>, identity: T) -> T {
        let a = match mask {
            None => a,
            Some(m) => P::<I, T>::select(m, a, P::<I, T>::splat(identity)),
        };
        let mut x = a.to_array();
        let mut half = I::LANES / 2;
        while half > 0 {
            let mut l = 0;
            while l < half {
                x[l] = T::bin(op, x[l], x[l + half]);
                l += 1;
            }
            half /= 2;
        }
        x[0]
    }

    inline! {
        fn lit<T>(x: T) -> T { x }
        fn ubin<T>(op: Bin, a: T, b: T) -> T { T::bin(op, a, b) }
        fn ufma<T>(a: T, b: T, c: T) -> T { T::fma(a, b, c) }
        fn uun<T>(op: Un, a: T) -> T { T::un(op, a) }
        fn ucmp<T>(op: Cmp, a: T, b: T) -> bool { compare(op, a, b) }
        fn uselect<T>(c: bool, a: T, b: T) -> T { if c { a } else { b } }
        fn ucast<T, U>(a: T) -> U { convert(a) }
        fn int(x: i64) -> i64 { x }
    }

    #[inline(always)]
    fn ibin(op: Bin, a: i64, b: i64) -> i64 {
        match op {
            Bin::Add => a.wrapping_add(b),
            Bin::Sub => a.wrapping_sub(b),
            Bin::Mul => a.wrapping_mul(b),
            Bin::Div if b == 0 => 0,
            Bin::Div => a.wrapping_div(b),
            Bin::Rem if b == 0 => 0,
            Bin::Rem => a.wrapping_rem(b),
            Bin::Min => a.min(b),
            Bin::Max => a.max(b),
            _ => <i32 as Scalar>::bin(op, a as i32, b as i32) as i64,
        }
    }

    inline! {
        fn iadd(a: i64, b: i64) -> i64 { a.wrapping_add(b) }
        fn isub(a: i64, b: i64) -> i64 { a.wrapping_sub(b) }
        fn imul(a: i64, b: i64) -> i64 { a.wrapping_mul(b) }
        fn icmp(op: Cmp, a: i64, b: i64) -> bool { compare(op, a, b) }
        fn iselect(c: bool, a: i64, b: i64) -> i64 { if c { a } else { b } }
        fn int_equals(a: i64, x: i64) -> bool { a == x }
        fn int_to<T>(a: i64) -> T { T::from_i64(a) }
        fn to_int<T>(a: T) -> i64 { a.to_i64() }
    }

    #[inline(always)]
    fn mbin(op: Bin, a: I::Mask, b: I::Mask) -> I::Mask {
        match op {
            Bin::And => I::mask_and(a, b),
            Bin::Or => I::mask_or(a, b),
            Bin::Xor => I::mask_xor(a, b),
            _ => unsupported(&op, Ty::Bool),
        }
    }

    inline! {
        fn mnot(a: I::Mask) -> I::Mask { I::mask_xor(a, I::mask_splat(true)) }
        fn mask(a: bool) -> I::Mask { I::mask_splat(a) }
        fn any(a: I::Mask) -> bool { I::mask_bits(a) != 0 }
        fn cond(x: bool) -> bool { x }
    }

    #[inline(always)]
    fn cbin(op: Bin, a: bool, b: bool) -> bool {
        match op {
            Bin::And => a & b,
            Bin::Or => a | b,
            Bin::Xor => a ^ b,
            _ => unsupported(&op, Ty::Bool),
        }
    }

    inline! {
        fn cnot(a: bool) -> bool { !a }
        fn var<T>(v: P<I, T>) -> P<I, T> { v }
        fn read<T>(v: P<I, T>) -> P<I, T> { v }
    }

    #[inline(always)]
    fn assign<T: Scalar>(p: &mut P<I, T>, v: P<I, T>, m: Option<I::Mask>) {
        *p = match m {
            None => v,
            Some(m) => P::<I, T>::select(m, v, *p),
        };
    }

    inline! {
        fn uvar<T>(v: T) -> T { v }
        fn uread<T>(v: T) -> T { v }
        fn uassign<T>(p: &mut T, v: T) { *p = v; }
        fn ivar(v: i64) -> i64 { v }
        fn iread(v: i64) -> i64 { v }
        fn iassign(p: &mut i64, v: i64) { *p = v; }
        fn mvar(v: I::Mask) -> I::Mask { v }
        fn mread(v: I::Mask) -> I::Mask { v }
        fn massign(p: &mut I::Mask, v: I::Mask, m: Option<I::Mask>) { *p = by_lane::assigned::<I>(*p, v, m); }
        fn cvar(v: bool) -> bool { v }
        fn cread(v: bool) -> bool { v }
        fn cassign(p: &mut bool, v: bool) { *p = v; }
        fn enter(c: bool) -> bool { c }
        fn enter_else(c: bool) -> bool { !c }
    }

    #[inline(always)]
    fn enter_mask(c: I::Mask, outer: Option<I::Mask>) -> (bool, I::Mask) {
        let m = match outer {
            None => c,
            Some(outer) => I::mask_and(outer, c),
        };
        (Self::any(m), m)
    }

    #[inline(always)]
    fn enter_mask_else(c: I::Mask, outer: Option<I::Mask>) -> (bool, I::Mask) {
        Self::enter_mask(Self::mnot(c), outer)
    }

    inline! {
        fn leave() {}
        fn range(lo: i64, hi: i64) -> Steps { Steps::new(lo, hi, 1) }
    }

    #[inline(always)]
    #[track_caller]
    fn access<const R: usize>(
        info: NativeInfo,
        checked: bool,
        at: [Coordinate<Self>; R],
        mask: Option<I::Mask>,
    ) -> Option<I::Mask> {
        if checked {
            check::<I, CHECKS, R>(info, at, mask, Location::caller())
        } else {
            mask
        }
    }

    #[inline(always)]
    fn load_uniform<T: Scalar>(p: NativePtr, at: i64) -> T {
        // SAFETY: the view's address and an index within it (proven, checked or promised by the kernel's author).
        unsafe { *p.at::<T>(at) }
    }

    #[inline(always)]
    fn load_lanes<T: Scalar>(p: NativePtr, at: i64, m: Option<I::Mask>) -> P<I, T> {
        let p = p.at::<T>(at);
        // SAFETY: as in `load_uniform`, for the lanes of the mask.
        unsafe {
            match m {
                None => P::<I, T>::load(p),
                Some(m) => P::<I, T>::load_masked(p, m),
            }
        }
    }

    #[inline(always)]
    fn gather<T: Scalar>(p: NativePtr, at: i64, offset: I::Offset, m: Option<I::Mask>) -> P<I, T> {
        let p = p.at::<T>(at);
        // SAFETY: as in `load_lanes`.
        unsafe {
            match m {
                None => P::<I, T>::gather(p, offset),
                Some(m) => P::<I, T>::gather_masked(p, offset, m),
            }
        }
    }

    #[inline(always)]
    fn load_uniform_pair<T: Scalar>(p: NativePtr, at: i64) -> [T; 2] {
        [
            Self::load_uniform(p, 2 * at),
            Self::load_uniform(p, 2 * at + 1),
        ]
    }

    #[inline(always)]
    fn gather_pair<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        m: Option<I::Mask>,
    ) -> [P<I, T>; 2] {
        let offset = I::offset_add(offset, offset);
        [
            Self::gather::<T>(p, 2 * at, offset, m),
            Self::gather::<T>(p, 2 * at + 1, offset, m),
        ]
    }

    #[inline(always)]
    fn load_ints<const N: usize>(p: NativePtr, at: i64) -> [i64; N] {
        let row = p.at::<[i32; N]>(at).cast::<i32>();
        let mut r = [0; N];
        let mut k = 0;
        while k < N {
            // SAFETY: as in `load_uniform`.
            r[k] = unsafe { *row.add(k) } as i64;
            k += 1;
        }
        r
    }

    inline! {
        fn load_row<T>(p: NativePtr, at: i64, k: usize) -> T { Self::load_uniform(p, at + k as i64) }
    }

    #[inline(always)]
    fn store_uniform<T: Scalar>(p: NativePtr, at: i64, v: T) {
        // SAFETY: as in `load_uniform`; no other thread touches the element.
        unsafe { *p.at::<T>(at) = v }
    }

    #[inline(always)]
    fn store_lanes<T: Scalar>(p: NativePtr, at: i64, v: P<I, T>, m: Option<I::Mask>) {
        let p = p.at::<T>(at);
        // SAFETY: as in `store_uniform`, for the lanes of the mask.
        unsafe {
            match m {
                None => P::<I, T>::store(p, v),
                Some(m) => P::<I, T>::store_masked(p, m, v),
            }
        }
    }

    #[inline(always)]
    fn scatter<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) {
        // Where only the values of the indices say that lanes lie side by side; on CPUs a scatter is a store a lane.
        let lanes = m.unwrap_or(I::mask_splat(true));
        if let Some(first) = I::consecutive(offset, lanes) {
            return Self::store_lanes(p, at.wrapping_add(first), v, m);
        }
        let p = p.at::<T>(at);
        // SAFETY: as in `store_lanes`.
        unsafe {
            match m {
                None => P::<I, T>::scatter(p, offset, v),
                Some(m) => P::<I, T>::scatter_masked(p, offset, m, v),
            }
        }
    }

    #[inline(always)]
    fn store_uniform_pair<T: Scalar>(p: NativePtr, at: i64, v: [T; 2]) {
        Self::store_uniform(p, 2 * at, v[0]);
        Self::store_uniform(p, 2 * at + 1, v[1]);
    }

    #[inline(always)]
    fn scatter_pair<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: [P<I, T>; 2],
        m: Option<I::Mask>,
    ) {
        let offset = I::offset_add(offset, offset);
        Self::scatter::<T>(p, 2 * at, offset, v[0], m);
        Self::scatter::<T>(p, 2 * at + 1, offset, v[1], m);
    }

    inline! {
        fn load_cond(p: NativePtr, at: i64) -> bool { by_lane::load_bool(p.at(at)) }
        fn gather_mask(p: NativePtr, at: i64, offset: I::Offset, m: Option<I::Mask>) -> I::Mask { by_lane::load_bools::<I>(p.at(at), offset, m) }
        fn store_cond(p: NativePtr, at: i64, v: bool) { by_lane::store_bool(p.at(at), v) }
        fn scatter_mask(p: NativePtr, at: i64, offset: I::Offset, v: I::Mask, m: Option<I::Mask>) { by_lane::store_bools::<I>(p.at(at), offset, v, m) }
    }

    #[inline(always)]
    fn atomic<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) -> P<I, T> {
        by_lane::atomic::<T, I>(op, scope, p.at::<T>(at), offset, v, m)
    }

    #[inline(always)]
    fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) {
        Self::atomic::<T>(op, scope, p, at, offset, v, m);
    }

    #[inline(always)]
    fn advance<T: Stored>(p: NativePtr, components: usize, count: i64, size: i64) -> NativePtr {
        let scalars = count.wrapping_mul(size).wrapping_mul(components as i64);
        NativePtr(p.at::<T>(scalars).cast()).opaque()
    }

    inline! {
        fn offset_lanes(stride: i64) -> I::Offset { I::offset_lanes(stride) }
        fn offset_of(index: P<I, i32>, stride: i64) -> I::Offset { I::offset_of(index, stride) }
        fn offset_add(a: I::Offset, b: I::Offset) -> I::Offset { I::offset_add(a, b) }
    }

    #[inline(always)]
    fn offset_tiled(base: i64, step: i64, width: usize, tile_stride: i64) -> I::Offset {
        let width_int = width as i64;
        let tiles = I::offset_splat(base / width_int * tile_stride);
        let lanes = P::<I, i32>::iota(base % width_int, step);
        I::offset_add(tiles, Self::offset_tiled_of(lanes, width, tile_stride))
    }

    #[inline(always)]
    fn offset_tiled_of(index: P<I, i32>, width: usize, tile_stride: i64) -> I::Offset {
        let (tile, within) = if width.is_power_of_two() {
            let shift = P::<I, i32>::splat(width.trailing_zeros() as i32);
            let last = P::<I, i32>::splat(width as i32 - 1);
            (
                P::<I, i32>::bin(Bin::Shr, index, shift),
                P::<I, i32>::bin(Bin::And, index, last),
            )
        } else {
            let width = P::<I, i32>::splat(width as i32);
            (
                P::<I, i32>::bin(Bin::Div, index, width),
                P::<I, i32>::bin(Bin::Rem, index, width),
            )
        };
        I::offset_add(I::offset_of(tile, tile_stride), I::offset_of(within, 1))
    }

    #[inline(always)]
    fn in_one_tile(base: i64, width: usize) -> bool {
        base as u64 % width as u64 + I::LANES as u64 <= width as u64
    }

    inline! {
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

    #[inline(always)]
    fn scratch<T: Stored>(t: NativeTeam, label: &'static str, n: usize) -> (NativePtr, NativeInfo) {
        t.scratch::<T>(label, n)
    }

    inline! {
        fn tile_width(t: NativeTeam, _width: usize) -> usize { t.vector_length as usize }
        fn enter_per_thread(_t: NativeTeam) -> bool { true }
        fn enter_per_team(_t: NativeTeam) -> bool { true }
    }

    #[inline(always)]
    fn vector_reduce<T: Scalar>(_: NativeTeam, op: Bin, a: P<I, T>) -> T {
        Self::fold::<T>(op, a, None, T::default())
    }

    inline! {
        fn team_reduce<T>(_t: NativeTeam, _op: Bin, a: T) -> T { a }
    }
}

/// The part of `0..n` that whole packs cover.
#[inline(always)]
fn whole<I: Isa>(n: i64) -> i64 {
    n.max(0) & -(I::LANES as i64)
}
