//! Conversions: what a literal, an integer or an index becomes where a kernel value is needed.

use super::{Bool, Complex, Conj, IndexOf, IntOf, Step, UniformBool, UniformOf, Varying};
use crate::{
    ir::Ty,
    kernel::exec::{Exec, Float, Scalar, scalar::is_long},
};
use std::ops::Neg;

/// What can stand where a varying `T` is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of type `{T}`",
    label = "a value of type `{T}` is needed",
    note = "float literals have a point (`1.0`); convert with `as`, for example `i as f64`"
)]
pub trait IntoVarying<E: Exec, T: Scalar>: RealNumber {
    /// The value in every lane.
    fn into_varying(self) -> Varying<E, T>;
}

/// What can stand where a uniform `T` is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a uniform value of type `{T}`",
    label = "a `{T}` that all lanes share is needed",
    note = "uniform are scalar fields, loads at uniform indices and results of reductions"
)]
pub trait IntoUniform<E: Exec, T: Scalar>: Copy {
    /// The value.
    fn into_uniform(self) -> UniformOf<E, T>;
}

/// What can stand where a uniform integer is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a uniform integer",
    label = "an integer that all lanes share is needed",
    note = "loop bounds, extents and shifts of an `Index` are the same in all lanes: i32 fields, loop variables, loads at uniform indices"
)]
pub trait IntoInt<E: Exec>: Copy {
    /// The integer.
    fn into_int(self) -> IntOf<E>;
}

/// The types that are uniform integers. Operators take any of them with one impl, so that the type of `k + 1` is known
/// before that of the literal.
pub trait UniformInt: Copy {}
impl<E: Exec> UniformInt for IntOf<E> {}
impl<E: Exec> UniformInt for UniformOf<E, i32> {}
impl UniformInt for i32 {}
impl UniformInt for usize {}
/// Those of them that are no `Uniform<i32>`, the right operands of a varying i32.
pub trait SharedInt: UniformInt {}
impl<E: Exec> SharedInt for IntOf<E> {}
impl SharedInt for i32 {}
impl SharedInt for usize {}

/// The types of numbers that are not complex, whatever the executor. Without parameters, so that rustc knows that an element of
/// another crate is none: its operators with numbers stand beside those with elements.
pub trait RealNumber: Copy {}
impl<E: Exec, T: Scalar> RealNumber for Varying<E, T> {}
impl<E: Exec, T: Scalar> RealNumber for UniformOf<E, T> {}
impl<E: Exec> RealNumber for IntOf<E> {}
impl<E: Exec, S: Step> RealNumber for IndexOf<E, S> {}
macro_rules! real_numbers {
    ($($t:ident)*) => { $( impl RealNumber for $t {} )* };
}
real_numbers! { f64 i32 u32 i64 u64 usize }

