//! `+ - * / %`, bit operations, negation and the methods of numbers.

use super::{
    Bool, Cast, IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, SharedInt, Step, UniformBool,
    UniformInt, UniformOf, Varying,
    mask::{Lex, Promised},
};
use crate::{
    kernel::exec::{Exec, Float, Scalar},
    ops::{Bin, Un},
};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

/// The hot operations have methods of their own.
macro_rules! hot {
    (Add, $e:ident, $t:ty, $a:expr, $b:expr) => {
        $e::add::<$t>($a, $b)
    };
    (Sub, $e:ident, $t:ty, $a:expr, $b:expr) => {
        $e::sub::<$t>($a, $b)
    };
    (Mul, $e:ident, $t:ty, $a:expr, $b:expr) => {
        $e::mul::<$t>($a, $b)
    };
    ($op:ident, $e:ident, $t:ty, $a:expr, $b:expr) => {
        $e::bin::<$t>(Bin::$op, $a, $b)
    };
}

/// A literal on the left.
macro_rules! literal {
    ($tr:ident $f:ident) => {
        impl<E: Exec, T: Float> $tr<Varying<E, T>> for f64 {
            type Output = Varying<E, T>;
            #[inline(always)]
            fn $f(self, o: Varying<E, T>) -> Varying<E, T> {
                let a: Varying<E, T> = self.into_varying();
                a.$f(o)
            }
        }
        impl<E: Exec, T: Float> $tr<UniformOf<E, T>> for f64 {
            type Output = UniformOf<E, T>;
            #[inline(always)]
            fn $f(self, o: UniformOf<E, T>) -> UniformOf<E, T> {
                let a: UniformOf<E, T> = self.into_uniform();
                a.$f(o)
            }
        }
        of_integers! { $tr $f [i32 u32 i64 u64] [i32 u32 i64 u64] }
    };
}
/// An integer on the left, of varying and of uniform values.
macro_rules! of_integers {
    ($tr:ident $f:ident [$($t:ident)*] [$($u:ident)*]) => {
        $(
            impl<E: Exec> $tr<Varying<E, $t>> for $t {
                type Output = Varying<E, $t>;
                #[inline(always)]
                fn $f(self, o: Varying<E, $t>) -> Varying<E, $t> {
                    let a: Varying<E, $t> = self.into_varying();
                    a.$f(o)
                }
            }
        )*
        $(
            impl<E: Exec> $tr<UniformOf<E, $u>> for $u {
                type Output = UniformOf<E, $u>;
                #[inline(always)]
                fn $f(self, o: UniformOf<E, $u>) -> UniformOf<E, $u> {
                    let a: UniformOf<E, $u> = self.into_uniform();
                    a.$f(o)
                }
            }
        )*
    };
}
/// Varying and uniform values of one type, with each other and with literals.
macro_rules! values {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        varying! { $tr $f $op;
            [T: Scalar] T, Varying<E, T>;
            [T: Scalar] T, UniformOf<E, T>;
            [T: Float] T, f64;
            [R: SharedInt + IntoVarying<E, i32>] i32, R;
            [S: Step] i32, IndexOf<E, S>;
            [] u32, u32;
            [] i64, i64;
            [] i64, IntOf<E>;
            [S: Step] i64, IndexOf<E, S>;
            [] u64, u64;
        }
        impl<E: Exec, T: Scalar> $tr<Varying<E, T>> for UniformOf<E, T> {
            type Output = Varying<E, T>;
            #[inline(always)]
            fn $f(self, o: Varying<E, T>) -> Varying<E, T> {
                Varying(hot!($op, E, T, E::splat(self.0), o.0))
            }
        }
        uniform! { $tr $f $op;
            [T: Scalar] T, UniformOf<E, T>;
            [T: Float] T, f64;
            [] i32, i32;
            [] i32, IntOf<E>;
            [] u32, u32;
            [] i64, i64;
            [] i64, IntOf<E>;
            [] u64, u64;
        }
        literal! { $tr $f }
    )* };
}

