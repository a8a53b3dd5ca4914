//! What is needed of libmpfr.

use std::ffi::{c_int, c_long, c_ulong};

/// A number of MPFR.
#[repr(C)]
pub struct Number {
    precision: c_long,
    sign: c_int,
    exponent: c_long,
    limbs: *mut c_ulong,
}

/// A function of one number.
pub type Unary = unsafe extern "C" fn(*mut Number, *const Number, c_int) -> c_int;
/// A function of two.
pub type Binary = unsafe extern "C" fn(*mut Number, *const Number, *const Number, c_int) -> c_int;

#[link(name = "mpfr")]
unsafe extern "C" {
    fn mpfr_init2(x: *mut Number, precision: c_long);
    fn mpfr_clear(x: *mut Number);
    fn mpfr_set_d(x: *mut Number, value: f64, rounding: c_int) -> c_int;
    fn mpfr_get_d(x: *const Number, rounding: c_int) -> f64;
    fn mpfr_sub_d(x: *mut Number, a: *const Number, b: f64, rounding: c_int) -> c_int;
    pub fn mpfr_exp(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_exp2(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_expm1(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_log(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_log2(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_log10(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_log1p(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_sin(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_cos(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_tan(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_asin(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_acos(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_atan(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_sinh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_cosh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_tanh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_asinh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_acosh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_atanh(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_cbrt(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_erf(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_erfc(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_gamma(x: *mut Number, a: *const Number, rounding: c_int) -> c_int;
    fn mpfr_lgamma(x: *mut Number, sign: *mut c_int, a: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_pow(x: *mut Number, a: *const Number, b: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_hypot(x: *mut Number, a: *const Number, b: *const Number, rounding: c_int)
    -> c_int;
    pub fn mpfr_atan2(x: *mut Number, a: *const Number, b: *const Number, rounding: c_int)
    -> c_int;
    pub fn mpfr_fmod(x: *mut Number, a: *const Number, b: *const Number, rounding: c_int) -> c_int;
    pub fn mpfr_remainder(
        x: *mut Number,
        a: *const Number,
        b: *const Number,
        rounding: c_int,
    ) -> c_int;
}

/// The logarithm of the gamma function's size.
///
/// # Safety
/// As of MPFR's functions: both are initialised.
pub unsafe extern "C" fn lgamma(x: *mut Number, a: *const Number, rounding: c_int) -> c_int {
    let mut sign = 0;
    // SAFETY: the caller's promise.
    unsafe { mpfr_lgamma(x, &mut sign, a, rounding) }
}

/// A function to compare with.
#[derive(Clone, Copy)]
pub enum Exact {
    /// Of one number
    One(Unary),
    /// Of two
    Two(Binary),
}

/// Numbers to compute with, 96 bits each: some 40 more than a float has.
pub struct Numbers([Number; 3]);

impl Numbers {
    /// New ones.
    pub fn new() -> Numbers {
        let new = || {
            let mut x = std::mem::MaybeUninit::uninit();
            // SAFETY: MPFR initialises what it is given.
            unsafe {
                mpfr_init2(x.as_mut_ptr(), 96);
                x.assume_init()
            }
        };
        Numbers([new(), new(), new()])
    }

    /// The value of a function as the nearest float, and how many units of its last place `found` is away.
    pub fn compare(&mut self, exact: Exact, x: f64, y: f64, found: f64) -> (f64, f64) {
        let [r, a, b] = &mut self.0;
        // SAFETY: all are initialised.
        let (value, error) = unsafe {
            mpfr_set_d(a, x, 0);
            match exact {
                Exact::One(f) => f(r, a, 0),
                Exact::Two(f) => {
                    mpfr_set_d(b, y, 0);
                    f(r, a, b, 0)
                }
            };
            let value = mpfr_get_d(r, 0);
            if !found.is_finite() || !value.is_finite() {
                return (value, ulps_at_the_end(found, value, r));
            }
            mpfr_sub_d(a, r, found, 0);
            (value, mpfr_get_d(a, 0).abs())
        };
        (value, error / ulp(value))
    }
}

/// Where one of the two is no finite number.
///
/// # Safety
/// `r` is initialised.
unsafe fn ulps_at_the_end(found: f64, value: f64, r: *mut Number) -> f64 {
    if found.is_nan() && value.is_nan() || found == value {
        return 0.0;
    }
    if found.is_nan() || value.is_nan() {
        return f64::INFINITY;
    }
    // Infinity stands for 2^1024.
    let end = |x: f64| x.clamp(-f64::MAX, f64::MAX);
    // SAFETY: the caller's promise.
    let rest = unsafe {
        mpfr_sub_d(r, r, end(found), 0);
        mpfr_get_d(r, 0).abs()
    };
    rest / ulp(f64::MAX)
}

/// The unit of the last place.
fn ulp(x: f64) -> f64 {
    let x = x.abs().min(f64::MAX);
    (f64::from_bits(x.to_bits() & !((1 << 52) - 1)) * 2f64.powi(-52)).max(f64::from_bits(1))
}

impl Drop for Numbers {
    fn drop(&mut self) {
        for x in &mut self.0 {
            // SAFETY: it is initialised, and not used again.
            unsafe { mpfr_clear(x) }
        }
    }
}
