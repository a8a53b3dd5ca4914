//! Comparisons, written `<`, `==` and so on in kernels.

use super::{
    Bool, Conv, IndexOf, IntOf, IntoInt, IntoVarying, Step, UniformBool, UniformInt, UniformOf,
    Varying,
};
use crate::{
    kernel::exec::{Exec, Float, Scalar},
    ops::{Bin, Cmp},
};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// `self op other`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared with `{R}`",
    note = "float literals have a point (`1.0`); convert with `as`, for example `i as f64`"
)]
pub trait Compare<R> {
    /// Kind of condition: comptime, uniform or varying.
    type Output;
    /// The condition.
    fn compare(self, op: Cmp, other: R) -> Self::Output;
}

impl<E: Exec, T: Scalar, R: IntoVarying<E, T>> Compare<R> for Varying<E, T> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: R) -> Bool<E> {
        Bool(E::cmp::<T>(op, self.0, o.into_varying().0))
    }
}
impl<E: Exec, T: Scalar> Compare<Varying<E, T>> for UniformOf<E, T> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: Varying<E, T>) -> Bool<E> {
        Bool(E::cmp::<T>(op, E::splat(self.0), o.0))
    }
}
impl<E: Exec, T: Scalar> Compare<UniformOf<E, T>> for UniformOf<E, T> {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: UniformOf<E, T>) -> UniformBool<E> {
        UniformBool(E::ucmp::<T>(op, self.0, o.0))
    }
}
impl<E: Exec, T: Float> Compare<f64> for UniformOf<E, T> {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: f64) -> UniformBool<E> {
        UniformBool(E::ucmp::<T>(op, self.0, E::lit(T::from_f64(o))))
    }
}
impl<E: Exec, T: Float> Compare<Varying<E, T>> for f64 {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: Varying<E, T>) -> Bool<E> {
        let a: Varying<E, T> = self.into_varying();
        a.compare(op, o)
    }
}
impl<E: Exec, T: Float> Compare<UniformOf<E, T>> for f64 {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: UniformOf<E, T>) -> UniformBool<E> {
        UniformBool(E::ucmp::<T>(op, E::lit(T::from_f64(self)), o.0))
    }
}
impl<E: Exec, R: UniformInt + IntoInt<E>> Compare<R> for IntOf<E> {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: R) -> UniformBool<E> {
        UniformBool(E::icmp(op, self.0, o.into_int().0))
    }
}
impl<E: Exec, S: Step, R: UniformInt + IntoInt<E>> Compare<R> for IndexOf<E, S> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: R) -> Bool<E> {
        Bool(E::lanes_cmp(op, self.base, self.step(), o.into_int().0))
    }
}
impl<E: Exec> Compare<Varying<E, i32>> for IntOf<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: Varying<E, i32>) -> Bool<E> {
        let a: Varying<E, i32> = self.into_varying();
        a.compare(op, o)
    }
}
impl<E: Exec, S: Step, S2: Step> Compare<IndexOf<E, S2>> for IndexOf<E, S> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: IndexOf<E, S2>) -> Bool<E> {
        let a: Varying<E, i32> = self.into_varying();
        a.compare(op, o)
    }
}
impl<E: Exec, S: Step> Compare<Varying<E, i32>> for IndexOf<E, S> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: Varying<E, i32>) -> Bool<E> {
        let a: Varying<E, i32> = self.into_varying();
        a.compare(op, o)
    }
}
impl<E: Exec, S: Step> Compare<IndexOf<E, S>> for IntOf<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn compare(self, op: Cmp, o: IndexOf<E, S>) -> Bool<E> {
        let a: Varying<E, i32> = self.into_varying();
        a.compare(op, o)
    }
}

