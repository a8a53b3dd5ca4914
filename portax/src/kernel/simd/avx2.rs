//! AVX2 and FMA: 4 lanes, values of 64 bits in ymm, those of 32 in xmm registers, masks as wide as f64 lanes.

use super::{Isa, Lanes, MAX_LANES, Pack, by_lane, intrinsics};
use crate::ir::Ty;
use crate::kernel::exec::scalar::unsupported;
use crate::{
    kernel::exec::Scalar,
    ops::{Bin, Cmp, Un},
};
use std::arch::x86_64::*;

/// The instructions of Haswell, Zen and later; `cpu.rs` lists the features that launch functions carry.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Lanes<Avx2> for f64 {
    type Pack = __m256d;
}
impl Lanes<Avx2> for f32 {
    type Pack = __m128;
}
impl Lanes<Avx2> for i32 {
    type Pack = __m128i;
}
impl Lanes<Avx2> for u32 {
    type Pack = __m128i;
}
impl Lanes<Avx2> for i64 {
    type Pack = __m256i;
}
impl Lanes<Avx2> for u64 {
    type Pack = __m256i;
}

impl Isa for Avx2 {
    const LANES: usize = 4;
    const CAN_CHECK: bool = false;
    /// All bits of a 64-bit lane, or none.
    type Mask = __m256i;
    type Offset = __m256i;
    type Long = Option<__m256i>;
    type Pack<T: Scalar> = <T as Lanes<Avx2>>::Pack;

    fn is_available() -> bool {
        crate::cpu::HostExecutor::Avx2.is_supported()
    }

    #[inline(always)]
    fn no_long() -> Self::Long {
        None
    }

    #[inline(always)]
    fn long(index: __m256i) -> (i64, Self::Long) {
        (0, Some(index))
    }

    #[inline(always)]
    fn long_of(long: Self::Long) -> Option<__m256i> {
        long
    }

