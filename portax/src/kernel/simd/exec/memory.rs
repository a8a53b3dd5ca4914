//! Memory of packs.

use super::{P, inlined};
use crate::{
    kernel::{
        exec::{
            Access, Column, Coordinate, LocalPlace, Memory, Scalar, Small, SmallInteger, Stored,
            Values, WideBits,
            native::{NativeInfo, NativePtr},
        },
        simd::{
            Isa, Pack, Simd, by_lane,
            check::{check, watch},
        },
    },
    ops::{AtomicOp, Bin, Cmp, Scope},
};
use std::panic::Location;

/// Where an element of a local array of packs is, in scalars, and what each lane adds where they differ.
#[inline(always)]
fn local_place<I: Isa, T: Scalar, const CHECKS: bool>(
    place: &LocalPlace<Simd<I, CHECKS>>,
) -> (i64, Option<I::Offset>) {
    let stride = (place.stride / size_of::<T>()) as i64;
    match place.at.varying {
        Some(index) => {
            let offset = I::offset_add(I::offset_of(index, stride), I::offset_lanes(1));
            (0, Some(offset))
        }
        None => (place.at.base * stride, None),
    }
}

/// Performs an access in a function of its own.
#[inline(never)]
#[track_caller]
fn apart<A: Access>(access: A) -> A::Output {
    access.perform()
}

impl<I: Isa, const CHECKS: bool> Memory for Simd<I, CHECKS> {
    const SPLIT_COMPLEX: bool = true;
    const STREAM_AHEAD: bool = false;
    const CHECKS: bool = CHECKS;
    const CAN_CHECK: bool = I::CAN_CHECK;
    type Offset = I::Offset;
    type Ptr = NativePtr;
    type Info = NativeInfo;

    /// Packs make accesses in place. One lane that checks calls a function that all accesses of a type share: for
    /// `unchecked` kernels, which it runs under `PORTAX_CHECK=1` alone, and in debug builds for all. In place, its accesses
    /// took two fifths of the time in which large kernels compile.
    #[inline(always)]
    #[track_caller]
    fn perform<A: Access>(access: A) -> A::Output {
        if const { CHECKS && I::LANES == 1 && (!A::ALWAYS_CHECKED || cfg!(debug_assertions)) } {
            apart(access)
        } else {
            access.perform()
        }
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
    #[track_caller]
    fn watch<T: Scalar, const R: usize>(
        info: NativeInfo,
        at: [Coordinate<Self>; R],
        v: P<I, T>,
        mask: Option<I::Mask>,
    ) {
        // The executor of launches of which everything is checked. Whether there is a watch is asked of NaN alone: asked of
        // all, it doubled the instructions of a lane.
        let may_watch = const { CHECKS && I::LANES == 1 && T::TY.is_float() };
        let is_nan = || I::mask_bits(P::<I, T>::cmp(Cmp::Ne, v, v)) != 0;
        if may_watch && is_nan() && info.watches_nan() {
            watch::<I, CHECKS, R>(info, &at, mask, Location::caller());
        }
    }

    #[inline(always)]
    fn check_local(place: &LocalPlace<Self>, m: Option<I::Mask>) {
        let info = NativeInfo::local(place.name);
        match place.of_row {
            None => check::<I, CHECKS, 1>(info, [place.at], m, place.location),
            Some(parts) => check::<I, CHECKS, 2>(info, parts, m, place.location),
        };
    }

    #[inline(always)]
    unsafe fn load_local<T: Scalar>(
        first: *const P<I, T>,
        _len: usize,
        place: &LocalPlace<Self>,
        m: Option<I::Mask>,
    ) -> P<I, T> {
        let (at, offset) = local_place::<I, T, CHECKS>(place);
        let p = NativePtr(first.cast_mut().cast());
        // SAFETY: the caller's promise: packs are lanes side by side.
        unsafe {
            match offset {
                None => Self::load_lanes::<T>(p, at, m),
                Some(offset) => Self::gather::<T>(p, at, offset, m),
            }
        }
    }

    #[inline(always)]
    unsafe fn store_local<T: Scalar>(
        first: *mut P<I, T>,
        _len: usize,
        place: &LocalPlace<Self>,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) {
        let (at, offset) = local_place::<I, T, CHECKS>(place);
        let p = NativePtr(first.cast());
        // SAFETY: the caller's promise: packs are lanes side by side.
        unsafe {
            match offset {
                None => Self::store_lanes::<T>(p, at, v, m),
                Some(offset) => Self::scatter::<T>(p, at, offset, v, m),
            }
        }
    }

    #[inline(always)]
    unsafe fn load_local_mask(
        first: *const I::Mask,
        len: usize,
        place: &LocalPlace<Self>,
    ) -> I::Mask {
        // SAFETY: the caller's array; `k` is within it.
        let element = |k: usize| unsafe { *first.byte_add(k * place.stride) };
        let Some(index) = place.at.varying else {
            return element(place.at.base as usize);
        };
        // masks have no lanes in memory that could be gathered: each element is asked which lanes mean it
        let mut found = I::mask_splat(false);
        for k in 0..len {
            found = I::mask_or(found, I::mask_and(lanes_at::<I>(index, k), element(k)));
        }
        found
    }

    #[inline(always)]
    unsafe fn store_local_mask(
        first: *mut I::Mask,
        len: usize,
        place: &LocalPlace<Self>,
        v: I::Mask,
        m: Option<I::Mask>,
    ) {
        let assign = |k: usize, lanes: Option<I::Mask>| {
            // SAFETY: the caller's array; `k` is within it.
            Self::massign(unsafe { &mut *first.byte_add(k * place.stride) }, v, lanes);
        };
        let Some(index) = place.at.varying else {
            return assign(place.at.base as usize, m);
        };
        for k in 0..len {
            let lanes = lanes_at::<I>(index, k);
            assign(k, Some(m.map_or(lanes, |m| I::mask_and(m, lanes))));
        }
    }

    #[inline(always)]
    unsafe fn load_shared_constant<T: Scalar>(array: Column<T>, place: &LocalPlace<Self>) -> T {
        let (p, stride) = column(array);
        // SAFETY: the caller's promise; it is read alone.
        unsafe { Self::load_uniform::<T>(p, place.at.base * stride) }
    }

    #[inline(always)]
    unsafe fn load_constant<T: Scalar>(
        array: Column<T>,
        place: &LocalPlace<Self>,
        m: Option<I::Mask>,
    ) -> P<I, T> {
        let (p, stride) = column(array);
        let index = place.at.varying.expect("an index that lanes do not share");
        // SAFETY: the caller's promise; it is read alone.
        unsafe { Self::gather::<T>(p, 0, I::offset_of(index, stride), m) }
    }

    #[inline(always)]
    unsafe fn load_shared_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
    ) -> S::Wide {
        let (p, stride) = column(array);
        // SAFETY: the caller's promise; it is read alone.
        unsafe { *p.at::<S>(place.at.base * stride) }.widen()
    }

