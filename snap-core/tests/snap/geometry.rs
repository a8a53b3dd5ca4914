//! The sine and cosine of the pair geometry.

use std::f64::consts::PI;

use portax::{Float, Functor, RangeKernel, RangePolicy, View, kernel};
use snap_core::pair::geometry::sin_cos_half_turn;

use crate::support::spaces;

#[derive(Functor)]
struct SinCos<T: Float> {
    angle: View<T, 1>,
    sin: View<T, 1>,
    cos: View<T, 1>,
}

#[kernel]
impl<T: Float> RangeKernel for SinCos<T> {
    fn sin_cos(&self, i: Index) {
        let (sin, cos) = sin_cos_half_turn(self.angle[i]);
        self.sin[i] = sin;
        self.cos[i] = cos;
    }
}

#[test]
fn half_a_turn_is_accurate() {
    let n = 10_001;
    let angles: Vec<f64> = (0..n).map(|i| PI * i as f64 / (n - 1) as f64).collect();
    for (name, space) in spaces() {
        let kernel = SinCos {
            angle: View::from_slice(&space, "angle", [n], &angles).unwrap(),
            sin: View::new(&space, "sin", [n]).unwrap(),
            cos: View::new(&space, "cos", [n]).unwrap(),
        };
        space
            .parallel_for("sin_cos", RangePolicy::new(0..n), &kernel)
            .unwrap();
        let (sin, cos) = (kernel.sin.to_vec().unwrap(), kernel.cos.to_vec().unwrap());
        for (i, angle) in angles.iter().enumerate() {
            let error = (sin[i] - angle.sin())
                .abs()
                .max((cos[i] - angle.cos()).abs());
            assert!(error < 3e-16, "{name} {angle}: {error:e}");
        }
    }
}