    intrinsics! {
        fn mask_splat(x: bool) -> __m256i { _mm256_set1_epi64x(-(x as i64)) }
        fn mask_first(n: i64) -> __m256i { _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_set_epi64x(3, 2, 1, 0)) }
        fn mask_and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn mask_or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        fn mask_xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
        fn mask_bits(a: __m256i) -> u32 { _mm256_movemask_pd(_mm256_castsi256_pd(a)) as u32 }
        fn lanes_cmp(op: Cmp, base: i64, step: i64, b: i64) -> __m256i {
            let a = _mm256_add_epi64(_mm256_set1_epi64x(base), Self::offset_lanes(step));
            let b = _mm256_set1_epi64x(b);
            match op {
                Cmp::Lt => _mm256_cmpgt_epi64(b, a),
                Cmp::Le => not(_mm256_cmpgt_epi64(a, b)),
                Cmp::Gt => _mm256_cmpgt_epi64(a, b),
                Cmp::Ge => not(_mm256_cmpgt_epi64(b, a)),
                Cmp::Eq => _mm256_cmpeq_epi64(a, b),
                Cmp::Ne => not(_mm256_cmpeq_epi64(a, b)),
            }
        }
        fn offset_splat(x: i64) -> __m256i { _mm256_set1_epi64x(x) }
        fn offset_lanes(stride: i64) -> __m256i {
            let twice = stride.wrapping_mul(2);
            _mm256_set_epi64x(twice.wrapping_add(stride), twice, stride, 0)
        }
        /// There is no 64-bit product: the stride is split as `low + 2^32 high` with a signed low half.
        fn offset_of(index: __m128i, stride: i64) -> __m256i {
            let index = _mm256_cvtepi32_epi64(index);
            let low = stride as i32 as i64;
            let high = stride.wrapping_sub(low) >> 32;
            let high = _mm256_mul_epi32(index, _mm256_set1_epi64x(high));
            _mm256_add_epi64(_mm256_mul_epi32(index, _mm256_set1_epi64x(low)), _mm256_slli_epi64::<32>(high))
        }
        fn offset_of_long(index: __m256i, stride: i64) -> __m256i { product(index, _mm256_set1_epi64x(stride)) }
        fn offset_add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi64(a, b) }
        fn consecutive(a: __m256i, m: __m256i) -> Option<i64> {
            let starts = _mm256_sub_epi64(a, _mm256_set_epi64x(3, 2, 1, 0));
            let start = _mm_cvtsi128_si64(_mm256_castsi256_si128(starts));
            let equal = _mm256_cmpeq_epi64(starts, _mm256_set1_epi64x(start));
            if Self::mask_bits(_mm256_andnot_si256(equal, m)) == 0 { Some(start) } else { None }
        }
        fn offset_array(a: __m256i) -> [i64; MAX_LANES] {
            let mut r = [0; MAX_LANES];
            _mm256_storeu_si256(r.as_mut_ptr().cast(), a);
            r
        }
        fn flip_odd(a: __m256d, k: __m256d) -> __m256d {
            let sign = _mm256_slli_epi64::<63>(_mm256_castpd_si256(k));
            _mm256_xor_pd(a, _mm256_castsi256_pd(sign))
        }
        /// The instructions give their second operand where one is NaN.
        fn clamp(a: __m256d, low: f64, high: f64) -> __m256d {
            _mm256_max_pd(_mm256_set1_pd(low), _mm256_min_pd(_mm256_set1_pd(high), a))
        }
        fn bits_of(a: __m256d) -> __m256i { _mm256_castpd_si256(a) }
        fn float_of(a: __m256i) -> __m256d { _mm256_castsi256_pd(a) }
        fn bits_and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn bits_xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
        fn bits_shl(a: __m256i, n: u32) -> __m256i { _mm256_sllv_epi64(a, _mm256_set1_epi64x(n.into())) }
        fn bits_shr(a: __m256i, n: u32) -> __m256i { _mm256_srlv_epi64(a, _mm256_set1_epi64x(n.into())) }
        fn from_f16(bits: __m128i) -> __m128 { _mm_cvtph_ps(_mm_packus_epi32(bits, bits)) }
        fn to_f16(x: __m128) -> __m128i { _mm_cvtepu16_epi32(_mm_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x)) }
        fn from_bf16(bits: __m128i) -> __m128 { _mm_castsi128_ps(_mm_slli_epi32::<16>(bits)) }
        fn to_bf16(x: __m128) -> __m128i {
            let bits = _mm_castps_si128(x);
            let odd = _mm_and_si128(_mm_srli_epi32::<16>(bits), _mm_set1_epi32(1));
            let nearest = _mm_add_epi32(bits, _mm_add_epi32(odd, _mm_set1_epi32(0x7fff)));
            let nan = _mm_or_si128(bits, _mm_set1_epi32(0x40_0000));
            let is_nan = _mm_castps_si128(_mm_cmpunord_ps(x, x));
            _mm_srli_epi32::<16>(_mm_blendv_epi8(nearest, nan, is_nan))
        }
    }
}

intrinsics! {
    fn not(m: __m256i) -> __m256i { _mm256_xor_si256(m, _mm256_set1_epi64x(-1)) }
    /// The low halves of 64-bit lanes: a mask stays one.
    fn narrow(m: __m256i) -> __m128i {
        let m = _mm256_castsi256_ps(m);
        _mm_castps_si128(_mm_shuffle_ps::<0x88>(_mm256_castps256_ps128(m), _mm256_extractf128_ps::<1>(m)))
    }
    /// A mask of 32-bit lanes as one of 64-bit lanes.
    fn widen(m: __m128i) -> __m256i { _mm256_cvtepi32_epi64(m) }
}

/// Writes the lanes `v` of the mask, in lane order.
///
/// # Safety
/// `p + o[l]` is valid for writes for every lane `l` of the mask.
#[inline(always)]
unsafe fn scatter<T: Scalar>(p: *mut T, o: __m256i, bits: u32, v: [T; MAX_LANES]) {
    let o = Avx2::offset_array(o);
    let mut l = 0;
    while l < Avx2::LANES {
        if bits >> l & 1 != 0 {
            // SAFETY: the caller's promise.
            unsafe { *p.offset(o[l] as isize) = v[l] };
        }
        l += 1;
    }
}

