//! Accesses are announced, then recorded.

use super::{
    Trace,
    builder::{Builder, with},
    forward::conditions_in_memory,
    local, rows,
};
use crate::{
    ir::{AccessKind, Id, Stmt, Ty, Value},
    kernel::exec::{
        Access, Column, Coordinate, LocalPlace, Memory, Scalar, Small, SmallInteger, Stored, Values,
    },
    ops::{AtomicOp, Bin, Scope},
};
use std::panic::Location;

impl Memory for Trace {
    const SPLIT_COMPLEX: bool = false;
    const STREAM_AHEAD: bool = true;
    const CHECKS: bool = true;
    const CAN_CHECK: bool = true;
    type Offset = Id;
    type Ptr = Id;
    type Info = usize;
    conditions_in_memory! {}
    #[inline(never)]
    #[track_caller]
    fn access<const R: usize>(
        info: usize,
        _check: bool,
        at: [Coordinate<Self>; R],
        mask: Option<Id>,
    ) -> Option<Id> {
        let location = Location::caller();
        with(|r| {
            let index = |r: &mut Builder, c: &Coordinate<Self>| match c.varying.or(c.long) {
                Some(v) => r.cast(Ty::Index, v),
                None => c.base,
            };
            let indices = at.iter().map(|c| index(r, c)).collect();
            let extents = at.iter().map(|c| c.extent).collect();
            r.announce(info, indices, extents, location);
        });
        mask
    }
    #[inline(never)]
    #[track_caller]
    fn perform<A: Access>(access: A) -> A::Output {
        access.perform()
    }
    #[inline(never)]
    fn narrow(info: usize, dim: usize, at: Id, extent: Id) -> usize {
        with(|r| r.subview(info, dim, at, extent))
    }
    #[inline(never)]
    unsafe fn load_uniform<T: Scalar>(p: Id, at: Id) -> Id {
        with(|r| r.load(T::TY, T::TY, p, at))
    }
    #[inline(never)]
    unsafe fn load_lanes<T: Scalar>(p: Id, at: Id, _m: Option<Id>) -> Id {
        // SAFETY: recording touches no memory.
        unsafe { Self::load_uniform::<T>(p, at) }
    }
    #[inline(never)]
    unsafe fn gather<T: Scalar>(p: Id, at: Id, offset: Id, _m: Option<Id>) -> Id {
        // SAFETY: recording touches no memory.
        unsafe { Self::load_uniform::<T>(p, Self::iadd(at, offset)) }
    }
    #[inline(never)]
    unsafe fn load_uniform_pair<T: Scalar>(p: Id, at: Id) -> [Id; 2] {
        with(|r| {
            let pair = T::TY.pair();
            let v = r.load(pair, pair, p, at);
            [r.component(v, 0), r.component(v, 1)]
        })
    }
    #[inline(never)]
    unsafe fn gather_pair<T: Scalar>(p: Id, at: Id, offset: Id, _m: Option<Id>) -> [Id; 2] {
        // SAFETY: recording touches no memory.
        unsafe { Self::load_uniform_pair::<T>(p, Self::iadd(at, offset)) }
    }
    #[inline(never)]
    unsafe fn load_ints<const N: usize>(p: Id, at: Id) -> [Id; N] {
        rows::ints(p, at)
    }
    #[inline(never)]
    unsafe fn load_row<T: Scalar>(p: Id, at: Id, k: usize) -> Id {
        rows::element::<T>(p, at, k)
    }
    #[inline(never)]
    unsafe fn store_uniform<T: Scalar>(p: Id, at: Id, v: Id) {
        with(|r| r.store(p, at, v));
    }
    #[inline(never)]
    unsafe fn store_lanes<T: Scalar>(p: Id, at: Id, v: Id, _m: Option<Id>) {
        // SAFETY: recording touches no memory.
        unsafe { Self::store_uniform::<T>(p, at, v) };
    }
    #[inline(never)]
    unsafe fn scatter<T: Scalar>(p: Id, at: Id, offset: Id, v: Id, _m: Option<Id>) {
        // SAFETY: recording touches no memory.
        unsafe { Self::store_uniform::<T>(p, Self::iadd(at, offset), v) };
    }
    #[inline(never)]
    unsafe fn store_uniform_pair<T: Scalar>(p: Id, at: Id, v: [Id; 2]) {
        with(|r| {
            let access = r.consume(p, AccessKind::Write);
            r.push(Stmt::StorePair {
                ptr: p,
                offset: at,
                value: v,
                access,
            });
        });
    }
    #[inline(never)]
    unsafe fn scatter_pair<T: Scalar>(p: Id, at: Id, offset: Id, v: [Id; 2], _m: Option<Id>) {
        // SAFETY: recording touches no memory.
        unsafe { Self::store_uniform_pair::<T>(p, Self::iadd(at, offset), v) };
    }
    #[inline(never)]
    unsafe fn load_small<S: Small>(p: Id, at: Id) -> Id {
        with(|r| {
            let small = r.load(S::TY, S::TY, p, at);
            r.cast(S::Wide::TY, small)
        })
    }
    #[inline(never)]
    unsafe fn gather_small<S: Small>(p: Id, at: Id, offset: Option<Id>, _m: Option<Id>) -> Id {
        let at = offset.map_or(at, |offset| Self::iadd(at, offset));
        // SAFETY: recording touches no memory.
        unsafe { Self::load_small::<S>(p, at) }
    }
    #[inline(never)]
    unsafe fn store_small<S: Small>(p: Id, at: Id, v: Id) {
        with(|r| {
            let small = r.cast(S::TY, v);
            r.store(p, at, small);
        });
    }
    #[inline(never)]
    unsafe fn scatter_small<S: Small>(p: Id, at: Id, offset: Option<Id>, v: Id, _m: Option<Id>) {
        let at = offset.map_or(at, |offset| Self::iadd(at, offset));
        // SAFETY: recording touches no memory.
        unsafe { Self::store_small::<S>(p, at, v) };
    }
    #[inline(never)]
    unsafe fn atomic<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Id,
        at: Id,
        offset: Id,
        v: Id,
        _m: Option<Id>,
    ) -> Id {
        update::<T>(op, scope, [p, Self::iadd(at, offset)], v, None)
    }
    #[inline(never)]
    unsafe fn atomic_compare_exchange<T: Scalar>(
        scope: Scope,
        p: Id,
        at: Id,
        offset: Id,
        expected: Id,
        v: Id,
        _m: Option<Id>,
    ) -> Id {
        let place = [p, Self::iadd(at, offset)];
        update::<T>(AtomicOp::CompareExchange, scope, place, v, Some(expected))
    }
    #[inline(never)]
    unsafe fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Id,
        at: Id,
        offset: Id,
        v: Id,
        _m: Option<Id>,
    ) {
        let offset = Self::iadd(at, offset);
        with(|r| r.atomic(op, scope, [p, offset], v, None, None));
    }
    #[inline(never)]
    fn advance<T: Stored>(p: Id, components: usize, count: Id, size: Id) -> Id {
        with(|r| {
            let (ty, scalars) = match components {
                2 if T::TY.is_float() => (T::TY.pair(), 1),
                n => (T::TY, n),
            };
            let scalars = r.integer(Ty::Index, scalars as i64);
            let size = r.binary(Ty::Index, Bin::Mul, size, scalars);
            r.advance(ty, p, count, size)
        })
    }
    #[inline(never)]
    fn check_local(_: &LocalPlace<Self>, _: Option<Id>) {}
    #[inline(never)]
    unsafe fn load_local<T: Scalar>(
        first: *const Id,
        len: usize,
        place: &LocalPlace<Self>,
        _m: Option<Id>,
    ) -> Id {
        // SAFETY: the caller's array.
        let elements = unsafe { elements(first, len, place.stride) };
        local::load(elements, T::TY, place)
    }
    #[inline(never)]
    unsafe fn store_local<T: Scalar>(
        first: *mut Id,
        len: usize,
        place: &LocalPlace<Self>,
        v: Id,
        _m: Option<Id>,
    ) {
        // SAFETY: the caller's array.
        let elements = unsafe { elements(first, len, place.stride) };
        local::store(elements, T::TY, place, v);
    }
    #[inline(never)]
    unsafe fn load_local_mask(first: *const Id, len: usize, place: &LocalPlace<Self>) -> Id {
        // SAFETY: the caller's array.
        let elements = unsafe { elements(first, len, place.stride) };
        local::load(elements, Ty::Bool, place)
    }
    #[inline(never)]
    unsafe fn store_local_mask(
        first: *mut Id,
        len: usize,
        place: &LocalPlace<Self>,
        v: Id,
        _m: Option<Id>,
    ) {
        // SAFETY: the caller's array.
        let elements = unsafe { elements(first, len, place.stride) };
        local::store(elements, Ty::Bool, place, v);
    }
    #[inline(never)]
    unsafe fn load_shared_constant<T: Scalar>(array: Column<T>, place: &LocalPlace<Self>) -> Id {
        constant(array.iter(), place)
    }
    #[inline(never)]
    unsafe fn load_constant<T: Scalar>(
        array: Column<T>,
        place: &LocalPlace<Self>,
        _m: Option<Id>,
    ) -> Id {
        constant(array.iter(), place)
    }
    #[inline(never)]
    unsafe fn load_shared_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
    ) -> Id {
        constant(array.iter().map(S::widen), place)
    }
    #[inline(never)]
    unsafe fn load_small_constant<S: SmallInteger>(
        array: Column<S>,
        place: &LocalPlace<Self>,
        _m: Option<Id>,
    ) -> Id {
        constant(array.iter().map(S::widen), place)
    }
    #[inline(never)]
    fn segment(p: Id, at: Id, rows: usize) -> Id {
        rows::segment(p, at, rows)
    }
    #[inline(never)]
    fn offset_lanes(_stride: Id) -> Id {
        Self::int(0)
    }
    #[inline(never)]
    fn offset_of(index: Id, stride: Id) -> Id {
        let index = Self::to_int::<i32>(index);
        Self::imul(index, stride)
    }
    #[inline(never)]
    fn offset_of_long(index: Id, stride: Id) -> Id {
        Self::offset_of(index, stride)
    }
    #[inline(never)]
    fn offset_add(a: Id, b: Id) -> Id {
        Self::iadd(a, b)
    }
    #[inline(never)]
    fn offset_tiled(base: Id, _step: Id, width: usize, tile_stride: Id) -> Id {
        let width = Self::int(width as i64);
        let tile = Self::imul(Self::ibin(Bin::Div, base, width), tile_stride);
        Self::iadd(tile, Self::ibin(Bin::Rem, base, width))
    }
    #[inline(never)]
    fn offset_tiled_of(index: Id, width: usize, tile_stride: Id) -> Id {
        Self::offset_tiled(Self::to_int::<i32>(index), index, width, tile_stride)
    }
    #[inline(never)]
    fn offset_tiled_of_long(index: Id, width: usize, tile_stride: Id) -> Id {
        Self::offset_tiled_of(index, width, tile_stride)
    }
    #[inline(never)]
    fn in_one_tile(_base: Id, _width: usize) -> bool {
        true
    }
}

/// What the elements of a local array are, `stride` bytes apart.
///
/// # Safety
/// `first` is the first of `len` elements of a whole array, and valid for reads of all.
unsafe fn elements(first: *const Id, len: usize, stride: usize) -> Vec<Id> {
    // SAFETY: the caller's promise.
    let element = |k| unsafe { *first.byte_add(k * stride) };
    (0..len).map(element).collect()
}

/// Records an atomic update of an element, by its address and offset; gives the value before.
fn update<T: Scalar>(
    op: AtomicOp,
    scope: Scope,
    place: [Id; 2],
    v: Id,
    expected: Option<Id>,
) -> Id {
    with(|r| {
        let old = r.program().value(T::TY, Value::Temporary);
        r.atomic(op, scope, place, v, expected, Some(old));
        old
    })
}

/// The one of these numbers at the place; each lane is a thread, which has its own.
fn constant<T: Scalar>(numbers: impl Iterator<Item = T>, place: &LocalPlace<Trace>) -> Id {
    local::load(numbers.map(Trace::lit).collect(), T::TY, place)
}
