//! Maps of all positions or velocities.

use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};

use super::error::Error;
use crate::neighbor::Cell;

/// Rows of `x` become x M.
#[derive(Functor)]
struct Map<T: Float> {
    m: [T; 9],
    x: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Map<T> {
    fn map(&self, i: Index) {
        let x = self.x[(i, 0)];
        let y = self.x[(i, 1)];
        let z = self.x[(i, 2)];
        #[unroll]
        for d in 0..3 {
            self.x[(i, d)] = x * self.m[d] + y * self.m[d + 3] + z * self.m[d + 6];
        }
    }
}

/// Rows of `x` become x M + v N + shift.
#[derive(Functor)]
struct Carry<T: Float> {
    m: [T; 9],
    n: [T; 9],
    shift: [T; 3],
    x: View<T, 2>,
    v: View<T, 2>,
}

#[kernel]
impl<T: Float> RangeKernel for Carry<T> {
    fn carry(&self, i: Index) {
        let x = [self.x[(i, 0)], self.x[(i, 1)], self.x[(i, 2)]];
        let v = [self.v[(i, 0)], self.v[(i, 1)], self.v[(i, 2)]];
        #[unroll]
        for d in 0..3 {
            let strained = x[0] * self.m[d] + x[1] * self.m[d + 3] + x[2] * self.m[d + 6];
            let moved = v[0] * self.n[d] + v[1] * self.n[d + 3] + v[2] * self.n[d + 6];
            self.x[(i, d)] = strained + self.shift[d] + moved;
        }
    }
}

/// A matrix whose rows are what becomes of the unit vectors.
pub(super) type Matrix = [[f64; 3]; 3];

/// a times b.
pub(super) fn product(a: Matrix, b: Matrix) -> Matrix {
    let element = |i: usize, j: usize| (0..3).map(|k| a[i][k] * b[k][j]).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| element(i, j)))
}

/// A cell after a strain about its centre.
pub(super) fn strained(cell: &Cell, m: Matrix) -> Result<Cell, Error> {
    let old = cell.vectors();
    let vectors = old.map(|vector| row_times(vector, m));
    let middle = |v: [[f64; 3]; 3], d: usize| 0.5 * (v[0][d] + v[1][d] + v[2][d]);
    let origin = cell.origin();
    let origin = std::array::from_fn(|d| origin[d] + middle(old, d) - middle(vectors, d));
    let cell = Cell::new(vectors, cell.periodic()).map_err(Error::of_forces)?;
    Ok(cell.with_origin(origin))
}

/// A row times a matrix.
pub(super) fn row_times(row: [f64; 3], m: Matrix) -> [f64; 3] {
    std::array::from_fn(|d| row[0] * m[0][d] + row[1] * m[1][d] + row[2] * m[2][d])
}

fn elements<T: Float>(m: Matrix) -> [T; 9] {
    std::array::from_fn(|k| T::from_f64(m[k / 3][k % 3]))
}

/// Maps the rows of a view (`[n, 3]`) by a matrix.
pub(super) fn map<T: Float>(
    space: &Space,
    label: &str,
    x: &View<T, 2>,
    m: Matrix,
) -> Result<(), Error> {
    let map = Map {
        m: elements(m),
        x: x.clone(),
    };
    Ok(space.parallel_for(label, RangePolicy::new(0..x.extent(0)), &map)?)
}

/// Scales the rows of a view (`[n, 3]`).
pub(super) fn scale<T: Float>(
    space: &Space,
    label: &str,
    x: &View<T, 2>,
    factor: f64,
) -> Result<(), Error> {
    let diagonal = |d: usize| std::array::from_fn(|e| if d == e { factor } else { 0.0 });
    map(space, label, x, [0, 1, 2].map(diagonal))
}

/// Maps positions by `m`, shifts them, and adds what `n` makes of the velocities (both `[n, 3]`).
pub(super) fn carry<T: Float>(
    space: &Space,
    x: &View<T, 2>,
    m: Matrix,
    v: &View<T, 2>,
    n: Matrix,
    shift: [f64; 3],
) -> Result<(), Error> {
    let carry = Carry {
        m: elements(m),
        n: elements(n),
        shift: shift.map(T::from_f64),
        x: x.clone(),
        v: v.clone(),
    };
    Ok(space.parallel_for("strain and drift", RangePolicy::new(0..x.extent(0)), &carry)?)
}
