//! Packs of lanes in registers: one executor, [`Simd`], for every instruction set.
//!
//! An [`Isa`] says how many lanes a pack has and what masks and offsets are; [`Pack`] is what a register does, one
//! implementation a scalar type and instruction set, each operation an intrinsic. All f64 results are the same bits on
//! every instruction set, sums over lanes and reciprocal roots excepted.
//!
//! The functions here are safe to write kernels with, but their instructions exist only where [`Isa::is_available`]
//! says so: the launch asks once and calls a function with the matching `#[target_feature]`, into which all of this is
//! inlined. Addresses are valid because views and launches make them so.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod by_lane;
mod check;
pub(crate) mod elements;
mod exec;
pub mod math;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;

use crate::{
    kernel::exec::Scalar,
    ops::{Bin, Cmp, Un},
};
use half::{bf16, f16};
use std::marker::PhantomData;

/// Most lanes that a pack of any instruction set has.
pub const MAX_LANES: usize = 8;

/// Executor of packs in the registers of `I`; without `CHECKS` for launches whose accesses are all proven or promised.
#[derive(Clone, Copy, Debug)]
pub struct Simd<I, const CHECKS: bool = true>(PhantomData<I>);

/// An instruction set.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Lanes of a pack.
    const LANES: usize;
    /// Does a checked launch use it?
    const CAN_CHECK: bool;
    /// A condition a lane.
    type Mask: Copy + Send + Sync + 'static;
    /// A 64-bit integer a lane.
    type Offset: Copy;
    /// A pack of 64-bit indices, if there is one; nothing where a lane's is kept elsewhere.
    type Long: Copy;
    /// `LANES` values.
    type Pack<T: Scalar>: Pack<T, Self>;

    /// Whether this CPU has the instructions.
    fn is_available() -> bool;

    /// No indices.
    fn no_long() -> Self::Long;
    /// Indices, as one that the caller keeps and the rest.
    fn long(index: Self::Pack<i64>) -> (i64, Self::Long);
    /// Indices that [`long`](Self::long) took.
    fn long_of(long: Self::Long) -> Option<Self::Pack<i64>>;

    /// The same condition in every lane.
    fn mask_splat(x: bool) -> Self::Mask;
    /// The lanes below `n`.
    fn mask_first(n: i64) -> Self::Mask;
    /// Logical and.
    fn mask_and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Logical or.
    fn mask_or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Logical exclusive or.
    fn mask_xor(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Lane `l` as bit `l`.
    fn mask_bits(a: Self::Mask) -> u32;
    /// Compares `base + lane * step` with `b`.
    fn lanes_cmp(op: Cmp, base: i64, step: i64, b: i64) -> Self::Mask;

    /// The same offset in every lane.
    fn offset_splat(x: i64) -> Self::Offset;
    /// `lane * stride`.
    fn offset_lanes(stride: i64) -> Self::Offset;
    /// `index[l] * stride`.
    fn offset_of(index: Self::Pack<i32>, stride: i64) -> Self::Offset;
    /// `index[l] * stride` of 64-bit indices.
    fn offset_of_long(index: Self::Pack<i64>, stride: i64) -> Self::Offset;
    /// Sum.
    fn offset_add(a: Self::Offset, b: Self::Offset) -> Self::Offset;
    /// The offset of lane 0 if those of the lanes of the mask count up from there.
    fn consecutive(a: Self::Offset, m: Self::Mask) -> Option<i64>;
    /// Offsets of the lanes; the rest is 0.
    fn offset_array(a: Self::Offset) -> [i64; MAX_LANES];

    /// Flips the sign of `a` where the last mantissa bit of `k` is set.
    fn flip_odd(a: Self::Pack<f64>, k: Self::Pack<f64>) -> Self::Pack<f64>;
    /// The bits of floats.
    fn bits_of(a: Self::Pack<f64>) -> Self::Offset;
    /// The floats with these bits.
    fn float_of(a: Self::Offset) -> Self::Pack<f64>;
    /// Bitwise and.
    fn bits_and(a: Self::Offset, b: Self::Offset) -> Self::Offset;
    /// Bitwise exclusive or.
    fn bits_xor(a: Self::Offset, b: Self::Offset) -> Self::Offset;
    /// `a << n`
    fn bits_shl(a: Self::Offset, n: u32) -> Self::Offset;
    /// `a >> n`, zeros first.
    fn bits_shr(a: Self::Offset, n: u32) -> Self::Offset;
    /// Numbers by their bits as f16.
    #[inline(always)]
    fn from_f16(bits: Self::Pack<u32>) -> Self::Pack<f32> {
        by_lane::map::<u32, f32, Self>(bits, |bits| f16::from_bits(bits as u16).to_f32())
    }
    /// The bits of the f16 nearest to each, ties to even.
    #[inline(always)]
    fn to_f16(x: Self::Pack<f32>) -> Self::Pack<u32> {
        by_lane::map::<f32, u32, Self>(x, |x| f16::from_f32(x).to_bits().into())
    }
    /// Numbers by their bits as bf16.
    #[inline(always)]
    fn from_bf16(bits: Self::Pack<u32>) -> Self::Pack<f32> {
        by_lane::map::<u32, f32, Self>(bits, |bits| bf16::from_bits(bits as u16).to_f32())
    }
    /// The bits of the bf16 nearest to each, ties to even.
    #[inline(always)]
    fn to_bf16(x: Self::Pack<f32>) -> Self::Pack<u32> {
        by_lane::map::<f32, u32, Self>(x, |x| bf16::from_f32(x).to_bits().into())
    }
    /// `a` within `low..=high`; a NaN stays.
    fn clamp(a: Self::Pack<f64>, low: f64, high: f64) -> Self::Pack<f64>;
    /// `a * 2^n` with one rounding, of integers |n| <= 2000 and `a` in the middle of the range.
    #[inline(always)]
    fn scale(a: Self::Pack<f64>, n: Self::Pack<f64>) -> Self::Pack<f64> {
        math::scale_twice::<Self>(a, n)
    }
}

