//! Scalar types of kernels: floats and integers of 32 and 64 bits, and what each operation means for one value.

use crate::ir::Ty;
use crate::kernel::simd::Packs;
use crate::ops::{AtomicOp, Bin, Cmp, Un};
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering};

/// What memory holds: a [`Scalar`], or a condition, one byte.
pub trait Stored: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The type in recorded programs.
    const TY: Ty;
}

impl Stored for bool {
    const TY: Ty = Ty::Bool;
}

/// An element of a view and a value in a kernel: f32, f64, i32, u32, i64 or u64.
pub trait Scalar: Stored + Packs + PartialOrd {
    /// Is it an integer?
    const INTEGER: bool;

    /// Conversion as Rust's `as`: saturating, NaN gives 0.
    fn from_f64(x: f64) -> Self;
    /// Conversion as Rust's `as`.
    fn to_f64(self) -> f64;
    /// Conversion as Rust's `as`, in one step.
    fn to_f32(self) -> f32;
    /// Conversion as Rust's `as`: integers wrap.
    fn from_i64(x: i64) -> Self;
    /// Conversion as Rust's `as`; of u64 the same bits.
    fn to_i64(self) -> i64;
    /// The value with these bits (the low ones).
    fn from_bits64(bits: u64) -> Self;
    /// The bits, zero-extended.
    fn to_bits64(self) -> u64;

    /// Binary operation. Panics where the type has no such operation (bits of floats); `#[kernel]` refuses those.
    fn bin(op: Bin, a: Self, b: Self) -> Self;
    /// Unary operation. Panics where the type has no such operation (roots of integers); `#[kernel]` refuses those.
    fn un(op: Un, a: Self) -> Self;
    /// `a * b + c`, one rounding for floats, wrapping for integers.
    fn fma(a: Self, b: Self, c: Self) -> Self;
    /// The sign of a float flipped where bit 31 of `sign` is set.
    fn flip(a: Self, sign: i64) -> Self;
    /// Comparison.
    #[inline(always)]
    fn cmp(op: Cmp, a: Self, b: Self) -> bool {
        compare(op, a, b)
    }
    /// Atomic update with relaxed ordering; the result is the old value.
    ///
    /// # Safety
    /// `p` is valid for reads and writes, aligned, and accessed only atomically while others may write it.
    unsafe fn atomic(op: AtomicOp, p: *mut Self, v: Self) -> Self;
    /// Keeps `v` where the element has the bits of `expected`; the result is the old value.
    ///
    /// # Safety
    /// As for [`atomic`](Self::atomic).
    unsafe fn atomic_compare_exchange(p: *mut Self, expected: Self, v: Self) -> Self;
}

/// A floating-point scalar: f32 or f64. On the host it has their operators, so that `impl<T: Float> Add for Dual<T>` is plain
/// Rust too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a floating-point type of kernels",
    note = "kernels compute with f32, f64, i32, u32, i64 and u64, and are generic over `T: Float`; functors hold these, views, and `#[comptime]` values"
)]
pub trait Float:
    Scalar
    + crate::kernel::value::ScalarElement
    + crate::kernel::view::ViewElement<Scalar = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + PartialOrd
{
}

/// An integer scalar: i32, u32, i64 or u64.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer type of kernels",
    note = "kernels may be generic over `T: Integer` (i32, u32, i64, u64)"
)]
pub trait Integer:
    Scalar + crate::kernel::value::ScalarElement + crate::kernel::view::ViewElement<Scalar = Self>
{
    /// All bits set.
    const ALL_BITS: Self;
}

/// An integer that a loop counts in whose ends differ between lanes.
pub trait LoopInteger: Integer {
    /// The unsigned integer of its size: how far two of them can be apart.
    type Distance: Integer;
    /// The step, or the largest one.
    fn step(step: i64) -> Self;
}

macro_rules! loop_integers {
    ($($t:ident $distance:ident;)*) => { $(
        impl LoopInteger for $t {
            type Distance = $distance;
            #[inline(always)]
            fn step(step: i64) -> $t {
                step.min(i64::try_from($t::MAX).unwrap_or(i64::MAX)) as $t
            }
        }
    )* };
}
loop_integers! { i32 u32; u32 u32; i64 u64; }

impl Float for f32 {}
impl Float for f64 {}
impl Integer for i32 {
    const ALL_BITS: i32 = -1;
}
impl Integer for u32 {
    const ALL_BITS: u32 = u32::MAX;
}
impl Integer for i64 {
    const ALL_BITS: i64 = -1;
}
impl Integer for u64 {
    const ALL_BITS: u64 = u64::MAX;
}

