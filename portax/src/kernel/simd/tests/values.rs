//! Arithmetic, comparisons, conversions, masks and sums over lanes.

use super::{Samples, assert_lanes, mask_of, masks, on_every_isa, pairs};
use crate::kernel::exec::scalar::{compare, convert};
use crate::kernel::simd::{Isa, Pack, Simd};
use crate::{
    kernel::exec::*,
    ops::{Bin, Cmp, Un},
};

const ARITHMETIC: [Bin; 6] = [Bin::Add, Bin::Sub, Bin::Mul, Bin::Div, Bin::Min, Bin::Max];
const BITS: [Bin; 6] = [Bin::Rem, Bin::And, Bin::Or, Bin::Xor, Bin::Shl, Bin::Shr];
const COMPARISONS: [Cmp; 6] = [Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge, Cmp::Eq, Cmp::Ne];
const FLOAT: [Un; 4] = [Un::Neg, Un::Abs, Un::Sqrt, Un::Floor];
const INTEGER: [Un; 3] = [Un::Neg, Un::Not, Un::Abs];

fn binary<T: Samples, I: Isa>(ops: &[Bin]) {
    for (a, b) in pairs::<T>() {
        for &op in ops {
            let r =
                Simd::<I>::bin::<T>(op, I::Pack::<T>::from_array(a), I::Pack::<T>::from_array(b));
            assert_lanes::<T, I>(
                r,
                |l| T::bin(op, a[l], b[l]),
                |l| format!("{op:?}({:?}, {:?})", a[l], b[l]),
            );
        }
    }
}

fn unary<T: Samples, I: Isa>(ops: &[Un]) {
    for (a, _) in pairs::<T>() {
        for &op in ops {
            let r = Simd::<I>::un::<T>(op, I::Pack::<T>::from_array(a));
            assert_lanes::<T, I>(r, |l| T::un(op, a[l]), |l| format!("{op:?}({:?})", a[l]));
        }
    }
}

fn hot<T: Samples, I: Isa>() {
    let neg = |x: T| T::un(Un::Neg, x);
    for (x, y) in pairs::<T>() {
        let mut z = x;
        z.rotate_left(3);
        let [a, b, c] = [x, y, z].map(I::Pack::<T>::from_array);
        let what = |l: usize| format!("{:?} {:?} {:?}", x[l], y[l], z[l]);
        assert_lanes::<T, I>(
            Simd::<I>::add::<T>(a, b),
            |l| T::bin(Bin::Add, x[l], y[l]),
            what,
        );
        assert_lanes::<T, I>(
            Simd::<I>::sub::<T>(a, b),
            |l| T::bin(Bin::Sub, x[l], y[l]),
            what,
        );
        assert_lanes::<T, I>(
            Simd::<I>::mul::<T>(a, b),
            |l| T::bin(Bin::Mul, x[l], y[l]),
            what,
        );
        assert_lanes::<T, I>(
            Simd::<I>::fma::<T>(a, b, c),
            |l| T::fma(x[l], y[l], z[l]),
            what,
        );
        assert_lanes::<T, I>(
            Simd::<I>::fnma::<T>(a, b, c),
            |l| T::fma(neg(x[l]), y[l], z[l]),
            what,
        );
        assert_lanes::<T, I>(
            Simd::<I>::fms::<T>(a, b, c),
            |l| T::fma(x[l], y[l], neg(z[l])),
            what,
        );
    }
}

fn comparisons<T: Samples, I: Isa>() {
    for (a, b) in pairs::<T>() {
        for op in COMPARISONS {
            let m =
                Simd::<I>::cmp::<T>(op, I::Pack::<T>::from_array(a), I::Pack::<T>::from_array(b));
            let expected = (0..I::LANES)
                .map(|l| (compare(op, a[l], b[l]) as u32) << l)
                .sum::<u32>();
            assert_eq!(I::mask_bits(m), expected, "{op:?} {a:?} {b:?}");
        }
    }
}

fn casts<T: Samples, U: Scalar, I: Isa>() {
    for (a, _) in pairs::<T>() {
        let r = Simd::<I>::cast::<T, U>(I::Pack::<T>::from_array(a));
        assert_lanes::<U, I>(
            r,
            |l| convert(a[l]),
            |l| format!("{:?} as {:?}", a[l], U::TY),
        );
    }
}

fn casts_from<T: Samples, I: Isa>() {
    casts::<T, f64, I>();
    casts::<T, f32, I>();
    casts::<T, i32, I>();
    casts::<T, u32, I>();
    casts::<T, i64, I>();
    casts::<T, u64, I>();
}

