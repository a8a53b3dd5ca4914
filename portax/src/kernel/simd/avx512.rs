//! AVX-512: 8 lanes, values of 64 bits in zmm, those of 32 in ymm registers, masks in k registers.

use super::{Isa, Lanes, MAX_LANES, Pack, by_lane, intrinsics};
use crate::ir::Ty;
use crate::kernel::exec::scalar::unsupported;
use crate::{
    kernel::exec::Scalar,
    ops::{Bin, Cmp, Un},
};
use std::arch::x86_64::*;

/// The instructions of Skylake-X, Zen 4 and later; `cpu.rs` lists the features that launch functions carry.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;

impl Lanes<Avx512> for f64 {
    type Pack = __m512d;
}
impl Lanes<Avx512> for f32 {
    type Pack = __m256;
}
impl Lanes<Avx512> for i32 {
    type Pack = __m256i;
}
impl Lanes<Avx512> for u32 {
    type Pack = __m256i;
}
impl Lanes<Avx512> for i64 {
    type Pack = __m512i;
}
impl Lanes<Avx512> for u64 {
    type Pack = __m512i;
}

/// Lane numbers.
const IOTA: [f64; 8] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

impl Isa for Avx512 {
    const LANES: usize = 8;
    const CAN_CHECK: bool = false;
    type Mask = __mmask8;
    type Offset = __m512i;
    type Long = Option<__m512i>;
    type Pack<T: Scalar> = <T as Lanes<Avx512>>::Pack;

    fn is_available() -> bool {
        crate::cpu::HostExecutor::Avx512.is_supported()
    }

    #[inline(always)]
    fn no_long() -> Self::Long {
        None
    }

    #[inline(always)]
    fn long(index: __m512i) -> (i64, Self::Long) {
        (0, Some(index))
    }

    #[inline(always)]
    fn long_of(long: Self::Long) -> Option<__m512i> {
        long
    }

    #[inline(always)]
    fn mask_splat(x: bool) -> __mmask8 {
        if x { 0xff } else { 0 }
    }

    #[inline(always)]
    fn mask_first(n: i64) -> __mmask8 {
        if n >= 8 {
            0xff
        } else {
            ((1u32 << n.max(0)) - 1) as u8
        }
    }

    #[inline(always)]
    fn mask_and(a: __mmask8, b: __mmask8) -> __mmask8 {
        a & b
    }

    #[inline(always)]
    fn mask_or(a: __mmask8, b: __mmask8) -> __mmask8 {
        a | b
    }

    #[inline(always)]
    fn mask_xor(a: __mmask8, b: __mmask8) -> __mmask8 {
        a ^ b
    }

    #[inline(always)]
    fn mask_bits(a: __mmask8) -> u32 {
        a as u32
    }

