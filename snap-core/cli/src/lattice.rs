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

/// Mean number of neighbours nearer than `cutoff` (Å) over up to `samples` atoms of a system in an orthogonal
/// periodic cell, images of atoms counted each.
pub fn neighbors_per_atom(system: &System, cutoff: f64, samples: usize) -> f64 {
    let sampled = spread(system.positions.len(), samples);
    let count: usize = sampled
        .iter()
        .map(|&i| neighbors_of(system, cutoff, i))
        .sum();
    count as f64 / sampled.len() as f64
}

/// Up to `samples` numbers below `count`, evenly spread.
pub fn spread(count: usize, samples: usize) -> Vec<usize> {
    let samples = samples.min(count);
    (0..samples).map(|s| s * count / samples).collect()
}

fn neighbors_of(system: &System, cutoff: f64, i: usize) -> usize {
    let from = system.positions[i];
    let near = |to: &[f64; 3]| {
        let images = [0, 1, 2].map(|d| images_within(to[d] - from[d], system.cell[d][d], cutoff));
        let mut count = 0;
        for x in images[0].clone() {
            for y in images[1].clone() {
                count += images[2]
                    .clone()
                    .filter(|z| x * x + y * y + z * z < cutoff * cutoff)
                    .count();
            }
        }
        count
    };
    // The atom itself is found at distance 0.
    let found: usize = system.positions.iter().map(near).sum();
    found.saturating_sub(1)
}

/// All `distance + n edge` (integer n) in (-cutoff, cutoff).
fn images_within(distance: f64, edge: f64, cutoff: f64) -> impl Iterator<Item = f64> + Clone {
    let first = ((-cutoff - distance) / edge).ceil() as i64;
    let last = ((cutoff - distance) / edge).floor() as i64;
    (first..=last).map(move |n| distance + n as f64 * edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tungsten_has_26_neighbors_in_any_cube() {
        for cells in [1, 2, 3, 10] {
            let system = bcc(cells, 0);
            assert_eq!(system.positions.len(), 2 * cells.pow(3));
            assert_eq!(neighbors_per_atom(&system, 4.73442, 16), 26.0, "{cells}");
        }
    }

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