impl Pack<f64, Avx2> for __m256d {
    intrinsics! {
        fn splat(x: f64) -> Self { _mm256_set1_pd(x) }
        fn iota(base: i64, step: i64) -> Self {
            let lanes = _mm256_set_pd(3.0, 2.0, 1.0, 0.0);
            _mm256_fmadd_pd(lanes, _mm256_set1_pd(step as f64), _mm256_set1_pd(base as f64))
        }
        fn from_array(x: [f64; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
        fn to_array(self) -> [f64; MAX_LANES] {
            let mut r = [0.0; MAX_LANES];
            _mm256_storeu_pd(r.as_mut_ptr(), self);
            r
        }
        fn add(a: Self, b: Self) -> Self { _mm256_add_pd(a, b) }
        fn sub(a: Self, b: Self) -> Self { _mm256_sub_pd(a, b) }
        fn mul(a: Self, b: Self) -> Self { _mm256_mul_pd(a, b) }
        fn fma(a: Self, b: Self, c: Self) -> Self { _mm256_fmadd_pd(a, b, c) }
        fn fnma(a: Self, b: Self, c: Self) -> Self { _mm256_fnmadd_pd(a, b, c) }
        fn fms(a: Self, b: Self, c: Self) -> Self { _mm256_fmsub_pd(a, b, c) }
        fn bin(op: Bin, a: Self, b: Self) -> Self {
            match op {
                Bin::Add => _mm256_add_pd(a, b),
                Bin::Sub => _mm256_sub_pd(a, b),
                Bin::Mul => _mm256_mul_pd(a, b),
                Bin::Div => _mm256_div_pd(a, b),
                Bin::Min => _mm256_blendv_pd(_mm256_min_pd(a, b), a, _mm256_cmp_pd::<_CMP_UNORD_Q>(b, b)),
                Bin::Max => _mm256_blendv_pd(_mm256_max_pd(a, b), a, _mm256_cmp_pd::<_CMP_UNORD_Q>(b, b)),
                _ => unsupported(&op, Ty::F64),
            }
        }
        fn un(op: Un, a: Self) -> Self {
            match op {
                Un::Neg => _mm256_xor_pd(a, _mm256_set1_pd(-0.0)),
                Un::Abs => _mm256_andnot_pd(_mm256_set1_pd(-0.0), a),
                Un::Sqrt => _mm256_sqrt_pd(a),
                Un::Rsqrt => _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_sqrt_pd(a)),
                Un::Floor => _mm256_floor_pd(a),
                Un::Ceil => _mm256_ceil_pd(a),
                Un::Trunc => _mm256_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(a),
                Un::RoundTiesEven => _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a),
                _ => unsupported(&op, Ty::F64),
            }
        }
        fn flip(a: Self, sign: i64) -> Self {
            let sign = f64::from_bits((sign as u64) << 32 & 1 << 63);
            _mm256_xor_pd(a, _mm256_set1_pd(sign))
        }
        fn cmp(op: Cmp, a: Self, b: Self) -> __m256i {
            _mm256_castpd_si256(match op {
                Cmp::Lt => _mm256_cmp_pd::<_CMP_LT_OQ>(a, b),
                Cmp::Le => _mm256_cmp_pd::<_CMP_LE_OQ>(a, b),
                Cmp::Gt => _mm256_cmp_pd::<_CMP_GT_OQ>(a, b),
                Cmp::Ge => _mm256_cmp_pd::<_CMP_GE_OQ>(a, b),
                Cmp::Eq => _mm256_cmp_pd::<_CMP_EQ_OQ>(a, b),
                Cmp::Ne => _mm256_cmp_pd::<_CMP_NEQ_UQ>(a, b),
            })
        }
        fn select(m: __m256i, a: Self, b: Self) -> Self { _mm256_blendv_pd(b, a, _mm256_castsi256_pd(m)) }
        fn to_f64(self) -> __m256d { self }
        fn from_f64(x: __m256d) -> Self { x }
    }
    intrinsics! { unsafe:
        fn load(p: *const f64) -> Self { p.cast::<Self>().read_unaligned() }
        fn load_masked(p: *const f64, m: __m256i) -> Self { _mm256_maskload_pd(p, m) }
        fn store(p: *mut f64, v: Self) { p.cast::<Self>().write_unaligned(v) }
        fn store_masked(p: *mut f64, m: __m256i, v: Self) { _mm256_maskstore_pd(p, m, v) }
        fn gather(p: *const f64, o: __m256i) -> Self { _mm256_i64gather_pd::<8>(p, o) }
        fn gather_masked(p: *const f64, o: __m256i, m: __m256i) -> Self {
            _mm256_mask_i64gather_pd::<8>(_mm256_setzero_pd(), p, o, _mm256_castsi256_pd(m))
        }
        fn scatter(p: *mut f64, o: __m256i, v: Self) { scatter(p, o, 15, v.to_array()) }
        fn scatter_masked(p: *mut f64, o: __m256i, m: __m256i, v: Self) {
            scatter(p, o, Avx2::mask_bits(m), v.to_array())
        }
    }
}

