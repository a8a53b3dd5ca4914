//! What a change of the cell does to the distances of atoms.
//!
//! Lists were built in a cell with the vectors h₀ (rows). In the present one, h, every place r of the old cell has moved to
//! r F with F = h₀⁻¹ h, images among them: n h₀ F = n h. An atom is where that map took it, and u away from there. A pair
//! that is in no list was at least `reach` apart, |r₀| >= reach, so it now is at a distance
//!
//! ```text
//! |r| = |r₀ F + u_j - u_i| >= s reach - 2 max |u|,
//! ```
//!
//! with s the least that F makes of a vector of length 1, its smallest singular value. The lists have all pairs within the
//! cutoff as long as
//!
//! ```text
//! max |u| <= (s reach - cutoff) / 2.
//! ```
//!
//! In a cell that does not change that is half the skin. As 1 / s is the largest singular value of F⁻¹ = h⁻¹ h₀, whose
//! square is at most the product of the largest row sum and the largest column sum of absolute values, s needs no
//! eigenvalues; for a cell that is stretched along its orthogonal vectors this bound is exact.

use super::cell::Cell;
use crate::matrix::{Matrix, product};

/// The map from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strain {
    /// F - 1, by rows
    pub gradient: Matrix,
    /// The fixed point of the gradient, and how far the map moves it, Å
    pub origin: [f64; 3],
    pub shift: [f64; 3],
    /// No vector becomes shorter than this times its length
    pub least: f64,
}

impl Strain {
    /// From the cell `old` to `new`.
    pub fn between(old: &Cell, new: &Cell) -> Self {
        let (from, to) = (old.origin(), new.origin());
        let mut strain = Strain {
            gradient: [[0.0; 3]; 3],
            origin: from,
            shift: std::array::from_fn(|d| to[d] - from[d]),
            least: 1.0,
        };
        if old.vectors() == new.vectors() {
            return strain;
        }
        // h - h₀ first: what is left of F - 1 has no rounding of the 1.
        let (h, before) = (new.vectors(), old.vectors());
        let difference: Matrix =
            std::array::from_fn(|i| std::array::from_fn(|j| h[i][j] - before[i][j]));
        strain.gradient = product(old.inverse(), difference);
        strain.least = 1.0 / norm_bound(product(new.inverse(), before));
        strain
    }

    /// How far atoms may be from where the map took them, Å; negative where the lists are to be built anew in any case.
    pub fn allowed(&self, cutoff: f64, skin: f64) -> f64 {
        // In this form it is half the skin without strain, to the last bit.
        0.5 * (self.least * skin - (1.0 - self.least) * cutoff)
    }
}

/// No less than the largest singular value.
fn norm_bound(m: Matrix) -> f64 {
    let largest = |sum: &dyn Fn(usize) -> f64| (0..3).map(sum).fold(0.0, f64::max);
    let rows = largest(&|i| (0..3).map(|j| m[i][j].abs()).sum());
    let columns = largest(&|j| (0..3).map(|i| m[i][j].abs()).sum());
    f64::sqrt(rows * columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(vectors: [[f64; 3]; 3]) -> Cell {
        Cell::new(vectors, [true; 3]).unwrap()
    }

    #[test]
    fn the_same_cell_allows_half_the_skin() {
        let one = cell([[7.0, 0.1, 0.0], [1.0, 6.0, 0.3], [0.0, 0.2, 5.0]]);
        let strain = Strain::between(&one, &one);
        assert_eq!(strain.allowed(5.0, 0.7), 0.35);
        assert_eq!(strain.gradient, [[0.0; 3]; 3]);
    }

    #[test]
    fn a_stretch_along_the_edges_is_known_exactly() {
        let edges = |edges| Cell::orthogonal(edges, [true; 3]).unwrap();
        let strain = Strain::between(&edges([10.0; 3]), &edges([9.9, 10.0, 10.3]));
        assert!((strain.least - 0.99).abs() < 1e-15);
        assert!((strain.allowed(5.0, 1.0) - 0.5 * (0.99 * 6.0 - 5.0)).abs() < 1e-14);
        assert!((strain.gradient[2][2] - 0.03).abs() < 1e-15);
    }

    #[test]
    fn no_vector_becomes_shorter_than_said() {
        let mut random = crate::md::SplitMix64::new(5);
        for _ in 0..200 {
            let mut near = |v: f64| v + 0.5 * (random.uniform() - 0.5);
            let mut some = || {
                cell([
                    [near(8.0), near(0.0), near(1.0)],
                    [near(0.0), near(7.0), near(0.0)],
                    [near(-2.0), near(0.0), near(9.0)],
                ])
            };
            let strain = Strain::between(&some(), &some());
            let r: [f64; 3] = std::array::from_fn(|_| random.normal());
            let moved: [f64; 3] = std::array::from_fn(|j| {
                r[j] + (0..3).map(|i| r[i] * strain.gradient[i][j]).sum::<f64>()
            });
            let length = |v: [f64; 3]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
            assert!(length(moved) >= strain.least * length(r) * (1.0 - 1e-12));
        }
    }
}