macro_rules! comptime_left {
    ($($t:ty),*) => { $(
        impl<E: Exec> Compare<IntOf<E>> for $t {
            type Output = UniformBool<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: IntOf<E>) -> UniformBool<E> {
                UniformBool(E::icmp(op, E::int(self as i64), o.0))
            }
        }
        impl<E: Exec, S: Step> Compare<IndexOf<E, S>> for $t {
            type Output = Bool<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: IndexOf<E, S>) -> Bool<E> {
                let a: IntOf<E> = self.into_int();
                a.compare(op, o)
            }
        }
    )* };
}
comptime_left! { i32, usize }
macro_rules! literal_left {
    ($($a:ty: $b:ty;)*) => { $(
        impl<E: Exec> Compare<Varying<E, $b>> for $a {
            type Output = Bool<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: Varying<E, $b>) -> Bool<E> {
                let a: Varying<E, $b> = self.into_varying();
                a.compare(op, o)
            }
        }
    )* };
}
literal_left! { i32: i32; usize: i32; u32: u32; i64: i64; u64: u64; }
macro_rules! uniform_literals {
    ($($t:ident)*) => { $(
        impl<E: Exec> Compare<$t> for UniformOf<E, $t> {
            type Output = UniformBool<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: $t) -> UniformBool<E> {
                UniformBool(E::ucmp::<$t>(op, self.0, E::lit(o)))
            }
        }
        impl<E: Exec> Compare<UniformOf<E, $t>> for $t {
            type Output = UniformBool<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: UniformOf<E, $t>) -> UniformBool<E> {
                UniformBool(E::ucmp::<$t>(op, E::lit(self), o.0))
            }
        }
    )* };
}
uniform_literals! { i32 u32 i64 u64 }

/// An i32 that lanes share is an `Int` beside what indexes.
macro_rules! as_int {
    ($([$($g:tt)*] $b:ty => $out:ident;)*) => { $(
        impl<E: Exec, $($g)*> Compare<$b> for UniformOf<E, i32> {
            type Output = $out<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: $b) -> $out<E> {
                self.into_int().compare(op, o)
            }
        }
    )* };
}
as_int! { [] IntOf<E> => UniformBool; [S: Step] IndexOf<E, S> => Bool; }

/// Uniform integers and indices with those of 64 bits.
macro_rules! long {
    ($([$($g:tt)*] $a:ty, $b:ty => $out:ident $cmp:ident $value:ident;)*) => { $(
        impl<E: Exec, $($g)*> Compare<$b> for $a {
            type Output = $out<E>;
            #[inline(always)]
            fn compare(self, op: Cmp, o: $b) -> $out<E> {
                let (a, b): ($value<E, i64>, $value<E, i64>) = (self.conv(), o.conv());
                $out(E::$cmp::<i64>(op, a.0, b.0))
            }
        }
    )* };
}
long! {
    [] IntOf<E>, Varying<E, i64> => Bool cmp Varying;
    [S: Step] IndexOf<E, S>, Varying<E, i64> => Bool cmp Varying;
    [S: Step] IndexOf<E, S>, UniformOf<E, i64> => Bool cmp Varying;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S> => Bool cmp Varying;
    [] IntOf<E>, UniformOf<E, i64> => UniformBool ucmp UniformOf;
    [] UniformOf<E, i64>, IntOf<E> => UniformBool ucmp UniformOf;
}

macro_rules! comptime {
    ($($t:ty),*) => { $(
        impl Compare<$t> for $t {
            type Output = bool;
            #[inline(always)]
            fn compare(self, op: Cmp, o: $t) -> bool {
                match op {
                    Cmp::Lt => self < o,
                    Cmp::Le => self <= o,
                    Cmp::Gt => self > o,
                    Cmp::Ge => self >= o,
                    Cmp::Eq => self == o,
                    Cmp::Ne => self != o,
                }
            }
        }
    )* };
}
comptime! { i32, usize, u32, i64, u64, bool, f64 }

