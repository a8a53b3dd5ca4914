//! The atoms of the benchmark: bcc tungsten, slightly displaced.

use snap_core::md::SplitMix64;
use snap_reference::System;

/// Lattice constant of bcc tungsten, Å.
pub const LATTICE_CONSTANT: f64 = 3.1803;
/// Atoms are displaced by at most this along each axis, Å.
const DISPLACEMENT: f64 = 0.05;
const SEED: u64 = 2940;
/// Positions in the cubic cell, in units of its edge.
const BASIS: [[f64; 3]; 2] = [[0.0; 3], [0.5; 3]];

/// A periodic cube of `cells`³ cells, corner at 0, all atoms of type 0 and `element`. Displacements are the same in
/// every run.
pub fn bcc(cells: usize, element: usize) -> System {
    let mut random = SplitMix64::new(SEED);
    let edge = cells as f64 * LATTICE_CONSTANT;
    let positions: Vec<_> = sites(cells)
        .map(|site| {
            site.map(|x| x * LATTICE_CONSTANT + DISPLACEMENT * (2.0 * random.uniform() - 1.0))
        })
        .collect();
    System {
        cell: [[edge, 0.0, 0.0], [0.0, edge, 0.0], [0.0, 0.0, edge]],
        periodic: [true; 3],
        types: vec![0; positions.len()],
        positions,
        elements: vec![Some(element)],
    }
}

/// Lattice sites in units of the lattice constant, x fastest.
fn sites(cells: usize) -> impl Iterator<Item = [f64; 3]> {
    let corners = (0..cells.pow(3))
        .map(move |n| [n % cells, n / cells % cells, n / cells.pow(2)].map(|index| index as f64));
    corners.flat_map(|corner| BASIS.map(|b| [0, 1, 2].map(|d| corner[d] + b[d])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displacements_are_small_and_reproducible() {
        let (first, second) = (bcc(3, 0), bcc(3, 0));
        assert_eq!(first.positions, second.positions);
        let mut largest = 0.0_f64;
        for (x, site) in first.positions.iter().zip(sites(3)) {
            for d in 0..3 {
                largest = largest.max((x[d] - site[d] * LATTICE_CONSTANT).abs());
            }
        }
        assert!((0.045..=DISPLACEMENT).contains(&largest), "{largest}");
    }
}
