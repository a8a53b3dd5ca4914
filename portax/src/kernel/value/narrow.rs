//! `x as u8` and its like: the value that an element of 8 or 16 bits would have, as the u32 or i32 that kernels compute with.

use super::{Cast, Varying};
use crate::kernel::exec::{Exec, Float, Scalar};

/// An integer of 8 or 16 bits.
pub trait Narrow {
    /// What kernels have for it.
    type Wide: Scalar;
    /// Its bits.
    const BITS: i32;
    /// The smallest and the largest.
    const RANGE: [i32; 2];
}
macro_rules! narrow {
    ($($t:ident $wide:ident;)*) => { $(
        impl Narrow for $t {
            type Wide = $wide;
            const BITS: i32 = $t::BITS as i32;
            const RANGE: [i32; 2] = [$t::MIN as i32, $t::MAX as i32];
        }
    )* };
}
narrow! { u8 u32; u16 u32; i8 i32; i16 i32; }

/// A number whose low bits make an integer of few; floats end at the ends of its range.
pub trait LowBits<E: Exec, N: Narrow>: Copy {
    /// The number as an i32 that has these bits.
    fn low_bits(self) -> Varying<E, i32>;
}
macro_rules! integers {
    ($($t:ident)*) => { $(
        impl<E: Exec, N: Narrow> LowBits<E, N> for Varying<E, $t> {
            #[inline(always)]
            fn low_bits(self) -> Varying<E, i32> {
                self.cast()
            }
        }
    )* };
}
integers! { i32 u32 i64 u64 }
impl<E: Exec, N: Narrow, T: Float> LowBits<E, N> for Varying<E, T> {
    #[inline(always)]
    fn low_bits(self) -> Varying<E, i32> {
        let whole: Varying<E, i32> = self.cast();
        whole.clamp(N::RANGE[0], N::RANGE[1])
    }
}

/// `x as u8`
#[inline(always)]
pub fn narrow<E: Exec, N: Narrow, A: Widened<E>>(x: A) -> Varying<E, N::Wide>
where
    A::Varying: LowBits<E, N>,
{
    let unused = 32 - N::BITS;
    let bits = x.widened().low_bits() << unused;
    let signed: Varying<E, i32> = bits >> unused;
    let unsigned: Varying<E, u32> = bits.cast();
    let unsigned: Varying<E, u32> = unsigned >> (unused as u32);
    let unsigned: Varying<E, i32> = unsigned.cast();
    let is_signed = N::RANGE[0] < 0;
    match is_signed {
        true => signed.cast(),
        false => unsigned.cast(),
    }
}

/// A number of any kind, as one that varies.
pub trait Widened<E: Exec>: Copy {
    /// The same type, varying.
    type Varying;
    /// The number in every lane.
    fn widened(self) -> Self::Varying;
}
macro_rules! widened {
    ($([$($g:tt)*] $t:ty => $to:ty;)*) => { $(
        impl<E: Exec, $($g)*> Widened<E> for $t {
            type Varying = Varying<E, $to>;
            #[inline(always)]
            fn widened(self) -> Varying<E, $to> {
                self.cast()
            }
        }
    )* };
}
widened! {
    [T: Scalar] Varying<E, T> => T;
    [T: Scalar] super::UniformOf<E, T> => T;
    [] super::IntOf<E> => i64;
    [S: super::Step] super::IndexOf<E, S> => i64;
    [] super::Bool<E> => i32;
    [] super::UniformBool<E> => i32;
    [] f64 => f64;
    [] i32 => i32;
    [] u32 => u32;
    [] i64 => i64;
    [] usize => i64;
}
