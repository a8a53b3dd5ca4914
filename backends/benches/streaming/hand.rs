//! The yardstick: loops of intrinsics over parts of an array, one module an instruction set.

/// Scalar loops for what whole packs leave over.
mod rest {
    pub fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
        for (x, y) in x.iter().zip(y) {
            *y = a.mul_add(*x, *y);
        }
    }

    pub fn dot(x: &[f64], y: &[f64]) -> f64 {
        x.iter().zip(y).fold(0.0, |sum, (x, y)| x.mul_add(*y, sum))
    }
}

/// Where a stencil works: `centre` times a cell plus `side` times its six neighbours, on cells `1..n - 1` of a row and
/// rows `1..rows - 1` of a plane.
#[derive(Clone, Copy)]
pub struct Stencil {
    pub centre: f64,
    pub side: f64,
    pub n: usize,
    pub rows: usize,
}

impl Stencil {
    /// Cells of a plane.
    pub fn plane(&self) -> usize {
        self.n * self.rows
    }
}

macro_rules! instruction_set {
    (
        $name:ident, $features:literal, $lanes:literal,
        $load:ident $store:ident $set:ident $zero:ident $add:ident $mul:ident $fma:ident $sum:expr
    ) => {
        pub mod $name {
            use super::{Stencil, rest};
            use std::arch::x86_64::*;

            const LANES: usize = $lanes;

            /// `y += a x`
            #[target_feature(enable = $features)]
            pub fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
                let (packs, n) = ($set(a), y.len() / LANES * LANES);
                assert_eq!(x.len(), y.len());
                for i in (0..n).step_by(LANES) {
                    // SAFETY: a whole pack lies before `n`.
                    unsafe {
                        let y = y.as_mut_ptr().add(i);
                        $store(y, $fma(packs, $load(x.as_ptr().add(i)), $load(y)));
                    }
                }
                rest::axpy(a, &x[n..], &mut y[n..]);
            }

            /// `sum x y`
            #[target_feature(enable = $features)]
            pub fn dot(x: &[f64], y: &[f64]) -> f64 {
                const CHAINS: usize = 8;
                let n = y.len() / (CHAINS * LANES) * (CHAINS * LANES);
                assert_eq!(x.len(), y.len());
                let mut sums = [$zero(); CHAINS];
                for i in (0..n).step_by(CHAINS * LANES) {
                    for (chain, sum) in sums.iter_mut().enumerate() {
                        let i = i + chain * LANES;
                        // SAFETY: a whole pack lies before `n`.
                        *sum = unsafe {
                            $fma($load(x.as_ptr().add(i)), $load(y.as_ptr().add(i)), *sum)
                        };
                    }
                }
                let [a, b, c, d, e, f, g, h] = sums;
                let packs = $add($add($add(a, e), $add(b, f)), $add($add(c, g), $add(d, h)));
                $sum(packs) + rest::dot(&x[n..], &y[n..])
            }

            /// Planes of `b`, which has `n * rows` cells each, from those of `a` and their neighbours.
            ///
            /// # Safety
            /// `a` and `b` point to cell (0, 0) of the first plane to write; the planes before and after exist in `a`.
            #[target_feature(enable = $features)]
            pub unsafe fn stencil(s: Stencil, a: *const f64, b: *mut f64, planes: usize) {
                let (centre, side) = ($set(s.centre), $set(s.side));
                let (n, plane, whole) = (s.n, s.plane(), (s.n - 2) / LANES * LANES);
                for k in 0..planes {
                    for j in 1..s.rows - 1 {
                        let first = k * plane + j * n + 1;
                        // SAFETY: the caller's promise.
                        let (a, b) = unsafe { (a.add(first), b.add(first)) };
                        for i in (0..whole).step_by(LANES) {
                            // SAFETY: the caller's promise, as a whole pack lies before the row's last cell.
                            unsafe {
                                let a = a.add(i);
                                let x = $add($load(a.sub(1)), $load(a.add(1)));
                                let y = $add($load(a.sub(n)), $load(a.add(n)));
                                let z = $add($load(a.sub(plane)), $load(a.add(plane)));
                                let sides = $add($add(x, y), z);
                                $store(b.add(i), $fma(centre, $load(a), $mul(side, sides)));
                            }
                        }
                        for i in whole..n - 2 {
                            // SAFETY: the caller's promise.
                            unsafe {
                                let a = a.add(i);
                                let x = *a.sub(1) + *a.add(1);
                                let y = *a.sub(n) + *a.add(n);
                                let z = *a.sub(plane) + *a.add(plane);
                                *b.add(i) = s.centre.mul_add(*a, s.side * (x + y + z));
                            }
                        }
                    }
                }
            }
        }
    };
}

instruction_set!(
    avx512, "avx512f,fma", 8,
    _mm512_loadu_pd _mm512_storeu_pd _mm512_set1_pd _mm512_setzero_pd
    _mm512_add_pd _mm512_mul_pd _mm512_fmadd_pd _mm512_reduce_add_pd
);
instruction_set!(
    avx2, "avx2,fma", 4,
    _mm256_loadu_pd _mm256_storeu_pd _mm256_set1_pd _mm256_setzero_pd
    _mm256_add_pd _mm256_mul_pd _mm256_fmadd_pd
    |packs| {
        let pairs = _mm_add_pd(_mm256_castpd256_pd128(packs), _mm256_extractf128_pd::<1>(packs));
        _mm_cvtsd_f64(_mm_add_sd(pairs, _mm_unpackhi_pd(pairs, pairs)))
    }
);