/// A varying value on the left.
macro_rules! varying {
    ($tr:ident $f:ident $op:ident; $([$($g:tt)*] $t:ty, $r:ty;)*) => { $(
        impl<E: Exec, $($g)*> $tr<$r> for Varying<E, $t> {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn $f(self, o: $r) -> Varying<E, $t> {
                let o: Varying<E, $t> = o.into_varying();
                Varying(hot!($op, E, $t, self.0, o.0))
            }
        }
    )* };
}

/// Uniform throughout.
macro_rules! uniform {
    ($tr:ident $f:ident $op:ident; $([$($g:tt)*] $t:ty, $r:ty;)*) => { $(
        impl<E: Exec, $($g)*> $tr<$r> for UniformOf<E, $t> {
            type Output = UniformOf<E, $t>;
            #[inline(always)]
            fn $f(self, o: $r) -> UniformOf<E, $t> {
                let o: UniformOf<E, $t> = o.into_uniform();
                UniformOf(E::ubin::<$t>(Bin::$op, self.0, o.0))
            }
        }
    )* };
}
values! { Add add Add; Sub sub Sub; Mul mul Mul; Div div Div; }

/// Operations on integers of every kind.
macro_rules! integers {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        int! { $tr $f $op; i32, IntOf<E>; usize, IntOf<E>; }
        impl<E: Exec, R: UniformInt + IntoInt<E>> $tr<R> for IntOf<E> {
            type Output = IntOf<E>;
            #[inline(always)]
            fn $f(self, o: R) -> IntOf<E> {
                IntOf(E::ibin(Bin::$op, self.0, o.into_int().0))
            }
        }
        impl<E: Exec> $tr<Varying<E, i32>> for IntOf<E> {
            type Output = Varying<E, i32>;
            #[inline(always)]
            fn $f(self, o: Varying<E, i32>) -> Varying<E, i32> {
                let a: Varying<E, i32> = self.into_varying();
                Varying(E::bin::<i32>(Bin::$op, a.0, o.0))
            }
        }
        impl<E: Exec> $tr<Varying<E, i64>> for IntOf<E> {
            type Output = Varying<E, i64>;
            #[inline(always)]
            fn $f(self, o: Varying<E, i64>) -> Varying<E, i64> {
                let a: Varying<E, i64> = self.into_varying();
                Varying(E::bin::<i64>(Bin::$op, a.0, o.0))
            }
        }
        impl<E: Exec> $tr<UniformOf<E, i64>> for IntOf<E> {
            type Output = UniformOf<E, i64>;
            #[inline(always)]
            fn $f(self, o: UniformOf<E, i64>) -> UniformOf<E, i64> {
                let a: UniformOf<E, i64> = self.into_uniform();
                UniformOf(E::ubin::<i64>(Bin::$op, a.0, o.0))
            }
        }
    )* };
}
macro_rules! int {
    ($tr:ident $f:ident $op:ident; $($a:ty, $b:ty;)*) => { $(
        impl<E: Exec> $tr<$b> for $a {
            type Output = IntOf<E>;
            #[inline(always)]
            fn $f(self, o: $b) -> IntOf<E> {
                let (a, b): (IntOf<E>, IntOf<E>) = (self.into_int(), o.into_int());
                IntOf(E::ibin(Bin::$op, a.0, b.0))
            }
        }
    )* };
}
integers! { Add add Add; Sub sub Sub; Mul mul Mul; Div div Div; Rem rem Rem; BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; Shl shl Shl; Shr shr Shr; }