    intrinsics! {
        fn lanes_cmp(op: Cmp, base: i64, step: i64, b: i64) -> __mmask8 {
            let a = _mm512_add_epi64(_mm512_set1_epi64(base), Self::offset_lanes(step));
            let b = _mm512_set1_epi64(b);
            match op {
                Cmp::Lt => _mm512_cmplt_epi64_mask(a, b),
                Cmp::Le => _mm512_cmple_epi64_mask(a, b),
                Cmp::Gt => _mm512_cmpgt_epi64_mask(a, b),
                Cmp::Ge => _mm512_cmpge_epi64_mask(a, b),
                Cmp::Eq => _mm512_cmpeq_epi64_mask(a, b),
                Cmp::Ne => _mm512_cmpneq_epi64_mask(a, b),
            }
        }
        fn offset_splat(x: i64) -> __m512i { _mm512_set1_epi64(x) }
        fn offset_lanes(stride: i64) -> __m512i {
            _mm512_mullo_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(stride))
        }
        fn offset_of(index: __m256i, stride: i64) -> __m512i {
            _mm512_mullo_epi64(_mm512_cvtepi32_epi64(index), _mm512_set1_epi64(stride))
        }
        fn offset_of_long(index: __m512i, stride: i64) -> __m512i {
            _mm512_mullo_epi64(index, _mm512_set1_epi64(stride))
        }
        fn offset_add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi64(a, b) }
        fn consecutive(a: __m512i, m: __mmask8) -> Option<i64> {
            let starts = _mm512_sub_epi64(a, Self::offset_lanes(1));
            let start = _mm_cvtsi128_si64(_mm512_castsi512_si128(starts));
            let differs = _mm512_mask_cmpneq_epi64_mask(m, starts, _mm512_set1_epi64(start));
            if differs == 0 { Some(start) } else { None }
        }
        fn offset_array(a: __m512i) -> [i64; MAX_LANES] {
            let mut r = [0; MAX_LANES];
            _mm512_storeu_epi64(r.as_mut_ptr(), a);
            r
        }
        fn flip_odd(a: __m512d, k: __m512d) -> __m512d {
            let sign = _mm512_slli_epi64::<63>(_mm512_castpd_si512(k));
            _mm512_xor_pd(a, _mm512_castsi512_pd(sign))
        }
        /// The instructions give their second operand where one is NaN.
        fn clamp(a: __m512d, low: f64, high: f64) -> __m512d {
            _mm512_max_pd(_mm512_set1_pd(low), _mm512_min_pd(_mm512_set1_pd(high), a))
        }
        fn bits_of(a: __m512d) -> __m512i { _mm512_castpd_si512(a) }
        fn float_of(a: __m512i) -> __m512d { _mm512_castsi512_pd(a) }
        fn bits_and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
        fn bits_xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
        fn bits_shl(a: __m512i, n: u32) -> __m512i { _mm512_sllv_epi64(a, _mm512_set1_epi64(n.into())) }
        fn bits_shr(a: __m512i, n: u32) -> __m512i { _mm512_srlv_epi64(a, _mm512_set1_epi64(n.into())) }
        fn from_f16(bits: __m256i) -> __m256 { _mm256_cvtph_ps(_mm256_cvtepi32_epi16(bits)) }
        fn to_f16(x: __m256) -> __m256i { _mm256_cvtepu16_epi32(_mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x)) }
        fn from_bf16(bits: __m256i) -> __m256 { _mm256_castsi256_ps(_mm256_slli_epi32::<16>(bits)) }
        fn to_bf16(x: __m256) -> __m256i {
            let bits = _mm256_castps_si256(x);
            let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
            let nearest = _mm256_add_epi32(bits, _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff)));
            let is_nan = _mm256_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
            let nearest_or_nan = _mm256_mask_or_epi32(nearest, is_nan, bits, _mm256_set1_epi32(0x40_0000));
            _mm256_srli_epi32::<16>(nearest_or_nan)
        }
        fn scale(a: __m512d, n: __m512d) -> __m512d { _mm512_scalef_pd(a, n) }
    }
}

