//! Counting and moving bits, made of shifts, masks and sums, which every executor and device has; and the bits of floats.

use super::{UniformOf, Varying};
use crate::kernel::exec::Exec;

macro_rules! bits {
    ($kind:ident $t:ident $cast:ident) => {
        impl<E: Exec> $kind<E, $t> {
            #[inline(always)]
            fn unsigned(self) -> $kind<E, u32> {
                $kind(E::$cast::<$t, u32>(self.0))
            }
            #[inline(always)]
            fn of_unsigned(a: $kind<E, u32>) -> Self {
                $kind(E::$cast::<u32, $t>(a.0))
            }
            /// Number of ones.
            #[inline(always)]
            pub fn count_ones(self) -> $kind<E, u32> {
                let x = self.unsigned();
                let x = x - ((x >> 1u32) & 0x5555_5555u32);
                let x = (x & 0x3333_3333u32) + ((x >> 2u32) & 0x3333_3333u32);
                let x = (x + (x >> 4u32)) & 0x0f0f_0f0fu32;
                (x * 0x0101_0101u32) >> 24u32
            }
            /// Number of zeros.
            #[inline(always)]
            pub fn count_zeros(self) -> $kind<E, u32> {
                Self::of_unsigned(self.unsigned() ^ u32::MAX).count_ones()
            }
            /// Zeros before the first one; 32 of zero.
            #[inline(always)]
            pub fn leading_zeros(self) -> $kind<E, u32> {
                let mut x = self.unsigned();
                let mut shift = 1u32;
                while shift < 32 {
                    x = x | (x >> shift);
                    shift *= 2;
                }
                Self::of_unsigned(x).count_zeros()
            }
            /// Zeros after the last one; 32 of zero.
            #[inline(always)]
            pub fn trailing_zeros(self) -> $kind<E, u32> {
                let x = self.unsigned();
                Self::of_unsigned((x ^ u32::MAX) & (x - 1u32)).count_ones()
            }
            /// Bits shifted to the left by `n` modulo 32; those that leave come back on the right.
            #[inline(always)]
            pub fn rotate_left(self, n: u32) -> Self {
                let (x, n) = (self.unsigned(), n % 32);
                Self::of_unsigned((x << n) | (x >> (32 - n) % 32))
            }
            /// Bits shifted to the right by `n` modulo 32; those that leave come back on the left.
            #[inline(always)]
            pub fn rotate_right(self, n: u32) -> Self {
                self.rotate_left(32 - n % 32)
            }
            /// The last bit first.
            #[inline(always)]
            pub fn reverse_bits(self) -> Self {
                let x = self.unsigned();
                let x = ((x >> 1u32) & 0x5555_5555u32) | ((x & 0x5555_5555u32) << 1u32);
                let x = ((x >> 2u32) & 0x3333_3333u32) | ((x & 0x3333_3333u32) << 2u32);
                let x = ((x >> 4u32) & 0x0f0f_0f0fu32) | ((x & 0x0f0f_0f0fu32) << 4u32);
                Self::of_unsigned(x).swap_bytes()
            }
            /// The last byte first.
            #[inline(always)]
            pub fn swap_bytes(self) -> Self {
                let x = self.unsigned();
                let x = ((x >> 8u32) & 0x00ff_00ffu32) | ((x & 0x00ff_00ffu32) << 8u32);
                Self::of_unsigned((x << 16u32) | (x >> 16u32))
            }
        }
    };
}
bits! { Varying u32 cast }
bits! { Varying i32 cast }
bits! { UniformOf u32 ucast }

macro_rules! floats {
    ($kind:ident $bits:ident) => {
        impl<E: Exec> $kind<E, f32> {
            /// The bits.
            #[inline(always)]
            pub fn to_bits(self) -> $kind<E, u32> {
                $kind(E::$bits::<f32, u32>(self.0))
            }
        }
        impl<E: Exec> $kind<E, u32> {
            /// The float with these bits: `f32::from_bits` of Rust.
            #[inline(always)]
            pub fn bits_as_f32(self) -> $kind<E, f32> {
                $kind(E::$bits::<u32, f32>(self.0))
            }
        }
    };
}
floats! { Varying bits }
floats! { UniformOf ubits }
