//! How many neighbours atoms have: counted one by one, or estimated.

use snap_core::neighbor::{Cell, mean_neighbors};
use snap_reference::System;

use crate::output;

/// Neighbours of an atom that no SNAP potential has on purpose.
const MANY_NEIGHBORS: f64 = 2000.0;

/// Mean number of neighbours nearer than `cutoff` (Å) over up to `samples` atoms of a system, images of atoms counted each;
/// 0 for a cell without a volume.
pub fn per_atom(system: &System, cutoff: f64, samples: usize) -> f64 {
    let Ok(cell) = Cell::new(system.cell, system.periodic) else {
        return 0.0;
    };
    let sampled = spread(system.positions.len(), samples);
    let counts = sampled.iter().map(|&i| of_atom(system, &cell, cutoff, i));
    counts.sum::<usize>() as f64 / sampled.len().max(1) as f64
}

/// Up to `samples` numbers below `count`, evenly spread.
pub fn spread(count: usize, samples: usize) -> Vec<usize> {
    let samples = samples.min(count);
    (0..samples).map(|s| s * count / samples).collect()
}

fn of_atom(system: &System, cell: &Cell, cutoff: f64, i: usize) -> usize {
    let from = system.positions[i];
    let near = |to: &[f64; 3]| images_within(cell, [0, 1, 2].map(|d| to[d] - from[d]), cutoff);
    let found: usize = system.positions.iter().map(near).sum();
    // The atom itself is found at distance 0.
    found.saturating_sub(1)
}

/// How many images of a displacement are shorter than the cutoff.
fn images_within(cell: &Cell, displacement: [f64; 3], cutoff: f64) -> usize {
    let (vectors, inverse) = (cell.vectors(), cell.inverse());
    let fraction = |d: usize| (0..3).map(|k| displacement[k] * inverse[k][d]).sum::<f64>();
    // Along each vector those between two planes that are the cutoff away.
    let [a, b, c] = [0, 1, 2].map(|d| {
        let (s, reach) = (fraction(d), cutoff / cell.widths()[d]);
        match cell.periodic()[d] {
            true => ((-reach - s).ceil() as i64)..=((reach - s).floor() as i64),
            false => 0..=0,
        }
    });
    let is_near = |n: [i64; 3]| {
        let along = |d: usize| (0..3).map(|k| n[k] as f64 * vectors[k][d]).sum::<f64>();
        let r = [0, 1, 2].map(|d| displacement[d] + along(d));
        r.iter().map(|x| x * x).sum::<f64>() < cutoff * cutoff
    };
    let mut count = 0;
    for i in a {
        for j in b.clone() {
            count += c.clone().filter(|&k| is_near([i, j, k])).count();
        }
    }
    count
}

/// Says what a large cutoff costs, before minutes pass without a word.
pub fn warn_of_many(system: &snap_core::System, cutoff: f64) {
    let natoms = system.natoms();
    let mean = mean_neighbors(&system.cell, natoms, cutoff);
    if mean > MANY_NEIGHBORS {
        output::note(&format!(
            "a cutoff of {cutoff} A gives each atom about {mean:.0} neighbours, {:.1e} in all: this may take long",
            mean * natoms as f64
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::bcc;

    #[test]
    fn tungsten_has_26_neighbors_in_any_cube() {
        for cells in [1, 2, 3, 10] {
            let system = bcc(cells, 0);
            assert_eq!(system.positions.len(), 2 * cells.pow(3));
            assert_eq!(per_atom(&system, 4.73442, 16), 26.0, "{cells}");
        }
    }

    #[test]
    fn tilted_cells_of_a_lattice_and_free_atoms_count() {
        let mut system = bcc(2, 0);
        let edge = system.cell[0][0];
        system.cell[2] = [edge, -edge, edge];
        assert_eq!(per_atom(&system, 4.73442, 16), 26.0);
        system.periodic = [false; 3];
        system.positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 3.0, 0.0]];
        system.types = vec![0; 3];
        assert_eq!(per_atom(&system, 2.0, 3), 2.0 / 3.0);
    }
}