impl Pack<f64, Avx512> for __m512d {
    intrinsics! {
        fn splat(x: f64) -> Self { _mm512_set1_pd(x) }
        fn iota(base: i64, step: i64) -> Self {
            let lanes = IOTA.as_ptr().cast::<Self>().read_unaligned();
            _mm512_fmadd_pd(lanes, _mm512_set1_pd(step as f64), _mm512_set1_pd(base as f64))
        }
        fn from_array(x: [f64; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
        fn to_array(self) -> [f64; MAX_LANES] {
            let mut r = [0.0; MAX_LANES];
            _mm512_storeu_pd(r.as_mut_ptr(), self);
            r
        }
        fn add(a: Self, b: Self) -> Self { _mm512_add_pd(a, b) }
        fn sub(a: Self, b: Self) -> Self { _mm512_sub_pd(a, b) }
        fn mul(a: Self, b: Self) -> Self { _mm512_mul_pd(a, b) }
        fn fma(a: Self, b: Self, c: Self) -> Self { _mm512_fmadd_pd(a, b, c) }
        fn fnma(a: Self, b: Self, c: Self) -> Self { _mm512_fnmadd_pd(a, b, c) }
        fn fms(a: Self, b: Self, c: Self) -> Self { _mm512_fmsub_pd(a, b, c) }
        fn bin(op: Bin, a: Self, b: Self) -> Self {
            match op {
                Bin::Add => _mm512_add_pd(a, b),
                Bin::Sub => _mm512_sub_pd(a, b),
                Bin::Mul => _mm512_mul_pd(a, b),
                Bin::Div => _mm512_div_pd(a, b),
                Bin::Min => _mm512_mask_min_pd(a, _mm512_cmp_pd_mask::<_CMP_ORD_Q>(b, b), a, b),
                Bin::Max => _mm512_mask_max_pd(a, _mm512_cmp_pd_mask::<_CMP_ORD_Q>(b, b), a, b),
                _ => unsupported(&op, Ty::F64),
            }
        }
        fn un(op: Un, a: Self) -> Self {
            match op {
                Un::Neg => _mm512_xor_pd(a, _mm512_set1_pd(-0.0)),
                Un::Abs => _mm512_abs_pd(a),
                Un::Sqrt => _mm512_sqrt_pd(a),
                Un::Rsqrt => reciprocal_root(a),
                Un::Floor => _mm512_roundscale_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(a),
                Un::Ceil => _mm512_roundscale_pd::<{ _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC }>(a),
                Un::Trunc => _mm512_roundscale_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(a),
                Un::RoundTiesEven => _mm512_roundscale_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a),
                _ => unsupported(&op, Ty::F64),
            }
        }
        fn flip(a: Self, sign: i64) -> Self {
            let sign = f64::from_bits((sign as u64) << 32 & 1 << 63);
            _mm512_xor_pd(a, _mm512_set1_pd(sign))
        }
        fn cmp(op: Cmp, a: Self, b: Self) -> __mmask8 {
            match op {
                Cmp::Lt => _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b),
                Cmp::Le => _mm512_cmp_pd_mask::<_CMP_LE_OQ>(a, b),
                Cmp::Gt => _mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b),
                Cmp::Ge => _mm512_cmp_pd_mask::<_CMP_GE_OQ>(a, b),
                Cmp::Eq => _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(a, b),
                Cmp::Ne => _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(a, b),
            }
        }
        fn select(m: __mmask8, a: Self, b: Self) -> Self { _mm512_mask_blend_pd(m, b, a) }
        fn to_f64(self) -> __m512d { self }
        fn from_f64(x: __m512d) -> Self { x }
    }
    intrinsics! { unsafe:
        fn load(p: *const f64) -> Self { p.cast::<Self>().read_unaligned() }
        fn load_masked(p: *const f64, m: __mmask8) -> Self { _mm512_maskz_loadu_pd(m, p) }
        fn store(p: *mut f64, v: Self) { p.cast::<Self>().write_unaligned(v) }
        fn store_masked(p: *mut f64, m: __mmask8, v: Self) { _mm512_mask_storeu_pd(p, m, v) }
        fn gather(p: *const f64, o: __m512i) -> Self { _mm512_i64gather_pd::<8>(o, p) }
        fn gather_masked(p: *const f64, o: __m512i, m: __mmask8) -> Self {
            _mm512_mask_i64gather_pd::<8>(_mm512_setzero_pd(), m, o, p)
        }
        fn scatter(p: *mut f64, o: __m512i, v: Self) { _mm512_i64scatter_pd::<8>(p, o, v) }
        fn scatter_masked(p: *mut f64, o: __m512i, m: __mmask8, v: Self) {
            _mm512_mask_i64scatter_pd::<8>(p, m, o, v)
        }
    }
}

