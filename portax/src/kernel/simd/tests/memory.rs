//! Loads, stores, gathers, scatters and atomics; what is masked off is not touched.

use super::{Samples, assert_lanes, mask_of, masks, on_every_isa};
use crate::kernel::exec::native::NativePtr;
use crate::kernel::simd::{Isa, MAX_LANES, Pack, Simd};
use crate::{
    kernel::exec::*,
    ops::{AtomicOp, Scope},
};

fn on(bits: u32, l: usize) -> bool {
    bits >> l & 1 != 0
}

fn loads<T: Samples, I: Isa>() {
    let data = T::samples();
    let p = NativePtr(data.as_ptr().cast_mut().cast());
    let index: [i32; MAX_LANES] = [9, 3, 3, 0, 17, 1, 20, 8];
    let offset = Simd::<I>::offset_of(I::Pack::<i32>::from_array(index), 1);
    let what = |l: usize| format!("lane {l}");
    // SAFETY: arrays of the test, lanes inside.
    assert_lanes::<T, I>(
        unsafe { Simd::<I>::load_lanes::<T>(p, 5, None) },
        |l| data[5 + l],
        what,
    );
    // SAFETY: arrays of the test, lanes inside.
    assert_lanes::<T, I>(
        unsafe { Simd::<I>::gather::<T>(p, 2, offset, None) },
        |l| data[2 + index[l] as usize],
        what,
    );
    // SAFETY: arrays of the test, lanes inside.
    let [re, im] = unsafe { Simd::<I>::gather_pair::<T>(p, 1, offset, None) };
    assert_lanes::<T, I>(re, |l| data[2 * (1 + index[l] as usize)], what);
    assert_lanes::<T, I>(im, |l| data[2 * (1 + index[l] as usize) + 1], what);
    for bits in masks::<I>() {
        let m = Some(mask_of::<I>(bits));
        let pick = |l: usize, x: T| if on(bits, l) { x } else { T::default() };
        // SAFETY: arrays of the test, lanes inside.
        assert_lanes::<T, I>(
            unsafe { Simd::<I>::load_lanes::<T>(p, 5, m) },
            |l| pick(l, data[5 + l]),
            what,
        );
        // SAFETY: arrays of the test, lanes inside.
        let gathered = unsafe { Simd::<I>::gather::<T>(p, 2, offset, m) };
        assert_lanes::<T, I>(gathered, |l| pick(l, data[2 + index[l] as usize]), what);
    }
    // SAFETY: arrays of the test, lanes inside.
    assert!(super::same(
        // SAFETY: as above.
        unsafe { Simd::<I>::load_uniform::<T>(p, 4) },
        data[4]
    ));
    // SAFETY: arrays of the test, lanes inside.
    assert!(super::same(
        // SAFETY: as above.
        unsafe { Simd::<I>::load_uniform_pair::<T>(p, 4) }[1],
        data[9]
    ));
    // SAFETY: arrays of the test, lanes inside.
    assert!(super::same(
        // SAFETY: as above.
        unsafe { Simd::<I>::load_row::<T>(p, 4, 3) },
        data[7]
    ));
}

fn stores<T: Samples, I: Isa>() {
    for index in [
        [9, 3, 3, 0, 17, 1, 9, 8],
        [5, 6, 7, 8, 9, 10, 11, 12],
        [5, 6, 7, 9, 9, 10, 11, 12],
    ] {
        stores_at::<T, I>(index);
    }
}

fn stores_at<T: Samples, I: Isa>(index: [i32; MAX_LANES]) {
    let values: [T; MAX_LANES] = std::array::from_fn(|l| T::from_i64(l as i64 + 1));
    let v = I::Pack::<T>::from_array(values);
    let offset = Simd::<I>::offset_of(I::Pack::<i32>::from_array(index), 1);
    for bits in masks::<I>() {
        let full = bits + 1 == 1 << I::LANES;
        let m = if full { None } else { Some(mask_of::<I>(bits)) };
        let (mut side, mut scattered, mut pairs) =
            ([T::default(); 40], [T::default(); 40], [T::default(); 40]);
        let (mut side_expected, mut expected, mut pairs_expected) = (side, side, side);
        for l in (0..I::LANES).filter(|&l| on(bits, l)) {
            side_expected[3 + l] = values[l];
            expected[2 + index[l] as usize] = values[l];
            pairs_expected[2 * index[l] as usize] = values[l];
            pairs_expected[2 * index[l] as usize + 1] = values[l];
        }
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::store_lanes::<T>(NativePtr(side.as_mut_ptr().cast()), 3, v, m) };
        // SAFETY: arrays of the test, lanes inside.
        unsafe {
            Simd::<I>::scatter::<T>(NativePtr(scattered.as_mut_ptr().cast()), 2, offset, v, m)
        };
        // SAFETY: arrays of the test, lanes inside.
        unsafe {
            Simd::<I>::scatter_pair::<T>(NativePtr(pairs.as_mut_ptr().cast()), 0, offset, [v, v], m)
        };
        assert_eq!(side, side_expected, "{bits:b}");
        assert_eq!(
            scattered, expected,
            "{bits:b}: lane order where lanes collide"
        );
        assert_eq!(pairs, pairs_expected, "{bits:b}");
    }
}

