//! The simulation cell.

use super::error::Error;
use crate::matrix::{Matrix, cross, dot};

/// A cell with any lattice vectors that have a volume (LAMMPS' restricted triclinic cells and orthogonal boxes among them).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    vectors: Matrix,
    inverse: Matrix,
    volume: f64,
    origin: [f64; 3],
    periodic: [bool; 3],
}

impl Cell {
    /// A cell of lattice vectors a, b, c (rows, Å) with its corner at 0, which repeats along the vectors that
    /// `periodic` names. Atoms stay inside along the others.
    ///
    /// # Errors
    /// [`Error::Cell`] if the vectors have no volume or are not finite.
    pub fn new(vectors: [[f64; 3]; 3], periodic: [bool; 3]) -> Result<Self, Error> {
        let [a, b, c] = vectors;
        let volume = dot(a, cross(b, c));
        let longest = vectors.iter().map(|v| dot(*v, *v)).product::<f64>().sqrt();
        if !volume.is_finite() || volume.abs() <= 1e-12 * longest {
            return Err(Error::Cell { vectors });
        }
        let [p, q, r] = [cross(b, c), cross(c, a), cross(a, b)];
        let inverse = std::array::from_fn(|d| [p[d] / volume, q[d] / volume, r[d] / volume]);
        let (volume, origin) = (volume.abs(), [0.0; 3]);
        Ok(Cell {
            vectors,
            inverse,
            volume,
            origin,
            periodic,
        })
    }

    /// An orthogonal box of these edges, Å.
    ///
    /// # Errors
    /// As for [`Cell::new`].
    pub fn orthogonal(edges: [f64; 3], periodic: [bool; 3]) -> Result<Self, Error> {
        let [a, b, c] = edges;
        Cell::new([[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]], periodic)
    }

    /// The cell with its corner elsewhere (LAMMPS' xlo, ylo, zlo), Å.
    pub fn with_origin(mut self, origin: [f64; 3]) -> Self {
        self.origin = origin;
        self
    }

    /// Lattice vectors a, b, c as rows, Å.
    pub fn vectors(&self) -> [[f64; 3]; 3] {
        self.vectors
    }

    /// The matrix that takes a row vector from the corner to fractional coordinates, 1/Å.
    pub fn inverse(&self) -> [[f64; 3]; 3] {
        self.inverse
    }

    /// Volume, Å³.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// The corner, Å.
    pub fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// Along which vectors the cell repeats.
    pub fn periodic(&self) -> [bool; 3] {
        self.periodic
    }

    /// Distances of opposite faces, Å.
    pub fn widths(&self) -> [f64; 3] {
        std::array::from_fn(|d| {
            let normal = [self.inverse[0][d], self.inverse[1][d], self.inverse[2][d]];
            1.0 / dot(normal, normal).sqrt()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triclinic_cell_has_its_volume_widths_and_inverse() {
        let cell = Cell::new(
            [[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [0.5, -1.0, 2.0]],
            [true; 3],
        )
        .unwrap();
        assert_eq!(cell.volume(), 24.0);
        assert_eq!(cell.widths()[2], 2.0);
        for (i, row) in cell.vectors().iter().enumerate() {
            for d in 0..3 {
                let f: f64 = (0..3).map(|e| row[e] * cell.inverse()[e][d]).sum();
                assert!((f - f64::from(u8::from(i == d))).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn flat_cells_are_refused() {
        let flat = [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(matches!(
            Cell::new(flat, [true; 3]),
            Err(Error::Cell { .. })
        ));
        assert!(Cell::orthogonal([1.0, f64::NAN, 1.0], [true; 3]).is_err());
    }
}