impl Pack<f32, Avx512> for __m256 {
    intrinsics! {
        fn splat(x: f32) -> Self { _mm256_set1_ps(x) }
        fn iota(base: i64, step: i64) -> Self { _mm512_cvtpd_ps(<__m512d as Pack<f64, Avx512>>::iota(base, step)) }
        fn from_array(x: [f32; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
        fn to_array(self) -> [f32; MAX_LANES] {
            let mut r = [0.0; MAX_LANES];
            _mm256_storeu_ps(r.as_mut_ptr(), self);
            r
        }
        fn add(a: Self, b: Self) -> Self { _mm256_add_ps(a, b) }
        fn sub(a: Self, b: Self) -> Self { _mm256_sub_ps(a, b) }
        fn mul(a: Self, b: Self) -> Self { _mm256_mul_ps(a, b) }
        fn fma(a: Self, b: Self, c: Self) -> Self { _mm256_fmadd_ps(a, b, c) }
        fn fnma(a: Self, b: Self, c: Self) -> Self { _mm256_fnmadd_ps(a, b, c) }
        fn fms(a: Self, b: Self, c: Self) -> Self { _mm256_fmsub_ps(a, b, c) }
        fn bin(op: Bin, a: Self, b: Self) -> Self {
            match op {
                Bin::Add => _mm256_add_ps(a, b),
                Bin::Sub => _mm256_sub_ps(a, b),
                Bin::Mul => _mm256_mul_ps(a, b),
                Bin::Div => _mm256_div_ps(a, b),
                Bin::Min => _mm256_mask_min_ps(a, _mm256_cmp_ps_mask::<_CMP_ORD_Q>(b, b), a, b),
                Bin::Max => _mm256_mask_max_ps(a, _mm256_cmp_ps_mask::<_CMP_ORD_Q>(b, b), a, b),
                _ => unsupported(&op, Ty::F32),
            }
        }
        fn un(op: Un, a: Self) -> Self {
            match op {
                Un::Neg => _mm256_xor_ps(a, _mm256_set1_ps(-0.0)),
                Un::Abs => _mm256_andnot_ps(_mm256_set1_ps(-0.0), a),
                Un::Sqrt => _mm256_sqrt_ps(a),
                Un::Rsqrt => _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(a)),
                Un::Floor => _mm256_floor_ps(a),
                Un::Ceil => _mm256_ceil_ps(a),
                Un::Trunc => _mm256_round_ps::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(a),
                Un::RoundTiesEven => _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a),
                _ => unsupported(&op, Ty::F32),
            }
        }
        fn flip(a: Self, sign: i64) -> Self {
            _mm256_xor_ps(a, _mm256_set1_ps(f32::from_bits(sign as u32 & 1 << 31)))
        }
        fn cmp(op: Cmp, a: Self, b: Self) -> __mmask8 {
            match op {
                Cmp::Lt => _mm256_cmp_ps_mask::<_CMP_LT_OQ>(a, b),
                Cmp::Le => _mm256_cmp_ps_mask::<_CMP_LE_OQ>(a, b),
                Cmp::Gt => _mm256_cmp_ps_mask::<_CMP_GT_OQ>(a, b),
                Cmp::Ge => _mm256_cmp_ps_mask::<_CMP_GE_OQ>(a, b),
                Cmp::Eq => _mm256_cmp_ps_mask::<_CMP_EQ_OQ>(a, b),
                Cmp::Ne => _mm256_cmp_ps_mask::<_CMP_NEQ_UQ>(a, b),
            }
        }
        fn select(m: __mmask8, a: Self, b: Self) -> Self { _mm256_mask_blend_ps(m, b, a) }
        fn to_f64(self) -> __m512d { _mm512_cvtps_pd(self) }
        fn from_f64(x: __m512d) -> Self { _mm512_cvtpd_ps(x) }
    }
    intrinsics! { unsafe:
        fn load(p: *const f32) -> Self { p.cast::<Self>().read_unaligned() }
        fn load_masked(p: *const f32, m: __mmask8) -> Self { _mm256_maskz_loadu_ps(m, p) }
        fn store(p: *mut f32, v: Self) { p.cast::<Self>().write_unaligned(v) }
        fn store_masked(p: *mut f32, m: __mmask8, v: Self) { _mm256_mask_storeu_ps(p, m, v) }
        fn gather(p: *const f32, o: __m512i) -> Self { _mm512_i64gather_ps::<4>(o, p) }
        fn gather_masked(p: *const f32, o: __m512i, m: __mmask8) -> Self {
            _mm512_mask_i64gather_ps::<4>(_mm256_setzero_ps(), m, o, p)
        }
        fn scatter(p: *mut f32, o: __m512i, v: Self) { _mm512_i64scatter_ps::<4>(p, o, v) }
        fn scatter_masked(p: *mut f32, o: __m512i, m: __mmask8, v: Self) {
            _mm512_mask_i64scatter_ps::<4>(p, m, o, v)
        }
    }
}

