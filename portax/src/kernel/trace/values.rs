//! Values are recorded as expressions.

use super::{
    Trace,
    builder::with,
    forward::{conditions, hot, hot_integers},
};
use crate::{
    ir::{Expr, Id, Ty},
    kernel::{
        exec::{Scalar, Values},
        simd::math::{Function, Function2},
    },
    ops::{Bin, Cmp, Un},
};
use std::panic::Location;

impl Values for Trace {
    const LANES: usize = 1;
    const NATURAL_WIDTH: usize = 32;
    type Var<T: Scalar> = Id;
    type Uni<T: Scalar> = Id;
    type Int = Id;
    type Long = Option<Id>;
    type Mask = Id;
    type Cond = Id;
    #[inline(never)]
    fn no_long() -> Option<Id> {
        None
    }
    #[inline(never)]
    fn long(index: Id) -> (Id, Option<Id>) {
        (Self::int(0), Some(index))
    }
    #[inline(never)]
    fn splat<T: Scalar>(a: Id) -> Id {
        a
    }
    #[inline(never)]
    fn first_lane<T: Scalar>(a: Id) -> Id {
        a
    }
    #[inline(never)]
    fn made_of_indices(v: Id, at: &'static Location<'static>) {
        with(|r| r.program().made_of_indices.push((v, at)))
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
    fn function<T: Scalar, F: Function>(a: Id) -> Id {
        Self::un::<T>(F::OP, a)
    }
    #[inline(never)]
    fn function2<T: Scalar, F: Function2>(a: Id, b: Id) -> Id {
        Self::bin::<T>(F::OP, a, b)
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
    fn bits<T: Scalar, U: Scalar>(a: Id) -> Id {
        if T::TY == U::TY {
            return a;
        }
        with(|r| r.unary(U::TY, Un::Bits, a))
    }
    #[inline(never)]
    fn ubits<T: Scalar, U: Scalar>(a: Id) -> Id {
        Self::bits::<T, U>(a)
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
        // of a product the bounds say how large it is
        if op == Bin::Shl
            && let Some(distance @ 0..=30) = with(|r| r.program().as_constant(b))
        {
            return Self::mul::<i32>(
                Self::lanes_to::<i32>(base, Self::int(0)),
                Self::lit(1 << distance),
            );
        }
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
    fn ufunction<T: Scalar, F: Function>(a: Id) -> Id {
        Self::function::<T, F>(a)
    }
    #[inline(never)]
    fn ufunction2<T: Scalar, F: Function2>(a: Id, b: Id) -> Id {
        Self::function2::<T, F>(a, b)
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
    #[inline(never)]
    fn int(x: i64) -> Id {
        with(|r| r.integer(Ty::Index, x))
    }
    #[inline(never)]
    fn ibin(op: Bin, a: Id, b: Id) -> Id {
        with(|r| r.binary(Ty::Index, op, a, b))
    }
    /// As a minimum, which decides comparisons with larger constants.
    #[inline(never)]
    fn at_most(a: Id, limit: i64) -> Id {
        Self::ibin(Bin::Min, a, Self::int(limit))
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
}