/// `&&`, `||` and `^` of conditions of any kind, both at hand.
#[diagnostic::on_unimplemented(message = "`{Self}` and `{R}` are not both conditions")]
pub trait Logic<R> {
    /// Kind of condition.
    type Output;
    /// The condition.
    fn logic(self, op: Bin, other: R) -> Self::Output;
}
impl<E: Exec> Logic<Bool<E>> for Bool<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: Bool<E>) -> Bool<E> {
        Bool(E::mbin(op, self.0, o.0))
    }
}
impl<E: Exec> Logic<UniformBool<E>> for UniformBool<E> {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: UniformBool<E>) -> UniformBool<E> {
        UniformBool(E::cbin(op, self.0, o.0))
    }
}
impl<E: Exec> Logic<Bool<E>> for UniformBool<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: Bool<E>) -> Bool<E> {
        Bool(E::mbin(op, E::mask(self.0), o.0))
    }
}
impl<E: Exec> Logic<UniformBool<E>> for Bool<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: UniformBool<E>) -> Bool<E> {
        Bool(E::mbin(op, self.0, E::mask(o.0)))
    }
}
impl<E: Exec> Logic<bool> for Bool<E> {
    type Output = Bool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: bool) -> Bool<E> {
        self.logic(op, UniformBool(E::cond(o)))
    }
}
impl<E: Exec> Logic<Bool<E>> for bool {
    type Output = Bool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: Bool<E>) -> Bool<E> {
        o.logic(op, self)
    }
}
impl<E: Exec> Logic<bool> for UniformBool<E> {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: bool) -> UniformBool<E> {
        self.logic(op, UniformBool(E::cond(o)))
    }
}
impl<E: Exec> Logic<UniformBool<E>> for bool {
    type Output = UniformBool<E>;
    #[inline(always)]
    fn logic(self, op: Bin, o: UniformBool<E>) -> UniformBool<E> {
        o.logic(op, self)
    }
}
impl Logic<bool> for bool {
    type Output = bool;
    #[inline(always)]
    fn logic(self, op: Bin, o: bool) -> bool {
        match op {
            Bin::And => self & o,
            Bin::Xor => self ^ o,
            _ => self | o,
        }
    }
}

/// `==`, `!=` and the order of conditions, false before true.
macro_rules! conditions {
    ($($t:ident)*) => { $(
        impl<E: Exec, R> Compare<R> for $t<E>
        where
            $t<E>: Logic<R>,
            <$t<E> as Logic<R>>::Output: Not<Output = <$t<E> as Logic<R>>::Output>,
        {
            type Output = <$t<E> as Logic<R>>::Output;
            #[inline(always)]
            fn compare(self, op: Cmp, o: R) -> Self::Output {
                match op {
                    Cmp::Eq => !self.logic(Bin::Xor, o),
                    Cmp::Ne => self.logic(Bin::Xor, o),
                    Cmp::Lt => (!self).logic(Bin::And, o),
                    Cmp::Le => (!self).logic(Bin::Or, o),
                    Cmp::Gt => !(!self).logic(Bin::Or, o),
                    Cmp::Ge => !(!self).logic(Bin::And, o),
                }
            }
        }
    )* };
}
conditions! { Bool UniformBool }

/// `&`, `|` and `^` of conditions.
macro_rules! bits {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        bits! { $tr $f $op: Bool UniformBool }
        bits! { $tr $f $op of bool: Bool UniformBool }
    )* };
    ($tr:ident $f:ident $op:ident: $($t:ident)*) => { $(
        impl<E: Exec, R> $tr<R> for $t<E>
        where
            $t<E>: Logic<R>,
        {
            type Output = <$t<E> as Logic<R>>::Output;
            #[inline(always)]
            fn $f(self, o: R) -> Self::Output {
                self.logic(Bin::$op, o)
            }
        }
    )* };
    ($tr:ident $f:ident $op:ident of bool: $($t:ident)*) => { $(
        impl<E: Exec> $tr<$t<E>> for bool {
            type Output = $t<E>;
            #[inline(always)]
            fn $f(self, o: $t<E>) -> $t<E> {
                o.logic(Bin::$op, self)
            }
        }
    )* };
}
bits! { BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; }