/// Remainder and bit operations of varying and uniform integers.
macro_rules! bits {
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        varying! { $tr $f $op;
            [] i32, Varying<E, i32>;
            [] i32, UniformOf<E, i32>;
            [R: SharedInt + IntoVarying<E, i32>] i32, R;
            [S: Step] i32, IndexOf<E, S>;
            [] u32, Varying<E, u32>;
            [] u32, UniformOf<E, u32>;
            [] u32, u32;
            [] i64, Varying<E, i64>;
            [] i64, UniformOf<E, i64>;
            [] i64, i64;
            [] i64, IntOf<E>;
            [S: Step] i64, IndexOf<E, S>;
            [] u64, Varying<E, u64>;
            [] u64, UniformOf<E, u64>;
            [] u64, u64;
        }
        uniform! { $tr $f $op;
            [] i32, UniformOf<E, i32>;
            [] i32, i32;
            [] i32, IntOf<E>;
            [] u32, UniformOf<E, u32>;
            [] u32, u32;
            [] i64, UniformOf<E, i64>;
            [] i64, i64;
            [] i64, IntOf<E>;
            [] u64, UniformOf<E, u64>;
            [] u64, u64;
        }
        uniform_left! { $tr $f $op; i32 u32 i64 u64 }
    )* };
}
/// A uniform value on the left of a varying one.
macro_rules! uniform_left {
    ($tr:ident $f:ident $op:ident; $($t:ident)*) => { $(
        impl<E: Exec> $tr<Varying<E, $t>> for UniformOf<E, $t> {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn $f(self, o: Varying<E, $t>) -> Varying<E, $t> {
                Varying(E::bin::<$t>(Bin::$op, E::splat(self.0), o.0))
            }
        }
    )* };
}
bits! { Rem rem Rem; BitAnd bitand And; BitOr bitor Or; BitXor bitxor Xor; Shl shl Shl; Shr shr Shr; }

/// Shifts by an integer of another type, as Rust has them.
macro_rules! shifts {
    ($tr:ident $f:ident $op:ident uniform; $($t:ty, $b:ty;)*) => { $(
        impl<E: Exec> $tr<$b> for UniformOf<E, $t> {
            type Output = UniformOf<E, $t>;
            #[inline(always)]
            fn $f(self, o: $b) -> UniformOf<E, $t> {
                let o: UniformOf<E, $t> = o.cast();
                UniformOf(E::ubin::<$t>(Bin::$op, self.0, o.0))
            }
        }
    )* };
    ($tr:ident $f:ident $op:ident; $([$($g:tt)*] $t:ty, $b:ty;)*) => { $(
        impl<E: Exec, $($g)*> $tr<$b> for Varying<E, $t> {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn $f(self, o: $b) -> Varying<E, $t> {
                let o: Varying<E, $t> = o.cast();
                Varying(E::bin::<$t>(Bin::$op, self.0, o.0))
            }
        }
    )* };
    ($tr:ident $f:ident $op:ident by varying; $([$($g:tt)*] $t:ty, $b:ty;)*) => {
        shifts! { $tr $f $op; $([$($g)*] $t, $b;)* }
        $(
            impl<E: Exec, $($g)*> $tr<$b> for UniformOf<E, $t> {
                type Output = Varying<E, $t>;
                #[inline(always)]
                fn $f(self, o: $b) -> Varying<E, $t> {
                    let (a, o): (Varying<E, $t>, Varying<E, $t>) = (self.into_varying(), o.cast());
                    Varying(E::bin::<$t>(Bin::$op, a.0, o.0))
                }
            }
        )*
    };
    ($tr:ident $f:ident $op:ident of i32; $($b:ident)*) => { $(
        impl<E: Exec> $tr<Varying<E, $b>> for i32 {
            type Output = Varying<E, i32>;
            #[inline(always)]
            fn $f(self, o: Varying<E, $b>) -> Varying<E, i32> {
                let (a, o): (Varying<E, i32>, Varying<E, i32>) = (self.into_varying(), o.cast());
                Varying(E::bin::<i32>(Bin::$op, a.0, o.0))
            }
        }
        impl<E: Exec> $tr<UniformOf<E, $b>> for i32 {
            type Output = UniformOf<E, i32>;
            #[inline(always)]
            fn $f(self, o: UniformOf<E, $b>) -> UniformOf<E, i32> {
                let o: UniformOf<E, i32> = o.cast();
                UniformOf(E::ubin::<i32>(Bin::$op, E::lit(self), o.0))
            }
        }
    )* };
    ($($tr:ident $f:ident $op:ident;)*) => { $(
        shifts! { $tr $f $op;
            [] u32, IntOf<E>;
            [] u64, IntOf<E>;
            [] i32, UniformOf<E, u32>;
            [] i64, UniformOf<E, u32>;
            [] u64, UniformOf<E, u32>;
        }
        shifts! { $tr $f $op by varying;
            [] u32, Varying<E, i32>;
            [S: Step] u32, IndexOf<E, S>;
            [] u64, Varying<E, i32>;
            [S: Step] u64, IndexOf<E, S>;
            [] u64, Varying<E, u32>;
            [] i64, Varying<E, i32>;
            [] i64, Varying<E, u32>;
            [] i32, Varying<E, u32>;
        }
        shifts! { $tr $f $op of i32; u32 i64 u64 }
        shifts! { $tr $f $op uniform;
            u32, IntOf<E>;
            u64, IntOf<E>;
            u64, UniformOf<E, u32>;
            i64, UniformOf<E, u32>;
        }
    )* };
}
shifts! { Shl shl Shl; Shr shr Shr; }

