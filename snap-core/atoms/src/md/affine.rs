//! Maps of all positions or velocities.

use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};

use super::error::Error;

/// Rows of `x` become x M + shift.
#[derive(Functor)]
struct Affine<T: Float> {
    m: [T; 9],
    shift: [T; 3],
    x: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Affine<T> {
    fn affine(&self, i: Index) {
        let x = self.x[(i, 0)];
        let y = self.x[(i, 1)];
        let z = self.x[(i, 2)];
        #[unroll]
        for d in 0..3 {
            self.x[(i, d)] = x * self.m[d] + y * self.m[d + 3] + z * self.m[d + 6] + self.shift[d];
        }
    }
}

/// A matrix whose rows are what becomes of the unit vectors.
pub(super) type Matrix = [[f64; 3]; 3];

/// Maps the rows of a view (`[n, 3]`) by a matrix, then shifts them.
pub(super) fn map<T: Float>(
    space: &Space,
    label: &str,
    x: &View<T, 2>,
    m: Matrix,
    shift: [f64; 3],
) -> Result<(), Error> {
    let affine = Affine {
        m: std::array::from_fn(|k| T::from_f64(m[k / 3][k % 3])),
        shift: shift.map(T::from_f64),
        x: x.clone(),
    };
    Ok(space.parallel_for(label, RangePolicy::new(0..x.extent(0)), &affine)?)
}

/// Scales the rows of a view.
pub(super) fn scale<T: Float>(
    space: &Space,
    label: &str,
    x: &View<T, 2>,
    factor: f64,
) -> Result<(), Error> {
    let diagonal = |d: usize| std::array::from_fn(|e| if d == e { factor } else { 0.0 });
    map(space, label, x, [0, 1, 2].map(diagonal), [0.0; 3])
}
