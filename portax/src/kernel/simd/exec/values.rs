//! Values of packs.

use super::{P, inlined};
use crate::{
    ir::Ty,
    kernel::{
        exec::{
            Scalar, Values,
            lane::Portable,
            scalar::{compare, convert, rounds_once, unsupported},
        },
        simd::{
            Isa, MAX_LANES, Pack, Simd, by_lane,
            math::{Function, Function2},
        },
    },
    ops::{Bin, Cmp, Un},
};

impl<I: Isa, const CHECKS: bool> Values for Simd<I, CHECKS> {
    const LANES: usize = I::LANES;
    const NATURAL_WIDTH: usize = I::LANES;
    type Var<T: Scalar> = P<I, T>;
    type Uni<T: Scalar> = T;
    type Int = i64;
    type Long = I::Long;
    type Mask = I::Mask;
    type Cond = bool;
    inlined! {
        fn no_long() -> I::Long { I::no_long() }
        fn long(index: P<I, i64>) -> (i64, I::Long) { I::long(index) }
        fn splat<T>(a: T) -> P<I, T> { P::<I, T>::splat(a) }
        fn first_lane<T>(a: P<I, T>) -> T { a.to_array()[0] }
        fn bin<T>(op: Bin, a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::bin(op, a, b) }
        fn add<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::add(a, b) }
        fn sub<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::sub(a, b) }
        fn mul<T>(a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::mul(a, b) }
        fn fma<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fma(a, b, c) }
        fn fnma<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fnma(a, b, c) }
        fn fms<T>(a: P<I, T>, b: P<I, T>, c: P<I, T>) -> P<I, T> { P::<I, T>::fms(a, b, c) }
        fn un<T>(op: Un, a: P<I, T>) -> P<I, T> { P::<I, T>::un(op, a) }
        fn flip<T>(a: P<I, T>, sign: i64) -> P<I, T> { P::<I, T>::flip(a, sign) }
    }

    #[inline(always)]
    fn function<T: Scalar, F: Function>(a: P<I, T>) -> P<I, T> {
        P::<I, T>::from_f64(F::of::<I>(a.to_f64()))
    }

    #[inline(always)]
    fn function2<T: Scalar, F: Function2>(a: P<I, T>, b: P<I, T>) -> P<I, T> {
        P::<I, T>::from_f64(F::of::<I>(a.to_f64(), b.to_f64()))
    }

    #[inline(always)]
    fn cast<T: Scalar, U: Scalar>(a: P<I, T>) -> P<I, U> {
        if const { T::INTEGER && U::INTEGER && size_of::<P<I, T>>() == size_of::<P<I, U>>() } {
            // SAFETY: packs of integers of one size are the same register and wrap into each other.
            return unsafe { std::mem::transmute_copy(&a) };
        }
        if const { T::INTEGER && U::INTEGER } {
            return P::<I, U>::from_i64(a.to_i64());
        }
        if const { rounds_once::<T, U>() } {
            return P::<I, U>::from_array(by_lane::convert::<T, U, I>(a));
        }
        P::<I, U>::from_f64(a.to_f64())
    }

    #[inline(always)]
    fn bits<T: Scalar, U: Scalar>(a: P<I, T>) -> P<I, U> {
        const { assert!(size_of::<P<I, T>>() == size_of::<P<I, U>>()) };
        // SAFETY: packs are registers of lanes of scalars, for which any bits do.
        unsafe { std::mem::transmute_copy(&a) }
    }

    inlined! {
        fn cmp<T>(op: Cmp, a: P<I, T>, b: P<I, T>) -> I::Mask { P::<I, T>::cmp(op, a, b) }
        fn select<T>(m: I::Mask, a: P<I, T>, b: P<I, T>) -> P<I, T> { P::<I, T>::select(m, a, b) }
        fn lanes_to<T>(base: i64, step: i64) -> P<I, T> { P::<I, T>::iota(base, step) }
        fn lanes_bin(op: Bin, base: i64, step: i64, b: i64) -> P<I, i32> {
            // Where one lane's index fits 32 bits and the last one's does, so do all, and packs divide faster.
            let (last, b32) = (base.wrapping_add((I::LANES as i64 - 1) * step), b as i32);
            if base as i32 as i64 == base && last as i32 as i64 == last && i64::from(b32) == b {
                return P::<I, i32>::bin(op, P::<I, i32>::iota(base, step), P::<I, i32>::splat(b32));
            }
            let (mut lanes, mut l) = ([0; MAX_LANES], 0);
            while l < I::LANES {
                lanes[l] = Self::ibin(op, base.wrapping_add(l as i64 * step), b) as i32;
                l += 1;
            }
            P::<I, i32>::from_array(lanes)
        }
        fn lanes_cmp(op: Cmp, base: i64, step: i64, b: i64) -> I::Mask { I::lanes_cmp(op, base, step, b) }
    }

    #[inline(always)]
    fn fold<T: Scalar>(op: Bin, a: P<I, T>, mask: Option<I::Mask>, identity: T) -> T {
        let a = match mask {
            None => a,
            Some(m) => P::<I, T>::select(m, a, P::<I, T>::splat(identity)),
        };
        let mut x = a.to_array();
        let mut half = I::LANES / 2;
        while half > 0 {
            let mut l = 0;
            while l < half {
                x[l] = T::bin(op, x[l], x[l + half]);
                l += 1;
            }
            half /= 2;
        }
        x[0]
    }

    #[inline(always)]
    fn ufunction<T: Scalar, F: Function>(a: T) -> T {
        T::from_f64(F::of::<Portable>(a.to_f64()))
    }

    #[inline(always)]
    fn ufunction2<T: Scalar, F: Function2>(a: T, b: T) -> T {
        T::from_f64(F::of::<Portable>(a.to_f64(), b.to_f64()))
    }

    inlined! {
        fn lit<T>(x: T) -> T { x }
        fn ubin<T>(op: Bin, a: T, b: T) -> T { T::bin(op, a, b) }
        fn ufma<T>(a: T, b: T, c: T) -> T { T::fma(a, b, c) }
        fn uun<T>(op: Un, a: T) -> T { T::un(op, a) }
        fn ucmp<T>(op: Cmp, a: T, b: T) -> bool { compare(op, a, b) }
        fn uselect<T>(c: bool, a: T, b: T) -> T { if c { a } else { b } }
        fn ucast<T, U>(a: T) -> U { convert(a) }
        fn ubits<T, U>(a: T) -> U { U::from_bits64(a.to_bits64()) }
        fn int(x: i64) -> i64 { x }
    }

    #[inline(always)]
    fn ibin(op: Bin, a: i64, b: i64) -> i64 {
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
            _ => <i32 as Scalar>::bin(op, a as i32, b as i32) as i64,
        }
    }

    inlined! {
        fn iadd(a: i64, b: i64) -> i64 { a.wrapping_add(b) }
        fn isub(a: i64, b: i64) -> i64 { a.wrapping_sub(b) }
        fn imul(a: i64, b: i64) -> i64 { a.wrapping_mul(b) }
        fn icmp(op: Cmp, a: i64, b: i64) -> bool { compare(op, a, b) }
        fn iselect(c: bool, a: i64, b: i64) -> i64 { if c { a } else { b } }
        fn int_equals(a: i64, x: i64) -> bool { a == x }
        fn int_to<T>(a: i64) -> T { T::from_i64(a) }
        fn to_int<T>(a: T) -> i64 { a.to_i64() }
    }

    #[inline(always)]
    fn mbin(op: Bin, a: I::Mask, b: I::Mask) -> I::Mask {
        match op {
            Bin::And => I::mask_and(a, b),
            Bin::Or => I::mask_or(a, b),
            Bin::Xor => I::mask_xor(a, b),
            _ => unsupported(&op, Ty::Bool),
        }
    }

    inlined! {
        fn mnot(a: I::Mask) -> I::Mask { I::mask_xor(a, I::mask_splat(true)) }
        fn mask(a: bool) -> I::Mask { I::mask_splat(a) }
        fn any(a: I::Mask) -> bool { I::mask_bits(a) != 0 }
        fn cond(x: bool) -> bool { x }
    }

    #[inline(always)]
    fn cbin(op: Bin, a: bool, b: bool) -> bool {
        match op {
            Bin::And => a & b,
            Bin::Or => a | b,
            Bin::Xor => a ^ b,
            _ => unsupported(&op, Ty::Bool),
        }
    }

    inlined! {
        fn cnot(a: bool) -> bool { !a }
        fn var<T>(v: P<I, T>) -> P<I, T> { v }
        fn read<T>(v: P<I, T>) -> P<I, T> { v }
    }

    #[inline(always)]
    fn assign<T: Scalar>(p: &mut P<I, T>, v: P<I, T>, m: Option<I::Mask>) {
        *p = match m {
            None => v,
            Some(m) => P::<I, T>::select(m, v, *p),
        };
    }

    inlined! {
        fn uvar<T>(v: T) -> T { v }
        fn uread<T>(v: T) -> T { v }
        fn uassign<T>(p: &mut T, v: T) { *p = v; }
        fn ivar(v: i64) -> i64 { v }
        fn iread(v: i64) -> i64 { v }
        fn iassign(p: &mut i64, v: i64) { *p = v; }
        fn mvar(v: I::Mask) -> I::Mask { v }
        fn mread(v: I::Mask) -> I::Mask { v }
        fn massign(p: &mut I::Mask, v: I::Mask, m: Option<I::Mask>) { *p = by_lane::assigned::<I>(*p, v, m); }
        fn cvar(v: bool) -> bool { v }
        fn cread(v: bool) -> bool { v }
        fn cassign(p: &mut bool, v: bool) { *p = v; }
    }
}
