//! The executor that records: every operation becomes a statement of a [`Program`](crate::ir::Program).
//!
//! A lane is a thread on a device, so one lane is recorded, its rank is part of every index, and masked code is a real
//! `if`: masks that arrive with an access are true where it stands. Methods are never inlined (three traces: 47 to 21 s of
//! compile time). Integer arithmetic is folded and shared as it is recorded.
//!
//! ```text
//! trace::begin("axpy", Shape::Range { rank: 1, right: false }, false);
//! let (x, info) = trace::buffer("x", 1, Ty::F64);   // arguments, in the order of the launch
//! let i = trace::builtin(Builtin::Work(0));
//! ...                                               // the body, through `Exec`
//! let program = trace::finish();
//! ```

mod builder;
mod fold;
mod forward;
mod program;
mod reduce;
mod repeat;
mod rows;
#[cfg(test)]
pub(crate) mod tests;

pub use program::{
    begin, begin_param, buffer, builtin, end_param, extent, finish, scalar, scratch_array, stride,
};
pub use repeat::{Loop, steps};

use crate::ir::{AccessKind, Builtin, Expr, Id, Stmt, Ty, Value};
use crate::{
    kernel::exec::{Coordinate, Exec, Scalar, Stored},
    ops::{AtomicOp, Bin, Cmp, Scope, Un},
};
use builder::{Builder, with};
use forward::{conditions, hot, hot_integers, rank_condition, ranks};
use std::panic::Location;

/// Records.
#[derive(Clone, Copy, Debug)]
pub struct Trace;

impl Exec for Trace {
    const LANES: usize = 1;
    const NATURAL_WIDTH: usize = 32;
    const SPLIT_COMPLEX: bool = false;
    const STREAM_AHEAD: bool = true;
    const CHECKS: bool = true;
    const CAN_CHECK: bool = true;

    type Var<T: Scalar> = Id;
    type Uni<T: Scalar> = Id;
    type Int = Id;
    type Offset = Id;
    type Mask = Id;
    type Cond = Id;
    type Ptr = Id;
    type Info = usize;
    type Team = ();
    type Range = Loop;

    // ---- varying values
    #[inline(never)]
    fn splat<T: Scalar>(a: Id) -> Id {
        a
    }
    #[inline(never)]
    fn bin<T: Scalar>(op: Bin, a: Id, b: Id) -> Id {
        with(|r| r.binary(T::TY, op, a, b))
    }
    hot! { add Add, sub Sub, mul Mul }
    #[inline(never)]
    fn fma<T: Scalar>(a: Id, b: Id, c: Id) -> Id {
        with(|r| r.fused(T::TY, Expr::Fma(a, b, c)))
    }
    #[inline(never)]
    fn fnma<T: Scalar>(a: Id, b: Id, c: Id) -> Id {
        with(|r| r.fused(T::TY, Expr::NegFma(a, b, c)))
    }
    #[inline(never)]
    fn fms<T: Scalar>(a: Id, b: Id, c: Id) -> Id {
        with(|r| r.fused(T::TY, Expr::FmaSub(a, b, c)))
    }
    #[inline(never)]
    fn un<T: Scalar>(op: Un, a: Id) -> Id {
        with(|r| r.unary(T::TY, op, a))
    }
    #[inline(never)]
    fn flip<T: Scalar>(a: Id, sign: Id) -> Id {
        with(|r| match r.program().as_constant(sign) {
            Some(s) if s as i32 >= 0 => a,
            Some(_) => r.unary(T::TY, Un::Neg, a),
            None => r.emit(T::TY, Expr::Flip(a, sign)),
        })
    }
    #[inline(never)]
    fn flip_lanes<T: Scalar>(a: Id, sign: Id) -> Id {
        Self::flip::<T>(a, sign)
    }
    #[inline(never)]
    fn cast<T: Scalar, U: Scalar>(a: Id) -> Id {
        with(|r| r.cast(U::TY, a))
    }
    #[inline(never)]
    fn cmp<T: Scalar>(op: Cmp, a: Id, b: Id) -> Id {
        with(|r| r.compare(op, a, b))
    }
    #[inline(never)]
    fn select<T: Scalar>(m: Id, a: Id, b: Id) -> Id {
        with(|r| r.select(T::TY, m, a, b))
    }
    #[inline(never)]
    fn lanes_to<T: Scalar>(base: Id, _step: Id) -> Id {
        with(|r| r.cast(T::TY, base))
    }
    #[inline(never)]
    fn lanes_bin(op: Bin, base: Id, _step: Id, b: Id) -> Id {
        Self::lanes_to::<i32>(Self::ibin(op, base, b), Self::int(0))
    }
    #[inline(never)]
    fn lanes_cmp(op: Cmp, base: Id, _step: Id, b: Id) -> Id {
        with(|r| r.compare(op, base, b))
    }
    #[inline(never)]
    fn fold<T: Scalar>(_op: Bin, a: Id, _mask: Option<Id>, _identity: T) -> Id {
        a
    }

