//! `parallel_for` over ranges, on every space.

use portax::{Float, Functor, RangeKernel, RangePolicy, Result, View, device, kernel};
use portax_backends::testing::spaces_under_test;

#[derive(Functor)]
struct Axpy<T: Float> {
    a: T,
    x: View<T, 1>,
    y: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for Axpy<T> {
    fn axpy(&self, i: Index) {
        self.y[i] += self.a * self.x[i];
    }
}

#[device]
fn clamp01<T: Float>(x: T) -> T {
    x.min(1.0).max(0.0)
}

/// Guards, masks, run-time and unrolled loops, device functions.
#[derive(Functor)]
struct Relax<T: Float> {
    x: View<T, 1>,
    y: View<T, 1>,
    steps: i32,
}

#[kernel]
impl<T: Float> RangeKernel for Relax<T> {
    fn relax(&self, i: Index) {
        let x = self.x[i];
        if x < 0.0 {
            return;
        }
        let mut v: T = 0.0;
        for k in 0..self.steps {
            if x > 0.5 && k > 1 {
                v += x * x;
            } else {
                v -= 0.25;
            }
        }
        #[unroll]
        for _k in 0..2 {
            v = v * 0.5 + x;
        }
        self.y[i] = clamp01(v);
    }
}

#[test]
fn axpy_adds_on_every_space_and_size() -> Result<()> {
    for (name, space) in spaces_under_test() {
        for n in [0, 1, 2, 3, 7, 8, 9, 31, 64, 257, 1000, 4099] {
            let x: Vec<f64> = (0..n).map(|i| i as f64).collect();
            let axpy = Axpy {
                a: 0.5,
                x: View::from_slice(&space, "x", [n], &x)?,
                y: View::from_slice(&space, "y", [n], &x)?,
            };
            space.parallel_for("axpy", RangePolicy::new(0..n), &axpy)?;
            assert_eq!(
                axpy.y.to_vec()?,
                x.iter().map(|x| 1.5 * x).collect::<Vec<_>>(),
                "{name} {n}"
            );
        }
    }
    Ok(())
}

#[test]
fn masks_and_guards_hold() -> Result<()> {
    for (name, space) in spaces_under_test() {
        let n = 203;
        let x: Vec<f32> = (0..n).map(|i| (i % 17) as f32 / 8.0 - 0.7).collect();
        let k = Relax {
            x: View::from_slice(&space, "x", [n], &x)?,
            y: View::from_slice(&space, "y", [n], &vec![9.0; n])?,
            steps: 4,
        };
        space.parallel_for("relax", RangePolicy::new(0..n), &k)?;
        let expected = x.iter().map(|&x| {
            if x < 0.0 {
                return 9.0;
            }
            let mut v = 0.0f32;
            for k in 0..4 {
                if x > 0.5 && k > 1 {
                    v = x.mul_add(x, v)
                } else {
                    v -= 0.25
                }
            }
            v = v.mul_add(0.5, x);
            v = v.mul_add(0.5, x);
            v.clamp(0.0, 1.0)
        });
        assert_eq!(k.y.to_vec()?, expected.collect::<Vec<_>>(), "{name}");
    }
    Ok(())
}
