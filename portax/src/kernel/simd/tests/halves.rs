//! Floats of 16 bits, loaded and stored, against the crate that has them.

use super::{assert_lanes, mask_of, masks, on_every_isa};
use crate::kernel::{
    exec::{Memory, Small, native::NativePtr},
    simd::{Isa, MAX_LANES, Pack, Simd},
};
use half::{bf16, f16};

/// A float of 16 bits, as the crate converts it.
trait Half: Small<Wide = f32> {
    fn of(bits: u16) -> Self;
    fn bits(self) -> u16;
    fn float(self) -> f32;
    fn nearest(x: f32) -> Self;
}

macro_rules! halves {
    ($($t:ident),*) => { $(
        impl Half for $t {
            fn of(bits: u16) -> Self { $t::from_bits(bits) }
            fn bits(self) -> u16 { self.to_bits() }
            fn float(self) -> f32 { self.to_f32() }
            fn nearest(x: f32) -> Self { $t::from_f32(x) }
        }
    )* };
}
halves! { f16, bf16 }

/// Every one, as many as fill packs of any instruction set.
fn all<H: Half>() -> Vec<H> {
    (0..=u16::MAX).map(H::of).collect()
}

/// What is stored: every half itself, what lies in the middle of two neighbours and next to that, beyond the largest, and
/// what is no number.
fn stored<H: Half>() -> Vec<f32> {
    let infinity = H::nearest(f32::INFINITY).bits();
    let largest = f64::from(H::of(infinity - 1).float());
    let gap = largest - f64::from(H::of(infinity - 2).float());
    let positive = (0..infinity).flat_map(|bits| {
        let low = H::of(bits).float();
        let high = match bits + 1 == infinity {
            true => largest + gap,
            false => H::of(bits + 1).float().into(),
        };
        let middle = ((f64::from(low) + high) / 2.0) as f32;
        [low, middle.next_down(), middle, middle.next_up()]
    });
    let special = [
        f32::INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        f32::NAN,
        f32::from_bits(0x7f80_0001),
        f32::from_bits(0x7fff_ffff),
    ];
    positive.chain(special).flat_map(|x| [x, -x]).collect()
}

#[inline(always)]
fn loads<H: Half, I: Isa>() {
    let halves = all::<H>();
    let p = NativePtr(halves.as_ptr().cast_mut().cast());
    for first in (0..halves.len()).step_by(I::LANES) {
        // SAFETY: arrays of the test, lanes inside.
        let beside = unsafe { Simd::<I>::gather_small::<H>(p, first as i64, None, None) };
        assert_lanes::<f32, I>(
            beside,
            |l| halves[first + l].float(),
            |l| format!("{:#x}", first + l),
        );
        // SAFETY: arrays of the test, lanes inside.
        let one = unsafe { Simd::<I>::load_small::<H>(p, first as i64) };
        assert!(super::same(one, halves[first].float()), "{first:#x}");
    }
}

#[inline(always)]
fn stores<H: Half, I: Isa>() {
    let stored = stored::<H>();
    let is = |found: H, x: f32| {
        let right = H::nearest(x);
        let both_nan = found.float().is_nan() && right.float().is_nan();
        assert!(
            both_nan || found.bits() == right.bits(),
            "{x:e} ({:#x}): {found:?} instead of {right:?}",
            x.to_bits()
        );
    };
    let mut halves = [H::default(); MAX_LANES];
    let q = NativePtr(halves.as_mut_ptr().cast());
    for chunk in stored.chunks(I::LANES) {
        let values = std::array::from_fn(|l| chunk.get(l).copied().unwrap_or(0.0));
        let v = I::Pack::<f32>::from_array(values);
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::scatter_small::<H>(q, 0, None, v, None) };
        (0..I::LANES).for_each(|l| is(halves[l], values[l]));
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::store_small::<H>(q, 1, values[0]) };
        is(halves[1], values[0]);
    }
}

/// Lanes apart and masked: what is masked off is not touched.
#[inline(always)]
fn apart<H: Half, I: Isa>() {
    let from: Vec<H> = (0..40).map(|k| H::nearest(k as f32 - 7.5)).collect();
    let p = NativePtr(from.as_ptr().cast_mut().cast());
    let offset = Simd::<I>::offset_lanes(3);
    for bits in masks::<I>() {
        let m = Some(mask_of::<I>(bits));
        let on = |l: usize| bits >> l & 1 != 0;
        // SAFETY: arrays of the test, lanes inside.
        let v = unsafe { Simd::<I>::gather_small::<H>(p, 2, Some(offset), m) };
        let lane = |l: usize| if on(l) { from[2 + 3 * l].float() } else { 0.0 };
        assert_lanes::<f32, I>(v, lane, |l| format!("{l} of {bits:b}"));
        let mut to = [H::of(7); 40];
        let q = NativePtr(to.as_mut_ptr().cast());
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::scatter_small::<H>(q, 1, Some(offset), v, m) };
        for (k, found) in to.iter().enumerate() {
            let l = k.wrapping_sub(1) / 3;
            let hit = k % 3 == 1 && l < I::LANES && on(l);
            let right = if hit { from[2 + 3 * l] } else { H::of(7) };
            assert_eq!(found.bits(), right.bits(), "{k} of {bits:b}");
        }
    }
}

on_every_isa! {
    fn halves_are_loaded<I: Isa>() {
        loads::<f16, I>();
        loads::<bf16, I>();
    }
    fn floats_are_rounded_to_halves<I: Isa>() {
        stores::<f16, I>();
        stores::<bf16, I>();
    }
    fn halves_lie_apart<I: Isa>() {
        apart::<f16, I>();
        apart::<bf16, I>();
    }
}