#[diagnostic::do_not_recommend]
impl<E: Exec, T: Scalar> IntoVarying<E, T> for Varying<E, T> {
    #[inline(always)]
    fn into_varying(self) -> Varying<E, T> {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: Scalar> IntoVarying<E, T> for UniformOf<E, T> {
    #[inline(always)]
    fn into_varying(self) -> Varying<E, T> {
        Varying(E::splat(self.0))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: Float> IntoVarying<E, T> for f64 {
    #[inline(always)]
    fn into_varying(self) -> Varying<E, T> {
        Varying(E::splat(E::lit(T::from_f64(self))))
    }
}
macro_rules! literals {
    ($($t:ident),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> IntoVarying<E, $t> for $t {
            #[inline(always)]
            fn into_varying(self) -> Varying<E, $t> {
                Varying(E::splat(E::lit(self)))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec> IntoUniform<E, $t> for $t {
            #[inline(always)]
            fn into_uniform(self) -> UniformOf<E, $t> {
                UniformOf(E::lit(self))
            }
        }
    )* };
}
literals! { i32, u32, i64, u64 }
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoVarying<E, i32> for usize {
    #[inline(always)]
    fn into_varying(self) -> Varying<E, i32> {
        Varying(E::splat(E::lit(int_of(self) as i32)))
    }
}

/// `usize::MAX` stands for what is larger than any index, and so do its half and its quarter: beside an `i32` they are the largest. Of others
/// the low bits count.
pub(super) const fn int_of(x: usize) -> i64 {
    match x as u64 > u32::MAX as u64 && x as u32 == u32::MAX {
        true => i32::MAX as i64,
        false => x as i64,
    }
}

/// Uniform integers and indices as signed integers.
macro_rules! signed {
    ($($t:ident),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> IntoVarying<E, $t> for IntOf<E> {
            #[inline(always)]
            fn into_varying(self) -> Varying<E, $t> {
                Varying(E::splat(E::int_to(self.0)))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec, S: Step> IntoVarying<E, $t> for IndexOf<E, S> {
            #[inline(always)]
            fn into_varying(self) -> Varying<E, $t> {
                Varying(E::lanes_to(self.base, self.step()))
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec> IntoUniform<E, $t> for IntOf<E> {
            #[inline(always)]
            fn into_uniform(self) -> UniformOf<E, $t> {
                UniformOf(E::int_to(self.0))
            }
        }
    )* };
}
signed! { i32, i64 }

#[diagnostic::do_not_recommend]
impl<E: Exec, T: Scalar> IntoUniform<E, T> for UniformOf<E, T> {
    #[inline(always)]
    fn into_uniform(self) -> UniformOf<E, T> {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec, T: Float> IntoUniform<E, T> for f64 {
    #[inline(always)]
    fn into_uniform(self) -> UniformOf<E, T> {
        UniformOf(E::lit(T::from_f64(self)))
    }
}

#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for IntOf<E> {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for UniformOf<E, i32> {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        IntOf(E::to_int(self.0))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for UniformOf<E, u32> {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        IntOf(E::to_int(self.0))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for UniformOf<E, i64> {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        IntOf(E::to_int(self.0))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for i32 {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        IntOf(E::int(i64::from(self)))
    }
}
#[diagnostic::do_not_recommend]
impl<E: Exec> IntoInt<E> for usize {
    #[inline(always)]
    fn into_int(self) -> IntOf<E> {
        IntOf(E::int(i64::try_from(self).unwrap_or(i64::MAX)))
    }
}

/// Conversion by `let x: T = ...`, by `as` and of arguments.
#[diagnostic::on_unimplemented(message = "`{Self}` does not convert to `{To}` in a portax kernel")]
pub trait Conv<To> {
    /// The converted value.
    fn conv(self) -> To;
}

impl<E: Exec, T: Scalar, A: IntoVarying<E, T>> Conv<Varying<E, T>> for A {
    #[inline(always)]
    fn conv(self) -> Varying<E, T> {
        self.into_varying()
    }
}
impl<E: Exec, T: Scalar, A: IntoUniform<E, T>> Conv<UniformOf<E, T>> for A {
    #[inline(always)]
    fn conv(self) -> UniformOf<E, T> {
        self.into_uniform()
    }
}
impl<E: Exec, A: IntoInt<E>> Conv<IntOf<E>> for A {
    #[inline(always)]
    fn conv(self) -> IntOf<E> {
        self.into_int()
    }
}
#[diagnostic::do_not_recommend]
impl<R: Neg<Output = R> + Conv<To>, To> Conv<Complex<To>> for Conj<R> {
    #[inline(always)]
    fn conv(self) -> Complex<To> {
        let z = self.__px_whole();
        Complex {
            re: z.re.conv(),
            im: z.im.conv(),
        }
    }
}
impl<E: Exec> Conv<Bool<E>> for Bool<E> {
    #[inline(always)]
    fn conv(self) -> Bool<E> {
        self
    }
}
impl<E: Exec> Conv<Bool<E>> for UniformBool<E> {
    #[inline(always)]
    fn conv(self) -> Bool<E> {
        Bool(E::mask(self.0))
    }
}
impl<E: Exec> Conv<Bool<E>> for bool {
    #[inline(always)]
    fn conv(self) -> Bool<E> {
        Bool(E::mask(E::cond(self)))
    }
}
impl<E: Exec> Conv<UniformBool<E>> for UniformBool<E> {
    #[inline(always)]
    fn conv(self) -> UniformBool<E> {
        self
    }
}
impl<E: Exec> Conv<UniformBool<E>> for bool {
    #[inline(always)]
    fn conv(self) -> UniformBool<E> {
        UniformBool(E::cond(self))
    }
}
impl<E: Exec> Conv<IndexOf<E>> for IndexOf<E> {
    #[inline(always)]
    fn conv(self) -> Self {
        self
    }
}
impl<R> Conv<Complex<R>> for Complex<R> {
    #[inline(always)]
    fn conv(self) -> Self {
        self
    }
}
impl<E: Exec, T: Float> Conv<Complex<Varying<E, T>>> for f64 {
    #[inline(always)]
    fn conv(self) -> Complex<Varying<E, T>> {
        Complex {
            re: self.conv(),
            im: 0.0.conv(),
        }
    }
}
macro_rules! complex {
    ($($a:ty => $b:ty;)*) => { $(
        impl<E: Exec, T: Float> Conv<Complex<$b>> for Complex<$a> {
            #[inline(always)]
            fn conv(self) -> Complex<$b> {
                Complex {
                    re: self.re.conv(),
                    im: self.im.conv(),
                }
            }
        }
    )* };
}
complex! {
    UniformOf<E, T> => Varying<E, T>;
    f64 => Varying<E, T>;
    f64 => UniformOf<E, T>;
}
impl<To, A: Conv<To> + Copy, const N: usize> Conv<[To; N]> for [A; N] {
    #[inline(always)]
    fn conv(self) -> [To; N] {
        crate::tab!(To, N, k => self[k].conv())
    }
}
macro_rules! tuples {
    ($($a:ident $b:ident $k:tt),*) => {
        impl<$($a: Conv<$b>, $b),*> Conv<($($b,)*)> for ($($a,)*) {
            #[inline(always)]
            fn conv(self) -> ($($b,)*) {
                ($(self.$k.conv(),)*)
            }
        }
    };
}
tuples! { A A2 0, B B2 1 }
tuples! { A A2 0, B B2 1, C C2 2 }
tuples! { A A2 0, B B2 1, C C2 2, D D2 3 }
macro_rules! comptime {
    ($($a:ty => $b:ty),*) => { $(
        impl Conv<$b> for $a {
            #[inline(always)]
            fn conv(self) -> $b {
                self as $b
            }
        }
    )* };
}
comptime! { f64 => f64, i32 => i32, usize => usize, usize => i32, i32 => usize, usize => f64, i32 => f64, bool => bool }

/// `value as T`: conversion between numeric types.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be cast to `{To}` in a portax kernel")]
pub trait Cast<To> {
    /// The converted value.
    fn cast(self) -> To;
}
impl<E: Exec, T: Scalar, U: Scalar> Cast<Varying<E, U>> for Varying<E, T> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        Varying(E::cast::<T, U>(self.0))
    }
}
impl<E: Exec, T: Scalar, U: Scalar> Cast<Varying<E, U>> for UniformOf<E, T> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        Varying(E::splat(E::ucast::<T, U>(self.0)))
    }
}
impl<E: Exec, T: Scalar, U: Scalar> Cast<UniformOf<E, U>> for UniformOf<E, T> {
    #[inline(always)]
    fn cast(self) -> UniformOf<E, U> {
        UniformOf(E::ucast::<T, U>(self.0))
    }
}
/// 1 where it holds, else 0.
impl<E: Exec, U: Scalar> Cast<Varying<E, U>> for Bool<E> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        let of = |x: f64| E::splat(E::lit(U::from_f64(x)));
        Varying(E::select::<U>(self.0, of(1.0), of(0.0)))
    }
}
impl<E: Exec, U: Scalar> Cast<Varying<E, U>> for UniformBool<E> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        Bool::<E>(E::mask(self.0)).cast()
    }
}
impl<E: Exec, U: Scalar> Cast<UniformOf<E, U>> for UniformBool<E> {
    #[inline(always)]
    fn cast(self) -> UniformOf<E, U> {
        let of = |x: f64| E::lit(U::from_f64(x));
        UniformOf(E::uselect::<U>(self.0, of(1.0), of(0.0)))
    }
}
impl<E: Exec> Cast<IntOf<E>> for UniformBool<E> {
    #[inline(always)]
    fn cast(self) -> IntOf<E> {
        IntOf(E::iselect(self.0, E::int(1), E::int(0)))
    }
}
impl<E: Exec, T: Scalar> Cast<IntOf<E>> for UniformOf<E, T> {
    #[inline(always)]
    fn cast(self) -> IntOf<E> {
        if const { is_long::<T>() } {
            return IntOf(E::to_int(self.0));
        }
        IntOf(E::to_int(E::ucast::<T, i32>(self.0)))
    }
}
impl<E: Exec, U: Scalar> Cast<Varying<E, U>> for IntOf<E> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        Varying(E::splat(E::int_to(self.0)))
    }
}
impl<E: Exec, U: Scalar> Cast<UniformOf<E, U>> for IntOf<E> {
    #[inline(always)]
    fn cast(self) -> UniformOf<E, U> {
        UniformOf(E::int_to(self.0))
    }
}
impl<E: Exec> Cast<IntOf<E>> for IntOf<E> {
    #[inline(always)]
    fn cast(self) -> Self {
        self
    }
}
impl<E: Exec, S: Step, U: Scalar> Cast<Varying<E, U>> for IndexOf<E, S> {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        Varying(E::lanes_to(self.base, self.step()))
    }
}
macro_rules! cast_literal {
    ($($a:ty: $from:ident $via:ty),*) => { $(
        impl<E: Exec, U: Scalar> Cast<Varying<E, U>> for $a {
            #[inline(always)]
            fn cast(self) -> Varying<E, U> {
                Varying(E::splat(E::lit(U::$from(self as $via))))
            }
        }
        impl<E: Exec> Cast<IntOf<E>> for $a {
            #[inline(always)]
            fn cast(self) -> IntOf<E> {
                IntOf(E::int(self as i64))
            }
        }
    )* };
}
cast_literal! {
    f64: from_f64 f64, i32: from_i64 i64, u32: from_i64 i64, i64: from_i64 i64, usize: from_i64 i64
}
impl<E: Exec, U: Scalar> Cast<Varying<E, U>> for u64 {
    #[inline(always)]
    fn cast(self) -> Varying<E, U> {
        let x = match U::TY {
            Ty::F32 => U::from_f64((self as f32).into()),
            Ty::F64 => U::from_f64(self as f64),
            _ => U::from_i64(self as i64),
        };
        Varying(E::splat(E::lit(x)))
    }
}
/// What `let n: usize` may be: the integers that `as usize` and arithmetic of indices give.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no `usize` in a portax kernel",
    note = "convert with `as usize`"
)]
pub trait IsUsize {}
macro_rules! usizes {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> IsUsize for $t {}
    )* };
}
usizes! {
    [] usize;
    [] i32;
    [E: Exec] IntOf<E>;
    [E: Exec, S: Step] IndexOf<E, S>;
    [E: Exec] UniformOf<E, i32>;
    [E: Exec] UniformOf<E, i64>;
    [E: Exec] Varying<E, i32>;
    [E: Exec] Varying<E, i64>;
}

