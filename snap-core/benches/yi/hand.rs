//! The yardstick: compute_yi of one tile in intrinsics, direct and reverse, one module an instruction set.
//!
//! A tile has the lanes of a register as atoms; value k has its real parts at `2 k LANES` and its imaginary parts `LANES`
//! further on. Tables are those of [`snap_core::tables`].
//!
//! SAFETY of every block: offsets come from the tables, which stay inside `v`, `g`, `w` and `items`; callers check the
//! ISA.
#![allow(clippy::undocumented_unsafe_blocks)] // one reason for all, above

use snap_core::tables::{YiDirect, YiReverse};

/// What the functions of [`direct`](avx512::direct) and [`reverse`](avx512::reverse) promise to read and write.
///
/// # Safety
/// `v` and `g` point to whole tiles of all values, `w` to the table that belongs to the lists.
pub type Direct = unsafe fn(&YiDirect, &[f64], *const f64, *mut f64);
/// As [`Direct`].
pub type Reverse = unsafe fn(&YiReverse, &[f64], usize, *const f64, *mut f64);

macro_rules! instruction_set {
    (
        $name:ident, $features:literal, $pack:ident, $lanes:literal,
        $load:ident $store:ident $set:ident $zero:ident $add:ident $mul:ident $fma:ident $fnma:ident $xor:ident
    ) => {
        pub mod $name {
            use snap_core::tables::{DirectItem, DirectJob, YiDirect, YiReverse};
            use std::arch::x86_64::*;

            /// Atoms of a tile.
            pub const LANES: usize = $lanes;

            /// Real and imaginary parts.
            type Z = [$pack; 2];

            #[inline(always)]
            unsafe fn load(p: *const f64, k: usize) -> Z {
                unsafe {
                    [
                        $load(p.add(2 * k * LANES)),
                        $load(p.add((2 * k + 1) * LANES)),
                    ]
                }
            }
            #[inline(always)]
            unsafe fn store(p: *mut f64, k: usize, z: Z) {
                unsafe {
                    $store(p.add(2 * k * LANES), z[0]);
                    $store(p.add((2 * k + 1) * LANES), z[1]);
                }
            }
            #[inline(always)]
            unsafe fn add_to(p: *mut f64, k: usize, z: Z) {
                unsafe {
                    let old = load(p, k);
                    store(p, k, [$add(old[0], z[0]), $add(old[1], z[1])]);
                }
            }
            /// `a b`
            #[inline(always)]
            unsafe fn times(a: Z, b: Z) -> Z {
                unsafe {
                    [
                        $fnma(a[1], b[1], $mul(a[0], b[0])),
                        $fma(a[1], b[0], $mul(a[0], b[1])),
                    ]
                }
            }
            /// `a conj(b)`
            #[inline(always)]
            unsafe fn times_conj(a: Z, b: Z) -> Z {
                unsafe {
                    [
                        $fma(a[1], b[1], $mul(a[0], b[0])),
                        $fnma(a[0], b[1], $mul(a[1], b[0])),
                    ]
                }
            }
            /// `c + a conj(b)`
            #[inline(always)]
            unsafe fn plus_times_conj(c: Z, a: Z, b: Z) -> Z {
                unsafe {
                    [
                        $fma(a[1], b[1], $fma(a[0], b[0], c[0])),
                        $fnma(a[0], b[1], $fma(a[1], b[0], c[1])),
                    ]
                }
            }
            /// `c + a b`
            #[inline(always)]
            unsafe fn plus_times(c: Z, a: Z, b: Z) -> Z {
                unsafe {
                    [
                        $fnma(a[1], b[1], $fma(a[0], b[0], c[0])),
                        $fma(a[1], b[0], $fma(a[0], b[1], c[1])),
                    ]
                }
            }
            /// `c + conj(a) b`
            #[inline(always)]
            unsafe fn plus_conj_times(c: Z, a: Z, b: Z) -> Z {
                unsafe {
                    [
                        $fma(a[1], b[1], $fma(a[0], b[0], c[0])),
                        $fnma(a[1], b[0], $fma(a[0], b[1], c[1])),
                    ]
                }
            }
            /// `c + w z`, w real
            #[inline(always)]
            unsafe fn plus_scaled(c: Z, w: $pack, z: Z) -> Z {
                unsafe { [$fma(w, z[0], c[0]), $fma(w, z[1], c[1])] }
            }
            #[inline(always)]
            unsafe fn scaled(w: $pack, z: Z) -> Z {
                unsafe { [$mul(w, z[0]), $mul(w, z[1])] }
            }
            #[inline(always)]
            unsafe fn conj_if(z: Z, sign: f64) -> Z {
                unsafe { [z[0], $xor(z[1], $set(sign))] }
            }

            #[inline(always)]
            unsafe fn item<const N2: usize, const N3: usize>(
                it: &[i32; 4],
                w: *const f64,
                v: *const f64,
                acc: &mut [Z; N3],
            ) {
                unsafe {
                    let it = DirectItem::of(*it);
                    let sign = |bit: i32| if bit < 0 { -0.0 } else { 0.0 };
                    let (conj1, conj2) = (sign(it.conj1), sign(it.conj2));
                    let mut b = [[$zero(); 2]; N2];
                    for j in 0..N2 {
                        b[j] = conj_if(load(v, it.second as usize + j), conj2);
                    }
                    let mut w = w.add(it.w as usize);
                    for i in 0..it.n1 as usize {
                        let x = conj_if(load(v, it.first as usize + i), conj1);
                        if N2 <= N3 {
                            for j in 0..N2 {
                                let p = times(x, b[j]);
                                for n in 0..N3 {
                                    acc[n] = plus_scaled(acc[n], $set(*w.add(j * N3 + n)), p);
                                }
                            }
                        } else {
                            for n in 0..N3 {
                                let mut m = scaled($set(*w.add(n * N2)), b[0]);
                                for j in 1..N2 {
                                    m = plus_scaled(m, $set(*w.add(n * N2 + j)), b[j]);
                                }
                                acc[n] = plus_times(acc[n], x, m);
                            }
                        }
                        w = w.add((N2 * N3).next_multiple_of(2));
                    }
                }
            }

            #[inline(always)]
            unsafe fn job<const N3: usize>(
                output: i32,
                starts: &[i32],
                items: &[[i32; 4]],
                w: *const f64,
                v: *const f64,
                g: *mut f64,
            ) {
                unsafe {
                    let mut acc = [[$zero(); 2]; N3];
                    macro_rules! shapes {
                        ($n2:literal) => {
                            for it in
                                items.get_unchecked(starts[$n2 - 1] as usize..starts[$n2] as usize)
                            {
                                item::<$n2, N3>(it, w, v, &mut acc);
                            }
                        };
                    }
                    shapes!(1);
                    shapes!(2);
                    shapes!(3);
                    shapes!(4);
                    shapes!(5);
                    for n in 0..N3 {
                        store(g, output as usize + n, acc[n]);
                    }
                }
            }

            /// Every job of the direct form with weights of up to five values.
            ///
            /// # Safety
            /// As [`Direct`](super::Direct).
            #[target_feature(enable = $features)]
            pub unsafe fn direct(yi: &YiDirect, w: &[f64], v: *const f64, g: *mut f64) {
                assert_eq!(yi.shapes, 5);
                for (&row, starts) in yi.jobs.iter().zip(yi.starts.chunks_exact(6)) {
                    let DirectJob { output, n3 } = DirectJob::of(row);
                    let (items, w) = (&yi.items[..], w.as_ptr());
                    // SAFETY: the caller's promise.
                    unsafe {
                        match n3 {
                            1 => job::<1>(output, starts, items, w, v, g),
                            2 => job::<2>(output, starts, items, w, v, g),
                            3 => job::<3>(output, starts, items, w, v, g),
                            4 => job::<4>(output, starts, items, w, v, g),
                            _ => job::<5>(output, starts, items, w, v, g),
                        }
                    }
                }
            }

            #[inline(always)]
            unsafe fn item_of_group<const N3: usize, const CONJ1: bool>(
                it: &[i32; 4],
                w: *const f64,
                v: *const f64,
                g: *mut f64,
                v3: &[Z; N3],
                g3: &mut [Z; N3],
            ) {
                unsafe {
                    let [o1, o2, at, n2] = it.map(|x| x as usize);
                    let mut w = w.add(at);
                    let a = load(v, o1);
                    let mut ga = [$zero(); 2];
                    for y in 0..n2 {
                        let b = load(v, o2 + y);
                        let mut q = scaled($set(*w), v3[0]);
                        for n in 1..N3 {
                            q = plus_scaled(q, $set(*w.add(n)), v3[n]);
                        }
                        let p = if CONJ1 { times_conj(b, a) } else { times(b, a) };
                        for n in 0..N3 {
                            g3[n] = plus_scaled(g3[n], $set(*w.add(n)), p);
                        }
                        w = w.add(N3);
                        let gb = load(g, o2 + y);
                        if CONJ1 {
                            ga = plus_conj_times(ga, q, b);
                            store(g, o2 + y, plus_times(gb, q, a));
                        } else {
                            ga = plus_conj_times(ga, b, q);
                            store(g, o2 + y, plus_times_conj(gb, q, a));
                        }
                    }
                    add_to(g, o1, ga);
                }
            }

            #[inline(always)]
            unsafe fn group<const N3: usize, const CONJ1: bool>(
                row: &[i32; 8],
                items: &[[i32; 4]],
                w: *const f64,
                v: *const f64,
                g: *mut f64,
            ) {
                unsafe {
                    let o3 = row[0] as usize;
                    let sign = if row[5] < 0 { -0.0 } else { 0.0 };
                    let (mut v3, mut g3) = ([[$zero(); 2]; N3], [[$zero(); 2]; N3]);
                    for n in 0..N3 {
                        v3[n] = conj_if(load(v, o3 + n), sign);
                    }
                    for it in items.get_unchecked(row[2] as usize..row[3] as usize) {
                        item_of_group::<N3, CONJ1>(it, w, v, g, &v3, &mut g3);
                    }
                    for n in 0..N3 {
                        add_to(g, o3 + n, conj_if(g3[n], sign));
                    }
                }
            }

            #[inline(always)]
            unsafe fn z_block<const N0: usize>(
                it: &[i32; 4],
                w: *const f64,
                v: *const f64,
                g: *mut f64,
            ) {
                unsafe {
                    let [offset, count, at, _] = it.map(|x| x as usize);
                    let (mut v0, mut g0) = ([$zero(); N0], [$zero(); N0]);
                    for n in 0..N0 {
                        v0[n] = load(v, n)[0];
                    }
                    let mut w = w.add(at);
                    for y in 0..count {
                        let a = load(v, offset + y);
                        let mut ga = [$zero(); 2];
                        for z in y..count {
                            let b = load(v, offset + z);
                            let p = $fma(a[1], b[1], $mul(a[0], b[0]));
                            let first = $set(*w);
                            g0[0] = $fma(first, p, g0[0]);
                            let mut q = $mul(first, v0[0]);
                            for n in 1..N0 {
                                let wn = $set(*w.add(n));
                                g0[n] = $fma(wn, p, g0[n]);
                                q = $fma(wn, v0[n], q);
                            }
                            w = w.add(N0);
                            ga = plus_scaled(ga, q, b);
                            store(g, offset + z, plus_scaled(load(g, offset + z), q, a));
                        }
                        add_to(g, offset + y, ga);
                    }
                    for n in 0..N0 {
                        add_to(g, n, [g0[n], $zero()]);
                    }
                }
            }

            /// Every item of the reverse form with weights of up to five values.
            ///
            /// # Safety
            /// As [`Reverse`](super::Reverse).
            #[target_feature(enable = $features)]
            pub unsafe fn reverse(
                yi: &YiReverse,
                w: &[f64],
                nvalues: usize,
                v: *const f64,
                g: *mut f64,
            ) {
                let w = w.as_ptr();
                // SAFETY: the caller's promise.
                unsafe {
                    for k in 0..nvalues {
                        store(g, k, [$zero(); 2]);
                    }
                    let items = &yi.items[..];
                    for row in &yi.groups {
                        match (row[1], row[4] != 0) {
                            (1, false) => group::<1, false>(row, items, w, v, g),
                            (1, true) => group::<1, true>(row, items, w, v, g),
                            (2, false) => group::<2, false>(row, items, w, v, g),
                            (2, true) => group::<2, true>(row, items, w, v, g),
                            (3, false) => group::<3, false>(row, items, w, v, g),
                            (3, true) => group::<3, true>(row, items, w, v, g),
                            (4, false) => group::<4, false>(row, items, w, v, g),
                            (4, true) => group::<4, true>(row, items, w, v, g),
                            (5, false) => group::<5, false>(row, items, w, v, g),
                            (5, true) => group::<5, true>(row, items, w, v, g),
                            (n3, _) => unreachable!("a weight of {n3} values"),
                        }
                    }
                    for it in &yi.z_items {
                        z_block::<5>(it, w, v, g);
                    }
                }
            }
        }
    };
}

instruction_set!(
    avx512, "avx512f,avx512dq,fma", __m512d, 8,
    _mm512_loadu_pd _mm512_storeu_pd _mm512_set1_pd _mm512_setzero_pd
    _mm512_add_pd _mm512_mul_pd _mm512_fmadd_pd _mm512_fnmadd_pd _mm512_xor_pd
);
instruction_set!(
    avx2, "avx2,fma", __m256d, 4,
    _mm256_loadu_pd _mm256_storeu_pd _mm256_set1_pd _mm256_setzero_pd
    _mm256_add_pd _mm256_mul_pd _mm256_fmadd_pd _mm256_fnmadd_pd _mm256_xor_pd
);