/// Whether the scalar is an integer of 64 bits.
pub(crate) const fn is_long<T: Scalar>() -> bool {
    T::INTEGER && size_of::<T>() == 8
}

/// Whether an integer of 64 bits becomes an f32, which f64 between them would round twice.
pub(crate) const fn rounds_once<T: Scalar, U: Scalar>() -> bool {
    is_long::<T>() && !U::INTEGER && size_of::<U>() == 4
}

/// Compares two values of one type.
#[inline(always)]
pub(crate) fn compare<T: PartialOrd>(op: Cmp, a: T, b: T) -> bool {
    match op {
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Gt => a > b,
        Cmp::Ge => a >= b,
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
    }
}

/// Conversion between scalars as Rust's `as`.
#[inline(always)]
pub(crate) fn convert<T: Scalar, U: Scalar>(a: T) -> U {
    if const { T::INTEGER && U::INTEGER } {
        U::from_i64(a.to_i64())
    } else if const { rounds_once::<T, U>() } {
        U::from_f64(a.to_f32().into())
    } else {
        U::from_f64(a.to_f64())
    }
}

/// Ends a program that asks for an operation its type does not have; types in kernels have only the operators that exist.
#[cold]
#[inline(never)]
pub(crate) fn unsupported(op: &dyn Debug, ty: Ty) -> ! {
    panic!("{op:?} is not an operation of {ty:?}")
}

macro_rules! float {
    ($t:ident, $ty:ident, $bits:ident, $atomic:ident) => {
        impl Stored for $t {
            const TY: Ty = Ty::$ty;
        }

        impl Scalar for $t {
            const INTEGER: bool = false;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $t
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                self as f32
            }

            #[inline(always)]
            fn from_i64(x: i64) -> Self {
                x as $t
            }

            #[inline(always)]
            fn to_i64(self) -> i64 {
                self as i64
            }

            #[inline(always)]
            fn from_bits64(bits: u64) -> Self {
                $t::from_bits(bits as $bits)
            }

            #[inline(always)]
            fn to_bits64(self) -> u64 {
                self.to_bits() as u64
            }

            #[inline(always)]
            fn bin(op: Bin, a: Self, b: Self) -> Self {
                match op {
                    Bin::Add => a + b,
                    Bin::Sub => a - b,
                    Bin::Mul => a * b,
                    Bin::Div => a / b,
                    // the second operand wins ties, the first one a NaN in the second: as the SIMD executors
                    Bin::Min => {
                        if b.is_nan() || a < b {
                            a
                        } else {
                            b
                        }
                    }
                    Bin::Max => {
                        if b.is_nan() || a > b {
                            a
                        } else {
                            b
                        }
                    }
                    _ => unsupported(&op, Self::TY),
                }
            }

            #[inline(always)]
            fn un(op: Un, a: Self) -> Self {
                match op {
                    Un::Neg => -a,
                    Un::Abs => a.abs(),
                    Un::Sqrt => a.sqrt(),
                    Un::Rsqrt => 1.0 / a.sqrt(),
                    Un::Floor => a.floor(),
                    Un::Ceil => a.ceil(),
                    Un::Trunc => a.trunc(),
                    Un::RoundTiesEven => a.round_ties_even(),
                    _ => unsupported(&op, Self::TY),
                }
            }

            #[inline(always)]
            fn fma(a: Self, b: Self, c: Self) -> Self {
                a.mul_add(b, c)
            }

            #[inline(always)]
            fn flip(a: Self, sign: i64) -> Self {
                let sign = (sign as u32 >> 31) as $bits;
                $t::from_bits(a.to_bits() ^ (sign << ($bits::BITS - 1)))
            }

            #[inline(always)]
            unsafe fn atomic(op: AtomicOp, p: *mut Self, v: Self) -> Self {
                // SAFETY: the caller's promise; the atomic has size and alignment of the float.
                let cell = unsafe { $atomic::from_ptr(p.cast()) };
                let mut old = cell.load(Ordering::Relaxed);
                while op != AtomicOp::Load {
                    let joined = |bin| Self::bin(bin, $t::from_bits(old), v);
                    let new = op.bin().map_or(v, joined).to_bits();
                    match cell.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed)
                    {
                        Ok(old) => return $t::from_bits(old),
                        Err(now) => old = now,
                    }
                }
                $t::from_bits(old)
            }

            #[inline(always)]
            unsafe fn atomic_compare_exchange(p: *mut Self, expected: Self, v: Self) -> Self {
                // SAFETY: as in `atomic`.
                let cell = unsafe { $atomic::from_ptr(p.cast()) };
                let [old, new] = [expected, v].map(Self::to_bits);
                let done = cell.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
                $t::from_bits(done.unwrap_or_else(|seen| seen))
            }
        }
    };
}

