//! The functions: their kernels, what they are compared with, and where.

use crate::mpfr::{self, Exact};
use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, kernel};
use std::ops::Rem as _;

/// A function of floats.
pub struct Function {
    /// Name of the method
    pub name: &'static str,
    /// MPFR's
    pub exact: Exact,
    /// Rust's
    pub std: Option<fn(f64, f64) -> f64>,
    /// Ranges of usual arguments, those of the first number and of the second
    pub usual: [[f64; 2]; 2],
    /// Name of libmvec's
    pub vector: &'static str,
    /// Runs the kernel, a number of times
    pub run: fn(&Space, &[f64], &[f64], usize) -> Result<Vec<f64>>,
}

macro_rules! functions {
    ($($kernel:ident $name:ident($($y:ident)?) $exact:expr, $std:expr, $usual:expr, $vector:expr;)*) => {
        $(
            #[derive(Functor)]
            struct $kernel {
                x: View<f64, 1>,
                y: View<f64, 1>,
                z: View<f64, 1>,
            }
            #[kernel]
            impl RangeKernel for $kernel {
                fn body(&self, i: Index) {
                    let x = self.x[i];
                    $(let $y = self.y[i];)?
                    self.z[i] = x.$name($($y)?);
                }
            }
            impl $kernel {
                fn run(space: &Space, x: &[f64], y: &[f64], times: usize) -> Result<Vec<f64>> {
                    let n = x.len();
                    let kernel = $kernel {
                        x: View::from_slice(space, "x", [n], x)?,
                        y: View::from_slice(space, "y", [n], y)?,
                        z: View::new(space, "z", [n])?,
                    };
                    for _ in 0..times {
                        space.parallel_for(stringify!($name), RangePolicy::new(0..n), &kernel)?;
                    }
                    kernel.z.to_vec()
                }
            }
        )*
        /// All of them.
        pub const FUNCTIONS: &[Function] = &[$(
            Function {
                name: stringify!($name),
                exact: $exact,
                std: $std,
                usual: $usual,
                vector: $vector,
                run: $kernel::run,
            }
        ),*];
    };
}
use Exact::{One, Two};
const NONE: [f64; 2] = [0.0, 0.0];
functions! {
    Sin sin() One(mpfr::mpfr_sin), Some(|x, _| x.sin()), [[-10.0, 10.0], NONE], "_ZGVeN8v_sin";
    Cos cos() One(mpfr::mpfr_cos), Some(|x, _| x.cos()), [[-10.0, 10.0], NONE], "_ZGVeN8v_cos";
    Exp exp() One(mpfr::mpfr_exp), Some(|x, _| x.exp()), [[-20.0, 20.0], NONE], "_ZGVeN8v_exp";
    Exp2 exp2() One(mpfr::mpfr_exp2), Some(|x, _| x.exp2()), [[-20.0, 20.0], NONE], "_ZGVeN8v_exp2";
    ExpM1 exp_m1() One(mpfr::mpfr_expm1), Some(|x, _| x.exp_m1()), [[-2.0, 2.0], NONE], "_ZGVeN8v_expm1";
    Ln ln() One(mpfr::mpfr_log), Some(|x, _| x.ln()), [[0.01, 100.0], NONE], "_ZGVeN8v_log";
    Log2 log2() One(mpfr::mpfr_log2), Some(|x, _| x.log2()), [[0.01, 100.0], NONE], "_ZGVeN8v_log2";
    Log10 log10() One(mpfr::mpfr_log10), Some(|x, _| x.log10()), [[0.01, 100.0], NONE], "_ZGVeN8v_log10";
    Ln1p ln_1p() One(mpfr::mpfr_log1p), Some(|x, _| x.ln_1p()), [[-0.5, 3.0], NONE], "_ZGVeN8v_log1p";
    Tan tan() One(mpfr::mpfr_tan), Some(|x, _| x.tan()), [[-5.0, 5.0], NONE], "_ZGVeN8v_tan";
    Asin asin() One(mpfr::mpfr_asin), Some(|x, _| x.asin()), [[-1.0, 1.0], NONE], "_ZGVeN8v_asin";
    Acos acos() One(mpfr::mpfr_acos), Some(|x, _| x.acos()), [[-1.0, 1.0], NONE], "_ZGVeN8v_acos";
    Atan atan() One(mpfr::mpfr_atan), Some(|x, _| x.atan()), [[-5.0, 5.0], NONE], "_ZGVeN8v_atan";
    Sinh sinh() One(mpfr::mpfr_sinh), Some(|x, _| x.sinh()), [[-5.0, 5.0], NONE], "_ZGVeN8v_sinh";
    Cosh cosh() One(mpfr::mpfr_cosh), Some(|x, _| x.cosh()), [[-5.0, 5.0], NONE], "_ZGVeN8v_cosh";
    Tanh tanh() One(mpfr::mpfr_tanh), Some(|x, _| x.tanh()), [[-5.0, 5.0], NONE], "_ZGVeN8v_tanh";
    Asinh asinh() One(mpfr::mpfr_asinh), Some(|x, _| x.asinh()), [[-5.0, 5.0], NONE], "_ZGVeN8v_asinh";
    Acosh acosh() One(mpfr::mpfr_acosh), Some(|x, _| x.acosh()), [[1.0, 20.0], NONE], "_ZGVeN8v_acosh";
    Atanh atanh() One(mpfr::mpfr_atanh), Some(|x, _| x.atanh()), [[-1.0, 1.0], NONE], "_ZGVeN8v_atanh";
    Cbrt cbrt() One(mpfr::mpfr_cbrt), Some(|x, _| x.cbrt()), [[-5.0, 5.0], NONE], "_ZGVeN8v_cbrt";
    Erf erf() One(mpfr::mpfr_erf), None, [[-3.0, 3.0], NONE], "_ZGVeN8v_erf";
    Erfc erfc() One(mpfr::mpfr_erfc), None, [[-3.0, 28.0], NONE], "_ZGVeN8v_erfc";
    Tgamma tgamma() One(mpfr::mpfr_gamma), None, [[-20.0, 30.0], NONE], "_ZGVeN8v_tgamma";
    Lgamma lgamma() One(mpfr::lgamma), None, [[0.0, 50.0], NONE], "_ZGVeN8v_lgamma";
    Powf powf(y) Two(mpfr::mpfr_pow), Some(f64::powf), [[0.01, 50.0], [-5.0, 5.0]], "_ZGVeN8vv_pow";
    Rem rem(y) Two(mpfr::mpfr_fmod), Some(|x, y| x % y), [[-50.0, 50.0], [-5.0, 5.0]], "";
    Remainder remainder(y) Two(mpfr::mpfr_remainder), None, [[-50.0, 50.0], [-5.0, 5.0]], "";
    Atan2 atan2(y) Two(mpfr::mpfr_atan2), Some(f64::atan2), [[-5.0, 5.0], [-5.0, 5.0]], "_ZGVeN8vv_atan2";
    Hypot hypot(y) Two(mpfr::mpfr_hypot), Some(f64::hypot), [[-5.0, 5.0], [-5.0, 5.0]], "_ZGVeN8vv_hypot";
}
