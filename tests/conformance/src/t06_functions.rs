//! Functions of floats, as methods of varying and of uniform values, against the standard library's: hosts to 4 ulp,
//! devices to what OpenCL's full profile promises.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel, view::ViewElement};

pub fn tests() -> Vec<Test> {
    tests![
        exponentials_are_close,
        logarithms_are_close,
        angles_are_close,
        arcs_are_close,
        inverse_tangents_are_close,
        hyperbolic_functions_are_close,
        roots_are_close,
        error_functions_are_close,
        gamma_functions_are_close,
        rounding_and_remainders_are_exact,
    ]
}

/// A test of some functions on numbers `$low..$high`, the second argument in -3..3; each has its column and the largest error
/// of devices in ulp.
macro_rules! family {
    ($test:ident $Kernel:ident $n:literal, $low:literal $high:literal: $($k:literal $name:ident($($y:ident)?) $ulps:literal;)*) => {
        #[derive(Functor)]
        struct $Kernel<T: Float> {
            x: View<T, 1>,
            y: View<T, 1>,
            a: T,
            b: T,
            varying: View<T, 2>,
            uniform: View<T, 2>,
        }

        #[kernel]
        impl<T: Float> RangeKernel for $Kernel<T> {
            fn body(&self, i: Index) {
                let x = self.x[i];
                $(
                    $(let $y = self.y[i];)?
                    self.varying[(i, $k)] = x.$name($($y)?);
                )*
                $(
                    $(let $y = self.b;)?
                    self.uniform[(i, $k)] = self.a.$name($($y)?);
                )*
            }
        }

        impl<T: Float + ViewElement> $Kernel<T> {
            /// Columns for each `x` and `y`, and for each the value of their first ones.
            fn run(space: &Space, x: &[T], y: &[T]) -> portax::Result<[Vec<T>; 2]> {
                let n = x.len();
                let k = $Kernel {
                    x: vector(space, "x", x)?,
                    y: vector(space, "y", y)?,
                    a: x[0],
                    b: y[0],
                    varying: View::new(space, "varying", [n, $n])?,
                    uniform: View::new(space, "uniform", [n, $n])?,
                };
                space.parallel_for(stringify!($test), RangePolicy::new(0..n), &k)?;
                Ok([k.varying.to_vec()?, k.uniform.to_vec()?])
            }
        }

        // Rust may name some of these functions one day
        #[allow(unstable_name_collisions)]
        fn $test(space: &Space) -> Outcome {
            let x: Vec<f64> = noise(203, 1).iter().map(|r| $low + ($high - $low) * (r + 1.0) / 2.0).collect();
            let y: Vec<f64> = noise(203, 2).iter().map(|r| 3.0 * r).collect();
            let n = x.len();
            let [varying, uniform] = $Kernel::<f64>::run(space, &x, &y)?;
            $(for i in 0..n {
                let (x, _y) = (x[i], y[i]);
                $(let $y = _y;)?
                close(space, stringify!($name), x, varying[i + $k * n], x.$name($($y)?), $ulps, f64::EPSILON);
                assert_same(uniform[i + $k * n], uniform[$k * n]);
            })*
            let (x, y): (Vec<f32>, Vec<f32>) = x.iter().zip(&y).map(|(x, y)| (*x as f32, *y as f32)).unzip();
            let [varying, uniform] = $Kernel::<f32>::run(space, &x, &y)?;
            $(for i in 0..n {
                let (x, _y) = (f64::from(x[i]), f64::from(y[i]));
                $(let $y = _y;)?
                close(space, stringify!($name), x, varying[i + $k * n].into(), x.$name($($y)?), $ulps, f32::EPSILON.into());
                assert_same(uniform[i + $k * n].into(), uniform[$k * n].into());
            })*
            Ok(())
        }
    };
}

/// Fails unless the error is at most `ulps` on devices, 5 on hosts: 4 of theirs and the standard library's.
fn close(space: &Space, name: &str, x: f64, found: f64, expected: f64, ulps: f64, epsilon: f64) {
    let ulps = if space.is_host() {
        5f64.min(ulps)
    } else {
        ulps
    };
    let error = (found - expected).abs() / (epsilon * expected.abs());
    assert!(
        found == expected || error <= ulps || found.is_nan() && expected.is_nan(),
        "{name}({x:e}): {found:e} instead of {expected:e}, {error:.1} ulp"
    );
}

/// All lanes have the value of the first.
fn assert_same(found: f64, first: f64) {
    assert!(
        found == first || found.is_nan() && first.is_nan(),
        "{found:e} and {first:e}"
    );
}

family! { exponentials_are_close Exponentials 3, -20.0 20.0:
    0 exp() 3.0;
    1 exp2() 3.0;
    2 exp_m1() 3.0;
}
family! { logarithms_are_close Logarithms 5, 0.01 9.0:
    0 ln() 3.0;
    1 log2() 3.0;
    2 log10() 3.0;
    3 ln_1p() 3.0;
    4 powf(y) 16.0;
}
family! { angles_are_close Angles 4, -9.0 9.0:
    0 tan() 5.0;
    1 atan() 5.0;
    2 atan2(y) 6.0;
    3 asinh() 4.0;
}
family! { arcs_are_close Arcs 2, -1.0 1.0:
    0 asin() 4.0;
    1 acos() 4.0;
}
// the standard library's is bad near -1
family! { inverse_tangents_are_close Tangents 1, 0.0 1.0:
    0 atanh() 5.0;
}
family! { hyperbolic_functions_are_close Hyperbolic 3, -9.0 9.0:
    0 sinh() 4.0;
    1 cosh() 4.0;
    2 tanh() 5.0;
}
family! { roots_are_close Roots 3, 1.0 90.0:
    0 acosh() 4.0;
    1 cbrt() 3.0;
    2 hypot(y) 4.0;
}
family! { error_functions_are_close Errors 2, -2.0 5.0:
    0 erf() 16.0;
    1 erfc() 16.0;
}
family! { gamma_functions_are_close Gamma 2, 3.0 20.0:
    0 tgamma() 16.0;
    1 lgamma() 16.0;
}