    // ---- uniform values
    #[inline(never)]
    fn lit<T: Scalar>(x: T) -> Id {
        let bits = match T::TY {
            Ty::I32 => x.to_bits64() as i32 as i64 as u64,
            _ => x.to_bits64(),
        };
        with(|r| r.constant(T::TY, bits))
    }
    #[inline(never)]
    fn ubin<T: Scalar>(op: Bin, a: Id, b: Id) -> Id {
        Self::bin::<T>(op, a, b)
    }
    #[inline(never)]
    fn ufma<T: Scalar>(a: Id, b: Id, c: Id) -> Id {
        Self::fma::<T>(a, b, c)
    }
    #[inline(never)]
    fn uun<T: Scalar>(op: Un, a: Id) -> Id {
        Self::un::<T>(op, a)
    }
    #[inline(never)]
    fn ucmp<T: Scalar>(op: Cmp, a: Id, b: Id) -> Id {
        Self::cmp::<T>(op, a, b)
    }
    #[inline(never)]
    fn uselect<T: Scalar>(c: Id, a: Id, b: Id) -> Id {
        Self::select::<T>(c, a, b)
    }
    #[inline(never)]
    fn ucast<T: Scalar, U: Scalar>(a: Id) -> Id {
        Self::cast::<T, U>(a)
    }

    // ---- uniform integers
    #[inline(never)]
    fn int(x: i64) -> Id {
        with(|r| r.integer(Ty::Index, x))
    }
    #[inline(never)]
    fn ibin(op: Bin, a: Id, b: Id) -> Id {
        with(|r| r.binary(Ty::Index, op, a, b))
    }
    hot_integers! { iadd Add, isub Sub, imul Mul }
    #[inline(never)]
    fn int_equals(a: Id, x: i64) -> bool {
        with(|r| r.program().as_constant(a) == Some(x))
    }
    #[inline(never)]
    fn icmp(op: Cmp, a: Id, b: Id) -> Id {
        with(|r| r.compare(op, a, b))
    }
    #[inline(never)]
    fn iselect(c: Id, a: Id, b: Id) -> Id {
        with(|r| r.select(Ty::Index, c, a, b))
    }
    #[inline(never)]
    fn int_to<T: Scalar>(a: Id) -> Id {
        with(|r| r.cast(T::TY, a))
    }
    #[inline(never)]
    fn to_int<T: Scalar>(a: Id) -> Id {
        with(|r| r.cast(Ty::Index, a))
    }

    // ---- conditions
    #[inline(never)]
    fn mbin(op: Bin, a: Id, b: Id) -> Id {
        with(|r| r.binary(Ty::Bool, op, a, b))
    }
    #[inline(never)]
    fn mnot(a: Id) -> Id {
        with(|r| r.not(a))
    }
    #[inline(never)]
    fn mask(a: Id) -> Id {
        a
    }
    #[inline(never)]
    fn any(a: Id) -> Id {
        a
    }
    #[inline(never)]
    fn cond(x: bool) -> Id {
        with(|r| r.integer(Ty::Bool, i64::from(x)))
    }

