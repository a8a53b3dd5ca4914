//! `if c { a } else { b }` as a value.

use super::{Bool, Complex, IntOf, IntoInt, IntoVarying, UniformBool, UniformOf, Varying};
use crate::exec::{Exec, Float, Scalar};

/// A condition that chooses between two values; both are evaluated.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot choose between `{A}` and `{B}`")]
pub trait Select<A, B> {
    /// Kind of the result.
    type Output;
    /// `a` where the condition holds, else `b`.
    fn select(self, a: A, b: B) -> Self::Output;
}

/// A literal or value in every lane.
#[inline(always)]
fn varying<E: Exec, T: Scalar>(x: impl IntoVarying<E, T>) -> E::Var<T> {
    x.into_varying().0
}

impl<A> Select<A, A> for bool {
    type Output = A;
    #[inline(always)]
    fn select(self, a: A, b: A) -> A {
        if self { a } else { b }
    }
}
impl<E: Exec, T: Scalar, B: IntoVarying<E, T>> Select<Varying<E, T>, B> for Bool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: Varying<E, T>, b: B) -> Varying<E, T> {
        Varying(E::select::<T>(self.0, a.0, b.into_varying().0))
    }
}
impl<E: Exec, T: Scalar> Select<UniformOf<E, T>, UniformOf<E, T>> for Bool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: UniformOf<E, T>, b: UniformOf<E, T>) -> Varying<E, T> {
        Varying(E::select::<T>(self.0, E::splat(a.0), E::splat(b.0)))
    }
}
impl<E: Exec, T: Scalar> Select<UniformOf<E, T>, Varying<E, T>> for Bool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: UniformOf<E, T>, b: Varying<E, T>) -> Varying<E, T> {
        Varying(E::select::<T>(self.0, E::splat(a.0), b.0))
    }
}
impl<E: Exec, T: Float> Select<f64, Varying<E, T>> for Bool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: f64, b: Varying<E, T>) -> Varying<E, T> {
        Varying(E::select::<T>(self.0, varying::<E, T>(a), b.0))
    }
}
impl<E: Exec> Select<f64, f64> for Bool<E> {
    type Output = Varying<E, f64>;
    #[inline(always)]
    fn select(self, a: f64, b: f64) -> Varying<E, f64> {
        Varying(E::select::<f64>(self.0, varying::<E, f64>(a), varying::<E, f64>(b)))
    }
}
impl<E: Exec> Select<i32, i32> for Bool<E> {
    type Output = Varying<E, i32>;
    #[inline(always)]
    fn select(self, a: i32, b: i32) -> Varying<E, i32> {
        Varying(E::select::<i32>(self.0, varying::<E, i32>(a), varying::<E, i32>(b)))
    }
}
impl<E: Exec> Select<i32, Varying<E, i32>> for Bool<E> {
    type Output = Varying<E, i32>;
    #[inline(always)]
    fn select(self, a: i32, b: Varying<E, i32>) -> Varying<E, i32> {
        Varying(E::select::<i32>(self.0, varying::<E, i32>(a), b.0))
    }
}
impl<E: Exec, T: Scalar> Select<UniformOf<E, T>, UniformOf<E, T>> for UniformBool<E> {
    type Output = UniformOf<E, T>;
    #[inline(always)]
    fn select(self, a: UniformOf<E, T>, b: UniformOf<E, T>) -> UniformOf<E, T> {
        UniformOf(E::uselect::<T>(self.0, a.0, b.0))
    }
}
impl<E: Exec, T: Scalar, B: IntoVarying<E, T>> Select<Varying<E, T>, B> for UniformBool<E> {
    type Output = Varying<E, T>;
    #[inline(always)]
    fn select(self, a: Varying<E, T>, b: B) -> Varying<E, T> {
        Bool::<E>(E::mask(self.0)).select(a, b)
    }
}
impl<E: Exec, B: IntoInt<E>> Select<IntOf<E>, B> for UniformBool<E> {
    type Output = IntOf<E>;
    #[inline(always)]
    fn select(self, a: IntOf<E>, b: B) -> IntOf<E> {
        IntOf(E::iselect(self.0, a.0, b.into_int().0))
    }
}
impl<E: Exec> Select<i32, IntOf<E>> for UniformBool<E> {
    type Output = IntOf<E>;
    #[inline(always)]
    fn select(self, a: i32, b: IntOf<E>) -> IntOf<E> {
        IntOf(E::iselect(self.0, E::int(i64::from(a)), b.0))
    }
}
impl<E: Exec> Select<i32, i32> for UniformBool<E> {
    type Output = IntOf<E>;
    #[inline(always)]
    fn select(self, a: i32, b: i32) -> IntOf<E> {
        IntOf(E::iselect(self.0, E::int(i64::from(a)), E::int(i64::from(b))))
    }
}
impl<E: Exec, T: Scalar> Select<Complex<Varying<E, T>>, Complex<Varying<E, T>>> for Bool<E> {
    type Output = Complex<Varying<E, T>>;
    #[inline(always)]
    fn select(self, a: Complex<Varying<E, T>>, b: Complex<Varying<E, T>>) -> Complex<Varying<E, T>> {
        Complex { re: self.select(a.re, b.re), im: self.select(a.im, b.im) }
    }
}
