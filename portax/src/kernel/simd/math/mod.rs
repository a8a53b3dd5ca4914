//! Functions of floats that no instruction computes, once for all instruction sets and with the same bits on each of them.
//!
//! All compute in f64, f32 with one rounding more. Errors are at most 2 units in the last place over the whole range,
//! and 4 for `erfc` and `lgamma`; infinities, NaN and zeros are those of Annex F of C99. Each file says how its
//! functions work and the largest error found against MPFR. Coefficients are minimax polynomials by Remez' exchange.

mod error;
mod exp;
mod gamma;
mod hyperbolic;
mod inverse;
mod lanes;
mod lgamma_zeros;
mod log;
mod pow;
mod root;
mod round;
mod trig;

pub use {
    error::*, exp::*, gamma::*, hyperbolic::*, inverse::*, log::*, pow::*, root::*, round::*,
    trig::*,
};

use super::Isa;
use crate::ops::{Bin, Un};
use lanes::{ROUND, Reals};

/// A function of a float as a type: executors compile the one that a kernel calls.
pub trait Function {
    /// The operation in recorded programs.
    const OP: Un;
    /// Its value in every lane.
    fn of<I: Isa>(x: I::Pack<f64>) -> I::Pack<f64>;
}

/// A function of two floats as a type.
pub trait Function2 {
    /// The operation in recorded programs.
    const OP: Bin;
    /// Its value in every lane.
    fn of<I: Isa>(x: I::Pack<f64>, y: I::Pack<f64>) -> I::Pack<f64>;
}

/// Types for the functions of a file, of `x` or of `x, y`.
macro_rules! functions {
    (@ x; $name:ident $f:ident) => {
        #[doc = concat!("`", stringify!($f), "`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl super::Function for $name {
            const OP: crate::ops::Un = crate::ops::Un::$name;
            #[inline(always)]
            fn of<I: Isa>(x: I::Pack<f64>) -> I::Pack<f64> {
                $f::<I>(Reals(x)).0
            }
        }
    };
    (@ x y; $name:ident $f:ident) => {
        #[doc = concat!("`", stringify!($f), "`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl super::Function2 for $name {
            const OP: crate::ops::Bin = crate::ops::Bin::$name;
            #[inline(always)]
            fn of<I: Isa>(x: I::Pack<f64>, y: I::Pack<f64>) -> I::Pack<f64> {
                $f::<I>(Reals(x), Reals(y)).0
            }
        }
    };
    ($($name:ident $f:ident($($x:ident),*);)*) => {
        $($crate::kernel::simd::math::functions!(@ $($x)* ; $name $f);)*
    };
}
use functions;

/// [`Isa::scale`] without an instruction for it: two factors, of which the first is exact.
#[inline(always)]
pub(super) fn scale_twice<I: Isa>(a: I::Pack<f64>, n: I::Pack<f64>) -> I::Pack<f64> {
    let power = |k: Reals<I>| k.bits().shl(52).plus(1f64.to_bits()).float();
    let n = Reals::<I>(n);
    let (half, k) = (n * 0.5).nearest();
    (Reals(a) * power(k) * power((n - half) + ROUND)).0
}