impl<E: Exec, T: Scalar> Neg for Varying<E, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Varying(E::un::<T>(Un::Neg, self.0))
    }
}
impl<E: Exec, T: Scalar> Neg for UniformOf<E, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        UniformOf(E::uun::<T>(Un::Neg, self.0))
    }
}
impl<E: Exec> Neg for IntOf<E> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        IntOf(E::isub(E::int(0), self.0))
    }
}
macro_rules! not {
    ($($t:ty),*) => { $(
        impl<E: Exec> Not for Varying<E, $t> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Varying(E::un::<$t>(Un::Not, self.0))
            }
        }
    )* };
}
not! { i32, u32, i64, u64 }
macro_rules! uniform_not {
    ($($t:ty),*) => { $(
        impl<E: Exec> Not for UniformOf<E, $t> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                UniformOf(E::uun::<$t>(Un::Not, self.0))
            }
        }
    )* };
}
uniform_not! { i32, u32, i64, u64 }
/// As of an i32.
impl<E: Exec> Not for IntOf<E> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        IntOf(E::isub(E::int(-1), self.0))
    }
}
impl<E: Exec> Not for Bool<E> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bool(E::mnot(self.0))
    }
}
impl<E: Exec> Not for UniformBool<E> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        UniformBool(E::cnot(self.0))
    }
}

impl<E: Exec, T: Float> Varying<E, T> {
    /// Sign flipped where bit 31 of `sign`, uniform or varying, is set: no multiplication by +-1.
    #[inline(always)]
    pub fn flip(self, sign: impl Sign<E>) -> Self {
        Varying(sign.flip::<T>(self.0))
    }
}

/// An integer whose bit 31 is the sign of a float.
#[diagnostic::on_unimplemented(message = "`{Self}` is no sign: an integer is needed")]
pub trait Sign<E: Exec>: Copy {
    /// `a` with its sign flipped where the bit is set.
    fn flip<T: Float>(self, a: E::Var<T>) -> E::Var<T>;
}
impl<E: Exec> Sign<E> for IntOf<E> {
    #[inline(always)]
    fn flip<T: Float>(self, a: E::Var<T>) -> E::Var<T> {
        E::flip::<T>(a, self.0)
    }
}
impl<E: Exec> Sign<E> for Varying<E, i32> {
    #[inline(always)]
    fn flip<T: Float>(self, a: E::Var<T>) -> E::Var<T> {
        E::flip_lanes::<T>(a, self.0)
    }
}

impl<E: Exec> IntOf<E> {
    /// The integer, which the kernel's author promises to be at most `limit`: devices get no code that only larger ones would run,
    /// hosts look at nothing.
    #[inline(always)]
    pub fn at_most<M, C: Promised>(self, limit: usize, _: Lex<M, C>) -> Self {
        IntOf(E::at_most(self.0, limit as i64))
    }
}

/// A literal on the left of a remainder or of a bit operation.
macro_rules! integer_literals {
    ($($tr:ident $f:ident;)*) => { $( of_integers! { $tr $f [i32 u32 i64 u64] [i32 u32 i64 u64] } )* };
}
integer_literals! { Rem rem; BitAnd bitand; BitOr bitor; BitXor bitxor; Shl shl; Shr shr; }