    #[inline(always)]
    unsafe fn load_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
        m: Option<I::Mask>,
    ) -> P<I, S::Wide> {
        let (p, stride) = column(array);
        let index = place.at.varying.expect("an index that lanes do not share");
        by_lane::load_small::<S, I>(p.at(0), Some(I::offset_of(index, stride)), m)
    }

    #[inline(always)]
    unsafe fn load_uniform<T: Scalar>(p: NativePtr, at: i64) -> T {
        // SAFETY: the view's address and an index within it (proven, checked or promised by the kernel's author).
        unsafe { *p.at::<T>(at) }
    }

    #[inline(always)]
    unsafe fn load_lanes<T: Scalar>(p: NativePtr, at: i64, m: Option<I::Mask>) -> P<I, T> {
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
    unsafe fn gather<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        m: Option<I::Mask>,
    ) -> P<I, T> {
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
    unsafe fn load_uniform_pair<T: Scalar>(p: NativePtr, at: i64) -> [T; 2] {
        // SAFETY: the caller's promise.
        [unsafe { Self::load_uniform(p, 2 * at) }, unsafe {
            Self::load_uniform(p, 2 * at + 1)
        }]
    }

    #[inline(always)]
    unsafe fn gather_pair<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        m: Option<I::Mask>,
    ) -> [P<I, T>; 2] {
        let offset = I::offset_add(offset, offset);
        // SAFETY: the caller's promise.
        [unsafe { Self::gather::<T>(p, 2 * at, offset, m) }, unsafe {
            Self::gather::<T>(p, 2 * at + 1, offset, m)
        }]
    }

    #[inline(always)]
    unsafe fn load_ints<const N: usize>(p: NativePtr, at: i64) -> [i64; N] {
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

    #[inline(always)]
    unsafe fn load_row<T: Scalar>(p: NativePtr, at: i64, k: usize) -> T {
        // SAFETY: the caller's promise.
        unsafe { Self::load_uniform(p, at + k as i64) }
    }

    #[inline(always)]
    unsafe fn store_uniform<T: Scalar>(p: NativePtr, at: i64, v: T) {
        // SAFETY: as in `load_uniform`; no other thread touches the element.
        unsafe { *p.at::<T>(at) = v }
    }

    #[inline(always)]
    unsafe fn store_lanes<T: Scalar>(p: NativePtr, at: i64, v: P<I, T>, m: Option<I::Mask>) {
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
    unsafe fn scatter<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) {
        // Where only the values of the indices say that lanes lie side by side; on CPUs a scatter is a store a lane.
        let lanes = m.unwrap_or(I::mask_splat(true));
        if let Some(first) = I::consecutive(offset, lanes) {
            // SAFETY: the caller's promise.
            return unsafe { Self::store_lanes(p, at.wrapping_add(first), v, m) };
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
    unsafe fn store_uniform_pair<T: Scalar>(p: NativePtr, at: i64, v: [T; 2]) {
        // SAFETY: the caller's promise.
        unsafe { Self::store_uniform(p, 2 * at, v[0]) };
        // SAFETY: the caller's promise.
        unsafe { Self::store_uniform(p, 2 * at + 1, v[1]) };
    }

    #[inline(always)]
    unsafe fn scatter_pair<T: Scalar>(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: [P<I, T>; 2],
        m: Option<I::Mask>,
    ) {
        let offset = I::offset_add(offset, offset);
        // SAFETY: the caller's promise.
        unsafe { Self::scatter::<T>(p, 2 * at, offset, v[0], m) };
        // SAFETY: the caller's promise.
        unsafe { Self::scatter::<T>(p, 2 * at + 1, offset, v[1], m) };
    }

    #[inline(always)]
    unsafe fn load_cond(p: NativePtr, at: i64) -> bool {
        by_lane::load_bool(p.at(at))
    }

    #[inline(always)]
    unsafe fn gather_mask(p: NativePtr, at: i64, offset: I::Offset, m: Option<I::Mask>) -> I::Mask {
        by_lane::load_bools::<I>(p.at(at), offset, m)
    }

    #[inline(always)]
    unsafe fn store_cond(p: NativePtr, at: i64, v: bool) {
        by_lane::store_bool(p.at(at), v)
    }

    #[inline(always)]
    unsafe fn scatter_mask(
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: I::Mask,
        m: Option<I::Mask>,
    ) {
        by_lane::store_bools::<I>(p.at(at), offset, v, m)
    }

    #[inline(always)]
    unsafe fn load_small<S: Small>(p: NativePtr, at: i64) -> S::Wide {
        // SAFETY: as in `load_uniform`.
        let bits = unsafe { *p.at::<S::Bits>(at) }.widen();
        S::from_bits::<I>(P::<I, WideBits<S>>::splat(bits)).to_array()[0]
    }

    #[inline(always)]
    unsafe fn gather_small<S: Small>(
        p: NativePtr,
        at: i64,
        offset: Option<I::Offset>,
        m: Option<I::Mask>,
    ) -> P<I, S::Wide> {
        S::from_bits::<I>(by_lane::load_small::<S::Bits, I>(p.at(at), offset, m))
    }

    #[inline(always)]
    unsafe fn store_small<S: Small>(p: NativePtr, at: i64, v: S::Wide) {
        let bits = S::to_bits::<I>(P::<I, S::Wide>::splat(v)).to_array()[0];
        // SAFETY: as in `store_uniform`.
        unsafe { *p.at::<S::Bits>(at) = S::Bits::narrow(bits) }
    }

    #[inline(always)]
    unsafe fn scatter_small<S: Small>(
        p: NativePtr,
        at: i64,
        offset: Option<I::Offset>,
        v: P<I, S::Wide>,
        m: Option<I::Mask>,
    ) {
        by_lane::store_small::<S::Bits, I>(p.at(at), offset, S::to_bits::<I>(v), m)
    }

    #[inline(always)]
    unsafe fn atomic<T: Scalar>(
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
    unsafe fn atomic_compare_exchange<T: Scalar>(
        scope: Scope,
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        expected: P<I, T>,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) -> P<I, T> {
        by_lane::atomic_compare_exchange::<T, I>(scope, p.at::<T>(at), offset, [expected, v], m)
    }

    #[inline(always)]
    unsafe fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: NativePtr,
        at: i64,
        offset: I::Offset,
        v: P<I, T>,
        m: Option<I::Mask>,
    ) {
        // SAFETY: the caller's promise.
        unsafe { Self::atomic::<T>(op, scope, p, at, offset, v, m) };
    }

    #[inline(always)]
    fn advance<T: Stored>(p: NativePtr, components: usize, count: i64, size: i64) -> NativePtr {
        let scalars = count.wrapping_mul(size).wrapping_mul(components as i64);
        NativePtr(p.at::<T>(scalars).cast()).opaque()
    }

    inlined! {
        fn offset_lanes(stride: i64) -> I::Offset { I::offset_lanes(stride) }
        fn offset_of(index: P<I, i32>, stride: i64) -> I::Offset { I::offset_of(index, stride) }
        fn offset_of_long(index: P<I, i64>, stride: i64) -> I::Offset { I::offset_of_long(index, stride) }
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
    fn offset_tiled_of_long(index: P<I, i64>, width: usize, tile_stride: i64) -> I::Offset {
        let width = P::<I, i64>::splat(width as i64);
        let tile = P::<I, i64>::bin(Bin::Div, index, width);
        let within = P::<I, i64>::bin(Bin::Rem, index, width);
        I::offset_add(
            I::offset_of_long(tile, tile_stride),
            I::offset_of_long(within, 1),
        )
    }

    #[inline(always)]
    fn in_one_tile(base: i64, width: usize) -> bool {
        base as u64 % width as u64 + I::LANES as u64 <= width as u64
    }
}

/// Where a column begins, and how many numbers it is from one of its numbers to the next.
#[inline(always)]
fn column<T: Stored>(array: Column<T>) -> (NativePtr, i64) {
    let first = NativePtr(array.first().cast_mut().cast());
    (first, array.stride() as i64)
}

/// The lanes whose index is `k`.
#[inline(always)]
fn lanes_at<I: Isa>(index: P<I, i32>, k: usize) -> I::Mask {
    P::<I, i32>::cmp(Cmp::Eq, index, P::<I, i32>::splat(k as i32))
}