fn atomics<T: Samples, I: Isa>() {
    let values: [T; MAX_LANES] = std::array::from_fn(|l| T::from_i64(10 - l as i64));
    let index: [i32; MAX_LANES] = [1, 0, 1, 1, 2, 0, 3, 1];
    let bits = [AtomicOp::And, AtomicOp::Or, AtomicOp::Xor].into_iter();
    let ops = [
        AtomicOp::Add,
        AtomicOp::Min,
        AtomicOp::Max,
        AtomicOp::Exchange,
        AtomicOp::Load,
    ];
    for op in ops.into_iter().chain(bits.filter(|_| !T::TY.is_float())) {
        for scope in [Scope::Device, Scope::Team] {
            let bits = 0b1011_1101 & ((1 << I::LANES) - 1);
            let (mut found, mut expected) = ([T::from_i64(5); 4], [T::from_i64(5); 4]);
            let mut old = [T::default(); MAX_LANES];
            for l in (0..I::LANES).filter(|&l| on(bits, l)) {
                let cell = &mut expected[index[l] as usize];
                old[l] = *cell;
                *cell = match op {
                    AtomicOp::Load => *cell,
                    _ => op
                        .bin()
                        .map_or(values[l], |bin| T::bin(bin, *cell, values[l])),
                };
            }
            let offset = Simd::<I>::offset_of(I::Pack::<i32>::from_array(index), 1);
            let p = NativePtr(found.as_mut_ptr().cast());
            let v = I::Pack::<T>::from_array(values);
            // SAFETY: arrays of the test, lanes inside.
            let result = unsafe {
                Simd::<I>::atomic::<T>(op, scope, p, 0, offset, v, Some(mask_of::<I>(bits)))
            };
            assert_eq!(found, expected, "{op:?} {scope:?}");
            assert_lanes::<T, I>(result, |l| old[l], |l| format!("{op:?} lane {l}"));
        }
    }
}

fn compare_exchanges<T: Samples, I: Isa>() {
    let index: [i32; MAX_LANES] = [1, 0, 1, 1, 2, 0, 3, 1];
    let values: [T; MAX_LANES] = std::array::from_fn(|l| T::from_i64(6 + l as i64));
    // lane 0 finds 5, lane 2 what lane 0 has left, lane 3 not what it expects
    let expected = [5, 5, 6, 5, 4, 6, 5, 8].map(T::from_i64);
    for scope in [Scope::Device, Scope::Team] {
        let bits = 0b1011_1101 & ((1 << I::LANES) - 1);
        let (mut found, mut cells) = ([T::from_i64(5); 4], [T::from_i64(5); 4]);
        let mut old = [T::default(); MAX_LANES];
        for l in (0..I::LANES).filter(|&l| on(bits, l)) {
            let cell = &mut cells[index[l] as usize];
            old[l] = *cell;
            if *cell == expected[l] {
                *cell = values[l];
            }
        }
        let offset = Simd::<I>::offset_of(I::Pack::<i32>::from_array(index), 1);
        let p = NativePtr(found.as_mut_ptr().cast());
        let [expected, v] = [expected, values].map(I::Pack::<T>::from_array);
        let mask = Some(mask_of::<I>(bits));
        // SAFETY: arrays of the test, lanes inside.
        let result = unsafe {
            Simd::<I>::atomic_compare_exchange::<T>(scope, p, 0, offset, expected, v, mask)
        };
        assert_eq!(found, cells, "{scope:?}");
        assert_lanes::<T, I>(result, |l| old[l], |l| format!("{scope:?} lane {l}"));
    }
}

/// Memory that ends at a page nobody may touch.
#[cfg(target_os = "linux")]
mod guarded {
    use std::ffi::{c_int, c_long, c_void};

    // SAFETY: <sys/mman.h> declares them so.
    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            len: usize,
            protection: c_int,
            flags: c_int,
            file: c_int,
            offset: c_long,
        ) -> *mut c_void;
        fn mprotect(at: *mut c_void, len: usize, protection: c_int) -> c_int;
    }

    const PAGE: usize = 65536;
    const READ_WRITE: c_int = 3;
    const PRIVATE_ANONYMOUS: c_int = 0x22;

    /// First address of the forbidden page.
    pub(super) fn end() -> *mut u8 {
        // SAFETY: a new mapping, which stays for the rest of the process.
        unsafe {
            let base = mmap(
                std::ptr::null_mut(),
                2 * PAGE,
                READ_WRITE,
                PRIVATE_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(base as isize, -1);
            let end = base.cast::<u8>().add(PAGE);
            assert_eq!(mprotect(end.cast(), PAGE, 0), 0);
            end
        }
    }
}