/// The same integer.
#[inline(always)]
pub fn is_usize<T: IsUsize>(x: T) -> T {
    x
}

/// `value as usize`: an integer that indexes, shared by all lanes where the value is.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be cast to `usize` in a portax kernel")]
pub trait AsIndex {
    /// The integer.
    type Index;
    /// The value as an index; floats below zero are 0, as in Rust.
    fn index(self) -> Self::Index;
}
macro_rules! as_index {
    ($([$($g:tt)*] $t:ty => $index:ty, $f:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> AsIndex for $t {
            type Index = $index;
            #[inline(always)]
            fn index(self) -> $index {
                let f: fn($t) -> $index = $f;
                f(self)
            }
        }
    )* };
}
as_index! {
    [] usize => usize, |x| x;
    [] i32 => usize, |x| x as usize;
    [] u32 => usize, |x| x as usize;
    [] i64 => usize, |x| x as usize;
    [] u64 => usize, |x| x as usize;
    [] f64 => usize, |x| x as usize;
    [E: Exec] IntOf<E> => IntOf<E>, |x| x;
    [E: Exec, S: Step] IndexOf<E, S> => IndexOf<E, S>, |x| x;
    [E: Exec] UniformOf<E, i32> => IntOf<E>, |x| x.into_int();
    [E: Exec] UniformOf<E, u32> => IntOf<E>, |x| x.into_int();
    [E: Exec] UniformOf<E, i64> => IntOf<E>, |x| x.into_int();
    [E: Exec] UniformOf<E, u64> => IntOf<E>, |x| x.cast();
    [E: Exec, T: Float] UniformOf<E, T> => IntOf<E>, |x| {
        let x: IntOf<E> = x.cast();
        x.max(0)
    };
    [E: Exec] Varying<E, i32> => Varying<E, i32>, |x| x;
    [E: Exec] Varying<E, u32> => Varying<E, i64>, |x| x.cast();
    [E: Exec] Varying<E, i64> => Varying<E, i64>, |x| x;
    [E: Exec] Varying<E, u64> => Varying<E, i64>, |x| x.cast();
    [E: Exec, T: Float] Varying<E, T> => Varying<E, i32>, |x| {
        let x: Varying<E, i32> = x.cast();
        x.max(0)
    };
    [E: Exec] Bool<E> => Varying<E, i32>, |x| x.cast();
    [E: Exec] UniformBool<E> => IntOf<E>, |x| x.cast();
}

impl<E: Exec, T: Float> Cast<Complex<Varying<E, T>>> for f64 {
    #[inline(always)]
    fn cast(self) -> Complex<Varying<E, T>> {
        self.conv()
    }
}