    // ---- variables
    #[inline(never)]
    fn var<T: Scalar>(v: Id) -> Id {
        with(|r| r.declare(T::TY, v))
    }
    #[inline(never)]
    fn read<T: Scalar>(v: Id) -> Id {
        with(|r| r.read(T::TY, v))
    }
    #[inline(never)]
    fn assign<T: Scalar>(p: &mut Id, v: Id, _m: Option<Id>) {
        with(|r| r.assign(*p, v));
    }
    #[inline(never)]
    fn uvar<T: Scalar>(v: Id) -> Id {
        Self::var::<T>(v)
    }
    #[inline(never)]
    fn uread<T: Scalar>(v: Id) -> Id {
        Self::read::<T>(v)
    }
    #[inline(never)]
    fn uassign<T: Scalar>(p: &mut Id, v: Id) {
        Self::assign::<T>(p, v, None);
    }
    #[inline(never)]
    fn ivar(v: Id) -> Id {
        with(|r| r.declare(Ty::Index, v))
    }
    #[inline(never)]
    fn iread(v: Id) -> Id {
        with(|r| r.read(Ty::Index, v))
    }
    #[inline(never)]
    fn iassign(p: &mut Id, v: Id) {
        with(|r| r.assign(*p, v));
    }

    conditions! {}

    // ---- control flow
    #[inline(never)]
    fn enter(c: Id) -> bool {
        with(|r| r.enter(c))
    }
    #[inline(never)]
    fn enter_else(c: Id) -> bool {
        with(|r| r.enter_else(c))
    }
    #[inline(never)]
    fn enter_mask(c: Id, _outer: Option<Id>) -> (bool, Id) {
        (Self::enter(c), c)
    }
    #[inline(never)]
    fn enter_mask_else(c: Id, _outer: Option<Id>) -> (bool, Id) {
        (Self::enter_else(c), Self::mnot(c))
    }
    #[inline(never)]
    fn leave() {
        with(|r| r.leave());
    }
    #[inline(never)]
    fn range(lo: Id, hi: Id) -> Loop {
        steps(lo, hi, Self::int(1))
    }