float!(f32, F32, u32, AtomicU32);
float!(f64, F64, u64, AtomicU64);

macro_rules! integer {
    ($t:ident, $ty:ident, $unsigned:ident, $atomic:ident) => {
        impl Stored for $t {
            const TY: Ty = Ty::$ty;
        }

        impl Scalar for $t {
            const INTEGER: bool = true;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $t
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                self as f32
            }

            #[inline(always)]
            fn from_i64(x: i64) -> Self {
                x as $t
            }

            #[inline(always)]
            fn to_i64(self) -> i64 {
                self as i64
            }

            #[inline(always)]
            fn from_bits64(bits: u64) -> Self {
                bits as $t
            }

            #[inline(always)]
            fn to_bits64(self) -> u64 {
                self as $unsigned as u64
            }

            #[inline(always)]
            fn bin(op: Bin, a: Self, b: Self) -> Self {
                match op {
                    Bin::Add => a.wrapping_add(b),
                    Bin::Sub => a.wrapping_sub(b),
                    Bin::Mul => a.wrapping_mul(b),
                    Bin::Div if b == 0 => 0,
                    Bin::Div => a.wrapping_div(b),
                    Bin::Rem if b == 0 => 0,
                    Bin::Rem => a.wrapping_rem(b),
                    Bin::Min => a.min(b),
                    Bin::Max => a.max(b),
                    Bin::And => a & b,
                    Bin::Or => a | b,
                    Bin::Xor => a ^ b,
                    Bin::Shl => a.wrapping_shl(b as u32),
                    Bin::Shr => a.wrapping_shr(b as u32),
                    _ => unsupported(&op, Self::TY),
                }
            }

            #[inline(always)]
            fn un(op: Un, a: Self) -> Self {
                match op {
                    Un::Neg => a.wrapping_neg(),
                    Un::Not => !a,
                    #[allow(unused_comparisons)]
                    Un::Abs if a < 0 => a.wrapping_neg(),
                    Un::Abs => a,
                    _ => unsupported(&op, Self::TY),
                }
            }

            #[inline(always)]
            fn fma(a: Self, b: Self, c: Self) -> Self {
                a.wrapping_mul(b).wrapping_add(c)
            }

            #[inline(always)]
            fn flip(_: Self, _: i64) -> Self {
                unsupported(&"flip", Self::TY)
            }

            #[inline(always)]
            unsafe fn atomic(op: AtomicOp, p: *mut Self, v: Self) -> Self {
                // SAFETY: the caller's promise.
                let cell = unsafe { $atomic::from_ptr(p) };
                match op {
                    AtomicOp::Add => cell.fetch_add(v, Ordering::Relaxed),
                    AtomicOp::Min => cell.fetch_min(v, Ordering::Relaxed),
                    AtomicOp::Max => cell.fetch_max(v, Ordering::Relaxed),
                    AtomicOp::And => cell.fetch_and(v, Ordering::Relaxed),
                    AtomicOp::Or => cell.fetch_or(v, Ordering::Relaxed),
                    AtomicOp::Xor => cell.fetch_xor(v, Ordering::Relaxed),
                    AtomicOp::Exchange => cell.swap(v, Ordering::Relaxed),
                    AtomicOp::Load => cell.load(Ordering::Relaxed),
                    AtomicOp::CompareExchange => unsupported(&op, Self::TY),
                }
            }

            #[inline(always)]
            unsafe fn atomic_compare_exchange(p: *mut Self, expected: Self, v: Self) -> Self {
                // SAFETY: the caller's promise.
                let cell = unsafe { $atomic::from_ptr(p) };
                let done = cell.compare_exchange(expected, v, Ordering::Relaxed, Ordering::Relaxed);
                done.unwrap_or_else(|seen| seen)
            }
        }
    };
}

integer!(i32, I32, u32, AtomicI32);
integer!(u32, U32, u32, AtomicU32);
integer!(i64, I64, u64, AtomicI64);
integer!(u64, U64, u64, AtomicU64);
