//! Literals that read back exactly.

use super::Dialect;
use crate::ir::Ty;

/// A constant of type `ty` from its bits; negative ones in parentheses.
pub(super) fn literal(dialect: &Dialect, ty: Ty, bits: u64) -> String {
    match ty {
        Ty::F32 => f32_literal(f32::from_bits(bits as u32)),
        Ty::F64 => f64_literal(dialect, f64::from_bits(bits)),
        Ty::Bool => if bits == 0 { "false" } else { "true" }.into(),
        Ty::U32 => format!("{}u", bits as u32),
        Ty::U64 => format!("{bits}u{}", dialect.i64_suffix),
        Ty::I64 => long(dialect, bits as i64),
        _ => integer(dialect, bits as i64),
    }
}

/// Is it printed as a literal, and no call?
pub(super) fn is_literal(ty: Ty, bits: u64) -> bool {
    match ty {
        Ty::F32 => f32::from_bits(bits as u32).is_finite(),
        Ty::F64 => f64::from_bits(bits).is_finite(),
        _ => true,
    }
}

/// A signed integer of 64 bits.
fn long(dialect: &Dialect, x: i64) -> String {
    match x {
        i64::MIN => integer(dialect, x),
        _ => parenthesised(format!("{x}{}", dialect.i64_suffix), x < 0),
    }
}

/// A signed integer, 64 bits wide only where it must be.
pub(super) fn integer(dialect: &Dialect, x: i64) -> String {
    match x {
        i64::MIN => format!("(-{}{} - 1)", i64::MAX, dialect.i64_suffix),
        _ if x == i64::from(i32::MIN) => format!("({} - 1)", x + 1),
        _ if i32::try_from(x).is_err() && x < 0 => format!("({x}{})", dialect.i64_suffix),
        _ if i32::try_from(x).is_err() => format!("{x}{}", dialect.i64_suffix),
        _ if x < 0 => format!("({x})"),
        _ => x.to_string(),
    }
}

fn f32_literal(x: f32) -> String {
    if !x.is_finite() {
        return format!("px_bits_f32(0x{:08x}u)", x.to_bits());
    }
    parenthesised(format!("{x:?}f"), x.is_sign_negative())
}

fn f64_literal(dialect: &Dialect, x: f64) -> String {
    if !x.is_finite() {
        return format!("px_bits_f64(0x{:016x}u{})", x.to_bits(), dialect.i64_suffix);
    }
    parenthesised(format!("{x:?}"), x.is_sign_negative())
}

fn parenthesised(text: String, negative: bool) -> String {
    if negative { format!("({text})") } else { text }
}
