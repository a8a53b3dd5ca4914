//! What a kernel computes with: values of three kinds, conditions, variables.

use super::Scalar;
use crate::kernel::simd::math::{Function, Function2};
use crate::ops::{Bin, Cmp, Un};
use std::panic::Location;

/// Values and what is computed of them.
///
/// Three kinds: `Var` differs between lanes, `Uni` and `Int` are the same in all lanes of a thread, and plain Rust values are
/// comptime. A kind of each operation is a method: executors choose by type, never at run time.
pub trait Values: Copy + Send + Sync + 'static {
    /// Lanes of a pack: how many neighbouring iterations one `Var` holds.
    const LANES: usize;
    /// Width of a natural tile (`AoSoA` without argument) and of a team thread's vector when the policy leaves it open.
    const NATURAL_WIDTH: usize;
    /// A value that differs between lanes.
    type Var<T: Scalar>: Copy + Send + Sync;
    /// A value that all lanes share.
    type Uni<T: Scalar>: Copy + Send + Sync;
    /// A uniform integer, wide enough for any index (64 bits natively).
    type Int: Copy + Send + Sync;
    /// A varying 64-bit index beside the base of a [`Coordinate`](super::Coordinate); nothing where one lane has it there.
    type Long: Copy;
    /// A varying condition.
    type Mask: Copy + Send + Sync + 'static;
    /// A uniform condition.
    type Cond: Copy + Send + Sync;

    /// No 64-bit index.
    fn no_long() -> Self::Long;
    /// A varying 64-bit index as base and what stands beside it.
    fn long(index: Self::Var<i64>) -> (Self::Int, Self::Long);

    // ---- varying values
    /// The same value in every lane.
    fn splat<T: Scalar>(a: Self::Uni<T>) -> Self::Var<T>;
    /// What the first lane has, where it runs alone.
    fn first_lane<T: Scalar>(a: Self::Var<T>) -> Self::Uni<T>;
    /// Notes an integer made of indices, which must fit its 32 bits: the numbers of a launch tell.
    #[inline(always)]
    fn made_of_indices(_: Self::Var<i32>, _at: &'static Location<'static>) {}
    /// Any binary operation that is not a function ([`Values::function2`]).
    fn bin<T: Scalar>(op: Bin, a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a + b`; one method each for the hot operations keeps other arms out of the caller (compile time).
    fn add<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a - b`
    fn sub<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a * b`
    fn mul<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `a * b + c`, one rounding for floats.
    fn fma<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// `c - a * b`, one rounding for floats.
    fn fnma<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// `a * b - c`, one rounding for floats.
    fn fms<T: Scalar>(a: Self::Var<T>, b: Self::Var<T>, c: Self::Var<T>) -> Self::Var<T>;
    /// Any unary operation that is not a function ([`Values::function`]).
    fn un<T: Scalar>(op: Un, a: Self::Var<T>) -> Self::Var<T>;
    /// A function of a float.
    fn function<T: Scalar, F: Function>(a: Self::Var<T>) -> Self::Var<T>;
    /// A function of two floats.
    fn function2<T: Scalar, F: Function2>(a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// Flips the sign of a float where bit 31 of the uniform `sign` is set.
    fn flip<T: Scalar>(a: Self::Var<T>, sign: Self::Int) -> Self::Var<T>;
    /// Flips the sign of a float in the lanes where bit 31 of `sign` is set.
    #[inline(always)]
    fn flip_lanes<T: Scalar>(a: Self::Var<T>, sign: Self::Var<i32>) -> Self::Var<T> {
        let set = Self::cmp::<i32>(Cmp::Lt, sign, Self::splat(Self::lit(0)));
        Self::select::<T>(set, Self::un::<T>(Un::Neg, a), a)
    }
    /// Conversion by value, as Rust's `as`.
    fn cast<T: Scalar, U: Scalar>(a: Self::Var<T>) -> Self::Var<U>;
    /// The same bits as another type of the same size.
    fn bits<T: Scalar, U: Scalar>(a: Self::Var<T>) -> Self::Var<U>;
    /// Comparison.
    fn cmp<T: Scalar>(op: Cmp, a: Self::Var<T>, b: Self::Var<T>) -> Self::Mask;
    /// `a` where `m`, else `b`.
    fn select<T: Scalar>(m: Self::Mask, a: Self::Var<T>, b: Self::Var<T>) -> Self::Var<T>;
    /// `base + lane * step` as a value; `step` is 0 or 1.
    fn lanes_to<T: Scalar>(base: Self::Int, step: Self::Int) -> Self::Var<T>;
    /// `(base + lane * step) op b` of 64 bits, as i32.
    fn lanes_bin(op: Bin, base: Self::Int, step: Self::Int, b: Self::Int) -> Self::Var<i32>;
    /// Compares `base + lane * step` with a uniform integer.
    fn lanes_cmp(op: Cmp, base: Self::Int, step: Self::Int, b: Self::Int) -> Self::Mask;
    /// Sum (minimum, maximum) over the lanes, in a fixed order; lanes outside `mask` do not take part and `identity` stands in.
    fn fold<T: Scalar>(
        op: Bin,
        a: Self::Var<T>,
        mask: Option<Self::Mask>,
        identity: T,
    ) -> Self::Uni<T>;

    // ---- uniform values
    /// A comptime value.
    fn lit<T: Scalar>(x: T) -> Self::Uni<T>;
    /// Any binary operation.
    fn ubin<T: Scalar>(op: Bin, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Uni<T>;
    /// `a * b + c`, one rounding for floats.
    fn ufma<T: Scalar>(a: Self::Uni<T>, b: Self::Uni<T>, c: Self::Uni<T>) -> Self::Uni<T>;
    /// Any unary operation.
    fn uun<T: Scalar>(op: Un, a: Self::Uni<T>) -> Self::Uni<T>;
    /// A function of a float.
    fn ufunction<T: Scalar, F: Function>(a: Self::Uni<T>) -> Self::Uni<T>;
    /// A function of two floats.
    fn ufunction2<T: Scalar, F: Function2>(a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Uni<T>;
    /// Comparison.
    fn ucmp<T: Scalar>(op: Cmp, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Cond;
    /// `a` where `c`, else `b`.
    fn uselect<T: Scalar>(c: Self::Cond, a: Self::Uni<T>, b: Self::Uni<T>) -> Self::Uni<T>;
    /// The same bits as another type of the same size.
    fn ubits<T: Scalar, U: Scalar>(a: Self::Uni<T>) -> Self::Uni<U>;
    /// Conversion by value.
    fn ucast<T: Scalar, U: Scalar>(a: Self::Uni<T>) -> Self::Uni<U>;

    // ---- uniform integers
    /// A comptime integer.
    fn int(x: i64) -> Self::Int;
    /// Any binary operation; shifts and bit operations work on the low 32 bits and sign-extend.
    fn ibin(op: Bin, a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a`, which is promised to be at most `limit`.
    #[inline(always)]
    fn at_most(a: Self::Int, _limit: i64) -> Self::Int {
        a
    }
    /// `a + b`
    fn iadd(a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a - b`
    fn isub(a: Self::Int, b: Self::Int) -> Self::Int;
    /// `a * b`
    fn imul(a: Self::Int, b: Self::Int) -> Self::Int;
    /// Is the integer `x`? Natively the comparison; on `Trace`, where only the launch knows, never.
    fn int_equals(a: Self::Int, x: i64) -> bool;
    /// Comparison.
    fn icmp(op: Cmp, a: Self::Int, b: Self::Int) -> Self::Cond;
    /// `a` where `c`, else `b`.
    fn iselect(c: Self::Cond, a: Self::Int, b: Self::Int) -> Self::Int;
    /// The integer as a uniform value.
    fn int_to<T: Scalar>(a: Self::Int) -> Self::Uni<T>;
    /// A uniform i32 or u32 value as an integer.
    fn to_int<T: Scalar>(a: Self::Uni<T>) -> Self::Int;

    // ---- conditions
    /// Logical and, or, xor of masks.
    fn mbin(op: Bin, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Logical not.
    fn mnot(a: Self::Mask) -> Self::Mask;
    /// A uniform condition as a mask.
    fn mask(a: Self::Cond) -> Self::Mask;
    /// Whether any lane of the mask is set.
    fn any(a: Self::Mask) -> Self::Cond;
    /// A comptime condition.
    fn cond(x: bool) -> Self::Cond;
    /// Logical and, or, xor.
    fn cbin(op: Bin, a: Self::Cond, b: Self::Cond) -> Self::Cond;
    /// Logical not.
    fn cnot(a: Self::Cond) -> Self::Cond;

    // ---- variables
    /// Declares a mutable variable.
    fn var<T: Scalar>(v: Self::Var<T>) -> Self::Var<T>;
    /// Reads a mutable variable.
    fn read<T: Scalar>(v: Self::Var<T>) -> Self::Var<T>;
    /// Assigns in the lanes of the mask.
    fn assign<T: Scalar>(p: &mut Self::Var<T>, v: Self::Var<T>, m: Option<Self::Mask>);
    /// Declares a mutable uniform.
    fn uvar<T: Scalar>(v: Self::Uni<T>) -> Self::Uni<T>;
    /// Reads a mutable uniform.
    fn uread<T: Scalar>(v: Self::Uni<T>) -> Self::Uni<T>;
    /// Assigns a uniform.
    fn uassign<T: Scalar>(p: &mut Self::Uni<T>, v: Self::Uni<T>);
    /// Declares a mutable integer.
    fn ivar(v: Self::Int) -> Self::Int;
    /// Reads a mutable integer.
    fn iread(v: Self::Int) -> Self::Int;
    /// Assigns an integer.
    fn iassign(p: &mut Self::Int, v: Self::Int);
    /// Declares a mutable condition.
    fn mvar(v: Self::Mask) -> Self::Mask;
    /// Reads a mutable condition.
    fn mread(v: Self::Mask) -> Self::Mask;
    /// Assigns in the lanes of the mask.
    fn massign(p: &mut Self::Mask, v: Self::Mask, m: Option<Self::Mask>);
    /// Declares a mutable uniform condition.
    fn cvar(v: Self::Cond) -> Self::Cond;
    /// Reads a mutable uniform condition.
    fn cread(v: Self::Cond) -> Self::Cond;
    /// Assigns a uniform condition.
    fn cassign(p: &mut Self::Cond, v: Self::Cond);
}