/// `LANES` values of type `T` in a register of `I`.
///
/// The memory operations of every implementation touch no lane outside the mask; loads give 0 there.
pub trait Pack<T: Copy, I: Isa>: Copy + Send + Sync {
    /// The same value in every lane.
    fn splat(x: T) -> Self;
    /// `base + lane * step` converted by value.
    fn iota(base: i64, step: i64) -> Self;
    /// From the first `LANES` elements.
    fn from_array(x: [T; MAX_LANES]) -> Self;
    /// To the first `LANES` elements; the rest is 0.
    fn to_array(self) -> [T; MAX_LANES];

    /// Lanes side by side.
    ///
    /// # Safety
    /// `p` is valid for reads of `LANES` values.
    unsafe fn load(p: *const T) -> Self;
    /// Lanes of the mask, side by side.
    ///
    /// # Safety
    /// `p + l` is valid for reads for every lane `l` of the mask.
    unsafe fn load_masked(p: *const T, m: I::Mask) -> Self;
    /// Lanes side by side.
    ///
    /// # Safety
    /// `p` is valid for writes of `LANES` values.
    unsafe fn store(p: *mut T, v: Self);
    /// Lanes of the mask, side by side.
    ///
    /// # Safety
    /// `p + l` is valid for writes for every lane `l` of the mask.
    unsafe fn store_masked(p: *mut T, m: I::Mask, v: Self);
    /// Lane `l` from `p + o[l]`.
    ///
    /// # Safety
    /// `p + o[l]` is valid for reads for every lane `l`.
    unsafe fn gather(p: *const T, o: I::Offset) -> Self;
    /// Lanes of the mask, lane `l` from `p + o[l]`.
    ///
    /// # Safety
    /// `p + o[l]` is valid for reads for every lane `l` of the mask.
    unsafe fn gather_masked(p: *const T, o: I::Offset, m: I::Mask) -> Self;
    /// Lane `l` to `p + o[l]`, in lane order.
    ///
    /// # Safety
    /// `p + o[l]` is valid for writes for every lane `l`.
    unsafe fn scatter(p: *mut T, o: I::Offset, v: Self);
    /// Lanes of the mask, lane `l` to `p + o[l]`, in lane order.
    ///
    /// # Safety
    /// `p + o[l]` is valid for writes for every lane `l` of the mask.
    unsafe fn scatter_masked(p: *mut T, o: I::Offset, m: I::Mask, v: Self);

