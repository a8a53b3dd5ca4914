//! Literals where the type of the value is known: `let c: f32 = if is_hot { 0.9 } else { 0.2 };`.

use super::{Complex, Conv, IndexOf, IntOf, Step, UniformOf, Variant, Varying};
use crate::kernel::exec::{Exec, Float};
use std::ops::Mul;

/// A literal where a `To` is needed. All lanes share it, so that a choice by what they share stays one.
#[diagnostic::on_unimplemented(
    message = "a literal of type `{Self}` where a `{To}` is needed",
    note = "float literals have a point (`1.0`)"
)]
pub trait Literal<To, E: Exec> {
    /// The literal in a kernel.
    type Value;
    /// The value.
    fn value(self) -> Self::Value;
}

/// A literal where a `To` is needed.
#[inline(always)]
pub fn literal<E: Exec, To, L: Literal<To, E>>(x: L) -> L::Value {
    x.value()
}

/// A literal for a variable, or for an element of a view.
#[inline(always)]
pub fn literal_for<E: Exec, P, L: Literal<P, E>>(_: impl Fn() -> P, x: L) -> L::Value {
    x.value()
}

/// What an integer has its type from that it is an operand with.
#[diagnostic::on_unimplemented(
    message = "an integer is no operand with `{Self}`",
    note = "float literals have a point (`1.0`); convert with `as`, for example `i as f64`"
)]
pub trait Beside {
    /// The integer's type.
    type Number;
}

/// An integer beside a value.
#[inline(always)]
pub fn beside<V: Beside>(_: &V, x: V::Number) -> V::Number {
    x
}

/// An integer beside a product.
#[inline(always)]
pub fn beside_product<A: Mul<B, Output: Beside>, B>(
    _: &A,
    _: &B,
    x: <A::Output as Beside>::Number,
) -> <A::Output as Beside>::Number {
    x
}

macro_rules! integers {
    ($([$($g:tt)*] $t:ty => $number:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Beside for $t {
            type Number = $number;
        }
    )* };
}
integers! {
    [] i32 => i32;
    [] u32 => u32;
    [] i64 => i64;
    [] u64 => u64;
    [] usize => usize;
    [] u8 => u8;
    [] i8 => i8;
    [] u16 => u16;
    [] i16 => i16;
    [] isize => isize;
    [E: Exec] IntOf<E> => i32;
    [E: Exec, S: Step] IndexOf<E, S> => i32;
    [E: Exec] Varying<E, i32> => i32;
    [E: Exec] Varying<E, u32> => u32;
    [E: Exec] Varying<E, i64> => i64;
    [E: Exec] Varying<E, u64> => u64;
    [E: Exec] UniformOf<E, i32> => i32;
    [E: Exec] UniformOf<E, u32> => u32;
    [E: Exec] UniformOf<E, i64> => i64;
    [E: Exec] UniformOf<E, u64> => u64;
    // which it has no operators with: that is said once
    [V, N] Variant<V, N> => i32;
}

/// A literal in an array with a value.
#[inline(always)]
pub fn alike<V, L: Conv<V>>(_: &V, x: L) -> V {
    x.conv()
}

macro_rules! literals {
    ($([$($g:tt)*] $t:ty => $to:ty: $value:ty, $f:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, $($g)*> Literal<$to, E> for $t {
            type Value = $value;
            #[inline(always)]
            fn value(self) -> $value {
                let f: fn($t) -> $value = $f;
                f(self)
            }
        }
    )* };
}
literals! {
    [T: Float] f64 => Varying<E, T>: UniformOf<E, T>, |x| UniformOf(E::lit(T::from_f64(x)));
    [T: Float] f64 => UniformOf<E, T>: UniformOf<E, T>, |x| UniformOf(E::lit(T::from_f64(x)));
    [R] f64 => Complex<R>: f64, |x| x;
    [] f32 => Varying<E, f32>: UniformOf<E, f32>, |x| UniformOf(E::lit(x));
    [] f32 => UniformOf<E, f32>: UniformOf<E, f32>, |x| UniformOf(E::lit(x));
    [] i32 => Varying<E, i32>: i32, |x| x;
    [] i32 => UniformOf<E, i32>: i32, |x| x;
    [] i32 => IntOf<E>: i32, |x| x;
    [S: Step] i32 => IndexOf<E, S>: i32, |x| x;
    [] u32 => Varying<E, u32>: u32, |x| x;
    [] u32 => UniformOf<E, u32>: u32, |x| x;
    [] i64 => Varying<E, i64>: i64, |x| x;
    [] i64 => UniformOf<E, i64>: i64, |x| x;
    [] u64 => Varying<E, u64>: u64, |x| x;
    [] u64 => UniformOf<E, u64>: u64, |x| x;
    [] usize => usize: usize, |x| x;
}

/// An element of a local array.
impl<E: Exec, V, L: Literal<V, E>, const N: usize> Literal<[V; N], E> for L {
    type Value = L::Value;
    #[inline(always)]
    fn value(self) -> L::Value {
        Literal::<V, E>::value(self)
    }
}
