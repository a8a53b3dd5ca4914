//! `x as u8` and its like: the value that an element of 8 or 16 bits would have, as the u32 or i32 that kernels compute with. `x as usize`
//! as an i64.

use super::{Bool, Cast, IndexOf, IntOf, Step, UniformBool, UniformOf, Varying};
use crate::kernel::exec::{Exec, Scalar};

/// An integer of 8 or 16 bits.
pub trait Narrow {
    /// What kernels have for it.
    type Wide: Scalar;
    /// The smallest and the largest.
    const RANGE: [i32; 2];
    /// The integer that has the low bits of another.
    fn of_low_bits<E: Exec>(x: Varying<E, i32>) -> Varying<E, Self::Wide>;
}
macro_rules! narrow {
    ($($t:ident as $wide:ident: |$x:ident| $low_bits:expr;)*) => { $(
        impl Narrow for $t {
            type Wide = $wide;
            const RANGE: [i32; 2] = [$t::MIN as i32, $t::MAX as i32];
            #[inline(always)]
            fn of_low_bits<E: Exec>($x: Varying<E, i32>) -> Varying<E, $wide> {
                $low_bits
            }
        }
    )* };
}
narrow! {
    u8 as u32: |x| (x & 0xff).cast();
    u16 as u32: |x| (x & 0xffff).cast();
    i8 as i32: |x| (x << 24) >> 24;
    i16 as i32: |x| (x << 16) >> 16;
}

/// A number that becomes an integer: an integer by its low bits, a float by its whole part.
pub trait Whole<E: Exec>: Cast<Varying<E, i32>> {
    /// Is it an integer?
    const INTEGER: bool;
}
macro_rules! wholes {
    ($([$($g:tt)*] $t:ty: $integer:expr;)*) => { $(
        impl<E: Exec, $($g)*> Whole<E> for $t {
            const INTEGER: bool = $integer;
        }
    )* };
}
wholes! {
    [T: Scalar] Varying<E, T>: T::INTEGER;
    [T: Scalar] UniformOf<E, T>: T::INTEGER;
    [] IntOf<E>: true;
    [S: Step] IndexOf<E, S>: true;
    [] Bool<E>: true;
    [] UniformBool<E>: true;
    [] f64: false;
    [] i32: true;
    [] u32: true;
    [] i64: true;
    [] usize: true;
}

/// `x as usize` where indices have 64 bits: of a float the whole part, 0 below zero.
#[inline(always)]
pub fn long_index<E: Exec, A: Whole<E> + Cast<Varying<E, i64>>>(x: A) -> Varying<E, i64> {
    let x: Varying<E, i64> = x.cast();
    match A::INTEGER {
        true => x,
        false => x.max(0),
    }
}

/// `x as u8`: floats end at the ends of its range.
#[inline(always)]
pub fn narrow<E: Exec, N: Narrow, A: Whole<E>>(x: A) -> Varying<E, N::Wide> {
    let x = x.cast();
    match A::INTEGER {
        true => N::of_low_bits(x),
        false => N::of_low_bits(x.clamp(N::RANGE[0], N::RANGE[1])),
    }
}
