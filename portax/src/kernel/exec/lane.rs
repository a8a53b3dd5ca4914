//! One lane on any CPU: tails, checked runs, and machines without a vector instruction set of ours.
//!
//! A pack is the scalar itself. Inside a launch function with the `fma` feature `mul_add` is one instruction.

use super::Scalar;
use super::scalar::compare;
use crate::kernel::simd::{Isa, MAX_LANES, Pack, Simd};
use crate::ops::{Bin, Cmp, Un};

/// The executor of one lane.
pub type Lane = Simd<Portable>;

/// The instruction set that every CPU has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {
    const LANES: usize = 1;
    const CAN_CHECK: bool = true;
    type Mask = bool;
    type Offset = i64;
    type Long = ();
    type Pack<T: Scalar> = T;

    fn is_available() -> bool {
        true
    }

    #[inline(always)]
    fn no_long() {}

    #[inline(always)]
    fn long(index: i64) -> (i64, ()) {
        (index, ())
    }

    #[inline(always)]
    fn long_of((): ()) -> Option<i64> {
        None
    }

    #[inline(always)]
    fn mask_splat(x: bool) -> bool {
        x
    }

    #[inline(always)]
    fn mask_first(n: i64) -> bool {
        n > 0
    }

    #[inline(always)]
    fn mask_and(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn mask_or(a: bool, b: bool) -> bool {
        a | b
    }

    #[inline(always)]
    fn mask_xor(a: bool, b: bool) -> bool {
        a ^ b
    }

    #[inline(always)]
    fn mask_bits(a: bool) -> u32 {
        a as u32
    }

    #[inline(always)]
    fn lanes_cmp(op: Cmp, base: i64, _: i64, b: i64) -> bool {
        compare(op, base, b)
    }

    #[inline(always)]
    fn offset_splat(x: i64) -> i64 {
        x
    }

    #[inline(always)]
    fn offset_lanes(_: i64) -> i64 {
        0
    }

    #[inline(always)]
    fn offset_of(index: i32, stride: i64) -> i64 {
        (index as i64).wrapping_mul(stride)
    }

    #[inline(always)]
    fn offset_of_long(index: i64, stride: i64) -> i64 {
        index.wrapping_mul(stride)
    }

    #[inline(always)]
    fn offset_add(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn consecutive(a: i64, _m: bool) -> Option<i64> {
        Some(a)
    }

    #[inline(always)]
    fn offset_array(a: i64) -> [i64; MAX_LANES] {
        let mut r = [0; MAX_LANES];
        r[0] = a;
        r
    }

    #[inline(always)]
    fn flip_odd(a: f64, k: f64) -> f64 {
        f64::from_bits(a.to_bits() ^ (k.to_bits() << 63))
    }

    #[inline(always)]
    fn clamp(a: f64, low: f64, high: f64) -> f64 {
        if a < low {
            low
        } else if a > high {
            high
        } else {
            a
        }
    }

    #[inline(always)]
    fn bits_of(a: f64) -> i64 {
        a.to_bits() as i64
    }

    #[inline(always)]
    fn float_of(a: i64) -> f64 {
        f64::from_bits(a as u64)
    }

    #[inline(always)]
    fn bits_and(a: i64, b: i64) -> i64 {
        a & b
    }

    #[inline(always)]
    fn bits_xor(a: i64, b: i64) -> i64 {
        a ^ b
    }

    #[inline(always)]
    fn bits_shl(a: i64, n: u32) -> i64 {
        a << n
    }

    #[inline(always)]
    fn bits_shr(a: i64, n: u32) -> i64 {
        (a as u64 >> n) as i64
    }
}

impl<T: Scalar> Pack<T, Portable> for T {
    #[inline(always)]
    fn splat(x: T) -> T {
        x
    }

    #[inline(always)]
    fn iota(base: i64, _: i64) -> T {
        T::from_i64(base)
    }

    #[inline(always)]
    fn from_array(x: [T; MAX_LANES]) -> T {
        x[0]
    }

    #[inline(always)]
    fn to_array(self) -> [T; MAX_LANES] {
        let mut r = [T::default(); MAX_LANES];
        r[0] = self;
        r
    }

    #[inline(always)]
    unsafe fn load(p: *const T) -> T {
        // SAFETY: the caller's promise.
        unsafe { *p }
    }

    #[inline(always)]
    unsafe fn load_masked(p: *const T, m: bool) -> T {
        if m {
            // SAFETY: the caller's promise.
            unsafe { *p }
        } else {
            T::default()
        }
    }

    #[inline(always)]
    unsafe fn store(p: *mut T, v: T) {
        // SAFETY: the caller's promise.
        unsafe { *p = v }
    }

    #[inline(always)]
    unsafe fn store_masked(p: *mut T, m: bool, v: T) {
        if m {
            // SAFETY: the caller's promise.
            unsafe { *p = v }
        }
    }

    #[inline(always)]
    unsafe fn gather(p: *const T, o: i64) -> T {
        // SAFETY: the caller's promise.
        unsafe { *p.offset(o as isize) }
    }

    #[inline(always)]
    unsafe fn gather_masked(p: *const T, o: i64, m: bool) -> T {
        // SAFETY: the caller's promise.
        unsafe { Self::load_masked(p.wrapping_offset(o as isize), m) }
    }

    #[inline(always)]
    unsafe fn scatter(p: *mut T, o: i64, v: T) {
        // SAFETY: the caller's promise.
        unsafe { *p.offset(o as isize) = v }
    }

    #[inline(always)]
    unsafe fn scatter_masked(p: *mut T, o: i64, m: bool, v: T) {
        // SAFETY: the caller's promise.
        unsafe { Self::store_masked(p.wrapping_offset(o as isize), m, v) }
    }

    #[inline(always)]
    fn add(a: T, b: T) -> T {
        <T as Scalar>::bin(Bin::Add, a, b)
    }

    #[inline(always)]
    fn sub(a: T, b: T) -> T {
        <T as Scalar>::bin(Bin::Sub, a, b)
    }

    #[inline(always)]
    fn mul(a: T, b: T) -> T {
        <T as Scalar>::bin(Bin::Mul, a, b)
    }

    #[inline(always)]
    fn fma(a: T, b: T, c: T) -> T {
        <T as Scalar>::fma(a, b, c)
    }

    #[inline(always)]
    fn fnma(a: T, b: T, c: T) -> T {
        <T as Scalar>::fma(<T as Scalar>::un(Un::Neg, a), b, c)
    }

    #[inline(always)]
    fn fms(a: T, b: T, c: T) -> T {
        <T as Scalar>::fma(a, b, <T as Scalar>::un(Un::Neg, c))
    }

    #[inline(always)]
    fn bin(op: Bin, a: T, b: T) -> T {
        <T as Scalar>::bin(op, a, b)
    }

    #[inline(always)]
    fn un(op: Un, a: T) -> T {
        <T as Scalar>::un(op, a)
    }

    #[inline(always)]
    fn flip(a: T, sign: i64) -> T {
        <T as Scalar>::flip(a, sign)
    }

    #[inline(always)]
    fn cmp(op: Cmp, a: T, b: T) -> bool {
        compare(op, a, b)
    }

    #[inline(always)]
    fn select(m: bool, a: T, b: T) -> T {
        if m { a } else { b }
    }

    #[inline(always)]
    fn to_f64(self) -> f64 {
        <T as Scalar>::to_f64(self)
    }

    #[inline(always)]
    fn from_f64(x: f64) -> T {
        <T as Scalar>::from_f64(x)
    }

    #[inline(always)]
    fn to_i64(self) -> i64 {
        <T as Scalar>::to_i64(self)
    }

    #[inline(always)]
    fn from_i64(x: i64) -> T {
        <T as Scalar>::from_i64(x)
    }
}