fn selections<T: Samples, I: Isa>() {
    let (a, b) = pairs::<T>()[9];
    for bits in masks::<I>() {
        let m = mask_of::<I>(bits);
        let (x, y) = (I::Pack::<T>::from_array(a), I::Pack::<T>::from_array(b));
        let expected = |l: usize| if bits >> l & 1 != 0 { a[l] } else { b[l] };
        assert_lanes::<T, I>(Simd::<I>::select::<T>(m, x, y), expected, |l| {
            format!("lane {l} of {bits:b}")
        });
        let mut v = y;
        Simd::<I>::assign::<T>(&mut v, x, Some(m));
        assert_lanes::<T, I>(v, expected, |l| format!("lane {l} of {bits:b}"));
    }
}

fn folds<T: Samples, I: Isa>() {
    let (a, _) = pairs::<T>()[3];
    for op in [Bin::Add, Bin::Min, Bin::Max] {
        for bits in masks::<I>() {
            let identity = T::from_i64(7);
            let x = I::Pack::<T>::from_array(a);
            let found = Simd::<I>::fold::<T>(op, x, Some(mask_of::<I>(bits)), identity);
            let masked: Vec<T> = (0..I::LANES)
                .map(|l| if bits >> l & 1 != 0 { a[l] } else { identity })
                .collect();
            assert_eq!(found, tree(op, &masked), "{op:?} {masked:?}");
        }
        assert_eq!(
            Simd::<I>::fold::<T>(op, I::Pack::<T>::from_array(a), None, T::default()),
            tree(op, &a[..I::LANES])
        );
    }
}

/// Halves folded into each other.
fn tree<T: Scalar>(op: Bin, x: &[T]) -> T {
    match x.split_at(x.len() / 2) {
        ([], last) => last[0],
        (low, high) => tree(
            op,
            &low.iter()
                .zip(high)
                .map(|(&a, &b)| T::bin(op, a, b))
                .collect::<Vec<_>>(),
        ),
    }
}

fn iotas<T: Scalar, I: Isa>() {
    for base in [0, 5, -3, 16777217, 2147483640] {
        for step in [0, 1] {
            let found = Simd::<I>::lanes_to::<T>(base, step);
            assert_lanes::<T, I>(
                found,
                |l| T::from_i64(base + l as i64 * step),
                |l| format!("{base} + {l} * {step}"),
            );
        }
    }
}

fn flips<T: Samples, I: Isa>() {
    for sign in [0, 1 << 31, i32::MIN as i64, 0x7fff_ffff, -1] {
        for (a, _) in pairs::<T>() {
            let found = Simd::<I>::flip::<T>(I::Pack::<T>::from_array(a), sign);
            let expected = |l: usize| {
                if sign >> 31 & 1 != 0 {
                    T::un(Un::Neg, a[l])
                } else {
                    a[l]
                }
            };
            assert_lanes::<T, I>(found, expected, |l| format!("flip({:?}, {sign:x})", a[l]));
        }
    }
}