impl Pack<f32, Avx2> for __m128 {
    intrinsics! {
        fn splat(x: f32) -> Self { _mm_set1_ps(x) }
        fn iota(base: i64, step: i64) -> Self { _mm256_cvtpd_ps(<__m256d as Pack<f64, Avx2>>::iota(base, step)) }
        fn from_array(x: [f32; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
        fn to_array(self) -> [f32; MAX_LANES] {
            let mut r = [0.0; MAX_LANES];
            _mm_storeu_ps(r.as_mut_ptr(), self);
            r
        }
        fn add(a: Self, b: Self) -> Self { _mm_add_ps(a, b) }
        fn sub(a: Self, b: Self) -> Self { _mm_sub_ps(a, b) }
        fn mul(a: Self, b: Self) -> Self { _mm_mul_ps(a, b) }
        fn fma(a: Self, b: Self, c: Self) -> Self { _mm_fmadd_ps(a, b, c) }
        fn fnma(a: Self, b: Self, c: Self) -> Self { _mm_fnmadd_ps(a, b, c) }
        fn fms(a: Self, b: Self, c: Self) -> Self { _mm_fmsub_ps(a, b, c) }
        fn bin(op: Bin, a: Self, b: Self) -> Self {
            match op {
                Bin::Add => _mm_add_ps(a, b),
                Bin::Sub => _mm_sub_ps(a, b),
                Bin::Mul => _mm_mul_ps(a, b),
                Bin::Div => _mm_div_ps(a, b),
                Bin::Min => _mm_blendv_ps(_mm_min_ps(a, b), a, _mm_cmpunord_ps(b, b)),
                Bin::Max => _mm_blendv_ps(_mm_max_ps(a, b), a, _mm_cmpunord_ps(b, b)),
                _ => unsupported(&op, Ty::F32),
            }
        }
        fn un(op: Un, a: Self) -> Self {
            match op {
                Un::Neg => _mm_xor_ps(a, _mm_set1_ps(-0.0)),
                Un::Abs => _mm_andnot_ps(_mm_set1_ps(-0.0), a),
                Un::Sqrt => _mm_sqrt_ps(a),
                Un::Rsqrt => _mm_div_ps(_mm_set1_ps(1.0), _mm_sqrt_ps(a)),
                Un::Floor => _mm_floor_ps(a),
                Un::Ceil => _mm_ceil_ps(a),
                Un::Trunc => _mm_round_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(a),
                Un::RoundTiesEven => _mm_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a),
                _ => unsupported(&op, Ty::F32),
            }
        }
        fn flip(a: Self, sign: i64) -> Self { _mm_xor_ps(a, _mm_set1_ps(f32::from_bits(sign as u32 & 1 << 31))) }
        fn cmp(op: Cmp, a: Self, b: Self) -> __m256i {
            widen(_mm_castps_si128(match op {
                Cmp::Lt => _mm_cmplt_ps(a, b),
                Cmp::Le => _mm_cmple_ps(a, b),
                Cmp::Gt => _mm_cmpgt_ps(a, b),
                Cmp::Ge => _mm_cmpge_ps(a, b),
                Cmp::Eq => _mm_cmpeq_ps(a, b),
                Cmp::Ne => _mm_cmpneq_ps(a, b),
            }))
        }
        fn select(m: __m256i, a: Self, b: Self) -> Self { _mm_blendv_ps(b, a, _mm_castsi128_ps(narrow(m))) }
        fn to_f64(self) -> __m256d { _mm256_cvtps_pd(self) }
        fn from_f64(x: __m256d) -> Self { _mm256_cvtpd_ps(x) }
    }
    intrinsics! { unsafe:
        fn load(p: *const f32) -> Self { p.cast::<Self>().read_unaligned() }
        fn load_masked(p: *const f32, m: __m256i) -> Self { _mm_maskload_ps(p, narrow(m)) }
        fn store(p: *mut f32, v: Self) { p.cast::<Self>().write_unaligned(v) }
        fn store_masked(p: *mut f32, m: __m256i, v: Self) { _mm_maskstore_ps(p, narrow(m), v) }
        fn gather(p: *const f32, o: __m256i) -> Self { _mm256_i64gather_ps::<4>(p, o) }
        fn gather_masked(p: *const f32, o: __m256i, m: __m256i) -> Self {
            _mm256_mask_i64gather_ps::<4>(_mm_setzero_ps(), p, o, _mm_castsi128_ps(narrow(m)))
        }
        fn scatter(p: *mut f32, o: __m256i, v: Self) { scatter(p, o, 15, v.to_array()) }
        fn scatter_masked(p: *mut f32, o: __m256i, m: __m256i, v: Self) {
            scatter(p, o, Avx2::mask_bits(m), v.to_array())
        }
    }
}

/// An integer pack; the two types differ in the functions given.
macro_rules! integer {
    ($t:ident, $ty:ident, $to:ident, $from:ident, $truncate:ident, $extend:ident, $min:ident, $max:ident, $shr:ident, $abs:ident,
     $gt:ident) => {
        impl Pack<$t, Avx2> for __m128i {
            intrinsics! {
                fn splat(x: $t) -> Self { _mm_set1_epi32(x as i32) }
                fn iota(base: i64, step: i64) -> Self {
                    let lanes = _mm_mullo_epi32(_mm_set_epi32(3, 2, 1, 0), _mm_set1_epi32(step as i32));
                    _mm_add_epi32(lanes, _mm_set1_epi32(base as i32))
                }
                fn from_array(x: [$t; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
                fn to_array(self) -> [$t; MAX_LANES] {
                    let mut r = [0; MAX_LANES];
                    _mm_storeu_si128(r.as_mut_ptr().cast(), self);
                    r
                }
                fn add(a: Self, b: Self) -> Self { _mm_add_epi32(a, b) }
                fn sub(a: Self, b: Self) -> Self { _mm_sub_epi32(a, b) }
                fn mul(a: Self, b: Self) -> Self { _mm_mullo_epi32(a, b) }
                fn fma(a: Self, b: Self, c: Self) -> Self { _mm_add_epi32(_mm_mullo_epi32(a, b), c) }
                fn fnma(a: Self, b: Self, c: Self) -> Self { _mm_sub_epi32(c, _mm_mullo_epi32(a, b)) }
                fn fms(a: Self, b: Self, c: Self) -> Self { _mm_sub_epi32(_mm_mullo_epi32(a, b), c) }
                fn bin(op: Bin, a: Self, b: Self) -> Self {
                    match op {
                        Bin::Add => _mm_add_epi32(a, b),
                        Bin::Sub => _mm_sub_epi32(a, b),
                        Bin::Mul => _mm_mullo_epi32(a, b),
                        // exact: a quotient of 32-bit integers is further from the next integer than f64 rounds
                        Bin::Div => {
                            let zero = _mm_cmpeq_epi32(b, _mm_setzero_si128());
                            _mm_andnot_si128(zero, $truncate(_mm256_div_pd($to(a), $to(b))))
                        }
                        Bin::Rem => {
                            let zero = _mm_cmpeq_epi32(b, _mm_setzero_si128());
                            let quotient = $truncate(_mm256_div_pd($to(a), $to(b)));
                            _mm_andnot_si128(zero, _mm_sub_epi32(a, _mm_mullo_epi32(quotient, b)))
                        }
                        Bin::Min => $min(a, b),
                        Bin::Max => $max(a, b),
                        Bin::And => _mm_and_si128(a, b),
                        Bin::Or => _mm_or_si128(a, b),
                        Bin::Xor => _mm_xor_si128(a, b),
                        Bin::Shl => _mm_sllv_epi32(a, _mm_and_si128(b, _mm_set1_epi32(31))),
                        Bin::Shr => $shr(a, _mm_and_si128(b, _mm_set1_epi32(31))),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn un(op: Un, a: Self) -> Self {
                    match op {
                        Un::Neg => _mm_sub_epi32(_mm_setzero_si128(), a),
                        Un::Not => _mm_xor_si128(a, _mm_set1_epi32(-1)),
                        Un::Abs => $abs(a),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn flip(_a: Self, _sign: i64) -> Self { unsupported(&"flip", Ty::$ty) }
                fn cmp(op: Cmp, a: Self, b: Self) -> __m256i {
                    match op {
                        Cmp::Lt => widen($gt(b, a)),
                        Cmp::Le => not(widen($gt(a, b))),
                        Cmp::Gt => widen($gt(a, b)),
                        Cmp::Ge => not(widen($gt(b, a))),
                        Cmp::Eq => widen(_mm_cmpeq_epi32(a, b)),
                        Cmp::Ne => not(widen(_mm_cmpeq_epi32(a, b))),
                    }
                }
                fn select(m: __m256i, a: Self, b: Self) -> Self { _mm_blendv_epi8(b, a, narrow(m)) }
                fn to_f64(self) -> __m256d { $to(self) }
                fn from_f64(x: __m256d) -> Self { $from(x) }
                fn to_i64(self) -> __m256i { $extend(self) }
                fn from_i64(x: __m256i) -> Self { narrow(x) }
            }
            intrinsics! { unsafe:
                fn load(p: *const $t) -> Self { p.cast::<Self>().read_unaligned() }
                fn load_masked(p: *const $t, m: __m256i) -> Self { _mm_maskload_epi32(p.cast(), narrow(m)) }
                fn store(p: *mut $t, v: Self) { p.cast::<Self>().write_unaligned(v) }
                fn store_masked(p: *mut $t, m: __m256i, v: Self) { _mm_maskstore_epi32(p.cast(), narrow(m), v) }
                fn gather(p: *const $t, o: __m256i) -> Self { _mm256_i64gather_epi32::<4>(p.cast(), o) }
                fn gather_masked(p: *const $t, o: __m256i, m: __m256i) -> Self {
                    _mm256_mask_i64gather_epi32::<4>(_mm_setzero_si128(), p.cast(), o, narrow(m))
                }
                fn scatter(p: *mut $t, o: __m256i, v: Self) {
                    scatter(p, o, 15, <Self as Pack<$t, Avx2>>::to_array(v))
                }
                fn scatter_masked(p: *mut $t, o: __m256i, m: __m256i, v: Self) {
                    scatter(p, o, Avx2::mask_bits(m), <Self as Pack<$t, Avx2>>::to_array(v))
                }
            }
        }
    };
}

integer!(
    i32,
    I32,
    _mm256_cvtepi32_pd,
    saturate_i32,
    _mm256_cvttpd_epi32,
    _mm256_cvtepi32_epi64,
    _mm_min_epi32,
    _mm_max_epi32,
    _mm_srav_epi32,
    _mm_abs_epi32,
    _mm_cmpgt_epi32
);
integer!(
    u32,
    U32,
    u32_to_f64,
    saturate_u32,
    truncate_u32,
    _mm256_cvtepu32_epi64,
    _mm_min_epu32,
    _mm_max_epu32,
    _mm_srlv_epi32,
    identity,
    greater_u32
);

/// 2^31: the distance between signed and unsigned integers of the same order.
const BIAS: f64 = 2147483648.0;

intrinsics! {
    /// Truncates; saturates above, the instruction itself does below; NaN gives 0.
    fn saturate_i32(x: __m256d) -> __m128i {
        let ordered = _mm256_cmp_pd::<_CMP_ORD_Q>(x, x);
        let x = _mm256_min_pd(x, _mm256_set1_pd(i32::MAX as f64));
        _mm256_cvttpd_epi32(_mm256_and_pd(x, ordered))
    }
    /// Truncates and saturates; a NaN loses against the 0 of the maximum.
    fn saturate_u32(x: __m256d) -> __m128i {
        let x = _mm256_max_pd(x, _mm256_setzero_pd());
        truncate_u32(_mm256_min_pd(x, _mm256_set1_pd(u32::MAX as f64)))
    }
    /// Truncates what lies in the range of u32.
    fn truncate_u32(x: __m256d) -> __m128i {
        let x = _mm256_sub_pd(_mm256_floor_pd(x), _mm256_set1_pd(BIAS));
        bias(_mm256_cvttpd_epi32(x))
    }
    fn u32_to_f64(a: __m128i) -> __m256d { _mm256_add_pd(_mm256_cvtepi32_pd(bias(a)), _mm256_set1_pd(BIAS)) }
    fn greater_u32(a: __m128i, b: __m128i) -> __m128i { _mm_cmpgt_epi32(bias(a), bias(b)) }
    fn bias(a: __m128i) -> __m128i { _mm_xor_si128(a, _mm_set1_epi32(i32::MIN)) }
    fn identity(a: __m128i) -> __m128i { a }
}

/// A pack of 64-bit integers; the two types differ in the functions given. What has no instruction and is rare goes by lane.
macro_rules! long {
    ($t:ident, $ty:ident, $shr:ident, $abs:ident, $gt:ident) => {
        impl Pack<$t, Avx2> for __m256i {
            intrinsics! {
                fn splat(x: $t) -> Self { _mm256_set1_epi64x(x as i64) }
                fn iota(base: i64, step: i64) -> Self {
                    _mm256_add_epi64(Avx2::offset_lanes(step), _mm256_set1_epi64x(base))
                }
                fn from_array(x: [$t; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
                fn to_array(self) -> [$t; MAX_LANES] {
                    let mut r = [0; MAX_LANES];
                    _mm256_storeu_si256(r.as_mut_ptr().cast(), self);
                    r
                }
                fn add(a: Self, b: Self) -> Self { _mm256_add_epi64(a, b) }
                fn sub(a: Self, b: Self) -> Self { _mm256_sub_epi64(a, b) }
                fn mul(a: Self, b: Self) -> Self { product(a, b) }
                fn fma(a: Self, b: Self, c: Self) -> Self { _mm256_add_epi64(product(a, b), c) }
                fn fnma(a: Self, b: Self, c: Self) -> Self { _mm256_sub_epi64(c, product(a, b)) }
                fn fms(a: Self, b: Self, c: Self) -> Self { _mm256_sub_epi64(product(a, b), c) }
                fn bin(op: Bin, a: Self, b: Self) -> Self {
                    match op {
                        Bin::Add => _mm256_add_epi64(a, b),
                        Bin::Sub => _mm256_sub_epi64(a, b),
                        Bin::Mul => product(a, b),
                        Bin::Div | Bin::Rem => <Self as Pack<$t, Avx2>>::from_array(by_lane::bin::<$t, Avx2>(op, a, b)),
                        Bin::Min => _mm256_blendv_epi8(a, b, $gt(a, b)),
                        Bin::Max => _mm256_blendv_epi8(b, a, $gt(a, b)),
                        Bin::And => _mm256_and_si256(a, b),
                        Bin::Or => _mm256_or_si256(a, b),
                        Bin::Xor => _mm256_xor_si256(a, b),
                        Bin::Shl => _mm256_sllv_epi64(a, _mm256_and_si256(b, _mm256_set1_epi64x(63))),
                        Bin::Shr => $shr(a, _mm256_and_si256(b, _mm256_set1_epi64x(63))),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn un(op: Un, a: Self) -> Self {
                    match op {
                        Un::Neg => _mm256_sub_epi64(_mm256_setzero_si256(), a),
                        Un::Not => not(a),
                        Un::Abs => $abs(a),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn flip(_a: Self, _sign: i64) -> Self { unsupported(&"flip", Ty::$ty) }
                fn cmp(op: Cmp, a: Self, b: Self) -> __m256i {
                    match op {
                        Cmp::Lt => $gt(b, a),
                        Cmp::Le => not($gt(a, b)),
                        Cmp::Gt => $gt(a, b),
                        Cmp::Ge => not($gt(b, a)),
                        Cmp::Eq => _mm256_cmpeq_epi64(a, b),
                        Cmp::Ne => not(_mm256_cmpeq_epi64(a, b)),
                    }
                }
                fn select(m: __m256i, a: Self, b: Self) -> Self { _mm256_blendv_epi8(b, a, m) }
                fn to_f64(self) -> __m256d {
                    <__m256d as Pack<f64, Avx2>>::from_array(by_lane::convert::<$t, f64, Avx2>(self))
                }
                fn from_f64(x: __m256d) -> Self {
                    <Self as Pack<$t, Avx2>>::from_array(by_lane::convert::<f64, $t, Avx2>(x))
                }
                fn to_i64(self) -> Self { self }
                fn from_i64(x: Self) -> Self { x }
            }
            intrinsics! { unsafe:
                fn load(p: *const $t) -> Self { p.cast::<Self>().read_unaligned() }
                fn load_masked(p: *const $t, m: __m256i) -> Self { _mm256_maskload_epi64(p.cast(), m) }
                fn store(p: *mut $t, v: Self) { p.cast::<Self>().write_unaligned(v) }
                fn store_masked(p: *mut $t, m: __m256i, v: Self) { _mm256_maskstore_epi64(p.cast(), m, v) }
                fn gather(p: *const $t, o: __m256i) -> Self { _mm256_i64gather_epi64::<8>(p.cast(), o) }
                fn gather_masked(p: *const $t, o: __m256i, m: __m256i) -> Self {
                    _mm256_mask_i64gather_epi64::<8>(_mm256_setzero_si256(), p.cast(), o, m)
                }
                fn scatter(p: *mut $t, o: __m256i, v: Self) {
                    scatter(p, o, 15, <Self as Pack<$t, Avx2>>::to_array(v))
                }
                fn scatter_masked(p: *mut $t, o: __m256i, m: __m256i, v: Self) {
                    scatter(p, o, Avx2::mask_bits(m), <Self as Pack<$t, Avx2>>::to_array(v))
                }
            }
        }
    };
}

long!(i64, I64, shr_i64, abs_i64, _mm256_cmpgt_epi64);
long!(u64, U64, _mm256_srlv_epi64, itself, greater_u64);

intrinsics! {
    /// The low halves of products of 64 bits, from products of 32.
    fn product(a: __m256i, b: __m256i) -> __m256i {
        let crossed = _mm256_add_epi64(_mm256_mul_epu32(high(a), b), _mm256_mul_epu32(a, high(b)));
        _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64::<32>(crossed))
    }
    fn high(a: __m256i) -> __m256i { _mm256_srli_epi64::<32>(a) }
    /// Ones where it is negative.
    fn sign(a: __m256i) -> __m256i { _mm256_cmpgt_epi64(_mm256_setzero_si256(), a) }
    fn shr_i64(a: __m256i, n: __m256i) -> __m256i {
        let sign = sign(a);
        _mm256_xor_si256(_mm256_srlv_epi64(_mm256_xor_si256(a, sign), n), sign)
    }
    fn abs_i64(a: __m256i) -> __m256i { _mm256_sub_epi64(_mm256_xor_si256(a, sign(a)), sign(a)) }
    fn greater_u64(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpgt_epi64(bias_u64(a), bias_u64(b)) }
    fn bias_u64(a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(i64::MIN)) }
    fn itself(a: __m256i) -> __m256i { a }
}
