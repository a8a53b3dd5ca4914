//! Maps of all positions or velocities.

use portax::{Float, Functor, RangeKernel, RangePolicy, Space, View, kernel};

use super::{error::Error, forces::Forces};
use crate::matrix::{Matrix, diagonal, row_times};
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

/// Strains the cell of the forces about its centre. Places go along by x M and the shift that this gives.
pub(super) fn strain_cell(forces: &mut dyn Forces, m: Matrix) -> Result<[f64; 3], Error> {
    let from = *forces.cell();
    let to = strained(&from, m)?;
    // Places are relative to the corners of the cells.
    let corner = row_times(from.origin(), m);
    forces.set_cell(&to)?;
    Ok(std::array::from_fn(|d| to.origin()[d] - corner[d]))
}

/// A cell after a strain about its centre.
fn strained(cell: &Cell, m: Matrix) -> Result<Cell, Error> {
    let old = cell.vectors();
    let vectors = old.map(|vector| row_times(vector, m));
    let middle = |v: Matrix, d: usize| 0.5 * (v[0][d] + v[1][d] + v[2][d]);
    let origin = cell.origin();
    let origin = std::array::from_fn(|d| origin[d] + middle(old, d) - middle(vectors, d));
    let cell = Cell::new(vectors, cell.periodic()).map_err(Error::of_forces)?;
    Ok(cell.with_origin(origin))
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
    map(space, label, x, diagonal([factor; 3]))
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