/// Functions of C's library that Rust's lacks.
trait Libm {
    fn erf(self) -> f64;
    fn erfc(self) -> f64;
    fn tgamma(self) -> f64;
    /// Of arguments well above 2.
    fn lgamma(self) -> f64;
}

mod libm {
    unsafe extern "C" {
        pub safe fn erf(x: f64) -> f64;
        pub safe fn erfc(x: f64) -> f64;
        pub safe fn tgamma(x: f64) -> f64;
    }
}

impl Libm for f64 {
    fn erf(self) -> f64 {
        libm::erf(self)
    }

    fn erfc(self) -> f64 {
        libm::erfc(self)
    }

    fn tgamma(self) -> f64 {
        libm::tgamma(self)
    }

    fn lgamma(self) -> f64 {
        libm::tgamma(self).ln()
    }
}

const EXACT: usize = 18;

#[derive(Functor)]
struct Rounding {
    x: View<f64, 1>,
    y: View<f64, 1>,
    a: f64,
    exact: View<f64, 2>,
    is: View<bool, 2>,
}

#[kernel]
impl RangeKernel for Rounding {
    fn rounding(&self, i: Index) {
        let (x, y) = (self.x[i], self.y[i]);
        self.exact[(i, 0)] = x.ceil();
        self.exact[(i, 1)] = x.trunc();
        self.exact[(i, 2)] = x.round();
        self.exact[(i, 3)] = x.round_ties_even();
        self.exact[(i, 4)] = x.fract();
        self.exact[(i, 5)] = x.copysign(y);
        self.exact[(i, 6)] = x.signum();
        self.exact[(i, 7)] = x % y;
        self.exact[(i, 8)] = x.remainder(y);
        self.exact[(i, 9)] = x.mul_add(y, 0.5);
        self.exact[(i, 10)] = x.clamp(-1.0, self.a);
        self.exact[(i, 11)] = x.recip();
        self.exact[(i, 12)] = x.to_degrees();
        self.exact[(i, 13)] = x.to_radians();
        self.exact[(i, 14)] = x.powi(3);
        self.exact[(i, 15)] = x % 0.75 + self.a % x;
        self.exact[(i, 16)] = self.a.round() + self.a % 0.75 + self.a.remainder(2.0).copysign(-1.0);
        self.exact[(i, 17)] = self.a.clamp(3.0, 4.0) + self.a.fract();
        self.is[(i, 0)] = x.is_nan();
        self.is[(i, 1)] = x.is_infinite();
        self.is[(i, 2)] = x.is_finite();
    }
}

fn rounding(x: f64, y: f64, a: f64) -> [f64; EXACT] {
    [
        x.ceil(),
        x.trunc(),
        x.round(),
        x.round_ties_even(),
        x.fract(),
        x.copysign(y),
        x.signum(),
        x % y,
        remainder(x, y),
        x.mul_add(y, 0.5),
        x.clamp(-1.0, a),
        x.recip(),
        x * (180.0 / std::f64::consts::PI),
        x * (std::f64::consts::PI / 180.0),
        x * (x * x),
        x % 0.75 + a % x,
        a.round() + a % 0.75 + remainder(a, 2.0).copysign(-1.0),
        a.clamp(3.0, 4.0) + a.fract(),
    ]
}

/// Of quotients below 1e9, of which products with `y` are exact enough.
fn remainder(x: f64, y: f64) -> f64 {
    if !x.is_finite() || y == 0.0 {
        return f64::NAN;
    }
    (-(x / y).round_ties_even()).mul_add(y, x)
}

fn rounding_and_remainders_are_exact(space: &Space) -> Outcome {
    let mut x: Vec<f64> = noise(203, 5).iter().map(|r| 8.0 * r).collect();
    let y: Vec<f64> = noise(203, 6).iter().map(|r| 3.0 * r).collect();
    let ends = [0.5, 1.5, 2.5, 0.0, 7.0, 1e15, f64::INFINITY, f64::NAN];
    let ends: Vec<f64> = ends.into_iter().flat_map(|x| [x, -x]).collect();
    x[..ends.len()].copy_from_slice(&ends);
    let (n, a) = (x.len(), 2.75);
    let k = Rounding {
        x: vector(space, "x", &x)?,
        y: vector(space, "y", &y)?,
        a,
        exact: View::new(space, "exact", [n, EXACT])?,
        is: View::new(space, "is", [n, 3])?,
    };
    space.parallel_for("rounding", RangePolicy::new(0..n), &k)?;
    let (exact, is) = (k.exact.to_vec()?, k.is.to_vec()?);
    for i in 0..n {
        let expected = rounding(x[i], y[i], a);
        for (k, expected) in expected.into_iter().enumerate() {
            let found = exact[i + k * n];
            assert!(
                found == expected || found.is_nan() && expected.is_nan(),
                "{k} of {:e} and {:e}: {found:e} instead of {expected:e}",
                x[i],
                y[i]
            );
        }
        let kinds = [x[i].is_nan(), x[i].is_infinite(), x[i].is_finite()];
        assert_eq!(kinds, [is[i], is[i + n], is[i + 2 * n]], "{:e}", x[i]);
    }
    Ok(())
}