/// An integer pack; the two types differ in the functions given.
macro_rules! integer {
    ($t:ident, $ty:ident, $to:ident, $from:ident, $truncate:ident, $extend:ident, $min:ident, $max:ident, $shr:ident, $abs:ident,
     $lt:ident, $le:ident, $gt:ident, $ge:ident) => {
        impl Pack<$t, Avx512> for __m256i {
            intrinsics! {
                fn splat(x: $t) -> Self { _mm256_set1_epi32(x as i32) }
                fn iota(base: i64, step: i64) -> Self {
                    let lanes = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
                    let lanes = _mm256_mullo_epi32(lanes, _mm256_set1_epi32(step as i32));
                    _mm256_add_epi32(lanes, _mm256_set1_epi32(base as i32))
                }
                fn from_array(x: [$t; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
                fn to_array(self) -> [$t; MAX_LANES] {
                    let mut r = [0; MAX_LANES];
                    _mm256_storeu_si256(r.as_mut_ptr().cast(), self);
                    r
                }
                fn add(a: Self, b: Self) -> Self { _mm256_add_epi32(a, b) }
                fn sub(a: Self, b: Self) -> Self { _mm256_sub_epi32(a, b) }
                fn mul(a: Self, b: Self) -> Self { _mm256_mullo_epi32(a, b) }
                fn fma(a: Self, b: Self, c: Self) -> Self { _mm256_add_epi32(_mm256_mullo_epi32(a, b), c) }
                fn fnma(a: Self, b: Self, c: Self) -> Self { _mm256_sub_epi32(c, _mm256_mullo_epi32(a, b)) }
                fn fms(a: Self, b: Self, c: Self) -> Self { _mm256_sub_epi32(_mm256_mullo_epi32(a, b), c) }
                fn bin(op: Bin, a: Self, b: Self) -> Self {
                    match op {
                        Bin::Add => _mm256_add_epi32(a, b),
                        Bin::Sub => _mm256_sub_epi32(a, b),
                        Bin::Mul => _mm256_mullo_epi32(a, b),
                        // exact: a quotient of 32-bit integers is further from the next integer than f64 rounds
                        Bin::Div => _mm256_maskz_mov_epi32(
                            _mm256_cmpneq_epi32_mask(b, _mm256_setzero_si256()),
                            $truncate(_mm512_div_pd($to(a), $to(b))),
                        ),
                        Bin::Rem => {
                            let quotient = $truncate(_mm512_div_pd($to(a), $to(b)));
                            _mm256_maskz_sub_epi32(
                                _mm256_cmpneq_epi32_mask(b, _mm256_setzero_si256()),
                                a,
                                _mm256_mullo_epi32(quotient, b),
                            )
                        }
                        Bin::Min => $min(a, b),
                        Bin::Max => $max(a, b),
                        Bin::And => _mm256_and_si256(a, b),
                        Bin::Or => _mm256_or_si256(a, b),
                        Bin::Xor => _mm256_xor_si256(a, b),
                        Bin::Shl => _mm256_sllv_epi32(a, _mm256_and_si256(b, _mm256_set1_epi32(31))),
                        Bin::Shr => $shr(a, _mm256_and_si256(b, _mm256_set1_epi32(31))),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn un(op: Un, a: Self) -> Self {
                    match op {
                        Un::Neg => _mm256_sub_epi32(_mm256_setzero_si256(), a),
                        Un::Not => _mm256_xor_si256(a, _mm256_set1_epi32(-1)),
                        Un::Abs => $abs(a),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn flip(_a: Self, _sign: i64) -> Self { unsupported(&"flip", Ty::$ty) }
                fn cmp(op: Cmp, a: Self, b: Self) -> __mmask8 {
                    match op {
                        Cmp::Lt => $lt(a, b),
                        Cmp::Le => $le(a, b),
                        Cmp::Gt => $gt(a, b),
                        Cmp::Ge => $ge(a, b),
                        Cmp::Eq => _mm256_cmpeq_epi32_mask(a, b),
                        Cmp::Ne => _mm256_cmpneq_epi32_mask(a, b),
                    }
                }
                fn select(m: __mmask8, a: Self, b: Self) -> Self { _mm256_mask_blend_epi32(m, b, a) }
                fn to_f64(self) -> __m512d { $to(self) }
                fn from_f64(x: __m512d) -> Self { $from(x) }
                fn to_i64(self) -> __m512i { $extend(self) }
                fn from_i64(x: __m512i) -> Self { _mm512_cvtepi64_epi32(x) }
            }
            intrinsics! { unsafe:
                fn load(p: *const $t) -> Self { p.cast::<Self>().read_unaligned() }
                fn load_masked(p: *const $t, m: __mmask8) -> Self { _mm256_maskz_loadu_epi32(m, p.cast()) }
                fn store(p: *mut $t, v: Self) { p.cast::<Self>().write_unaligned(v) }
                fn store_masked(p: *mut $t, m: __mmask8, v: Self) { _mm256_mask_storeu_epi32(p.cast(), m, v) }
                fn gather(p: *const $t, o: __m512i) -> Self { _mm512_i64gather_epi32::<4>(o, p.cast()) }
                fn gather_masked(p: *const $t, o: __m512i, m: __mmask8) -> Self {
                    _mm512_mask_i64gather_epi32::<4>(_mm256_setzero_si256(), m, o, p.cast())
                }
                fn scatter(p: *mut $t, o: __m512i, v: Self) { _mm512_i64scatter_epi32::<4>(p.cast(), o, v) }
                fn scatter_masked(p: *mut $t, o: __m512i, m: __mmask8, v: Self) {
                    _mm512_mask_i64scatter_epi32::<4>(p.cast(), m, o, v)
                }
            }
        }
    };
}

integer!(
    i32,
    I32,
    _mm512_cvtepi32_pd,
    saturate_i32,
    _mm512_cvttpd_epi32,
    _mm512_cvtepi32_epi64,
    _mm256_min_epi32,
    _mm256_max_epi32,
    _mm256_srav_epi32,
    _mm256_abs_epi32,
    _mm256_cmplt_epi32_mask,
    _mm256_cmple_epi32_mask,
    _mm256_cmpgt_epi32_mask,
    _mm256_cmpge_epi32_mask
);
integer!(
    u32,
    U32,
    _mm512_cvtepu32_pd,
    saturate_u32,
    _mm512_cvttpd_epu32,
    _mm512_cvtepu32_epi64,
    _mm256_min_epu32,
    _mm256_max_epu32,
    _mm256_srlv_epi32,
    identity,
    _mm256_cmplt_epu32_mask,
    _mm256_cmple_epu32_mask,
    _mm256_cmpgt_epu32_mask,
    _mm256_cmpge_epu32_mask
);

intrinsics! {
    /// `1/sqrt(x)` from 14 bits y and e = 1 - x y^2: y (1 + e/2 + 3/8 e^2 + 5/16 e^3), within 2 ulp. A root and a division
    /// keep a core's one divider busy for 40 cycles.
    fn reciprocal_root(x: __m512d) -> __m512d {
        let y = _mm512_rsqrt14_pd(x);
        let e = _mm512_fnmadd_pd(_mm512_mul_pd(x, y), y, _mm512_set1_pd(1.0));
        let series = _mm512_fmadd_pd(e, _mm512_set1_pd(0.3125), _mm512_set1_pd(0.375));
        let series = _mm512_fmadd_pd(e, series, _mm512_set1_pd(0.5));
        // e of 0 and of infinity is NaN, and y what it should be.
        let ordered = _mm512_cmp_pd_mask::<_CMP_ORD_Q>(e, e);
        _mm512_mask3_fmadd_pd(_mm512_mul_pd(y, e), series, y, ordered)
    }
    /// Truncates; saturates above, the instruction itself does below; NaN gives 0.
    fn saturate_i32(x: __m512d) -> __m256i {
        let ordered = _mm512_cmp_pd_mask::<_CMP_ORD_Q>(x, x);
        _mm512_maskz_cvttpd_epi32(ordered, _mm512_min_pd(x, _mm512_set1_pd(i32::MAX as f64)))
    }
    /// Truncates and saturates; a NaN loses against the 0 of the maximum.
    fn saturate_u32(x: __m512d) -> __m256i {
        let x = _mm512_max_pd(x, _mm512_setzero_pd());
        _mm512_cvttpd_epu32(_mm512_min_pd(x, _mm512_set1_pd(u32::MAX as f64)))
    }
    fn identity(a: __m256i) -> __m256i { a }
}

/// A pack of 64-bit integers; the two types differ in the functions given.
macro_rules! long {
    ($t:ident, $ty:ident, $to:ident, $from:ident, $min:ident, $max:ident, $shr:ident, $abs:ident,
     $lt:ident, $le:ident, $gt:ident, $ge:ident) => {
        impl Pack<$t, Avx512> for __m512i {
            intrinsics! {
                fn splat(x: $t) -> Self { _mm512_set1_epi64(x as i64) }
                fn iota(base: i64, step: i64) -> Self {
                    _mm512_add_epi64(Avx512::offset_lanes(step), _mm512_set1_epi64(base))
                }
                fn from_array(x: [$t; MAX_LANES]) -> Self { x.as_ptr().cast::<Self>().read_unaligned() }
                fn to_array(self) -> [$t; MAX_LANES] {
                    let mut r = [0; MAX_LANES];
                    _mm512_storeu_si512(r.as_mut_ptr().cast(), self);
                    r
                }
                fn add(a: Self, b: Self) -> Self { _mm512_add_epi64(a, b) }
                fn sub(a: Self, b: Self) -> Self { _mm512_sub_epi64(a, b) }
                fn mul(a: Self, b: Self) -> Self { _mm512_mullo_epi64(a, b) }
                fn fma(a: Self, b: Self, c: Self) -> Self { _mm512_add_epi64(_mm512_mullo_epi64(a, b), c) }
                fn fnma(a: Self, b: Self, c: Self) -> Self { _mm512_sub_epi64(c, _mm512_mullo_epi64(a, b)) }
                fn fms(a: Self, b: Self, c: Self) -> Self { _mm512_sub_epi64(_mm512_mullo_epi64(a, b), c) }
                fn bin(op: Bin, a: Self, b: Self) -> Self {
                    match op {
                        Bin::Add => _mm512_add_epi64(a, b),
                        Bin::Sub => _mm512_sub_epi64(a, b),
                        Bin::Mul => _mm512_mullo_epi64(a, b),
                        Bin::Div | Bin::Rem => <Self as Pack<$t, Avx512>>::from_array(by_lane::bin::<$t, Avx512>(op, a, b)),
                        Bin::Min => $min(a, b),
                        Bin::Max => $max(a, b),
                        Bin::And => _mm512_and_si512(a, b),
                        Bin::Or => _mm512_or_si512(a, b),
                        Bin::Xor => _mm512_xor_si512(a, b),
                        Bin::Shl => _mm512_sllv_epi64(a, _mm512_and_si512(b, _mm512_set1_epi64(63))),
                        Bin::Shr => $shr(a, _mm512_and_si512(b, _mm512_set1_epi64(63))),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn un(op: Un, a: Self) -> Self {
                    match op {
                        Un::Neg => _mm512_sub_epi64(_mm512_setzero_si512(), a),
                        Un::Not => _mm512_xor_si512(a, _mm512_set1_epi64(-1)),
                        Un::Abs => $abs(a),
                        _ => unsupported(&op, Ty::$ty),
                    }
                }
                fn flip(_a: Self, _sign: i64) -> Self { unsupported(&"flip", Ty::$ty) }
                fn cmp(op: Cmp, a: Self, b: Self) -> __mmask8 {
                    match op {
                        Cmp::Lt => $lt(a, b),
                        Cmp::Le => $le(a, b),
                        Cmp::Gt => $gt(a, b),
                        Cmp::Ge => $ge(a, b),
                        Cmp::Eq => _mm512_cmpeq_epi64_mask(a, b),
                        Cmp::Ne => _mm512_cmpneq_epi64_mask(a, b),
                    }
                }
                fn select(m: __mmask8, a: Self, b: Self) -> Self { _mm512_mask_blend_epi64(m, b, a) }
                fn to_f64(self) -> __m512d { $to(self) }
                fn from_f64(x: __m512d) -> Self { $from(x) }
                fn to_i64(self) -> Self { self }
                fn from_i64(x: Self) -> Self { x }
            }
            intrinsics! { unsafe:
                fn load(p: *const $t) -> Self { p.cast::<Self>().read_unaligned() }
                fn load_masked(p: *const $t, m: __mmask8) -> Self { _mm512_maskz_loadu_epi64(m, p.cast()) }
                fn store(p: *mut $t, v: Self) { p.cast::<Self>().write_unaligned(v) }
                fn store_masked(p: *mut $t, m: __mmask8, v: Self) { _mm512_mask_storeu_epi64(p.cast(), m, v) }
                fn gather(p: *const $t, o: __m512i) -> Self { _mm512_i64gather_epi64::<8>(o, p.cast()) }
                fn gather_masked(p: *const $t, o: __m512i, m: __mmask8) -> Self {
                    _mm512_mask_i64gather_epi64::<8>(_mm512_setzero_si512(), m, o, p.cast())
                }
                fn scatter(p: *mut $t, o: __m512i, v: Self) { _mm512_i64scatter_epi64::<8>(p.cast(), o, v) }
                fn scatter_masked(p: *mut $t, o: __m512i, m: __mmask8, v: Self) {
                    _mm512_mask_i64scatter_epi64::<8>(p.cast(), m, o, v)
                }
            }
        }
    };
}

long!(
    i64,
    I64,
    _mm512_cvtepi64_pd,
    saturate_i64,
    _mm512_min_epi64,
    _mm512_max_epi64,
    _mm512_srav_epi64,
    _mm512_abs_epi64,
    _mm512_cmplt_epi64_mask,
    _mm512_cmple_epi64_mask,
    _mm512_cmpgt_epi64_mask,
    _mm512_cmpge_epi64_mask
);
long!(
    u64,
    U64,
    _mm512_cvtepu64_pd,
    saturate_u64,
    _mm512_min_epu64,
    _mm512_max_epu64,
    _mm512_srlv_epi64,
    itself,
    _mm512_cmplt_epu64_mask,
    _mm512_cmple_epu64_mask,
    _mm512_cmpgt_epu64_mask,
    _mm512_cmpge_epu64_mask
);

intrinsics! {
    /// Truncates; the instruction gives the least integer outside the range, also above; NaN gives 0.
    fn saturate_i64(x: __m512d) -> __m512i {
        let above = _mm512_cmp_pd_mask::<_CMP_GE_OQ>(x, _mm512_set1_pd(i64::MAX as f64));
        let ordered = _mm512_cmp_pd_mask::<_CMP_ORD_Q>(x, x);
        let truncated = _mm512_maskz_cvttpd_epi64(ordered, x);
        _mm512_mask_blend_epi64(above, truncated, _mm512_set1_epi64(i64::MAX))
    }
    /// Truncates; the instruction gives the largest integer above the range, and a NaN loses against the 0 of the maximum.
    fn saturate_u64(x: __m512d) -> __m512i { _mm512_cvttpd_epu64(_mm512_max_pd(x, _mm512_setzero_pd())) }
    fn itself(a: __m512i) -> __m512i { a }
}