on_every_isa! {
    fn f64_arithmetic<I: Isa>() {
        binary::<f64, I>(&ARITHMETIC);
        unary::<f64, I>(&FLOAT);
        hot::<f64, I>();
    }
    fn f32_arithmetic<I: Isa>() {
        binary::<f32, I>(&ARITHMETIC);
        unary::<f32, I>(&FLOAT);
        unary::<f32, I>(&[Un::Rsqrt]);
        hot::<f32, I>();
    }
    fn i32_arithmetic<I: Isa>() {
        binary::<i32, I>(&ARITHMETIC);
        binary::<i32, I>(&BITS);
        unary::<i32, I>(&INTEGER);
        hot::<i32, I>();
    }
    fn u32_arithmetic<I: Isa>() {
        binary::<u32, I>(&ARITHMETIC);
        binary::<u32, I>(&BITS);
        unary::<u32, I>(&INTEGER);
        hot::<u32, I>();
    }
    fn i64_arithmetic<I: Isa>() {
        binary::<i64, I>(&ARITHMETIC);
        binary::<i64, I>(&BITS);
        unary::<i64, I>(&INTEGER);
        hot::<i64, I>();
    }
    fn u64_arithmetic<I: Isa>() {
        binary::<u64, I>(&ARITHMETIC);
        binary::<u64, I>(&BITS);
        unary::<u64, I>(&INTEGER);
        hot::<u64, I>();
    }
    fn comparing<I: Isa>() {
        comparisons::<f64, I>();
        comparisons::<f32, I>();
        comparisons::<i32, I>();
        comparisons::<u32, I>();
        comparisons::<i64, I>();
        comparisons::<u64, I>();
    }
    fn converting<I: Isa>() {
        casts_from::<f64, I>();
        casts_from::<f32, I>();
        casts_from::<i32, I>();
        casts_from::<u32, I>();
        casts_from::<i64, I>();
        casts_from::<u64, I>();
    }
    fn selecting<I: Isa>() {
        selections::<f64, I>();
        selections::<f32, I>();
        selections::<i32, I>();
        selections::<u32, I>();
        selections::<i64, I>();
        selections::<u64, I>();
    }
    fn folding<I: Isa>() {
        folds::<f64, I>();
        folds::<f32, I>();
        folds::<i32, I>();
        folds::<u32, I>();
        folds::<i64, I>();
        folds::<u64, I>();
    }
    fn lane_values<I: Isa>() {
        iotas::<f64, I>();
        iotas::<f32, I>();
        iotas::<i32, I>();
        iotas::<u32, I>();
        iotas::<i64, I>();
        iotas::<u64, I>();
        flips::<f64, I>();
        flips::<f32, I>();
    }
    fn lane_comparisons<I: Isa>() {
        for (base, b) in [(0, 3), (5, 5), (-4, 0), (1 << 40, (1 << 40) + 2)] {
            for op in COMPARISONS {
                for step in [0, 1, -2] {
                    let found = I::mask_bits(Simd::<I>::lanes_cmp(op, base, step, b));
                    let lane = |l: i64| (compare(op, base + l * step, b) as u32) << l;
                    assert_eq!(found, (0..I::LANES as i64).map(lane).sum::<u32>(), "{op:?} {base} {step} {b}");
                }
            }
        }
    }
    fn masks_are_lanewise<I: Isa>() {
        type E<I> = Simd<I>;
        let all = (1 << I::LANES) - 1;
        for a in masks::<I>() {
            let m = mask_of::<I>(a);
            assert_eq!(I::mask_bits(m), a);
            assert_eq!(I::mask_bits(E::<I>::mnot(m)), !a & all);
            assert_eq!(E::<I>::any(m), a != 0);
            for b in [0, 1, all, 0b1010 & all] {
                let n = mask_of::<I>(b);
                assert_eq!(I::mask_bits(E::<I>::mbin(Bin::And, m, n)), a & b);
                assert_eq!(I::mask_bits(E::<I>::mbin(Bin::Or, m, n)), a | b);
                assert_eq!(I::mask_bits(E::<I>::mbin(Bin::Xor, m, n)), a ^ b);
                let (entered, inner) = E::<I>::enter_mask_else(m, Some(n));
                assert_eq!((entered, I::mask_bits(inner)), (!a & b != 0, !a & b));
            }
        }
        for n in -1..=I::LANES as i64 + 1 {
            assert_eq!(I::mask_bits(I::mask_first(n)), (1 << n.clamp(0, I::LANES as i64)) - 1);
        }
        assert_eq!(I::mask_bits(E::<I>::mask(true)), all);
        assert_eq!(I::mask_bits(E::<I>::mask(false)), 0);
    }
}

#[test]
fn uniform_integers() {
    type E = crate::kernel::exec::Lane;
    assert_eq!(E::ibin(Bin::Div, 7, 0), 0);
    assert_eq!(E::ibin(Bin::Rem, -7, 3), -1);
    assert_eq!(E::ibin(Bin::Rem, 7, 0), 0);
    assert_eq!(E::ibin(Bin::Shl, 1, 31), i32::MIN as i64);
    assert_eq!(E::ibin(Bin::Shr, -8, 1), -4);
    assert_eq!(E::ibin(Bin::Xor, -1, 0xff), !0xff);
    assert_eq!(E::ibin(Bin::Max, 1 << 40, 3), 1 << 40);
    assert_eq!(E::to_int::<u32>(u32::MAX), u32::MAX as i64);
    assert_eq!(E::ucast::<i32, u32>(-1), u32::MAX);
    assert_eq!(E::ucast::<f64, i32>(f64::NAN), 0);
    assert_eq!(E::ucast::<f64, i64>(1e30), i64::MAX);
    assert_eq!(E::ucast::<f64, u64>(1.5e19), 15_000_000_000_000_000_000);
    assert_eq!(E::to_int::<i64>(i64::MIN), i64::MIN);
    // halfway between two f32, and just above after a rounding to f64
    let once = (1 << 60) + (1 << 36) + 1;
    assert_eq!(E::ucast::<i64, f32>(once), once as f32);
    assert_eq!(
        E::ucast::<u64, f32>(u64::MAX - 1),
        18_446_744_073_709_551_616.0
    );
}
