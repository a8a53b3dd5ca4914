//! Numbers that memory holds in fewer bits than kernels compute with: integers of 8 and 16 bits, and floats of 16.

use super::{Scalar, Stored};
use crate::{ir::Ty, kernel::simd::Isa};
use half::{bf16, f16};

/// An integer of fewer bits than kernels compute with.
pub trait SmallInteger: Stored {
    /// The integer that it becomes.
    type Wide: Scalar;
    /// The same number.
    fn widen(self) -> Self::Wide;
    /// The low bits.
    fn narrow(x: Self::Wide) -> Self;
}

/// What memory holds of a number of fewer bits than kernels compute with.
pub trait Small: Stored {
    /// What a load gives and a store takes.
    type Wide: Scalar;
    /// The integer as which it is read and written.
    type Bits: SmallInteger;
    /// Numbers by their bits.
    fn from_bits<I: Isa>(bits: I::Pack<WideBits<Self>>) -> I::Pack<Self::Wide>;
    /// The bits of what is stored: the low ones of an integer, those of the float nearest to a float.
    fn to_bits<I: Isa>(x: I::Pack<Self::Wide>) -> I::Pack<WideBits<Self>>;
}

/// Bits of a small number as they are in registers.
pub type WideBits<S> = <<S as Small>::Bits as SmallInteger>::Wide;

macro_rules! integers {
    ($($t:ident $ty:ident $wide:ident;)*) => { $(
        impl Stored for $t {
            const TY: Ty = Ty::$ty;
        }
        impl SmallInteger for $t {
            type Wide = $wide;
            #[inline(always)]
            fn widen(self) -> $wide {
                self.into()
            }
            #[inline(always)]
            fn narrow(x: $wide) -> $t {
                x as $t
            }
        }
        impl Small for $t {
            type Wide = $wide;
            type Bits = $t;
            #[inline(always)]
            fn from_bits<I: Isa>(bits: I::Pack<$wide>) -> I::Pack<$wide> {
                bits
            }
            #[inline(always)]
            fn to_bits<I: Isa>(x: I::Pack<$wide>) -> I::Pack<$wide> {
                x
            }
        }
    )* };
}
integers! { i8 I8 i32; u8 U8 u32; i16 I16 i32; u16 U16 u32; }

macro_rules! floats {
    ($($t:ident $ty:ident $from:ident $to:ident;)*) => { $(
        impl Stored for $t {
            const TY: Ty = Ty::$ty;
        }
        impl Small for $t {
            type Wide = f32;
            type Bits = u16;
            #[inline(always)]
            fn from_bits<I: Isa>(bits: I::Pack<u32>) -> I::Pack<f32> {
                I::$from(bits)
            }
            #[inline(always)]
            fn to_bits<I: Isa>(x: I::Pack<f32>) -> I::Pack<u32> {
                I::$to(x)
            }
        }
    )* };
}
floats! { f16 F16 from_f16 to_f16; bf16 BF16 from_bf16 to_bf16; }
