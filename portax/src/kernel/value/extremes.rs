//! `min` and `max` of what all lanes share and of indices: the result varies where the argument does.

use super::{
    Cast, IndexOf, IntOf, IntoInt, IntoUniform, IntoVarying, Step, UniformInt, UniformOf, Varying,
    index::of_indices,
};
use crate::{
    kernel::exec::{Exec, Float, Scalar},
    ops::Bin,
};
use std::panic::Location;

/// The smaller or larger of a value and an `R`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `min` and `max` with `{R}`",
    note = "float literals have a point (`1.0`); convert with `as`, for example `i as f64`"
)]
pub trait Extreme<R>: Sized {
    /// Kind of the result.
    type Output;
    /// By `Bin::Min` or `Bin::Max`.
    #[track_caller]
    fn extreme(self, op: Bin, o: R) -> Self::Output;
}

macro_rules! uniform {
    ($([$($g:tt)*] $t:ty: $b:ty;)*) => { $(
        impl<E: Exec, $($g)*> Extreme<$b> for UniformOf<E, $t> {
            type Output = Self;
            #[inline(always)]
            fn extreme(self, op: Bin, o: $b) -> Self {
                let o: Self = o.into_uniform();
                UniformOf(E::ubin::<$t>(op, self.0, o.0))
            }
        }
    )* };
}
uniform! {
    [T: Scalar] T: UniformOf<E, T>;
    [T: Float] T: f64;
    [] i32: i32;
    [] i32: IntOf<E>;
    [] u32: u32;
    [] i64: i64;
    [] i64: IntOf<E>;
    [] u64: u64;
}

macro_rules! varying {
    ($([$($g:tt)*] $a:ty, $b:ty => $t:ty;)*) => { $(
        impl<E: Exec, $($g)*> Extreme<$b> for $a {
            type Output = Varying<E, $t>;
            #[inline(always)]
            fn extreme(self, op: Bin, o: $b) -> Varying<E, $t> {
                let (a, b): (Varying<E, $t>, Varying<E, $t>) = (self.into_varying(), o.into_varying());
                Varying(E::bin::<$t>(op, a.0, b.0))
            }
        }
    )* };
}
varying! {
    [T: Scalar] UniformOf<E, T>, Varying<E, T> => T;
    [S: Step] UniformOf<E, i32>, IndexOf<E, S> => i32;
    [S: Step] UniformOf<E, i64>, IndexOf<E, S> => i64;
    [] IntOf<E>, Varying<E, i32> => i32;
    [] IntOf<E>, Varying<E, i64> => i64;
    [S: Step] IndexOf<E, S>, Varying<E, i32> => i32;
    [S: Step] IndexOf<E, S>, Varying<E, i64> => i64;
    [S: Step] IndexOf<E, S>, UniformOf<E, i64> => i64;
}

impl<E: Exec> Extreme<UniformOf<E, i64>> for IntOf<E> {
    type Output = UniformOf<E, i64>;
    #[inline(always)]
    fn extreme(self, op: Bin, o: UniformOf<E, i64>) -> UniformOf<E, i64> {
        let a: UniformOf<E, i64> = self.into_uniform();
        a.extreme(op, o)
    }
}
impl<E: Exec, R: UniformInt + IntoInt<E>> Extreme<R> for IntOf<E> {
    type Output = Self;
    #[inline(always)]
    fn extreme(self, op: Bin, o: R) -> Self {
        IntOf(E::ibin(op, self.0, o.into_int().0))
    }
}

/// Of an index and of another or of what all lanes share: an i32 that fits.
macro_rules! of_index {
    ($([$($g:tt)*] $a:ty, $b:ty;)*) => { $(
        impl<E: Exec, S: Step, $($g)*> Extreme<$b> for $a {
            type Output = Varying<E, i32>;
            #[inline(always)]
            fn extreme(self, op: Bin, o: $b) -> Varying<E, i32> {
                let (a, b): (Varying<E, i32>, Varying<E, i32>) = (self.cast(), o.cast());
                of_indices(Varying(E::bin::<i32>(op, a.0, b.0)), Location::caller())
            }
        }
    )* };
}
of_index! {
    [R: UniformInt + Cast<Varying<E, i32>>] IndexOf<E, S>, R;
    [S2: Step] IndexOf<E, S>, IndexOf<E, S2>;
    [] IntOf<E>, IndexOf<E, S>;
}

macro_rules! methods {
    ($($kind:ident<$($g:ident: $b:ident),*>)*) => { $(
        impl<$($g: $b),*> $kind<$($g),*> {
            /// The smaller; a NaN loses.
            #[inline(always)]
            #[track_caller]
            pub fn min<R>(self, o: R) -> <Self as Extreme<R>>::Output
            where
                Self: Extreme<R>,
            {
                self.extreme(Bin::Min, o)
            }
            /// The larger; a NaN loses.
            #[inline(always)]
            #[track_caller]
            pub fn max<R>(self, o: R) -> <Self as Extreme<R>>::Output
            where
                Self: Extreme<R>,
            {
                self.extreme(Bin::Max, o)
            }
        }
    )* };
}
methods! { UniformOf<E: Exec, T: Scalar> IntOf<E: Exec> IndexOf<E: Exec, S: Step> }