    // ---- memory
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
            let index = |r: &mut Builder, c: &Coordinate<Self>| match c.varying {
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
    fn narrow(info: usize, dim: usize, at: Id, extent: Id) -> usize {
        with(|r| r.subview(info, dim, at, extent))
    }
    #[inline(never)]
    fn load_uniform<T: Scalar>(p: Id, at: Id) -> Id {
        with(|r| r.load(T::TY, T::TY, p, at))
    }
    #[inline(never)]
    fn load_lanes<T: Scalar>(p: Id, at: Id, _m: Option<Id>) -> Id {
        Self::load_uniform::<T>(p, at)
    }
    #[inline(never)]
    fn gather<T: Scalar>(p: Id, at: Id, offset: Id, _m: Option<Id>) -> Id {
        Self::load_uniform::<T>(p, Self::iadd(at, offset))
    }
    #[inline(never)]
    fn load_uniform_pair<T: Scalar>(p: Id, at: Id) -> [Id; 2] {
        with(|r| {
            let pair = T::TY.pair();
            let v = r.load(pair, pair, p, at);
            [r.component(v, 0), r.component(v, 1)]
        })
    }
    #[inline(never)]
    fn gather_pair<T: Scalar>(p: Id, at: Id, offset: Id, _m: Option<Id>) -> [Id; 2] {
        Self::load_uniform_pair::<T>(p, Self::iadd(at, offset))
    }
    #[inline(never)]
    fn load_ints<const N: usize>(p: Id, at: Id) -> [Id; N] {
        rows::ints(p, at)
    }
    #[inline(never)]
    fn load_row<T: Scalar>(p: Id, at: Id, k: usize) -> Id {
        rows::element::<T>(p, at, k)
    }
    #[inline(never)]
    fn store_uniform<T: Scalar>(p: Id, at: Id, v: Id) {
        with(|r| r.store(p, at, v));
    }
    #[inline(never)]
    fn store_lanes<T: Scalar>(p: Id, at: Id, v: Id, _m: Option<Id>) {
        Self::store_uniform::<T>(p, at, v);
    }
    #[inline(never)]
    fn scatter<T: Scalar>(p: Id, at: Id, offset: Id, v: Id, _m: Option<Id>) {
        Self::store_uniform::<T>(p, Self::iadd(at, offset), v);
    }
    #[inline(never)]
    fn store_uniform_pair<T: Scalar>(p: Id, at: Id, v: [Id; 2]) {
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
    fn scatter_pair<T: Scalar>(p: Id, at: Id, offset: Id, v: [Id; 2], _m: Option<Id>) {
        Self::store_uniform_pair::<T>(p, Self::iadd(at, offset), v);
    }
    #[inline(never)]
    fn atomic<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Id,
        at: Id,
        offset: Id,
        v: Id,
        _m: Option<Id>,
    ) -> Id {
        let offset = Self::iadd(at, offset);
        with(|r| {
            let old = r.program().value(T::TY, Value::Temporary);
            r.atomic(op, scope, p, offset, v, Some(old));
            old
        })
    }
    #[inline(never)]
    fn atomic_drop<T: Scalar>(
        op: AtomicOp,
        scope: Scope,
        p: Id,
        at: Id,
        offset: Id,
        v: Id,
        _m: Option<Id>,
    ) {
        let offset = Self::iadd(at, offset);
        with(|r| r.atomic(op, scope, p, offset, v, None));
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
    fn segment(p: Id, at: Id, rows: usize) -> Id {
        rows::segment(p, at, rows)
    }

    // ---- varying offsets
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
    fn in_one_tile(_base: Id, _width: usize) -> bool {
        true
    }

    // ---- teams
    #[inline(never)]
    fn barrier(_: ()) {
        with(|r| r.push(Stmt::Barrier));
    }
    ranks! { league_rank LeagueRank, league_size LeagueSize, team_rank TeamRank, team_size TeamSize, vector_length VectorLength }
    #[inline(never)]
    fn thread_range(_: (), lo: Id, hi: Id) -> Loop {
        steps(
            Self::iadd(lo, builtin(Builtin::TeamRank)),
            hi,
            builtin(Builtin::TeamSize),
        )
    }
    #[inline(never)]
    fn lanes(_: ()) -> Loop {
        Loop::once(builtin(Builtin::LaneRank))
    }
    #[inline(never)]
    fn vector_range(_: (), n: Id) -> Loop {
        steps(
            builtin(Builtin::LaneRank),
            n,
            builtin(Builtin::VectorLength),
        )
    }
    #[inline(never)]
    fn team_vector_range(_: (), n: Id) -> Loop {
        let length = builtin(Builtin::VectorLength);
        let first = Self::iadd(
            Self::imul(builtin(Builtin::TeamRank), length),
            builtin(Builtin::LaneRank),
        );
        steps(first, n, Self::imul(builtin(Builtin::TeamSize), length))
    }
    #[inline(never)]
    fn vector_tail(_: (), _n: Id) -> Option<(Id, Id)> {
        None
    }
    #[inline(never)]
    fn scratch<T: Stored>(_: (), label: &'static str, n: usize) -> (Id, usize) {
        scratch_array(label, T::TY, n, false)
    }
    #[inline(never)]
    fn tile_width(_: (), width: usize) -> usize {
        with(|r| r.program().tile_widths.push(width));
        width
    }
    #[inline(never)]
    fn enter_per_thread(_: ()) -> bool {
        Self::enter(rank_condition(&[Builtin::LaneRank]))
    }
    #[inline(never)]
    fn enter_per_team(_: ()) -> bool {
        Self::enter(rank_condition(&[Builtin::LaneRank, Builtin::TeamRank]))
    }
    #[inline(never)]
    fn vector_reduce<T: Scalar>(_: (), op: Bin, a: Id) -> Id {
        reduce::vector::<T>(op, a)
    }
    #[inline(never)]
    fn team_reduce<T: Scalar>(_: (), op: Bin, a: Id) -> Id {
        reduce::team::<T>(op, a)
    }
}