    /// `a + b`
    fn add(a: Self, b: Self) -> Self;
    /// `a - b`
    fn sub(a: Self, b: Self) -> Self;
    /// `a * b`
    fn mul(a: Self, b: Self) -> Self;
    /// `a * b + c`
    fn fma(a: Self, b: Self, c: Self) -> Self;
    /// `c - a * b`
    fn fnma(a: Self, b: Self, c: Self) -> Self;
    /// `a * b - c`
    fn fms(a: Self, b: Self, c: Self) -> Self;
    /// Any binary operation of the type.
    fn bin(op: Bin, a: Self, b: Self) -> Self;
    /// Any unary operation of the type that is an instruction; the others are functions of [`math`].
    fn un(op: Un, a: Self) -> Self;
    /// The sign of a float flipped where bit 31 of `sign` is set.
    fn flip(a: Self, sign: i64) -> Self;
    /// Comparison.
    fn cmp(op: Cmp, a: Self, b: Self) -> I::Mask;
    /// `a` where `m`, else `b`.
    fn select(m: I::Mask, a: Self, b: Self) -> Self;
    /// Conversion by value.
    fn to_f64(self) -> I::Pack<f64>;
    /// Conversion by value as Rust's `as`.
    fn from_f64(x: I::Pack<f64>) -> Self;
    /// An integer with its sign, or zeros, before it.
    #[inline(always)]
    fn to_i64(self) -> I::Pack<i64>
    where
        T: Scalar,
    {
        I::Pack::from_array(by_lane::convert::<T, i64, I>(self))
    }
    /// The low bits as an integer.
    #[inline(always)]
    fn from_i64(x: I::Pack<i64>) -> Self
    where
        T: Scalar,
    {
        Self::from_array(by_lane::convert::<i64, T, I>(x))
    }
}

/// The pack of a scalar in the registers of `I`.
pub trait Lanes<I: Isa>: Copy {
    /// The register.
    type Pack: Pack<Self, I>;
}

/// A scalar that every instruction set has packs of.
#[cfg(target_arch = "x86_64")]
pub trait Packs: Lanes<Avx512> + Lanes<Avx2> {}
#[cfg(target_arch = "x86_64")]
impl<T: Lanes<Avx512> + Lanes<Avx2>> Packs for T {}

/// A scalar that every instruction set has packs of.
#[cfg(not(target_arch = "x86_64"))]
pub trait Packs {}
#[cfg(not(target_arch = "x86_64"))]
impl<T> Packs for T {}

/// Wraps bodies that are one or a few intrinsics. `unsafe:` marks functions whose caller promises valid addresses.
#[cfg(target_arch = "x86_64")]
macro_rules! intrinsics {
    (unsafe: $(fn $name:ident($($a:ident $(: $t:ty)?),*) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        unsafe fn $name($($a $(: $t)?),*) $(-> $r)? {
            // SAFETY: the launch found the instructions on this CPU; addresses are the caller's promise.
            unsafe { $body }
        }
    )* };
    ($($(#[$m:meta])* $v:vis fn $name:ident($($a:ident $(: $t:ty)?),*) -> $r:ty $body:block)*) => { $(
        $(#[$m])*
        #[allow(unused_unsafe)]
        #[inline(always)]
        $v fn $name($($a $(: $t)?),*) -> $r {
            // SAFETY: the launch found the instructions on this CPU.
            unsafe { $body }
        }
    )* };
}
#[cfg(target_arch = "x86_64")]
use intrinsics;
