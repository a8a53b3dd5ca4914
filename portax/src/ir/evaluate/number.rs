//! Numbers and operations on them.

use super::Bits;
use crate::{
    ir::Ty,
    ops::{Bin, Cmp, Un},
};
use half::{bf16, f16};

/// A scalar as a number. Each f32 is an f64, and so is what an operation gives, before it is rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    /// Of an integer, an index or a condition: any 64-bit one, signed or not
    Int(i128),
    /// Of a float
    Float(f64),
}
use Number::{Float, Int};

impl Number {
    /// The number with these bits.
    pub(crate) fn from_bits(ty: Ty, bits: Bits) -> Number {
        match ty {
            Ty::F32 => Float(f32::from_bits(bits as u32).into()),
            Ty::F64 => Float(f64::from_bits(bits as u64)),
            Ty::F16 => Float(f16::from_bits(bits as u16).into()),
            Ty::BF16 => Float(bf16::from_bits(bits as u16).into()),
            Ty::I32 => Int((bits as i32).into()),
            Ty::U32 => Int((bits as u32).into()),
            Ty::U64 => Int((bits as u64).into()),
            Ty::I8 => Int((bits as i8).into()),
            Ty::U8 => Int((bits as u8).into()),
            Ty::I16 => Int((bits as i16).into()),
            Ty::U16 => Int((bits as u16).into()),
            _ => Int((bits as i64).into()),
        }
    }

    /// The bits of this number as a `ty`, converted as by Rust's `as`: from floats saturating, NaN gives 0, integers wrap.
    pub(crate) fn to_bits(self, ty: Ty) -> Bits {
        match (self, ty) {
            // programs make these of f32 alone
            (Float(x), Ty::F16) => f16::from_f32(x as f32).to_bits().into(),
            (Float(x), Ty::BF16) => bf16::from_f32(x as f32).to_bits().into(),
            (Float(x), Ty::F32) => (x as f32).to_bits().into(),
            (Int(x), Ty::F32) => (x as f32).to_bits().into(),
            (Float(x), Ty::F64) => x.to_bits().into(),
            (Int(x), Ty::F64) => (x as f64).to_bits().into(),
            (Float(x), Ty::U32) => (x as u32).into(),
            (Float(x), Ty::I64) => (x as i64 as u64).into(),
            (Float(x), Ty::U64) => (x as u64).into(),
            (Float(x), _) => Int((x as i32).into()).to_bits(ty),
            (Int(x), Ty::Bool) => (x != 0).into(),
            (Int(x), Ty::I8 | Ty::U8) => (x as u8).into(),
            (Int(x), Ty::I16 | Ty::U16) => (x as u16).into(),
            (Int(x), Ty::I32 | Ty::U32) => (x as u32).into(),
            (Int(x), _) => (x as u64).into(),
        }
    }
}

/// `op a`; what a type has no such operation for stays as it is.
pub(super) fn unary(ty: Ty, op: Un, a: Number) -> Number {
    match (op, a) {
        (Un::Neg, Int(x)) => Int(integer(Bin::Sub, ty, 0, x)),
        (Un::Abs, Int(x)) if x < 0 => Int(integer(Bin::Sub, ty, 0, x)),
        (Un::Not, Int(x)) if ty == Ty::Bool => Int(x ^ 1),
        (Un::Not, Int(x)) => Int(!x),
        (op, Float(x)) => Float(op.of_float(x).unwrap_or(x)),
        (_, same) => same,
    }
}

/// `a op b`. Sums, products and quotients of f32 have the same bits after the rounding to f64 in between.
pub(super) fn binary(ty: Ty, op: Bin, a: Number, b: Number) -> Number {
    match (a, b) {
        (Int(a), Int(b)) => Int(integer(op, ty, a, b)),
        (Float(a), Float(b)) => Float(op.of_floats(a, b).unwrap_or(f64::NAN)),
        (a, _) => a,
    }
}

/// `a op b` in the integer type `ty`, as every executor computes it.
pub(crate) fn integer(op: Bin, ty: Ty, a: i128, b: i128) -> i128 {
    let low = |x: i128| i128::from(x as i32);
    let shift = b as u32 & (ty.bits() - 1);
    let exact = match op {
        Bin::Add => a + b,
        Bin::Sub => a - b,
        Bin::Mul => a.wrapping_mul(b),
        Bin::Div => a.checked_div(b).unwrap_or(0),
        Bin::Rem => a.checked_rem(b).unwrap_or(0),
        Bin::Min => a.min(b),
        Bin::Max => a.max(b),
        Bin::And => a & b,
        Bin::Or => a | b,
        Bin::Xor => a ^ b,
        Bin::Shl => a << shift,
        Bin::Shr if ty == Ty::Index => low(a) >> shift,
        Bin::Shr => a >> shift,
        // functions of floats
        _ => 0,
    };
    let is_bits = matches!(op, Bin::And | Bin::Or | Bin::Xor | Bin::Shl);
    match ty {
        Ty::I32 => low(exact),
        Ty::U32 => (exact as u32).into(),
        Ty::U64 => (exact as u64).into(),
        Ty::Index if is_bits => low(exact),
        _ => (exact as i64).into(),
    }
}

/// Compares numbers of one type.
pub(crate) fn compare(op: Cmp, a: Number, b: Number) -> bool {
    let order = match (a, b) {
        (Int(a), Int(b)) => Some(a.cmp(&b)),
        (Float(a), Float(b)) => a.partial_cmp(&b),
        _ => None,
    };
    match op {
        Cmp::Lt => order.is_some_and(|o| o.is_lt()),
        Cmp::Le => order.is_some_and(|o| o.is_le()),
        Cmp::Gt => order.is_some_and(|o| o.is_gt()),
        Cmp::Ge => order.is_some_and(|o| o.is_ge()),
        Cmp::Eq => order.is_some_and(|o| o.is_eq()),
        Cmp::Ne => order.is_none_or(|o| o.is_ne()),
    }
}

/// `a * b + c`, one rounding.
pub(super) fn fused(ty: Ty, a: Number, b: Number, c: Number) -> Number {
    match (ty, a, b, c) {
        (Ty::F32, Float(a), Float(b), Float(c)) => {
            Float((a as f32).mul_add(b as f32, c as f32).into())
        }
        (_, Float(a), Float(b), Float(c)) => Float(a.mul_add(b, c)),
        _ => binary(ty, Bin::Add, binary(ty, Bin::Mul, a, b), c),
    }
}
