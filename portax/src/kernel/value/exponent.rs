//! Exponents of `powi`: known when the kernel is recorded, shared by all lanes, or each lane's own.

use super::{Cast, IntOf, IntoUniform, IntoVarying, UniformOf, Varying, functions::power};
use crate::kernel::exec::{Exec, Float};

/// The exponent of `powi`: an `i32`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no exponent of `powi`: an `i32`",
    label = "`powf` takes floats"
)]
pub trait Exponent<X> {
    /// What the power is.
    type Power;
    /// `x^self`
    fn power_of(self, x: X) -> Self::Power;
}
macro_rules! exponents {
    ($($kind:ident $f:ident;)*) => { $(
        impl<E: Exec, T: Float> Exponent<$kind<E, T>> for i32 {
            type Power = $kind<E, T>;
            #[inline(always)]
            fn power_of(self, x: $kind<E, T>) -> $kind<E, T> {
                match power(x, self.unsigned_abs()) {
                    None => 1.0.$f(),
                    Some(p) if self < 0 => 1.0 / p,
                    Some(p) => p,
                }
            }
        }
        impl<E: Exec, T: Float> Exponent<$kind<E, T>> for IntOf<E>
        where
            IntOf<E>: Cast<UniformOf<E, T>>,
        {
            type Power = $kind<E, T>;
            #[inline(always)]
            fn power_of(self, x: $kind<E, T>) -> $kind<E, T> {
                let n: UniformOf<E, T> = self.cast();
                x.powf(n.$f())
            }
        }
    )* };
}
exponents! { Varying into_varying; UniformOf into_uniform; }
macro_rules! varying_exponents {
    ($($kind:ident)*) => { $(
        impl<E: Exec, T: Float> Exponent<$kind<E, T>> for Varying<E, i32>
        where
            Varying<E, i32>: Cast<Varying<E, T>>,
        {
            type Power = Varying<E, T>;
            #[inline(always)]
            fn power_of(self, x: $kind<E, T>) -> Varying<E, T> {
                let n: Varying<E, T> = self.cast();
                x.into_varying().powf(n)
            }
        }
    )* };
}
varying_exponents! { Varying UniformOf }
