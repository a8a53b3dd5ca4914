//! Functions of floats, as methods of varying and of uniform values, against the standard library's: hosts to 2 ulp,
//! devices to what OpenCL's full profile promises.

use crate::ladder::{Outcome, Test, noise, tests, vector};
use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel, view::ViewElement};

pub fn tests() -> Vec<Test> {
    tests![exponentials_are_close, logarithms_are_close,]
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

/// Fails unless the error is at most `ulps` on devices, 2.5 on hosts.
fn close(space: &Space, name: &str, x: f64, found: f64, expected: f64, ulps: f64, epsilon: f64) {
    let ulps = if space.is_host() {
        2.5f64.min(ulps)
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
