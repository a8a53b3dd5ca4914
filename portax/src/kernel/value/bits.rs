//! Counting and moving bits, made of shifts, masks and sums, which every executor and device has; and the bits of floats.

use super::{UniformOf, Varying};
use crate::kernel::exec::Exec;
use std::ops::{Add, Mul, Sub};

/// A byte, repeated.
const fn bytes(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

macro_rules! bits {
    ($kind:ident $t:ident as $u:ident $cast:ident) => {
        impl<E: Exec> $kind<E, $t> {
            #[inline(always)]
            fn unsigned(self) -> $kind<E, $u> {
                $kind(E::$cast::<$t, $u>(self.0))
            }
            #[inline(always)]
            fn of_unsigned(a: $kind<E, $u>) -> Self {
                $kind(E::$cast::<$u, $t>(a.0))
            }
            /// The bits of the mask `distance` places further on, and those there in their place.
            #[inline(always)]
            fn swapped(x: $kind<E, $u>, distance: $u, mask: u64) -> $kind<E, $u> {
                let mask = mask as $u;
                ((x >> distance) & mask) | ((x & mask) << distance)
            }
            /// Number of ones.
            #[inline(always)]
            pub fn count_ones(self) -> $kind<E, u32> {
                let x = self.unsigned();
                let x = x - ((x >> (1 as $u)) & (bytes(0x55) as $u));
                let x = (x & (bytes(0x33) as $u)) + ((x >> (2 as $u)) & (bytes(0x33) as $u));
                let x = (x + (x >> (4 as $u))) & (bytes(0x0f) as $u);
                let x = (x * (bytes(1) as $u)) >> ($u::BITS as $u - 8);
                $kind(E::$cast::<$u, u32>(x.0))
            }
            /// Number of zeros.
            #[inline(always)]
            pub fn count_zeros(self) -> $kind<E, u32> {
                Self::of_unsigned(self.unsigned() ^ $u::MAX).count_ones()
            }
            /// Zeros before the first one; of zero all.
            #[inline(always)]
            pub fn leading_zeros(self) -> $kind<E, u32> {
                let mut x = self.unsigned();
                let mut shift: $u = 1;
                while shift < $u::BITS as $u {
                    x = x | (x >> shift);
                    shift *= 2;
                }
                Self::of_unsigned(x).count_zeros()
            }
            /// Zeros after the last one; of zero all.
            #[inline(always)]
            pub fn trailing_zeros(self) -> $kind<E, u32> {
                let x = self.unsigned();
                Self::of_unsigned((x ^ $u::MAX) & (x - (1 as $u))).count_ones()
            }
            /// Bits shifted to the left by `n` modulo their number; those that leave come back on the right.
            #[inline(always)]
            pub fn rotate_left(self, n: u32) -> Self {
                let (x, n) = (self.unsigned(), n % $u::BITS);
                let back = ($u::BITS - n) % $u::BITS;
                Self::of_unsigned((x << (n as $u)) | (x >> (back as $u)))
            }
            /// Bits shifted to the right by `n` modulo their number; those that leave come back on the left.
            #[inline(always)]
            pub fn rotate_right(self, n: u32) -> Self {
                self.rotate_left($u::BITS - n % $u::BITS)
            }
            /// The sum, which wraps as `+` does.
            #[inline(always)]
            pub fn wrapping_add<O>(self, o: O) -> <Self as Add<O>>::Output
            where
                Self: Add<O>,
            {
                self + o
            }
            /// The difference, which wraps as `-` does.
            #[inline(always)]
            pub fn wrapping_sub<O>(self, o: O) -> <Self as Sub<O>>::Output
            where
                Self: Sub<O>,
            {
                self - o
            }
            /// The product, which wraps as `*` does.
            #[inline(always)]
            pub fn wrapping_mul<O>(self, o: O) -> <Self as Mul<O>>::Output
            where
                Self: Mul<O>,
            {
                self * o
            }
            /// The last bit first.
            #[inline(always)]
            pub fn reverse_bits(self) -> Self {
                let x = Self::swapped(self.unsigned(), 1, bytes(0x55));
                let x = Self::swapped(x, 2, bytes(0x33));
                Self::of_unsigned(Self::swapped(x, 4, bytes(0x0f))).swap_bytes()
            }
            /// The last byte first.
            #[inline(always)]
            pub fn swap_bytes(self) -> Self {
                let mut x = Self::swapped(self.unsigned(), 8, 0x00ff_00ff_00ff_00ff);
                if $u::BITS == 64 {
                    x = Self::swapped(x, 16, 0x0000_ffff_0000_ffff);
                }
                let half = $u::BITS as $u / 2;
                Self::of_unsigned((x << half) | (x >> half))
            }
        }
    };
}
bits! { Varying u32 as u32 cast }
bits! { Varying i32 as u32 cast }
bits! { Varying i64 as u64 cast }
bits! { Varying u64 as u64 cast }
bits! { UniformOf u32 as u32 ucast }
bits! { UniformOf i64 as u64 ucast }
bits! { UniformOf u64 as u64 ucast }

macro_rules! floats {
    ($kind:ident $bits:ident $f:ident $u:ident $of:ident) => {
        impl<E: Exec> $kind<E, $f> {
            /// The bits.
            #[inline(always)]
            pub fn to_bits(self) -> $kind<E, $u> {
                $kind(E::$bits::<$f, $u>(self.0))
            }
        }
        impl<E: Exec> $kind<E, $u> {
            /// The float with these bits: `from_bits` of Rust.
            #[inline(always)]
            pub fn $of(self) -> $kind<E, $f> {
                $kind(E::$bits::<$u, $f>(self.0))
            }
        }
    };
}
floats! { Varying bits f32 u32 bits_as_f32 }
floats! { Varying bits f64 u64 bits_as_f64 }
floats! { UniformOf ubits f32 u32 bits_as_f32 }
floats! { UniformOf ubits f64 u64 bits_as_f64 }
