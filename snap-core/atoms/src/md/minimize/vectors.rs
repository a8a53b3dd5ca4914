//! Sums over vectors of all coordinates, `[natoms, 3]`.

use portax::{
    Float, Functor, Max, RangeKernel, RangePolicy, ReduceKernel, Space, Sum, View, kernel,
};

use crate::md::error::Error;

/// a·a and a·b of an atom.
#[derive(Functor)]
struct Products<T: Float> {
    a: View<T, 2>,
    b: View<T, 2>,
}

#[kernel]
impl<T: Float> ReduceKernel for Products<T> {
    type Value = (f64, f64);
    fn products(&self, i: Index) -> (f64, f64) {
        let mut aa: f64 = 0.0;
        let mut ab: f64 = 0.0;
        #[unroll]
        for d in 0..3 {
            let a = self.a[(i, d)] as f64;
            aa += a * a;
            ab += a * (self.b[(i, d)] as f64);
        }
        (aa, ab)
    }
}

/// The square of an atom's part of a vector.
#[derive(Functor)]
struct Square<T: Float> {
    a: View<T, 2>,
}

#[kernel]
impl<T: Float> ReduceKernel for Square<T> {
    type Value = f64;
    fn square(&self, i: Index) -> f64 {
        let x = self.a[(i, 0)] as f64;
        let y = self.a[(i, 1)] as f64;
        let z = self.a[(i, 2)] as f64;
        x * x + y * y + z * z
    }
}

/// `y` becomes a y + b f.
#[derive(Functor)]
struct Blend<T: Float> {
    a: T,
    b: T,
    y: View<T, 2>,
    f: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Blend<T> {
    fn blend(&self, i: Index) {
        #[unroll]
        for d in 0..3 {
            self.y[(i, d)] = self.a * self.y[(i, d)] + self.b * self.f[(i, d)];
        }
    }
}

/// a·a and a·b.
pub(super) fn products<T: Float>(
    space: &Space,
    a: &View<T, 2>,
    b: &View<T, 2>,
) -> Result<[f64; 2], Error> {
    let products = Products {
        a: a.clone(),
        b: b.clone(),
    };
    let all = RangePolicy::new(0..a.extent(0));
    let (aa, ab) = space.parallel_reduce("products", all, &products, (Sum, Sum))?;
    Ok([aa, ab])
}

/// The longest row.
pub(super) fn longest_row<T: Float>(space: &Space, a: &View<T, 2>) -> Result<f64, Error> {
    let square = Square { a: a.clone() };
    let all = RangePolicy::new(0..a.extent(0));
    let largest = space.parallel_reduce("longest row", all, &square, Max)?;
    Ok(largest.max(0.0).sqrt())
}

/// `y` becomes a y + b f.
pub(super) fn blend<T: Float>(
    space: &Space,
    [a, b]: [f64; 2],
    y: &View<T, 2>,
    f: &View<T, 2>,
) -> Result<(), Error> {
    let blend = Blend {
        a: T::from_f64(a),
        b: T::from_f64(b),
        y: y.clone(),
        f: f.clone(),
    };
    Ok(space.parallel_for("blend", RangePolicy::new(0..y.extent(0)), &blend)?)
}