#[cfg(target_os = "linux")]
fn at_the_edge<T: Samples, I: Isa>(end: *mut u8) {
    for n in 0..=I::LANES {
        let p = NativePtr(end.wrapping_sub(n * size_of::<T>()));
        let m = I::mask_first(n as i64);
        let v = I::Pack::<T>::iota(1, 1);
        // lanes outside the mask point into the forbidden page
        let offset = Simd::<I>::offset_lanes(1);
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::store_lanes::<T>(p, 0, v, Some(m)) };
        let expected = |l: usize| {
            if l < n {
                T::from_i64(l as i64 + 1)
            } else {
                T::default()
            }
        };
        // SAFETY: arrays of the test, lanes inside.
        assert_lanes::<T, I>(
            unsafe { Simd::<I>::load_lanes::<T>(p, 0, Some(m)) },
            expected,
            |l| format!("{l} of {n}"),
        );
        // SAFETY: arrays of the test, lanes inside.
        unsafe { Simd::<I>::scatter::<T>(p, 0, offset, v, Some(m)) };
        // SAFETY: arrays of the test, lanes inside.
        assert_lanes::<T, I>(
            unsafe { Simd::<I>::gather::<T>(p, 0, offset, Some(m)) },
            expected,
            |l| format!("{l} of {n}"),
        );
    }
}

on_every_isa! {
    fn loading<I: Isa>() {
        loads::<f64, I>();
        loads::<f32, I>();
        loads::<i32, I>();
        loads::<u32, I>();
        loads::<i64, I>();
        loads::<u64, I>();
    }
    fn storing<I: Isa>() {
        stores::<f64, I>();
        stores::<f32, I>();
        stores::<i32, I>();
        stores::<u32, I>();
        stores::<i64, I>();
        stores::<u64, I>();
    }
    fn updating<I: Isa>() {
        atomics::<f64, I>();
        atomics::<f32, I>();
        atomics::<i32, I>();
        atomics::<u32, I>();
        atomics::<i64, I>();
        atomics::<u64, I>();
        compare_exchanges::<f64, I>();
        compare_exchanges::<f32, I>();
        compare_exchanges::<i32, I>();
        compare_exchanges::<u32, I>();
        compare_exchanges::<i64, I>();
        compare_exchanges::<u64, I>();
    }
    #[cfg(target_os = "linux")]
    fn masked_lanes_touch_no_memory<I: Isa>() {
        let end = guarded::end();
        at_the_edge::<f64, I>(end);
        at_the_edge::<f32, I>(end);
        at_the_edge::<i32, I>(end);
        at_the_edge::<u32, I>(end);
        at_the_edge::<i64, I>(end);
        at_the_edge::<u64, I>(end);
    }
    fn small_integers<I: Isa>() {
        let from: Vec<i16> = (0..40).map(|k| k * 801 - 16_000).collect();
        let p = NativePtr(from.as_ptr().cast_mut().cast());
        let offset = Simd::<I>::offset_lanes(3);
        for bits in masks::<I>() {
            let m = Some(mask_of::<I>(bits));
            let lane = |l: usize, at: usize| if on(bits, l) { i32::from(from[at]) } else { 0 };
            // SAFETY: arrays of the test, lanes inside.
            let apart = unsafe { Simd::<I>::gather_small::<i16>(p, 2, Some(offset), m) };
            assert_lanes::<i32, I>(apart, |l| lane(l, 2 + 3 * l), |l| format!("{l} of {bits:b}"));
            // SAFETY: arrays of the test, lanes inside.
            let beside = unsafe { Simd::<I>::gather_small::<i16>(p, 5, None, m) };
            assert_lanes::<i32, I>(beside, |l| lane(l, 5 + l), |l| format!("{l} of {bits:b}"));
            let mut to = [7u8; 40];
            let q = NativePtr(to.as_mut_ptr().cast());
            let v = Simd::<I>::cast::<i32, u32>(beside);
            // SAFETY: arrays of the test, lanes inside.
            unsafe { Simd::<I>::scatter_small::<u8>(q, 1, Some(offset), v, m) };
            for (k, &found) in to.iter().enumerate() {
                let l = k.wrapping_sub(1) / 3;
                let hit = k % 3 == 1 && l < I::LANES && on(bits, l);
                assert_eq!(found, if hit { from[5 + l] as u8 } else { 7 }, "{k} of {bits:b}");
            }
        }
        // SAFETY: arrays of the test, lanes inside.
        let all = unsafe { Simd::<I>::gather_small::<i16>(p, 1, None, None) };
        assert_lanes::<i32, I>(all, |l| from[1 + l].into(), |l| format!("{l}"));
    }
    fn rows_of_integers<I: Isa>() {
        let data: Vec<i32> = (-3..13).collect();
        let p = NativePtr(data.as_ptr().cast_mut().cast());
        // SAFETY: arrays of the test, lanes inside.
        assert_eq!(unsafe { Simd::<I>::load_ints::<4>(p, 1) }, [1, 2, 3, 4]);
        // SAFETY: arrays of the test, lanes inside.
        assert_eq!(unsafe { Simd::<I>::load_ints::<8>(p, 1) }, [5, 6, 7, 8, 9, 10, 11, 12]);
        let further = Simd::<I>::advance::<i32>(p, 2, 3, 2);
        // SAFETY: arrays of the test, lanes inside.
        assert_eq!(unsafe { Simd::<I>::load_uniform::<i32>(further, 0) }, data[12]);
    }
}
